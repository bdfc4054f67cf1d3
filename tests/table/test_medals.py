"""Medals, counted from the saved games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from cardtable.engine.games import SHIPPED
from cardtable.store.rows import GameEntry
from cardtable.table.medals import medals, new_medals
from cardtable.table.statistics_words import game_lines
from tests.table.entries import hostile_rows, row, rows

CLASH = SHIPPED["clash"]
MEDIUM, HARD, STREAK = "First win against medium", "First win against hard", "Three wins in a row against hard"


def match(number: int, level: str, *, is_lost: bool = False, **more: Any) -> GameEntry:
    """Return a match of Clash against a computer player."""
    entry = row(number, kind="clash", seats=2, levels=("", level), has_one_player=False, **more)
    assert entry.outcome is not None
    return replace(entry, outcome=replace(entry.outcome, winners=(1,) if is_lost else (0,)))


def won(entries: list[GameEntry], kind: str = "clash") -> dict[str, int | None]:
    """Return the number of the game that won each medal."""
    return {each.title: None if each.won is None else each.won.id for each in medals(entries, SHIPPED[kind])}


def test_a_medal_goes_to_the_first_win_against_a_level() -> None:
    played = [match(1, "easy"), match(2, "hard", is_lost=True), match(3, "hard"), match(4, "hard"), match(5, "medium")]
    assert won(played) == {MEDIUM: 5, HARD: 3, STREAK: None}
    assert medals(played, CLASH)[-1].so_far == 2
    assert new_medals(played, 3) == [f"Medal: {HARD}."]
    assert new_medals(played, 4) == new_medals(played, None) == []


def test_three_wins_in_a_row_are_not_interrupted() -> None:
    streak = [match(each, "hard") for each in (1, 2, 4, 5)]
    assert won([*streak, match(3, "hard", is_lost=True)])[STREAK] is None
    assert won([*streak, match(3, "medium", is_lost=True)])[STREAK] == 4


@pytest.mark.parametrize("help_", [{"undone": 1}, {"hinted": 1}, {"inherited_actions": 3}])
def test_a_game_with_help_wins_no_medal(help_: dict[str, Any]) -> None:
    assert won([match(1, "hard", **help_)])[HARD] is None


def test_a_known_deal_or_another_rule_wins_no_medal() -> None:
    first, again = match(1, "hard", is_lost=True), match(2, "hard")
    assert won([first, replace(again, deal=first.deal)])[HARD] is None
    assert won([match(1, "hard", target=0)])[HARD] is None
    assert won([match(1, "hard", first=2)])[HARD] == 1, "who begins doesn't matter"


def test_tradewinds_has_medals_for_its_best_victories() -> None:
    played = [row(at, score, kind="tradewinds", seats=4) for at, score in enumerate((12, 17, 5, 13, 18, 12), 1)]
    streak = "Three games in a row with at least a strong victory"
    assert won(played, "tradewinds") == {"A triumph": 5, streak: 6}
    opened = replace(played[4], options=played[4].options.replace('"open_hands": false', '"open_hands": true'))
    assert won([opened], "tradewinds")["A triumph"] == 5, "one player may see all hands"


def test_medals_are_listed_with_the_statistics_of_a_game() -> None:
    lines = game_lines([match(1, "medium"), match(2, "hard")], CLASH)
    at = lines.index("# Medals")
    assert lines[at + 1 : at + 4] == [
        f"- {MEDIUM}: won on 2026-11-20.",
        f"- {HARD}: won on 2026-11-20.",
        f"- {STREAK}: 1 so far.",
    ]
    assert "# Medals" not in game_lines([row(1)], SHIPPED["exit-stage-right"])


@given(rows() | hostile_rows())
def test_any_saved_games_can_be_counted(entries: list[GameEntry]) -> None:
    for game in SHIPPED.values():
        for medal in medals(entries, game):
            assert medal.won is None or medal.won in entries
    for entry in entries:
        assert len(new_medals(entries, entry.id)) <= 3
