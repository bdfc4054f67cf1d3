"""What the views of a replay show: one player's cards, what everybody sees, or all cards."""

from __future__ import annotations

import re

from textual.pilot import Pilot

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.games import SHIPPED
from cardtable.formats.text import player_names
from cardtable.table.session import Session
from cardtable.tui.drawing.faces import BLOCKS
from cardtable.tui.screens.cards import CardsView
from cardtable.tui.screens.hand_over import PublicMoment
from cardtable.tui.screens.reader import Reader
from cardtable.tui.screens.replay import ReplayScreen
from tests.table.sittings import play_on, played
from tests.tui.review.replaying import CLASH, progress_line, screen_of, watch
from tests.tui.screens import (
    lift_curtain,
    on,
    press,
    press_later,
    run,
    screen_text,
    sit,
    stand_still,
    table_of,
    wait_for,
)
from tests.tui.terminal.payloads import MARKUP


def test_a_game_in_progress_has_only_the_public_view() -> None:
    session = played(CLASH, most=15)

    async def play(pilot: Pilot[int]) -> None:
        assert "public view" in progress_line(pilot)
        assert str(session.deal_code) not in screen_text(pilot)
        await press(pilot, "c")
        hand = screen_text(pilot).partition("Ann, hand")[2].partition("Bob, hand")[0]
        assert BLOCKS.back in hand
        assert not re.search(r"[A-Z]", hand), "no card is named"

    watch(play, session)


def test_every_hand_and_pile_is_drawn_if_all_cards_are_shown() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "right", "o", "c")
        await stand_still(pilot)
        text = pilot.app.screen.query_one(CardsView).text()
        seen = screen_of(pilot).room.replay.look()
        for seat, name in enumerate(seen.names):
            hand = text.partition(f"{name}, hand\n")[2].splitlines()[0]
            assert re.findall(r"[A-Z]+", hand) == list(dict.fromkeys(card.code for card in seen.state.hands[seat]))
        assert BLOCKS.back not in text
        await press(pilot, "q")
        assert on(pilot, ReplayScreen)

    watch(play, played(CLASH))


def test_with_all_cards_open_nobody_is_you_and_hands_keep_their_places() -> None:
    session = played(SHIPPED["rummy-like"])

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "o", *["right"] * 6)
        for _ in range(9):
            await press(pilot, "right")
            text = screen_text(pilot)
            assert "Ann's" in text
            assert not re.search(r"[Yy]our? ", text)
            state = screen_of(pilot).room.replay.look().state
            row = next(line for line in text.splitlines() if re.search(r"^[ >] Bob", line))
            assert " ".join(card.code for card in state.tricards[1]) in row

    watch(play, session)


def test_the_news_of_a_replay_with_all_cards_open_calls_nobody_you() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "o", *["right"] * 24)
        for _ in range(6):
            await press(pilot, "right")
            assert not re.search(r"\b[Yy]our?\b", screen_text(pilot))

    watch(play, played(SHIPPED["wind-city"]))


def test_a_player_among_several_can_replay_only_their_own_view() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await press(pilot, "enter")
        assert on(pilot, PublicMoment)
        await press_later(pilot, "w")
        assert screen_of(pilot).room.replay.viewers == (None,), "nobody is there yet"
        await press(pilot, "q")
        assert on(pilot, PublicMoment)
        await lift_curtain(pilot)
        viewer = table_of(pilot).viewer
        await press(pilot, "w")
        replay = screen_of(pilot).room.replay
        assert replay.viewers == (None, viewer)
        assert replay.viewer is None
        await press(pilot, "q")
        assert table_of(pilot).viewer == viewer

    run(play, sit(3))


def test_the_log_ends_at_the_current_move() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "right", "right", "l")
        assert on(pilot, Reader)
        numbers = re.findall(r"^[ >]*(\d+) ", screen_text(pilot), re.MULTILINE)
        assert {int(number) for number in numbers} == {0, 1, 2}
        await press(pilot, "q", "r")
        await wait_for(pilot, lambda: "Clash: rules" in screen_text(pilot))

    watch(play, played(CLASH))


def test_names_are_shown_literally() -> None:
    names = player_names(MARKUP[:2], 2)
    session = Session(CLASH, CLASH.options(target=0), names, DealCode(7))
    play_on(session, Key(4))

    async def play(pilot: Pilot[int]) -> None:
        for seat in (0, 1):
            await press(pilot, "v", str(seat + 1))
            assert names[seat] in progress_line(pilot)
        await press(pilot, "v")
        assert all(name in screen_text(pilot) for name in names)
        await press(pilot, "escape", "c")
        await wait_for(pilot, lambda: names[1] in screen_text(pilot).splitlines()[0])

    watch(play, session, size=(120, 40))
