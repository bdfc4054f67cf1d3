from __future__ import annotations

import os
from collections.abc import Hashable
from typing import Any

import pytest
from textual.css import stylesheet
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.tokenize import tokenize_values

TOKENS: dict[Hashable, Any] = {}
PARSED: dict[Hashable, list[RuleSet]] = {}
parse_rules = Stylesheet._parse_rules


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


@pytest.fixture(autouse=True)
def _shared_style_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parse each style sheet once: an app spends a tenth of its start on that, and the tests start a thousand apps."""
    monkeypatch.setattr(Stylesheet, "_parse_rules", _parse_once)
    monkeypatch.setattr(stylesheet, "tokenize_values", _tokenize_once)


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignore the terminal in which the tests run."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", *(each for each in os.environ if each.startswith("TEXTUAL"))):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
