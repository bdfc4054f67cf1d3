"""Saved games in the app: continuing, taking over, watching, saving to a file and deleting."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from cardtable.formats.notation import read_record_file
from cardtable.store.paths import archive_file
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.recording import open_session, record_of
from cardtable.table.session import Session
from cardtable.tui.screens.dialogs import ChoiceDialog, TextDialog
from cardtable.tui.screens.games import GamesScreen
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.replay import ReplayScreen
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.screens.watch import WatchScreen
from cardtable.tui.widgets.menu import Menu
from tests.table.saved_games import number_of, save, saver_of
from tests.tui.screens import (
    CHARACTERS,
    MOVES,
    act,
    actions_of,
    board_on,
    click,
    flowing_text,
    golden,
    key_bar,
    on,
    press,
    rest,
    run,
    screen_text,
    sit,
    table_of,
    type_text,
    wait_for,
)


def saved_games() -> list[tuple[int, int]]:
    """Return the number and the length of each saved game."""
    lazy_archive = LazyArchive()
    found = [(entry.id, entry.length) for entry in lazy_archive.archive.entries()]
    lazy_archive.close()
    return found


def test_every_action_is_saved_before_it_is_shown() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert saved_games() == [(1, 0)]
        for length in range(1, 4):
            await press(pilot, "enter")
            assert saved_games() == [(1, length)]
        await press(pilot, "u")
        assert saved_games() == [(1, 2)]
        await press(pilot, "U")
        assert saved_games() == [(1, 3)]

    run(play, sit())


def test_a_game_can_be_continued_from_the_lobby_with_keys() -> None:
    session = sit(moves=MOVES)
    save(session)

    async def play(pilot: Pilot[int]) -> None:
        assert "Continue" in screen_text(pilot)
        assert re.search(r"> Exit Stage Right +2–2 after \d+ moves +just now", screen_text(pilot))
        await press(pilot, "enter")
        assert record_of(table_of(pilot).session) == record_of(session)
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, Lobby)

    run(play)


def test_a_game_can_be_continued_from_the_lobby_with_the_mouse() -> None:
    session = sit(3, MOVES[:1])
    save(session)

    async def play(pilot: Pilot[int]) -> None:
        assert f"{session.names[session.turn or 0]}'s turn, with " in screen_text(pilot)
        menu = pilot.app.screen.query_one(Menu)
        await click(pilot, menu, menu.at)
        assert any(isinstance(screen, TableScreen) for screen in pilot.app.screen_stack)

    run(play)


def test_the_lobby_lists_four_games_and_the_list_has_all() -> None:
    for moves in range(1, 8):
        save(sit(moves=MOVES[:moves]))

    async def play(pilot: Pilot[int]) -> None:
        assert screen_text(pilot).count("just now") == 4
        assert "3 more" in screen_text(pilot)
        await press(pilot, "g")
        assert screen_text(pilot).count("Exit Stage Right: played") == 7

    run(play)


def test_a_game_without_moves_is_not_saved() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, Lobby)
        assert saved_games() == []

    run(play, sit())


def test_a_game_without_moves_is_not_saved_when_the_app_ends() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert saved_games() == [(1, 0)]

    run(play, sit())
    assert saved_games() == []


def import_game(session: Session) -> None:
    """Save a game as `cardtable import` does."""
    lazy_archive = LazyArchive()
    lazy_archive.add_game(session)
    lazy_archive.close()


def inherited() -> Session:
    """Return a game whose actions all come from another game."""
    session = sit(moves=MOVES[:2])
    session.inherited_actions = 2
    return session


@pytest.mark.parametrize("position", [sit, inherited])
def test_an_imported_game_stays_saved_if_nothing_is_played(position: Callable[[], Session]) -> None:
    import_game(position())
    listed = saved_games()

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter", "q")
        assert isinstance(pilot.app.screen, Lobby)
        assert saved_games() == listed
        assert "just now" in screen_text(pilot)
        await press(pilot, "g", "enter")
        assert isinstance(pilot.app.screen, TableScreen)

    run(play)
    assert saved_games() == listed, "the app ended at the table"


def test_an_imported_game_stays_saved_when_it_is_taken_over_watched_and_left() -> None:
    import_game(sit())
    other = LazyArchive()
    saver = saver_of(other.resume(1))

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter", "t", "q")
        saver.delete_if_unplayed(sit())
        other.resume(1)
        await press(pilot, "enter", "w")
        assert isinstance(pilot.app.screen, WatchScreen)
        other.close()
        await wait_for(pilot, lambda: "The other window closed this game." in screen_text(pilot))
        await press(pilot, "enter", "q")
        assert saved_games() == [(1, 0)]

    run(play)


def test_an_unplayed_game_from_an_imported_one_is_deleted_and_the_imported_one_stays() -> None:
    import_game(inherited())

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "g", "w", "p", "p")
        assert sorted(saved_games()) == [(1, 2), (2, 0)]
        await press(pilot, "q")
        assert saved_games() == [(1, 2)]

    run(play)


def test_the_leave_dialog_says_what_will_be_lost() -> None:
    async def play(pilot: Pilot[int]) -> None:
        saver = saver_of(table_of(pilot).session)
        await press(pilot, "enter")
        saver.fault = "The disk is full."
        await press(pilot, "q")
        assert "Leave (unsaved moves are lost)" in screen_text(pilot)
        saver.number = None
        await press(pilot, "escape", "q")
        assert "Leave (this game is lost)" in screen_text(pilot)

    run(play, sit())


def test_the_result_says_that_the_game_is_not_saved(tmp_path: Path) -> None:
    session = sit(draw="none", hand_size=5)
    while session.turn is not None:
        session.act(session.look(0).legal[0])

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "t")
        saver_of(session).fault = "The disk is full. You can play on, but this game isn't being saved."
        await press(pilot, "enter")
        assert "This game isn't saved." in screen_text(pilot)
        await press(pilot, "t", "s")
        await type_text(pilot, str(tmp_path / "x.json"))
        assert open_session(read_record_file(tmp_path / "x.json")).turn is None

    run(play, session)


def test_a_game_in_another_window_can_be_watched_and_taken_over() -> None:
    other = LazyArchive()
    session = sit()
    other.save(session)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        assert "open in another window" in screen_text(pilot)
        await press(pilot, "w")
        assert isinstance(pilot.app.screen, WatchScreen)
        session.act(session.look(0).legal[0])
        shown = session.game.describe(session.look(0).log[-1][0], session.names)
        await wait_for(pilot, lambda: shown in screen_text(pilot))
        await press(pilot, "enter")
        assert len(session.actions) == 1
        await press(pilot, "q", "enter", "t")
        assert len(table_of(pilot).session.actions) == 1

    run(play)
    other.close()


def test_a_watcher_can_play_on_when_the_other_window_closes_the_game() -> None:
    other = LazyArchive()
    session = sit()
    saver = other.save(session)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter", "w", "enter")
        assert isinstance(pilot.app.screen, WatchScreen), "Enter does nothing while the game is open"
        session.act(session.look(0).legal[0])
        saver.release()
        await wait_for(pilot, lambda: "The other window closed this game." in screen_text(pilot))
        await press(pilot, "enter")
        assert len(table_of(pilot).session.actions) == 1
        await press(pilot, "enter")
        assert saved_games() == [(1, 2)]

    run(play)
    other.close()


def test_a_watcher_is_told_once_that_the_game_was_deleted() -> None:
    other = LazyArchive()
    saver = other.save(sit())

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter", "w")
        saver.delete()
        await wait_for(pilot, lambda: "There's no saved game" in screen_text(pilot))
        assert flowing_text(pilot).count("You're watching.") == 1

    run(play)
    other.close()


def test_the_watcher_of_several_players_sees_no_hand() -> None:
    other = LazyArchive()
    session = sit(3)
    other.save(session)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter", "w")
        assert isinstance(pilot.app.screen, WatchScreen)
        assert pilot.app.screen.board.seen == session.look(None)

    run(play)
    other.close()


def test_a_watcher_has_no_key_that_plays() -> None:
    other = LazyArchive()
    session = sit(3)
    other.save(session)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter", "w")
        bar = key_bar(pilot)
        assert "enter" not in bar
        assert "l Log" in bar
        await press(pilot, "l")
        assert ": log" in screen_text(pilot).splitlines()[0]
        assert session.game.describe(session.look(None).log[0][0], session.names)[:30] in screen_text(pilot)

    run(play)
    other.close()


def test_players_are_told_of_a_takeover_without_pressing_a_key() -> None:
    other = LazyArchive()

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        other.resume(1, take_over=True)
        table_of(pilot).check_takeover()
        await rest(pilot)
        assert "Another window has taken this game over." in screen_text(pilot)
        assert not any(isinstance(screen, TableScreen) for screen in pilot.app.screen_stack)

    run(play, sit())
    other.close()


def test_players_are_told_of_a_takeover_behind_the_curtain() -> None:
    other = LazyArchive()

    async def play(pilot: Pilot[int]) -> None:
        other.resume(1, take_over=True)
        table_of(pilot).check_takeover()
        await rest(pilot)
        assert "Another window has taken this game over." in screen_text(pilot)

    run(play, sit(2))
    other.close()


def test_no_action_is_possible_after_a_takeover() -> None:
    other = LazyArchive()

    async def play(pilot: Pilot[int]) -> None:
        taken_over = other.resume(1, take_over=True)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ChoiceDialog)
        assert saved_games() == [(1, len(taken_over.actions))]

    run(play, sit(moves=MOVES))
    other.close()


def test_the_game_goes_on_if_nothing_can_be_saved(tmp_path: Path) -> None:
    archive_file().parent.parent.mkdir(exist_ok=True)

    async def play(pilot: Pilot[int]) -> None:
        assert "The saved-games database can't be opened: Not a directory." in screen_text(pilot)
        await press(pilot, "s")
        assert isinstance(pilot.app.screen, TextDialog)
        await type_text(pilot, str(tmp_path / "evening.json"))
        assert open_session(read_record_file(tmp_path / "evening.json")).turn == 0
        await press(pilot, "enter")
        assert len(table_of(pilot).session.actions) == 1
        assert "not saved" in screen_text(pilot)
        archive_file().parent.unlink()
        saver_of(table_of(pilot).session)._retry_at = 0
        await press(pilot, "enter")
        await wait_for(pilot, lambda: "Your game is being saved again." in screen_text(pilot))
        assert saved_games() == [(1, 2)]

    async def block(pilot: Pilot[int]) -> None:
        folder = archive_file().parent
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()
        folder.write_text("in the way")
        pilot.app.push_screen(pilot.app.games.table(sit()))  # type: ignore[attr-defined]  # the app is ours
        await rest(pilot)
        await play(pilot)

    run(block)


def test_a_damaged_archive_is_reported() -> None:
    archive_file().parent.mkdir(parents=True)
    archive_file().write_bytes(b"garbage" * 1_000)

    async def play(pilot: Pilot[int]) -> None:
        await wait_for(pilot, lambda: "The saved-games database was damaged." in screen_text(pilot))

    run(play)


def test_the_list_of_games_can_save_to_a_file_and_delete(tmp_path: Path) -> None:
    first = sit(moves=MOVES)
    save(first)
    over = sit(draw="none", hand_size=5)
    while over.turn is not None:
        over.act(over.look(0).legal[0])
    save(over)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "g")
        assert isinstance(pilot.app.screen, GamesScreen)
        assert "Finished" in screen_text(pilot)
        await press(pilot, "s")
        await type_text(pilot, str(tmp_path / "x.json"))
        assert record_of(open_session(read_record_file(tmp_path / "x.json"))) == record_of(first)
        await press(pilot, "d")
        assert "Delete this game?" in screen_text(pilot)
        await press(pilot, "enter")
        assert len(saved_games()) == 2
        await press(pilot, "t", "y")
        assert [number for number, _ in saved_games()] == [2]
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, Lobby)

    run(play)


def test_the_list_of_games_says_that_it_is_empty() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "g")
        assert "No saved games yet." in screen_text(pilot)

    run(play)


def test_a_resumed_game_keeps_its_number() -> None:
    session = sit(moves=MOVES)
    number = save(session)

    async def play(pilot: Pilot[int]) -> None:
        await rest(pilot)
        pilot.app.games.resume(number)  # type: ignore[attr-defined]  # the app is ours
        await rest(pilot)
        assert number_of(table_of(pilot).session) == number
        await act(pilot, str(board_on(pilot).seen.legal[0]))  # type: ignore[union-attr]  # it is there
        assert saved_games() == [(number, len(MOVES) + 1)]

    run(play)


def test_snapshot_of_the_lobby_with_games() -> None:
    save(sit(moves=MOVES))
    save(sit(3, MOVES[:1]))

    async def play(pilot: Pilot[int]) -> None:
        await rest(pilot)
        text = screen_text(pilot)
        for clock in set(re.findall(r"\d\d:\d\d", text)):
            text = text.replace(clock, "21:40")
        golden("lobby-under-way.txt", text)

    run(play)


def on_the_stack(pilot: Pilot[int], kind: type[Screen[Any]]) -> int:
    """Return the number of screens of this kind on the stack."""
    return sum(isinstance(screen, kind) for screen in pilot.app.screen_stack)


async def twice(pilot: Pilot[int], key: str) -> None:
    """Press a key twice before the app reacts to the first press."""
    driver = pilot.app._driver
    assert driver is not None
    for _ in range(2):
        driver.send_message(events.Key(key, CHARACTERS.get(key, key)))
    await rest(pilot)


def test_a_key_pressed_twice_opens_one_table() -> None:
    save(sit(3, MOVES[:1]))

    async def play(pilot: Pilot[int]) -> None:
        await twice(pilot, "enter")
        assert on_the_stack(pilot, TableScreen) == 1

    run(play)


def test_a_key_pressed_twice_in_the_list_of_games_counts_once() -> None:
    save(sit(3, MOVES[:1]))

    async def play(pilot: Pilot[int]) -> None:
        await twice(pilot, "g")
        assert on_the_stack(pilot, GamesScreen) == 1
        await twice(pilot, "w")
        assert on_the_stack(pilot, ReplayScreen) == 1
        await press(pilot, "q")
        await twice(pilot, "enter")
        assert on_the_stack(pilot, TableScreen) == 1

    run(play)


def test_a_key_pressed_twice_asks_once_about_the_other_window() -> None:
    other = LazyArchive()
    other.save(sit())

    async def play(pilot: Pilot[int]) -> None:
        await twice(pilot, "enter")
        assert on_the_stack(pilot, ChoiceDialog) <= 1

    run(play)
    other.close()


def test_an_unreadable_archive_is_reported_once() -> None:
    archive_file().parent.parent.mkdir(exist_ok=True)

    async def play(pilot: Pilot[int]) -> None:
        folder = archive_file().parent
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()
        folder.write_text("in the way")
        for _ in range(3):
            await press(pilot, "g")
            assert "The saved-games database can't be opened" in str(
                pilot.app.screen.query_one("#about", Static).content
            )
            await press(pilot, "q")
        assert len(pilot.app._notifications) == 1

    run(play)


def test_leaving_a_game_in_progress_saves_it_without_asking() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "q")
        assert on(pilot, Lobby)
        assert "Your game of Exit Stage Right is saved." in screen_text(pilot)
        await press(pilot, "enter")
        assert actions_of(pilot) == list(MOVES)

    run(play, sit(moves=MOVES))
