"""`cardtable statistics`, `cardtable daily`, and the daily deal in plain mode's lobby."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cardtable import cli
from cardtable.engine.chance import Key
from cardtable.games import GAMES
from cardtable.plain.lines import Lines
from cardtable.plain.lobby import choose_and_play
from cardtable.store.archive import Archive
from cardtable.store.errors import Reason, Unusable
from cardtable.table import daily
from cardtable.table.daily_told import NO_DAILY
from cardtable.table.session import Session
from cardtable.table.shelf import Shelf
from cardtable.table.statistics_told import NOTHING
from tests.table.shelves import shelf_in
from tests.table.sittings import play_on, sit

pytestmark = pytest.mark.usefixtures("without_pydantic")

TODAY = date(2026, 11, 20)
CODE = daily.daily_of(TODAY).code


class Terminal(io.StringIO):
    """A stream that says it is one."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive of nobody's, on a certain day."""
    monkeypatch.setenv("CARDTABLE_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(daily, "today", lambda: TODAY)
    return tmp_path / "data"


@pytest.fixture(scope="module")
def played_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with two solitaires, a match, and the daily deal of that day."""
    folder = tmp_path_factory.mktemp("played")
    shelf = shelf_in(folder)
    for code in (1, 2):
        solitaire = sit(GAMES["exit-stage-right"], 1, code)
        shelf.keep(solitaire)
        play_on(solitaire, Key(code), 999)
    match = sit(GAMES["clash"], 2, 3, target=0)
    shelf.keep(match)
    play_on(match, Key(3), 20_000)
    dealt = daily.open_daily(shelf, TODAY)
    assert isinstance(dealt, Session)
    play_on(dealt, Key(4), 999)
    shelf.close()
    return folder


@pytest.fixture
def played(played_once: Path, data: Path) -> Path:
    """The same, as the archive of this player."""
    shutil.copytree(played_once, data)
    return data


# Statistics


def test_before_the_first_game_a_sentence_says_so_and_no_archive_is_made(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, told in (
        ([], NOTHING),
        (["clash"], "No game of Clash has been finished yet."),
        (["daily"], NO_DAILY),
    ):
        assert cli.main(["statistics", *words]) == 0
        assert capsys.readouterr().out == f"{told}\n"
    assert not data.exists()


@pytest.mark.usefixtures("played")
def test_what_was_played_is_told_by_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["statistics"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Daily deal: streak 1 day, 1 finished, 0 won.",
        "Exit Stage Right: 3 played, 0 won.",
        "Clash: 1 played.",
    ]


@pytest.mark.usefixtures("played")
def test_one_game_is_told_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("exit-stage-right", "Exit-Stage-Right"):
        assert cli.main(["statistics", name]) == 0
        told = capsys.readouterr().out.splitlines()
        assert told[:4] == [
            "Alone, by hand size",
            next(line for line in told if line.startswith("- Hand size 7: 3 played")),
            "",
            "Alone: the usual options",
        ]
        assert any(line.startswith("Games with margin ") for line in told)
        assert not any(line.startswith(("#", " ")) for line in told)


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
def test_the_daily_history_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["statistics", "daily"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "1 finished without help, 0 won."
    assert told[-1].startswith("2026-11-20: lost, margin -")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["statistics", "clahs"], "There is no game 'clahs'; did you mean clash?"),
        (["statistics", "zzz"], "There is no game 'zzz': there is exit-stage-right, "),
        (["statistics", "clash", "now"], "'now' has no place there; cardtable statistics --help says how it is"),
        (["daily", "now"], "'now' has no place there; cardtable daily --help says how it is written."),
        (["dayly"], "There is no command 'dayly'; did you mean daily?"),
    ],
)
def test_what_is_asked_wrongly(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 2
    told = capsys.readouterr()
    assert told.err.startswith(said)
    assert told.out == ""


@pytest.mark.usefixtures("played")
def test_an_archive_that_cannot_be_read_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:

    def fail(archive: Archive, *asked: object) -> None:
        raise Unusable(Reason.DISK_FAILED)

    monkeypatch.setattr(Archive, "query", fail)
    assert cli.main(["statistics"]) == 2
    assert capsys.readouterr().err == "The disk has failed to read or write the archive.\n"


def test_what_somebody_wrote_into_the_archive_is_told_safely(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = json.dumps(["\x1b]0;x\x07Ann", "\u202eBob"])
    with closing(sqlite3.connect(played / "archive.sqlite3")) as db:
        db.execute("UPDATE game SET names = ?, deal = ? WHERE kind = 'clash'", (names, "\x1b[2J"))
        db.execute("UPDATE game SET options = ? WHERE kind = 'exit-stage-right'", ('{"hand_size": "\\u001b[2J"}',))
        db.commit()
    for words in ([], ["clash"], ["exit-stage-right"], ["daily"]):
        assert cli.main(["statistics", *words]) == 0
        told = capsys.readouterr().out
        assert told.replace("\n", "").isprintable()
        if words == ["clash"]:
            assert "- ]0;xAnn: 1 played" in told


@pytest.mark.parametrize("number", ["1e400", "9" * 60, "NaN", "null"])
def test_a_number_that_is_none_is_a_sentence_or_is_left_out(
    number: str, played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(played / "archive.sqlite3")) as db:
        text = f'{{"points": [1, 1], "winners": [], "together": false, "margin": {number}, "reason": "", "ruling": ""}}'
        db.execute("UPDATE game SET outcome = ? WHERE kind = 'clash'", (text,))
        db.commit()
    code = cli.main(["statistics", "clash"])
    told = capsys.readouterr()
    damaged = "Game 3 is damaged. `cardtable doctor --mend` recovers what it can.\n"
    assert (code, told.out, told.err) in (
        (0, "No game of Clash has been finished yet.\n", ""),
        (0, "No game of Clash has been finished yet.\n", damaged),
    )


def test_statistics_need_no_screen_and_no_validator(data: Path) -> None:
    """What lists the games comes without the slow libraries."""
    script = "import sys; from cardtable.cli import main; main(['statistics']); print(*sys.modules)"
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src"), "CARDTABLE_DATA": str(data)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, env=env, timeout=30, check=True)
    assert not {"textual", "pydantic", "pydantic_core"} & set(done.stdout.decode().split())


# The daily deal


def typed(*lines: str) -> io.StringIO:
    return io.StringIO("".join(f"{line}\n" for line in lines))


def test_the_daily_deal_goes_on_and_is_then_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", typed("1"))
    assert cli.main(["daily", "--plain"]) == 0
    assert f"Deal {CODE}." in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", typed(*["1"] * 200))
    assert cli.main(["daily", "--plain"]) == 0
    told = capsys.readouterr().out
    assert "The game goes on after 1 action." in told
    assert "The game is over." in told
    assert cli.main(["daily", "--plain"]) == 0
    first, reason, streak, deal, _, command = capsys.readouterr().out.splitlines()
    assert first == "You have played the daily deal."
    assert re.match(r"\d+ Completes? won, ", reason)
    assert streak == "Streak: 1 day, 1 at most."
    assert deal == f"This deal was {CODE}."
    assert command == f"cardtable play exit-stage-right --players 1 --seed {CODE} --plain"


def test_the_daily_deal_is_offered_by_the_plain_lobby() -> None:
    out = io.StringIO()
    assert choose_and_play(Lines(typed("Daily", "1"), out, {})) == 0
    assert "type daily for the daily deal" in out.getvalue()
    assert f"Deal {CODE}." in out.getvalue()
    shelf = Shelf()
    (entry,) = shelf.archive.entries()
    assert (entry.daily, entry.length, entry.holder) == ("2026-11-20", 1, "")
    shelf.close()


def test_the_daily_deal_on_another_table_is_left_there(capsys: pytest.CaptureFixture[str]) -> None:
    other = Shelf()
    daily.open_daily(other, TODAY)
    assert cli.main(["daily", "--plain"]) == 2
    assert capsys.readouterr().err.startswith("Game 1 is open at another table; cardtable resume 1 --take-over ")
    other.close()


def test_where_nothing_can_be_kept_the_daily_deal_is_played_all_the_same(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data.write_text("no folder")
    monkeypatch.setattr("sys.stdin", typed("1"))
    assert cli.main(["daily", "--plain"]) == 0
    assert f"Deal {CODE}." in capsys.readouterr().out


def test_on_the_screen_the_daily_deal_is_kept_too(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Session] = []

    def run(session: Session, **_: object) -> int:
        opened.append(session)
        session.act(session.look(0).legal[0])
        return 0

    app: Any = ModuleType("cardtable.tui.app")
    app.run = run
    monkeypatch.setitem(sys.modules, "cardtable.tui.app", app)
    monkeypatch.setattr("cardtable.tui.terminal.why_no_screen", lambda *streams: None)
    assert cli.main(["daily"]) == cli.main(["daily"]) == 0
    assert [session.code for session in opened] == [CODE, CODE]
    assert len(opened[1].actions) == 2
