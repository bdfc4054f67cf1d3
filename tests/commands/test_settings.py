"""`cardtable settings`, the flags for settings, and `cardtable learn` without a game."""

from __future__ import annotations

from typing import Any

import pytest

from cardtable import cli
from cardtable.commands import launch
from cardtable.games import GAMES
from cardtable.players.at_table import seat_computers
from cardtable.rooms.kit.goto import ToLearn
from cardtable.rooms.kit.response import Goto
from cardtable.store.settings import Settings, load_settings, save_settings, with_overrides
from cardtable.table.dealing import DealRequest, new_session
from cardtable.tui.terminal import checks as terminal


def test_settings_are_listed_and_changed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["settings"]) == 0
    assert (
        "theme=felt\nanimation=normal\npace=normal\ncard-style=auto\nchains=shown\nscale=auto\nbell=on\nreading=terse\npages=on\nnames=\nkey.undo=u\n"
        in capsys.readouterr().out
    )
    assert cli.main(["settings", "theme=Nord", "animation=off", "names=Ann, Ben", "key.undo=z", "key.log=u"]) == 0
    assert capsys.readouterr().out == "theme=nord\nanimation=off\nnames=Ann, Ben\nkey.undo=z\nkey.log=u\n"
    assert load_settings() == Settings("nord", "auto", "off", ("Ann", "Ben"), {"undo": "z", "log": "u"})
    assert cli.main(["settings", "keys=default", "theme=default"]) == 0
    assert load_settings() == Settings(speed="off", names=("Ann", "Ben"))
    capsys.readouterr()
    assert cli.main(["settings", "theme"]) == 0
    assert "nord\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["settings", "theme=nrd"], "did you mean nord?"),
        (["settings", "theme=[red]\x1b[2J"], "`cardtable settings theme` lists them."),
        (["settings", "animation=9"], "off, fast, normal, slow."),
        (["settings", "moon=1"], "`cardtable settings` lists them."),
        (["settings", "nord"], "write it like theme=nord."),
        (["settings", "names=Ann,Ann"], "can't both be called Ann."),
        (["settings", "key.undo=l"], "l is already the key for 'Log'."),
        (["settings", "key.undo=ctrl+c"], "ctrl+c belongs to the terminal."),
        (["settings", "key.undo=hello"], "Use a single character"),
        (["settings", "theme=nord", "card-style=paper"], "auto, blocks, ascii."),
        (["--theme"], "--theme needs a value"),
        (["--animation=9", "settings"], "--animation can't be '9'"),
    ],
)
def test_a_bad_setting_gets_one_sentence(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n"), "\x1b" in err) == ("", 1, False)
    assert told in err
    assert load_settings() == Settings()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Replace the app; return a list of the calls that opened it, each with the settings at that time."""
    calls: list[Any] = []

    def run(*places: Goto, **more: Any) -> int:
        calls.append((with_overrides(load_settings()), places))
        return 0

    monkeypatch.setattr(launch, "_import_app", lambda: run)
    return calls


def test_flags_for_settings_apply_to_one_run(opened: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "why_no_screen", lambda *streams: None)
    save_settings(Settings(cards="ascii"))
    assert cli.main(["--theme", "nord", "--animation=slow"]) == 0
    assert opened[0][0] == Settings(theme="nord", cards="ascii", speed="slow")
    assert with_overrides(load_settings()) == load_settings() == Settings(cards="ascii")


def test_learn_opens_the_room_only_on_a_terminal(
    opened: list[Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["learn"]) == 0
    assert opened == []
    assert "Exit Stage Right" in capsys.readouterr().out
    monkeypatch.setattr(terminal, "why_no_screen", lambda *streams: None)
    assert cli.main(["learn", "--plain"]) == 0
    assert opened == []
    capsys.readouterr()
    assert cli.main(["learn"]) == 0
    ((_, places),) = opened
    assert places == (ToLearn(),)
    assert capsys.readouterr().out == ""


def test_the_usual_names_are_used_unless_names_are_given() -> None:
    save_settings(Settings(names=("Ann", "Ben", "Cleo")))
    game = GAMES["clash"]
    assert new_session(game, DealRequest(options={}), seat_computers).names == ("Ann", "Ben")
    assert new_session(game, DealRequest(names=("Zoe",), options={}), seat_computers).names == ("Zoe", "North")
