from __future__ import annotations

import os
from collections.abc import Hashable
from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

PARSED: dict[Hashable, list[RuleSet]] = {}
parse_rules = Stylesheet._parse_rules


def _parse_once(sheet: Stylesheet, *arguments: Any, **more: Any) -> list[RuleSet]:
    """Return the rules that another app of this run has read from the same text with the same colours, if one has."""
    key = (tuple(sheet._variables.items()), arguments, tuple(more.items()))
    if key not in PARSED:
        PARSED[key] = parse_rules(sheet, *arguments, **more)
    return PARSED[key]


@pytest.fixture(autouse=True)
def _shared_style_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """An app spends a tenth of its start on reading style sheets, and there are a thousand apps."""
    monkeypatch.setattr(Stylesheet, "_parse_rules", _parse_once)


@pytest.fixture(autouse=True)
def _own_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """The terminal of whoever runs the tests does not count."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", *(each for each in os.environ if each.startswith("TEXTUAL"))):
        monkeypatch.delenv(name, raising=False)
