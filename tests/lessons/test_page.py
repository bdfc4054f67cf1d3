"""Tests of the page for lesson authors: it names every field, zone and measure, and its example is correct."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from cardtable.engine.games import SHIPPED
from cardtable.lessons import script
from cardtable.lessons.checker import check
from cardtable.lessons.reading import loads
from cardtable.lessons.teaching import teaching_of
from tests.lessons.scripts import RULES

PAGE = (RULES / "lessons" / "README.md").read_text("utf-8")


MODELS = [
    value
    for value in vars(script).values()
    if isinstance(value, type) and issubclass(value, BaseModel) and value.__module__ == script.__name__
]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_field_is_named(model: type[BaseModel]) -> None:
    for name, field in model.model_fields.items():
        assert f"`{field.alias or name}`" in PAGE


@pytest.mark.parametrize("game_id", SHIPPED)
def test_every_measure_is_listed_under_its_game(game_id: str) -> None:
    table = PAGE.partition(f"| {SHIPPED[game_id].title} | |")[2].partition("\n\n")[0]
    listed = [row.split("|")[1].strip(" `") for row in table.splitlines()[2:]]
    assert listed == list(teaching_of(game_id).measures)


@pytest.mark.parametrize("game_id", SHIPPED)
def test_every_zone_is_named_and_is_a_part_of_the_state(game_id: str) -> None:
    state: Any = SHIPPED[game_id].state
    for name, zone in teaching_of(game_id).zones.items():
        assert zone.field in state._fields
        assert f"`{name}`" in PAGE


def test_the_example_is_correct() -> None:
    example = PAGE.partition("## An example\n\n```toml\n")[2].partition("```")[0]
    assert check(loads(example, "01-example.toml", SHIPPED["exit-stage-right"])) == []
