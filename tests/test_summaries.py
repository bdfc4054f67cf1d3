"""Every term in the summary of a rules page is defined on that page or on the deck's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from cardtable.engine.game import Game
from cardtable.engine.games import SHIPPED
from cardtable.lessons.library import lessons_of
from cardtable.table.pages import SUMMARY, read_page, section, summary

DECK = read_page("deck")
MARKED = re.compile(r"(?<![\w*])\*{1,2}(\w[^*]*?)\*{1,2}(?![\w*])")
"""Text in italics or bold."""
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FIRST_CELL = re.compile(r"^\| (\w[^|]*?) +\|", re.MULTILINE)
ROW = re.compile(r"^\| ([^|]*)\|(.*)\|$", re.MULTILINE)
NOT_DEFINING = re.compile(rf"^## (?:{SUMMARY}|Rulings)\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
TYPED = re.compile(r"`[^`]*`")
CAPITALISED = re.compile(r"(?<=[a-z,;] )(?:[A-Z]/)?[A-Z]\w+")
"""A capitalised word that doesn't begin a sentence."""


def words(text: str) -> str:
    """Return the text in lower case, in the singular, and without typed examples and punctuation."""
    found = re.findall(r"[\w/-]+", TYPED.sub(" ", text).lower())
    return " ".join(re.sub(r"(?:(?<=tch)es|(?<=[^s])s)$", "", word) for word in found)


def says(text: str, term: str) -> bool:
    """Return whether a text contains a term, in the singular or plural."""
    return f" {words(term)} " in f" {words(text)} "


def definitions(page: str) -> Iterator[str]:
    """Yield headings and text in italics or bold, which define terms, except in the summary and the rulings."""
    body = NOT_DEFINING.sub("", page)
    yield from HEADING.findall(body)
    yield from MARKED.findall(body)


def deck_definitions() -> Iterator[str]:
    """Yield the places of the deck's page that define terms, which include the first cells of its tables."""
    yield from definitions(DECK)
    yield from FIRST_CELL.findall(DECK)


def kinds_of_card() -> list[str]:
    return FIRST_CELL.findall(section(DECK, "The cards"))[1:6]


def undefined_terms(page: str, terms: Iterable[str]) -> list[str]:
    """Return the terms that the summary of a page uses, though neither the page nor the deck's defines them.

    Capitalised nouns are terms too.
    """
    rows = ROW.findall(TYPED.sub("", summary(page)))
    text = " ".join(f"{'. ' if label.strip() else ''}{content.strip()}" for label, content in rows)
    used = {term for term in terms if says(text, term)} | set(CAPITALISED.findall(text))
    defined = [*definitions(page), *deck_definitions()]
    return sorted(term for term in used if not any(says(each, term) for each in defined))


@pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED)
def test_every_term_of_a_summary_is_defined(game: Game[Any, Any, Any]) -> None:
    """The terms are those that the game's lessons introduce, and the kinds of card."""
    introduced = {term for entry in lessons_of(game.id) for term in entry.tree["terms"]}
    terms = introduced.union(kinds_of_card())
    assert sum(says(summary(read_page(game.page)), term) for term in terms) >= 5
    assert undefined_terms(read_page(game.page), terms) == []


def test_a_term_without_a_definition_is_found() -> None:
    """Otherwise the test above would pass without checking anything."""
    table = "| | |\n| --- | --- |\n| GOAL | Fill the *vaults* with Singles, or a |\n| | Marker. Then pass. |\n"
    page = f"# T\n\n## Goal\n\n{{}}\n\n## In short\n\n{table}\n## Rulings\n\nA *vault*, a *Marker*, a *pass*.\n"
    terms = {"vault", "Single", "pass", "stage"}
    assert undefined_terms(page.format("A vault is deep."), terms) == ["Marker", "pass", "vault"]
    assert undefined_terms(page.format("A *vault* holds **Markers**."), terms) == ["pass"]
    assert undefined_terms(page.format("A *vault* holds **Markers**; *pass*."), terms) == []
    assert kinds_of_card() == ["Single", "Complete", "Chard", "TriCard", "T/F card"]
