"""`cardtable statistics`, `cardtable daily`, and the daily deal in plain mode's lobby."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cardtable import cli
from cardtable.commands.statistics import mistake_cells
from cardtable.engine.chance import Key
from cardtable.games import GAMES
from cardtable.plain.lobby import choose_and_play
from cardtable.practice.progress import ReviewedGame
from cardtable.rooms.kit.goto import ToTable
from cardtable.store.archive import Archive
from cardtable.store.errors import StorageFault
from cardtable.table import daily
from cardtable.table.daily_words import NO_DAILY
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session
from cardtable.table.statistics_csv import COLUMNS, csv_text
from cardtable.table.statistics_words import NOTHING_FINISHED
from tests.plain.transcripts import keyboard, transcript
from tests.table.entries import row
from tests.table.saved_games import failing, saved_games_in
from tests.table.sittings import play_on, sit

TODAY = date(2026, 11, 20)
CODE = daily.daily_of(TODAY).deal_code


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty data folder, on a fixed day."""
    monkeypatch.setenv("CARDTABLE_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(daily, "today", lambda: TODAY)
    return tmp_path / "data"


@pytest.fixture(scope="module")
def played_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database with two solo games, a match, and the daily deal of that day."""
    folder = tmp_path_factory.mktemp("played")
    shelf = saved_games_in(folder)
    for code in (1, 2):
        solitaire = sit(GAMES["exit-stage-right"], 1, code)
        shelf.save(solitaire)
        play_on(solitaire, Key(code), 999)
    match = sit(GAMES["clash"], 2, 3, target=0)
    shelf.save(match)
    play_on(match, Key(3), 20_000)
    dealt = daily.open_daily(shelf, TODAY)
    assert isinstance(dealt, Session)
    play_on(dealt, Key(4), 999)
    shelf.close()
    return folder


@pytest.fixture
def played(played_once: Path, data: Path) -> Path:
    """Return a copy of that database as this player's data folder."""
    shutil.copytree(played_once, data)
    return data


# Statistics


def test_before_the_first_game_a_sentence_says_so_and_no_database_is_created(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, output in (
        ([], NOTHING_FINISHED),
        (["clash"], "You haven't finished a game of Clash yet."),
        (["daily"], NO_DAILY),
    ):
        assert cli.main(["statistics", *words]) == 0
        assert capsys.readouterr().out == f"{output}\n"
    assert not data.exists()


@pytest.mark.usefixtures("played")
def test_the_overview_lists_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["statistics"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Daily deal: streak 1 day, 1 finished, 0 won.",
        "Exit Stage Right: 3 played, 0 won.",
        "Clash: 1 played.",
    ]


@pytest.mark.usefixtures("played")
def test_one_game_has_full_statistics(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("exit-stage-right", "Exit-Stage-Right"):
        assert cli.main(["statistics", name]) == 0
        output = capsys.readouterr().out.splitlines()
        assert output[:4] == [
            "Alone, by hand size",
            next(line for line in output if line.startswith("- Hand size 7: 3 played")),
            "",
            "Alone: default options",
        ]
        assert any(line.startswith("Games with margin ") for line in output)
        assert not any(line.startswith(("#", " ")) for line in output)


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    ("flags", "encoding", "sign"),
    [((), "utf-8", "█"), (("--ascii",), "utf-8", "#"), ((), "ascii", "#"), (("--plain",), "utf-8", "")],
)
def test_a_terminal_gets_a_chart(
    flags: tuple[str, ...], encoding: str, sign: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = Terminal()
    out.encoding = encoding
    monkeypatch.setattr("sys.stdout", out)
    assert cli.main(["statistics", "exit-stage-right", *flags]) == 0
    rows = [line for line in out.getvalue().splitlines() if line.startswith("    ")]
    assert bool(rows) == bool(sign)
    assert all(f" {sign}" in line or line.endswith(" 0") for line in rows)


@pytest.mark.usefixtures("played")
def test_no_word_is_divided_at_the_edge_of_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert cli.main(["statistics", "exit-stage-right", "--plain"]) == 0
    whole = capsys.readouterr().out
    out = Terminal()
    monkeypatch.setattr("sys.stdout", out)
    assert cli.main(["statistics", "exit-stage-right", "--plain"]) == 0
    assert max(map(len, whole.splitlines())) > 60
    assert max(map(len, out.getvalue().splitlines())) < 60
    assert out.getvalue().split() == whole.split()


@pytest.mark.usefixtures("played")
def test_the_daily_history_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["statistics", "daily"]) == 0
    output = capsys.readouterr().out.splitlines()
    assert output[0] == "1 finished, 0 won without help."
    assert output[-1].startswith("2026-11-20: lost, margin -")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["statistics", "clahs"], "There's no game 'clahs'; did you mean clash?"),
        (["statistics", "zzz"], "There's no game 'zzz'. The games are exit-stage-right, "),
        (["statistics", "clash", "now"], "'now' isn't expected here; see cardtable statistics --help."),
        (["daily", "now"], "Type daily, daily yesterday, or daily and a date, as in: daily 2026-11-20."),
        (["dayly"], "There's no command 'dayly'; did you mean daily?"),
    ],
)
def test_an_invalid_request_gets_one_sentence(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(words) == 2
    output = capsys.readouterr()
    assert output.err.startswith(message)
    assert output.out == ""


@pytest.mark.usefixtures("played")
def test_a_database_that_cannot_be_read_gets_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Archive, "query", failing(StorageFault.DISK_FAILED))
    assert cli.main(["statistics"]) == 2
    assert capsys.readouterr().err == "The disk failed while reading or writing your saved games.\n"


def test_text_from_a_manipulated_database_is_printed_safely(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = json.dumps(["\x1b]0;x\x07Ann", "\u202eBob"])
    with closing(sqlite3.connect(played / "archive.sqlite3")) as db:
        db.execute("UPDATE game SET names = ?, deal = ? WHERE kind = 'clash'", (names, "\x1b[2J"))
        db.execute("UPDATE game SET options = ? WHERE kind = 'exit-stage-right'", ('{"hand_size": "\\u001b[2J"}',))
        db.commit()
    for words in ([], ["clash"], ["exit-stage-right"], ["daily"]):
        assert cli.main(["statistics", *words]) == 0
        output = capsys.readouterr().out
        assert output.replace("\n", "").isprintable()
        if words == ["clash"]:
            assert "- ]0;xAnn: 1 played" in output


@pytest.mark.parametrize("number", ["1e400", "9" * 60, "NaN", "null"])
def test_an_invalid_number_in_the_database_counts_as_damage(
    number: str, played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(played / "archive.sqlite3")) as db:
        text = f'{{"points": [1, 1], "winners": [], "together": false, "margin": {number}, "reason": "", "ruling": ""}}'
        db.execute("UPDATE game SET outcome = ? WHERE kind = 'clash'", (text,))
        db.commit()
    code = cli.main(["statistics", "clash"])
    output = capsys.readouterr()
    damaged = "Game 3 is damaged. `cardtable doctor --repair` recovers what it can.\n"
    assert (code, output.out, output.err) in (
        (0, "You haven't finished a game of Clash yet.\n", ""),
        (0, "You haven't finished a game of Clash yet.\n", damaged),
    )


def test_statistics_do_not_import_the_slow_libraries(data: Path) -> None:
    script = "import sys; from cardtable.cli import main; main(['statistics']); print(*sys.modules)"
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src"), "CARDTABLE_DATA": str(data)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, env=env, timeout=30, check=True)
    assert not {"textual", "pydantic", "pydantic_core"} & set(done.stdout.decode().split())


# The daily deal


def test_the_daily_deal_continues_and_then_shows_its_result(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", keyboard("1"))
    assert cli.main(["daily", "--plain"]) == 0
    assert f"Deal {CODE}." in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", keyboard(*["1"] * 200))
    assert cli.main(["daily", "--plain"]) == 0
    output = capsys.readouterr().out
    assert "Continuing the game after 1 move." in output
    assert "The game is over." in output
    assert cli.main(["daily", "--plain"]) == 0
    assert "\nDaily deal of 20 November. Streak: 1 day played (best 1), " in output
    first, reason, grade, streak, deal, _, share, strip, _, command = capsys.readouterr().out.splitlines()
    assert first == "You've already played the daily deal of 20 November."
    assert re.match(r"Loss: no stars|A win: at least 1 of 3 stars", grade)
    assert share.startswith("Cardtable daily deal 2026-11-20, Exit Stage Right: ")
    assert set(strip) <= set("+\N{MINUS SIGN}\N{PLUS-MINUS SIGN}o\N{MIDDLE DOT} ")
    assert re.match(r"\d+ Completes? won, ", reason)
    assert re.fullmatch(
        r"Streak: 1 day played \(best 1\), (\d) won in a row \(best \1\)\. Tomorrow: By the book\.", streak
    )
    assert deal == f"Today's deal code was {CODE}."
    assert command == f"cardtable play exit-stage-right --players 1 --seed {CODE} --plain"


@pytest.mark.parametrize("room", ["", "practice"], ids=["lobby", "practice"])
def test_plain_mode_offers_to_play_the_daily_deal_again(room: str) -> None:
    way = filter(None, (room, "daily"))
    transcript(choose_and_play, "daily", *["1"] * 60, "", "quit")
    output = transcript(choose_and_play, *way, "again", "1", "quit", "quit")
    _, _, again = output.partition("again: Play again (doesn't count).")
    assert f"Deal {CODE}." in again
    assert "This is the daily deal" not in again
    shelf = LazyArchive()
    assert [entry.daily for entry in shelf.archive.entries()] == ["", "2026-11-20"]
    shelf.close()


def test_the_daily_deal_open_in_another_window_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    other = LazyArchive()
    daily.open_daily(other, TODAY)
    assert cli.main(["daily", "--plain"]) == 2
    assert capsys.readouterr().err.startswith("Game 1 is open in another window. `cardtable resume 1 --take-over` ")
    other.close()


def test_the_app_saves_the_daily_deal_too(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Session] = []

    def run(place: ToTable, **_: object) -> int:
        session = place.session
        opened.append(session)
        session.act(session.look(0).legal[0])
        return 0

    app: Any = ModuleType("cardtable.tui.app")
    app.run = run
    monkeypatch.setitem(sys.modules, "cardtable.tui.app", app)
    monkeypatch.setattr("cardtable.tui.terminal.checks.why_no_screen", lambda *streams: None)
    assert cli.main(["daily"]) == cli.main(["daily"]) == 0
    assert [session.deal_code for session in opened] == [CODE, CODE]
    assert len(opened[1].actions) == 2


# CSV


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.usefixtures("played")
def test_every_finished_game_is_a_row_of_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["statistics", "--csv"]) == 0
    rows = table(capsys.readouterr().out)
    assert [row["game"] for row in rows] == ["exit-stage-right"] * 2 + ["clash", "exit-stage-right"]
    assert tuple(rows[0]) == COLUMNS
    assert rows[0] | {"players": "Ann", "won": "no", "undone": "0", "hints": "0", "mistakes": ""} == rows[0]
    assert "hand_size=7; " in rows[0]["options"]
    assert int(rows[0]["margin"]) < 0 < int(rows[0]["moves"])
    assert rows[2]["players"] == "Ann; Bob"
    for words in (["clash", "--csv", "new.csv"], ["--csv", "clash", "newer.csv"]):
        assert cli.main(["statistics", *words]) == 0
        assert capsys.readouterr().out == f"Wrote 1 finished game to {words[-1]}.\n"
        assert table(Path(words[-1]).read_text("utf-8")) == rows[2:3]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--csv", "old.csv"), "A file with that name already exists. Choose another name."),
        (("--csv", "no/such/folder.csv"), "The table can't be saved there: No such file or directory."),
        (
            ("--csv", "a", "b"),
            "--csv writes to one file. Put the game before it, as in: statistics clash --csv games.csv",
        ),
        (("daily", "--csv"), "--csv writes the games of one kind or of all. For all: cardtable statistics --csv"),
        (("chess", "--csv"), "There's no game 'chess'"),
    ],
)
def test_a_table_that_cannot_be_written_gets_one_sentence(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("old.csv").write_text("mine", "utf-8")
    assert cli.main(["statistics", *words]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(sentence)
    assert captured.err.count("\n") == 1
    assert not captured.out
    assert Path("old.csv").read_text("utf-8") == "mine"


def test_a_reviewed_game_has_its_mistakes_and_a_name_is_never_a_formula() -> None:
    entries = [row(2, 3), row(1, -4, names=("=1+1",), options="{", seats=1), replace(row(3), outcome=None, turn=0)]
    first, second = table(csv_text(entries, {2: (1, 2, 0, "")}))
    assert (first["number"], first["players"], first["options"], first["mistakes"]) == ("1", "'=1+1", "", "")
    assert (second["inaccuracies"], second["mistakes"], second["blunders"], second["won"]) == ("1", "2", "0", "yes")
    (rummy,) = table(csv_text([row(4, -2, kind="rummy-like", seats=3, levels=("", "easy", "hard"))], {}))
    assert rummy["players"] == "Ann; Bob (easy); Cleo (hard)"


@pytest.mark.parametrize("name", ["=1+1", "＝1+1", "＋1", "－1", "＠SUM(1)", "﹢1"])
def test_no_name_is_a_formula_in_any_width(name: str) -> None:
    (cells,) = table(csv_text([row(1, -4, names=(name,), seats=1)], {}))
    assert cells["players"] == f"'{name}"


@pytest.mark.usefixtures("played")
def test_statistics_compare_games_alone_with_computer_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["statistics", "exit-stage-right", "--plain"]) == 0
    output = capsys.readouterr().out.splitlines()
    assert "Compared with computer players: hand size 7, By the book" in output
    assert any(re.fullmatch(r"- medium on the same deals: [+-]\d+\.\d a game, \d+% won\.", line) for line in output)
    assert any(line.startswith("Hard still has to play 3 of these deals. ") for line in output)


def test_a_game_judged_by_margin_has_no_classes_in_the_table() -> None:
    entries = [row(2, 3), row(1, -4)]
    games = ReviewedGame(2, entries[0].touched, 1, 2, 0), ReviewedGame(1, entries[1].touched, 0, 0, 1, 6)
    margin, chance = table(csv_text(entries, {each.number: mistake_cells(each) for each in games}))
    assert [chance[name] for name in COLUMNS[-4:]] == ["1", "2", "0", ""]
    assert [margin[name] for name in COLUMNS[-4:]] == ["", "", "", "6"]
