from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

import pytest
from textual.css import stylesheet
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.tokenize import tokenize_values
from textual.theme import Theme

from cardtable.store.database import Database
from cardtable.tui import styled_app
from cardtable.tui.app import CardTable
from cardtable.tui.drawing.colours import variables_for
from cardtable.tui.screens import computers
from cardtable.tui.widgets.animated import AnimatedDrawing

if TYPE_CHECKING:
    from cardtable.engine.chance import Key
    from cardtable.formats.computers import Computer
    from cardtable.table.seen import Seen

TOKENS: dict[Hashable, Any] = {}
PARSED: dict[Hashable, list[RuleSet]] = {}
INKS: dict[Hashable, dict[str, str]] = {}
parse_rules = Stylesheet._parse_rules
execute_when_free = Database._execute_when_free


def _tokenize_once(values: dict[str, str]) -> Any:
    """Return the tokens of a theme's colours, which are the same in every app."""
    key = tuple(values.items())
    if key not in TOKENS:
        TOKENS[key] = tokenize_values(values)
    return TOKENS[key]


def _parse_once(sheet: Stylesheet, *arguments: Any, **more: Any) -> list[RuleSet]:
    """Return the rules that an app has already parsed from the same text with the same colours, if any has."""
    key = (tuple(sheet._variables.items()), arguments, tuple(more.items()))
    if key not in PARSED:
        PARSED[key] = parse_rules(sheet, *arguments, **more)
    return PARSED[key]


def _variables_once(theme: Theme, *, colourless: bool) -> dict[str, str]:
    """Return the variables of our widgets, which depend only on the theme."""
    key = repr(theme), colourless
    if key not in INKS:
        INKS[key] = variables_for(theme, colourless=colourless)
    return INKS[key]


def _execute_without_syncing(database: Database, statement: str, wait: float | None = None) -> None:
    execute_when_free(database, statement.replace("synchronous = FULL", "synchronous = OFF"), wait)


@pytest.fixture(autouse=True)
def _quick_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parse each style sheet and adjust each theme once, and don't wait for the disk.

    An app spends a fifth of its start on these, and the tests start a thousand apps.
    """
    monkeypatch.setattr(Stylesheet, "_parse_rules", _parse_once)
    monkeypatch.setattr(stylesheet, "tokenize_values", _tokenize_once)
    monkeypatch.setattr(styled_app, "variables_for", _variables_once)
    monkeypatch.setattr(Database, "_execute_when_free", _execute_without_syncing)


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignore the terminal in which the tests run."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", *(each for each in os.environ if each.startswith("TEXTUAL"))):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.fixture(autouse=True)
def _lasting_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep notices on the screen, as a busy machine may need longer to look at them than they usually last."""
    monkeypatch.setattr(CardTable, "NOTIFICATION_TIMEOUT", 600)


@pytest.fixture(autouse=True)
def _quick_reaction(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Enter play at once after a computer player's move, because tests see the move without delay."""
    monkeypatch.setattr(computers, "REACTION_SECONDS", 0)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let computer players think in this process, so that a test needn't start another one."""
    from cardtable.players.at_table import choose  # only the tests with computer players load numpy
    from cardtable.tui.thinking import Thinker

    async def choose_here(thinker: Thinker, seen: Seen, computer: Computer, key: Key) -> Any:
        return choose(seen, computer, key).action

    monkeypatch.setattr(Thinker, "choose", choose_here)
    monkeypatch.setattr(Thinker, "start", lambda thinker: None)
    monkeypatch.setitem(computers.SECONDS, "normal", 0.01)


@pytest.fixture
def endless_animations(monkeypatch: pytest.MonkeyPatch) -> Callable[[AnimatedDrawing], None]:
    """Stay at each frame of an animation until the player ends it; return the function that goes to the next one."""
    next_frame = AnimatedDrawing._next_frame
    monkeypatch.setattr(AnimatedDrawing, "_next_frame", lambda drawing: None)
    return next_frame


@pytest.fixture
def no_quitting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the app running: the key that quits does nothing."""

    async def stay(self: CardTable) -> None:
        return None

    monkeypatch.setattr(CardTable, "action_quit", stay)
