"""A damaged game is always listed as damaged, and every command says how to repair it."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from zlib import crc32

import pytest
from textual.pilot import Pilot

from cardtable import cli
from cardtable.engine.chance import Key
from cardtable.games import GAMES
from cardtable.rooms.lobby import NO_GAMES
from cardtable.store.paths import archive_file
from cardtable.tui.screens.saved_games import GamesScreen
from tests.commands.test_saved_games import cardtable
from tests.table.saved_games import saved_games_in
from tests.table.sittings import play_on, sit
from tests.tui.screens import press, run, screen_text

HELP = "`cardtable doctor --repair` recovers what it can."
GAME_2 = f"Game 2 is damaged. {HELP}\n"
NUMBERS = ("length", "undone", "hinted", "given", "alone")
BAD: dict[str, tuple[object, ...]] = {
    **dict.fromkeys(NUMBERS, (-1, 10**12, 1.5, "x", b"\x00")),
    "kind": (b"\x00",),
    "names": ("[", "3", "[]", "{}", '["Ann"' + ', "Ann"' * 12 + "]", "[" * 5_000, b"\xff"),
    "levels": ("[", '["easy", "hard"]', "[1]"),
    "options": (b"\x00",),
    "deal": (b"\x00",),
    "daily": (b"\x00",),
    "turn": (-1, 99, "x", 1e300, b"\x00"),
    "outcome": ("{", "null", "{}", '{"points": [1]}', b"\x00"),
    "holder": ("../x", "\u202e", b"\x00"),
    "id": (-7,),
}
"""Invalid values for each column of a game."""
BAD_TIMES = (
    *("", "\x1b[2J", "yesterday", "2026-11-20", "1970-01-01T00:00:07.000+00:00", "9996-02-29T12:00:00.000+00:00"),
    *("9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59", b"\x00", 7, 1e300),
)
"""Times that no right clock has said."""


@pytest.fixture
def folder() -> Path:
    """Return a data folder with two unfinished games."""
    folder = archive_file().parent
    shelf = saved_games_in(folder)
    for luck in (1, 2):
        session = sit(GAMES["exit-stage-right"], 1, luck)
        keeper = shelf.save(session)
        play_on(session, Key(luck), 6)
        keeper.release()
    shelf.close()
    return folder


def execute_sql(statement: str, *values: object) -> None:
    with closing(sqlite3.connect(archive_file(), isolation_level=None)) as db:
        db.execute(statement, values)


def copy_game(times: int) -> None:
    """Copy the row of game 1 this many times."""
    columns = "kind, head, names, alone, options, deal, started, touched, length"
    for _ in range(times):
        execute_sql(f"INSERT INTO game ({columns}) SELECT {columns} FROM game WHERE id = 1")


@pytest.mark.usefixtures("folder")
def test_damaged_rows_are_listed_and_do_not_hide_others(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    damage = [(column, value) for column, values in BAD.items() for value in values]
    copy_game(len(damage) - 1)
    for number, (column, value) in enumerate(damage, 2):
        execute_sql(f"UPDATE game SET {column} = ? WHERE id = {number}", value)
    code, out, err = cardtable(capsys, monkeypatch, "games")
    assert (code, err) == (0, "")
    listing = re.fullmatch(
        r"In progress:\n   1  Exit Stage Right: last played at [^\n]+\nDamaged \(([^\n]+)\):\n(.*)", out, re.DOTALL
    )
    assert listing is not None
    assert listing[1] == HELP.removesuffix(".")
    titles = {
        str(value if column == "id" else number): "Another game" if column == "kind" else "Exit Stage Right"
        for number, (column, value) in enumerate(damage, 2)
    }
    assert dict(line.strip().split("  ") for line in listing[2].splitlines()) == titles
    for named in titles:
        for command in ("resume", "export", "replay"):
            if not named.startswith("-"):
                sentence = f"Game {named} is damaged. {HELP}\n"
                assert cardtable(capsys, monkeypatch, command, named) == (2, "", sentence)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("column", ["started", "touched"])
def test_a_bad_time_never_costs_a_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, column: str
) -> None:
    copy_game(len(BAD_TIMES) - 2)
    for number, value in enumerate(BAD_TIMES, 1):
        execute_sql(f"UPDATE game SET {column} = ? WHERE id = {number}", value)
    code, out, err = cardtable(capsys, monkeypatch, "games")
    assert (code, err) == (0, "")
    assert "Damaged" not in out
    if column == "touched":
        listed = [line.split("  ")[-1] for line in out.splitlines()[1:]]
        assert listed == ["Exit Stage Right: 6 moves"] * len(BAD_TIMES), "the list names no date"


@pytest.mark.usefixtures("folder")
def test_the_doctor_finds_a_game_with_a_bad_time_sound_and_it_can_be_resumed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, value in enumerate(BAD_TIMES[4:6], 1):
        execute_sql(f"UPDATE game SET started = ?, touched = ? WHERE id = {number}", value, value)
    assert cardtable(capsys, monkeypatch, "doctor")[0] == 0
    for resumed in "12":
        assert "after 6 moves" in cardtable(capsys, monkeypatch, "resume", resumed, "--plain")[1]


@pytest.mark.usefixtures("folder")
def test_resume_without_a_number_reports_a_damaged_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    execute_sql("UPDATE game SET length = -1 WHERE id = 2")
    code, out, err = cardtable(capsys, monkeypatch, "resume", "--plain")
    assert (code, err) == (0, GAME_2)
    assert "Continuing the game after 6 moves." in out
    assert GAME_2.strip() in cardtable(capsys, monkeypatch, "--plain")[1]
    assert cardtable(capsys, monkeypatch, "statistics")[2] == GAME_2


@pytest.mark.usefixtures("folder")
def test_if_every_game_is_damaged_they_are_still_listed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    execute_sql("UPDATE game SET length = -1")
    out = cardtable(capsys, monkeypatch, "games")[1]
    assert out == f"Damaged ({HELP.removesuffix('.')}):\n   1  Exit Stage Right\n   2  Exit Stage Right\n"
    both = f"Games 1 and 2 are damaged. {HELP}\n"
    assert cardtable(capsys, monkeypatch, "resume") == (2, "", both)
    assert both.strip() in cardtable(capsys, monkeypatch, "--plain")[1]


@pytest.mark.usefixtures("folder")
def test_a_sentence_names_only_some_of_many_damaged_games(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_game(7)
    execute_sql("UPDATE game SET length = -1")
    output = cardtable(capsys, monkeypatch, "resume")[2]
    assert output == f"Games 1, 2, 3, 4 and 5 more are damaged. {HELP}\n"
    assert len(cardtable(capsys, monkeypatch, "games")[1].splitlines()) == 10


def change_head(change: Callable[[dict[str, object]], object]) -> None:
    """Change the head of game 2 and its checksums, as if another version had written them."""
    with closing(sqlite3.connect(archive_file(), isolation_level=None)) as db:
        fields = json.loads(db.execute("SELECT head FROM game WHERE id = 2").fetchone()[0])
        change(fields)
        head = json.dumps({**fields, "sum": ""})
        db.execute("UPDATE game SET head = ? WHERE id = 2", (head,))
        total = crc32(head.encode())
        for number, said in db.execute("SELECT number, said FROM action WHERE game = 2 ORDER BY number").fetchall():
            total = crc32(said.encode(), total)
            db.execute("UPDATE action SET sum = ? WHERE game = 2 AND number = ?", (total, number))


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("statement", "where"),
    [
        ("UPDATE game SET head = '{' WHERE id = 2", ""),
        ("UPDATE game SET head = x'00ff' WHERE id = 2", ""),
        ("UPDATE game SET head = '' WHERE id = 2", ""),
        ("UPDATE game SET length = 9 WHERE id = 2", " after move 6"),
        ("UPDATE action SET sum = 1 WHERE game = 2 AND number = 3", " after move 2"),
        ("UPDATE action SET said = x'00' WHERE game = 2 AND number = 1", " after move 0"),
        ("DELETE FROM action WHERE game = 2 AND number = 6", " after move 5"),
        ("DELETE FROM action WHERE game = 2", " after move 0"),
    ],
)
def test_damage_found_on_opening_a_game_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, statement: str, where: str
) -> None:
    execute_sql(statement)
    assert "   2  Exit Stage Right: last played at " in cardtable(capsys, monkeypatch, "games")[1]
    for words in (("resume", "2", "--plain"), ("export", "2"), ("replay", "2", "--plain")):
        assert cardtable(capsys, monkeypatch, *words) == (2, "", f"Game 2 is damaged{where}. {HELP}\n")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("game", "unheard-of", "for a game that isn't installed: 'unheard-of'."),
        ("rules", 99, "uses version 99 of the rules of Exit Stage Right"),
        ("version", 99, "comes from a newer Cardtable"),
    ],
)
def test_a_game_of_another_version_is_not_called_damaged(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, field: str, value: object, reason: str
) -> None:
    change_head(lambda fields: fields.update({field: value}))
    for words in (("resume", "2", "--plain"), ("export", "2"), ("replay", "2", "--plain")):
        code, out, err = cardtable(capsys, monkeypatch, *words)
        assert (code, out) == (2, "")
        assert err.startswith("Game 2 can't be opened. This record ")
        assert reason in err
        assert "damaged" not in err


@pytest.mark.usefixtures("folder")
def test_a_game_that_is_not_installed_is_listed_by_its_id(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    execute_sql("UPDATE game SET kind = 'unheard-of' WHERE id = 2")
    assert "   2  unheard-of: last played at " in cardtable(capsys, monkeypatch, "games")[1]


@pytest.mark.usefixtures("folder")
def test_a_damaged_game_with_a_negative_number_gets_a_new_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    execute_sql("PRAGMA foreign_keys = OFF")
    execute_sql("UPDATE game SET id = -7 WHERE id = 2")
    execute_sql("UPDATE action SET game = -7 WHERE game = 2")
    assert "game -7 is damaged. Intact moves: 6 of 6." in cardtable(capsys, monkeypatch, "doctor")[1]
    assert ": 2 games saved." in cardtable(capsys, monkeypatch, "doctor", "--repair")[1]
    assert len(cardtable(capsys, monkeypatch, "games")[1].splitlines()) == 3
    assert cli.main(["games"]) == 0


@pytest.mark.usefixtures("folder")
def test_the_lobby_and_the_list_show_a_damaged_game() -> None:
    execute_sql("UPDATE game SET length = -1 WHERE id = 2")

    async def play(pilot: Pilot[int]) -> None:
        assert "Continue\n> Exit Stage Right " in re.sub(r" *\n *", "\n", screen_text(pilot))
        await press(pilot, "down")
        assert "> 1 damaged game" in screen_text(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, GamesScreen)
        await press(pilot, "down")
        assert ">   2  Exit Stage Right" in screen_text(pilot)
        assert "Damaged. Quit, then run `cardtable doctor --repair`." in screen_text(pilot)
        await press(pilot, "enter", "w", "s", "t")
        assert isinstance(pilot.app.screen, GamesScreen)

    run(play)


@pytest.mark.usefixtures("folder")
def test_the_lobby_shows_that_every_game_is_damaged() -> None:
    execute_sql("UPDATE game SET length = -1")

    async def play(pilot: Pilot[int]) -> None:
        assert "Saved games" in screen_text(pilot)
        assert "> 2 damaged games" in screen_text(pilot)
        await press(pilot, "g")
        assert screen_text(pilot).count("Exit Stage Right") == 2
        assert NO_GAMES not in screen_text(pilot)

    run(play)
