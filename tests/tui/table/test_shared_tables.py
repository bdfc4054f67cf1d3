"""Shared tables in the app: inviting others, what they do, and the lobby's list of tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable.formats.computers import Computer
from cardtable.games import GAMES
from cardtable.rooms.kit.goto import ToSetUp, ToTable
from cardtable.rooms.table import TableRoom
from cardtable.store import shared_games
from cardtable.store.errors import StorageError, StorageFault
from cardtable.table import shared_game
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session
from cardtable.table.shared_game import Person
from cardtable.tui.screens import table as table_screen
from tests.table.shared_tables import table_in
from tests.table.sittings import sit
from tests.tui.screens import app_of, flowing_text, key_bar, open_place, press, run, screen_text, table_of, wait_for


@pytest.fixture
def other() -> Iterator[LazyArchive]:
    """Yield the saved games as another window has them."""
    found = LazyArchive()
    yield found
    found.close()


def played_elsewhere(other: LazyArchive) -> Session:
    """Return the session of Ann, who has opened a table of Clash in another window and has the first move."""
    return shared_game.host(other, sit(GAMES["clash"], 2, 3, first=1))


def act(session: Session) -> None:
    """Play the first legal action in another window."""
    session.act(session.look(session.turn).legal[0])


def test_others_are_invited_from_the_set_up(other: LazyArchive) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_place(pilot, ToSetUp("clash"))
        await press(pilot, "i")
        room = table_of(pilot).room
        assert room.table is not None
        code = room.table.code
        await wait_for(pilot, lambda: f"cardtable join {code}" in flowing_text(pilot))
        shared_game.join(other, code, Person("Ben"))
        await wait_for(pilot, lambda: "Ben" in screen_text(pilot))
        assert not room.session.is_waiting

    run(play)


def test_what_others_do_appears_and_the_turn_arrives(other: LazyArchive) -> None:
    session = played_elsewhere(other)

    async def play(pilot: Pilot[int]) -> None:
        mine = shared_game.join(table_of_app(pilot), table_in(session).code, Person("Ben"))
        await open_place(pilot, ToTable(mine))
        await wait_for(pilot, lambda: "Waiting for Ann." in screen_text(pilot))
        assert "enter" not in key_bar(pilot)
        await press(pilot, "enter")
        assert mine.actions == ()
        table = table_in(session)
        table.refresh()
        table.apply_seats(session)
        while session.turn == 0:
            act(session)
        await wait_for(pilot, lambda: mine.actions == session.actions and mine.is_turn_here)
        await wait_for(pilot, lambda: "enter Play" in key_bar(pilot))
        await press(pilot, "q")

    run(play)


def test_the_terminal_rings_once_when_the_turn_comes_from_another_screen(
    other: LazyArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, rung = played_elsewhere(other), list[bool]()

    async def play(pilot: Pilot[int]) -> None:
        mine = shared_game.join(table_of_app(pilot), table_in(session).code, Person("Ben"))
        monkeypatch.setattr(pilot.app, "bell", lambda: rung.append(mine.is_turn_here))
        await open_place(pilot, ToTable(mine))
        await wait_for(pilot, lambda: "Waiting for Ann." in screen_text(pilot))
        table_in(session).refresh()
        table_in(session).apply_seats(session)
        while session.turn == 0:
            act(session)
        await wait_for(pilot, lambda: "enter Play" in key_bar(pilot))
        table_of(pilot)._after_animation()
        assert rung == [True]
        await press(pilot, "q")

    run(play)


def test_who_is_away_is_said_although_the_clock_looks_first(other: LazyArchive) -> None:
    session = played_elsewhere(other)

    async def play(pilot: Pilot[int]) -> None:
        mine = shared_game.join(table_of_app(pilot), table_in(session).code, Person("Ben"))
        await open_place(pilot, ToTable(mine))
        await wait_for(pilot, lambda: "Waiting for Ann." in screen_text(pilot))
        table_in(session).note_away(is_away=True)
        table_of(pilot)._show_presence()
        await wait_for(pilot, lambda: "Waiting for Ann, who is away." in screen_text(pilot))

    run(play)


def test_a_computer_players_move_that_could_not_be_saved_is_tried_again(
    other: LazyArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_screen, "RETRY_SECONDS", 0.01)
    append, refused = shared_games.append, list[StorageError]()

    def fail_once(*arguments: Any) -> None:
        if not refused:
            refused.append(StorageError(StorageFault.DISK_FULL))
            raise refused[0]
        append(*arguments)

    async def play(pilot: Pilot[int]) -> None:
        computers = (None, Computer("easy", 1), None)
        hosted = sit(GAMES["rummy-like"], 3, 4, computers=computers, first=2)
        mine = shared_game.host(table_of_app(pilot), hosted)
        monkeypatch.setattr(shared_games, "append", fail_once)
        await open_place(pilot, ToTable(mine))
        shared_game.join(other, table_in(mine).code, Person("Cleo"))
        await wait_for(pilot, lambda: bool(mine.actions))
        assert refused

    run(play)


def table_of_app(pilot: Pilot[int]) -> LazyArchive:
    """Return the saved games of the app."""
    return app_of(pilot).records.saved_games


def test_the_lobby_lists_tables_and_seats(other: LazyArchive) -> None:
    session = played_elsewhere(other)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "j")
        assert f"Clash, {table_in(session).code}" in screen_text(pilot)
        assert "waiting for 1 player" in flowing_text(pilot)
        await press(pilot, "enter")
        assert "A free seat" in screen_text(pilot)
        await press(pilot, "f")
        assert "What is your name at this table?" in screen_text(pilot)
        await press(pilot, *"Ann", "enter")
        assert "Ann is already at this table." in flowing_text(pilot)
        await press(pilot, *["backspace"] * 3, *"Ben", "enter")
        assert table_of(pilot).viewer == 1
        assert table_of(pilot).room.session.names == ("Ann", "Ben")
        await press(pilot, "q")
        assert len(other.archive.numbers()) == 1

    run(play)


def test_a_saved_shared_game_is_never_opened_as_a_hot_seat(other: LazyArchive) -> None:
    session = played_elsewhere(other)
    shared_game.join(other, table_in(session).code, Person("Ben"))

    async def play(pilot: Pilot[int]) -> None:
        assert "Continue" not in screen_text(pilot), "both seats are taken"
        await press(pilot, "j", "enter")
        assert "Where do you sit?" in screen_text(pilot)
        await press(pilot, "w")
        room = table_of(pilot).room
        assert room.viewer is None
        assert room.session.people_here == frozenset()
        await wait_for(pilot, lambda: "Waiting for Ann." in screen_text(pilot))
        assert "only watching" in room.why_no_move()

    run(play)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize(
    ("game_id", "seats"),
    [("exit-stage-right", 2), ("tradewinds", 4), ("rummy-like", 3), ("wind-city", 3), ("clash", 2)],
)
def test_every_board_says_beside_a_name_who_is_away(
    other: LazyArchive, game_id: str, seats: int, size: tuple[int, int]
) -> None:
    computers = (None, None, *[Computer("easy", 1)] * (seats - 2))
    session = shared_game.host(other, sit(GAMES[game_id], seats, 3, computers=computers))

    async def play(pilot: Pilot[int]) -> None:
        mine = shared_game.join(table_of_app(pilot), table_in(session).code, Person("Ben"))
        await open_place(pilot, ToTable(mine))
        table_in(session).note_away(is_away=True)
        table_of(pilot)._show_presence()
        narrow = game_id == "wind-city" and size == (80, 24)  # its columns of numbers leave no room beside names
        word = "Ann, who is away" if narrow else "(away)"
        await wait_for(pilot, lambda: word in screen_text(pilot))

    run(play, size=size)


def test_an_undo_is_asked_for_and_agreed_to_by_key_and_a_message_arrives(other: LazyArchive) -> None:
    session = played_elsewhere(other)

    async def play(pilot: Pilot[int]) -> None:
        mine = shared_game.join(table_of_app(pilot), table_in(session).code, Person("Ben"))
        await open_place(pilot, ToTable(mine))
        room = TableRoom(session, table_in(session))
        room.look_for_news()
        while session.turn == 0:
            act(session)
        before = len(session.actions)
        await wait_for(pilot, lambda: "enter Play" in key_bar(pilot))
        room.do("message", "oops")
        room.do("undo")
        await wait_for(pilot, lambda: "y Agree to undo" in key_bar(pilot))
        await press(pilot, "y")
        room.look_for_news()
        room.take_news()
        await wait_for(pilot, lambda: len(mine.actions) == before - 1)
        await wait_for(pilot, lambda: "The last move is undone." in flowing_text(pilot))
        assert "y Agree" not in key_bar(pilot)
        act_again = room.look_for_news() or room.is_behind
        assert act_again
        room.follow()
        act(session)
        await wait_for(pilot, lambda: mine.actions == session.actions and "enter Play" in key_bar(pilot))
        await press(pilot, "m")
        await press(pilot, *"hello", "enter")
        assert room.look_for_news()
        assert room.take_news()[-1] == "Ben: hello"

    run(play)
