"""The curtain: no cards are visible while the keyboard is passed, and a key or a click lifts it on purpose only."""

from __future__ import annotations

import html
import re
from itertools import chain

import pytest
from textual.command import CommandPalette
from textual.pilot import Pilot

from cardtable.engine.cards import CHARACTERISTICS
from cardtable.engine.chance import Key, draw_below
from cardtable.store.settings import Settings
from cardtable.tui.board.widget import board_for
from cardtable.tui.screens import hand_over
from cardtable.tui.screens.hand_over import Curtain, PublicMoment
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.reader import Reader
from cardtable.tui.screens.table import TableScreen
from tests.games.exit_stage_right_positions import stage, state
from tests.tui.screens import (
    act,
    flowing_text,
    lift_curtain,
    lifting_keys,
    on,
    press,
    press_later,
    rest,
    run,
    screen_text,
    sit,
    sit_at,
    table_of,
    tap,
    tap_at,
)

CARD_WORDS = {each.name for each in CHARACTERISTICS}
KEY_WORDS = {"space"}
"""The name of the key that lifts the curtain, on the key bar."""


def check_words(text: str, name: str) -> None:
    """Check that the text says who comes next and which key to press, and nothing else."""
    sentences = (f"Pass the keyboard to {name}.", f"Everyone else, look away. {name}, press space ")
    for words in (*sentences, "to see your cards.", "I'm here  l Log  r Rules  q Leave"):
        assert words in text
        text = text.replace(words, "", 1)
    assert set(text.split()) <= KEY_WORDS


def words_of_picture(pilot: Pilot[int]) -> str:
    """Return the text in a screenshot, row by row."""
    svg = pilot.app.export_screenshot(title="-")
    found = re.findall(r'<text class="[^"]*-r\d+"[^>]*>([^<]*)</text>', svg)
    return html.unescape("".join(found)).replace("\xa0", " ")


def check_curtain(pilot: Pilot[int]) -> None:
    """Check that the curtain shows only the next player's name, and the board below it only the public view."""
    table = table_of(pilot)
    turn = table.session.turn
    assert turn is not None
    name = table.session.names[turn]
    check_words(screen_text(pilot), name)
    check_words(words_of_picture(pilot), name)
    seen = table.session.look(None)
    assert table.viewer is None
    assert table.board.seen == seen
    assert (table.board.groups, table.board.notice, table.board.prompt) == ((), "", "")
    size = table.board.size
    assert table.board.text() == table.board.drawn(size.width, size.height).text()
    assert not pilot.app._notifications
    assert not pilot.app.clipboard
    assert pilot.app.screen.get_selected_text() is None


def check_moment(pilot: Pilot[int]) -> None:
    """Check that everybody sees the public view, with what happened, and that the table below it shows no more."""
    table, screen = table_of(pilot), pilot.app.screen
    assert isinstance(screen, PublicMoment)
    turn, seen = table.session.turn, table.session.look(None)
    assert turn is not None
    name = table.session.names[turn]
    fresh = board_for(seen.game.id)(screen.board.signs)
    fresh.is_read_only, fresh.recap = True, screen.board.recap
    has_user = table.room.keyboard.last is not None
    call = f"Pass the keyboard to {name}. {name}," if has_user else f"{name}, it's your turn:"
    fresh.show(seen, notice=f"{call} press space to see your cards.")
    size = screen.board.size
    assert screen.board.text() == fresh.drawn(size.width, size.height).text()
    story = [seen.describe(event) for step in seen.log for event in step]
    assert all(line in " ".join(story) for line in chain(*screen.board.recap))
    assert table.viewer is None
    assert table.board.seen == seen
    assert (table.board.groups, table.board.notice, table.board.prompt) == ((), "", "")
    assert not pilot.app._notifications
    assert not pilot.app.clipboard


# What it shows


@pytest.mark.parametrize("most", [14, pytest.param(99, marks=pytest.mark.deep)])  # a whole game
def test_between_two_turns_everybody_sees_only_the_table(most: int) -> None:
    async def play(pilot: Pilot[int]) -> None:
        table, luck = table_of(pilot), Key(1)
        while table.session.turn is not None and len(table.session.actions) < most:
            check_moment(pilot)
            await lift_curtain(pilot)
            while on(pilot, TableScreen) and table.session.turn is not None:
                assert table.viewer == table.session.turn
                legal = table.session.look(table.viewer).legal
                pick, luck = draw_below(luck, len(legal))
                await act(pilot, str(legal[pick]))

    run(play, sit(6))


def test_the_first_player_is_called_to_the_table_without_a_hand() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert on(pilot, PublicMoment)
        check_moment(pilot)
        assert "w Replay" not in screen_text(pilot), "nothing has happened yet"

    run(play, sit(2))


def test_everybody_sees_the_result_of_a_move_without_the_movers_hand() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        table = table_of(pilot)
        await act(pilot, str(table.session.look(table.viewer).legal[0]))
        check_moment(pilot)
        text = screen_text(pilot)
        assert "Pass the keyboard to Bob. Bob, press space to see your cards." in text
        assert "Ann plays" in text
        assert "draws" not in text

    run(play, sit(2, first=1))


def test_the_recap_has_every_turn_since_the_next_players_last_one() -> None:
    async def play(pilot: Pilot[int]) -> None:
        for turns in range(1, 5):
            await lift_curtain(pilot)
            await act(pilot, str(table_of(pilot).session.look(table_of(pilot).viewer).legal[0]))
            moment = pilot.app.screen
            assert isinstance(moment, PublicMoment)
            players = [line.partition(" ")[0] for line in moment.board.recap[0]]
            assert players == ["Ann", "Bob", "Cleo", "Ann"][max(0, turns - 2) : turns]

    run(play, sit(3, first=1))


@pytest.mark.parametrize("size", [(40, 12), (60, 20)])
def test_the_curtain_fits_small_terminals(size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        text = flowing_text(pilot)
        assert "it's your turn:" in text
        assert "to see your cards." in text

    run(play, sit(2, names=("x" * 20, "漢" * 10)), size=size)


# What works behind it


def test_the_table_can_be_left_from_the_curtain_without_showing_a_hand() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press_later(pilot, "q")
        assert on(pilot, Lobby)

    run(play, sit(2))


def test_a_move_undone_before_the_next_player_comes_leads_to_the_curtain() -> None:
    """The keyboard may be in other hands already."""

    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await act(pilot, "play Red")
        await press_later(pilot, "u")
        assert on(pilot, Curtain)
        check_curtain(pilot)
        assert table_of(pilot).session.actions == ()
        await lift_curtain(pilot)
        assert "The last move is undone. Press U to redo it." in screen_text(pilot)

    run(play, sit_at(state(stage("HRC . . . ."), ["R G B H C", "R G B H C"])))


def test_everybody_may_read_the_log_before_the_next_turn() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await act(pilot, str(table_of(pilot).session.look(0).legal[0]))
        await press_later(pilot, "l")
        assert on(pilot, Reader)
        assert "Ann plays" in screen_text(pilot)
        assert "draws" not in screen_text(pilot)
        await press(pilot, "escape")
        check_moment(pilot)

    run(play, sit(2, first=1))


@pytest.mark.parametrize("keys", ["urd/?fc", "123456789U"])
def test_no_table_key_works_behind_the_curtain(keys: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await tap(pilot, *keys, "left", "right", "up", "down", "home", "end", "escape", "tab", "ctrl+r", "ctrl+c")
        await rest(pilot)
        assert on(pilot, PublicMoment)
        pilot.app.clear_notifications()
        await rest(pilot)
        check_moment(pilot)

    run(play, sit(2))


def test_the_palette_over_the_curtain_names_no_card() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "ctrl+p")
        assert on(pilot, CommandPalette)
        commands = list(pilot.app.get_system_commands(pilot.app.screen))
        assert not CARD_WORDS & set(re.findall(r"\w+", " ".join(f"{each.title} {each.help}" for each in commands)))
        await press(pilot, "escape")
        check_moment(pilot)

    run(play, sit(2))


# What lifts it


def test_resizing_does_not_lift_the_curtain() -> None:
    async def play(pilot: Pilot[int]) -> None:
        for size in ((120, 40), (40, 12), (80, 24)):
            await pilot.resize_terminal(*size)
            await rest(pilot)
            assert on(pilot, PublicMoment)
        check_moment(pilot)

    run(play, sit(2))


@pytest.mark.parametrize("speed", ["off", "fast"])
def test_holding_enter_does_not_lift_the_curtain(speed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A held Enter repeats, and must not lift the curtain and play for the next player."""

    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        monkeypatch.setattr(hand_over, "QUIET_SECONDS", 60)  # the machine may be busy between two keys
        await tap(pilot, *["enter"] * 9)
        await rest(pilot)
        assert on(pilot, PublicMoment)
        assert len(table_of(pilot).session.actions) == 1

    run(play, sit(2), settings=Settings(speed="fast" if speed == "fast" else "off"))


def test_holding_the_key_that_lifts_the_curtain_does_not_play() -> None:
    async def play(pilot: Pilot[int]) -> None:
        keys = lifting_keys(pilot)
        await lift_curtain(pilot)
        await tap(pilot, *keys * 5)
        assert on(pilot, TableScreen)
        assert table_of(pilot).session.actions == ()

    run(play, sit(2))


STATUS_ROW = 22


def test_a_double_click_does_not_lift_the_curtain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_over, "SECOND_CLICK", 60)  # the machine may be busy between two clicks

    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await tap(pilot, "enter")
        await tap_at(pilot, 30, STATUS_ROW)
        await tap_at(pilot, 30, STATUS_ROW)
        assert on(pilot, PublicMoment)

    run(play, sit(2))


def test_a_late_click_on_the_request_shows_the_next_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await act(pilot, "R")
        monkeypatch.setattr(hand_over, "SECOND_CLICK", 60)
        await tap_at(pilot, 20, STATUS_ROW)
        assert on(pilot, PublicMoment)
        monkeypatch.setattr(hand_over, "SECOND_CLICK", 0)
        await tap_at(pilot, 20, 10)
        assert on(pilot, PublicMoment), "a click on the cards shows no hand"
        await tap_at(pilot, 20, STATUS_ROW)
        assert table_of(pilot).viewer == 1

    run(play, sit_at(state(stage("HRC . . . ."), ["R G B H C", "R G B H C"])))
