"""What everybody should see together: the end of a round, on a screen of its own before the next hand."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from textual.pilot import Pilot

from cardtable.engine.cards import is_hidden
from cardtable.engine.chance import DealCode
from cardtable.engine.games.clash.model import RoundEnded
from cardtable.engine.games.rummy_like.model import Scored
from cardtable.formats.computers import Computer
from cardtable.games.clash.board import ClashBoard
from cardtable.table.session import Session
from cardtable.tui.drawing.faces import BLOCKS
from cardtable.tui.screens.hand_over import PublicMoment
from cardtable.tui.screens.log import LogScreen
from cardtable.tui.screens.replay import ReplayScreen
from tests.table.sittings import move_to, truth
from tests.tui.screens import (
    flowing_text,
    golden,
    key_bar,
    lift_curtain,
    on,
    press,
    press_later,
    run,
    screen_text,
    tap_at,
    wait_for,
)
from tests.tui.table.round_ends import PASSED, SIZES, before_a_round_ends, end_the_round


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(("game_id", "action"), [("rummy-like", "score"), ("clash", "pass")])
def test_snapshots_of_the_end_of_a_round(game_id: str, action: str, size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await end_the_round(pilot, action)
        golden(f"end-of-round-{game_id}-{size[0]}x{size[1]}.txt", screen_text(pilot))

    run(play, before_a_round_ends(game_id), size=size)


@pytest.mark.parametrize(("game_id", "action"), [("rummy-like", "score"), ("clash", "pass")])
def test_on_the_smallest_screen_the_end_of_a_round_is_told_in_full(game_id: str, action: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await end_the_round(pilot, action)
        seen = screen.board.seen
        assert seen is not None
        assert screen.board.moment is not None
        assert seen.describe(screen.board.moment) in flowing_text(pilot)
        assert "..." not in screen_text(pilot)

    run(play, before_a_round_ends(game_id), size=(40, 12))


def test_rm_6_all_players_who_are_not_bust_show_their_tricards() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await end_the_round(pilot, "score")
        event = screen.board.moment
        assert isinstance(event, Scored)
        text = screen_text(pilot)
        for tricards, gain, score in zip(event.tricards, event.gains, event.scores, strict=True):
            assert not any(map(is_hidden, tricards))
            assert all(card.code in text for card in tricards)
            assert f"+{gain}" in text
            assert f"{score} of 10" in text
        assert "Next: round 4." in text

    run(play, before_a_round_ends("rummy-like"))


def test_the_end_of_a_round_shows_nothing_of_the_next_deal() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await end_the_round(pilot, "pass")
        assert isinstance(screen.board.moment, RoundEnded)
        text = screen_text(pilot)
        assert "Bob: 18 cards left" in text
        assert "Round 3:" not in text
        assert "end of round 2" in text
        await lift_curtain(pilot)
        assert "round 3" in screen_text(pilot)

    run(play, before_a_round_ends("clash"))


def test_the_end_of_a_round_says_that_you_deal() -> None:
    session = before_a_round_ends("clash")
    alone = Session(session.game, PASSED.options, ("South", "Ada"), DealCode(0), None, (None, Computer("medium", 1)))
    move_to(alone, truth(session))
    alone.act(session.game.parse("pass"))
    seen = alone.look(None)
    moment = next(event for event in seen.log[-1] if isinstance(event, RoundEnded))
    board = ClashBoard(BLOCKS)
    board.moment = moment
    for dealer, told in ((0, "Next: round 3. You deal."), (1, "Next: round 3. Ada deals.")):
        board.show(replace(seen, state=seen.state._replace(dealer=dealer)))
        assert told in board.drawn(80, 23).text()


def test_the_end_of_a_round_says_where_the_last_cards_were() -> None:
    seen = before_a_round_ends("clash").look(None)
    board = ClashBoard(BLOCKS)
    for left, in_hand, told in (
        ((0, 9), (0, 7), "Ann: no cards left|Bob: 9 cards left, 7 in hand and 2 face down"),
        ((1, 3), (1, 3), "Ann: 1 card left, in hand|Bob: 3 cards left, all in hand"),
    ):
        board.moment = RoundEnded(0, left, in_hand, 0, (1, 0))
        board.show(replace(seen, log=(*seen.log, (board.moment,))))
        text = board.drawn(80, 23).text()
        assert re.findall(r"\w+: \w+ cards? left.*", text) == told.split("|")


@pytest.mark.parametrize("by_mouse", [False, True])
def test_the_log_of_the_end_of_a_round_leads_to_the_replay_and_back(by_mouse: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await end_the_round(pilot, "pass")
        await press_later(pilot, "l")
        assert on(pilot, LogScreen)
        assert "enter Replay from here" in key_bar(pilot)
        if by_mouse:
            rows = screen_text(pilot).splitlines()
            await tap_at(pilot, 10, next(y for y, row in enumerate(rows) if row.lstrip().startswith(">")))
        else:
            await press(pilot, "enter")
        await wait_for(pilot, lambda: on(pilot, ReplayScreen))
        await press(pilot, "q")
        await wait_for(pilot, lambda: on(pilot, PublicMoment))
        assert "end of round 2" in screen_text(pilot)
        await press_later(pilot, "l")
        await press(pilot, "q")
        assert on(pilot, PublicMoment)

    run(play, before_a_round_ends("clash"))
