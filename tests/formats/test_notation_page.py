"""The rules page about notation: its examples, and the names of tags and fields."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.formats.codec import dump
from cardtable.formats.deal_line import Deal, parse_deal_line
from cardtable.formats.notation import END, WIDTH, format_game, format_position, parse_game, parse_position
from cardtable.table.command_lines import deal_of, deal_text
from cardtable.table.recording import record_of
from tests.engine.walks import each_game
from tests.formats.notation_examples import CODE, PLAYED, STAGE, example, fold
from tests.table.sittings import sit, truth

PAGE = (Path(__file__).parents[2] / "rules" / "notation.md").read_text("utf-8")


def blocks() -> list[str]:
    """Return the code blocks of the page."""
    return re.findall(r"^```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_deal_lines_on_the_page_are_valid() -> None:
    lines = [line for block in blocks() if block.startswith("exit-stage-right ·") for line in block.splitlines()]
    assert len(lines) >= 3
    for line in lines:
        assert parse_deal_line(line).line() == line
    variants = [line for block in blocks() if block.startswith("Exit Stage Right,") for line in block.splitlines()]
    assert variants
    assert {parse_deal_line(line) for line in variants} == {parse_deal_line(lines[1])}
    (with_computers,) = (block.splitlines() for block in blocks() if " players " in block and "+" in block)
    assert [parse_deal_line(line).line() for line in with_computers] == with_computers


@each_game
def test_the_page_shows_a_position_and_a_game_of_each_game(game: AnyGame) -> None:
    session = example(game)
    state = truth(session)
    written = fold(format_position(game, state), WIDTH)
    assert written in blocks()
    assert parse_position(written) == (game, state)
    text = format_game(record_of(session), date(2026, 11, 20))
    assert text in blocks()
    assert parse_game(text) == record_of(session)
    assert deal_text(session) in PAGE


def test_the_page_names_every_tag_and_every_field_of_a_state() -> None:
    from cardtable.formats import notation

    for tag in (*notation._KNOWN, *notation._IGNORED, *notation._COUNTS):
        assert f"`{tag}`" in PAGE
    assert f"`{END}`" in PAGE
    assert {name for game in SHIPPED.values() for name in dump_names(game)} <= set(re.findall(r"\b[a-z_]+", PAGE))


def dump_names(game: AnyGame) -> set[str]:
    return set(dump(truth(sit(game, game.seats[0]))))


def test_the_deal_of_the_example_is_the_one_on_the_page() -> None:
    assert deal_of(example(STAGE)) == Deal(STAGE, 2, PLAYED.options, CODE)
