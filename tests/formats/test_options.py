from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.game import AnyGame, OptionText, option
from cardtable.formats.options import OptionField, OptionValue, describe_options, fields_of, parse_options
from cardtable.games import GAMES
from tests.engine.walks import each_game

STAGE = GAMES["exit-stage-right"]


@dataclass(frozen=True)
class Toy:
    """Options of kinds that our own games may not have yet."""

    target: int = option(10, "XX-1", low=0, high=100)
    limit: int | None = option(None, "XX-2", low=1, high=99)
    dice: Literal["drawn"] | int = option("drawn", "XX-3", low=1, high=3)
    loud: bool = option(False, "XX-4")
    board: tuple[int, ...] = option((1, 2), "XX-5")
    hidden: int = 3


TEXTS = {
    "target": OptionText("Target", "Points that win."),
    "limit": OptionText("Limit", "Turns.", unset="no limit"),
    "dice": OptionText("Dice", "Count.", labels={"drawn": "by lot"}),
    "loud": OptionText("Loud", "Whether it is."),
    "board": OptionText("Board", "Of your own."),
}
TOY: AnyGame = replace(STAGE, options=Toy, option_texts=TEXTS, resolve_defaults=lambda options, seats: options)


def field_of(game: AnyGame, name: str) -> OptionField:
    (match,) = (field for field in fields_of(game) if field.name == name)
    return match


def refusal(game: AnyGame, **texts: str) -> str:
    with pytest.raises(ValueError, match=r"^.{10,}\.$") as refused:
        parse_options(game, texts)
    assert str(refused.value).isprintable()
    return str(refused.value)


def test_a_small_range_of_numbers_is_chosen_from_a_list() -> None:
    field = field_of(STAGE, "hand_size")
    assert (field.flag, field.title, field.ruling, field.default) == ("--hand-size", "Hand size", "ES-2", None)
    assert field.choices[0] == OptionValue(None, "7, or 6 with six players")
    assert [(choice.value, choice.text, choice.label) for choice in field.choices[1:]] == [
        (size, str(size), str(size)) for size in range(5, 10)
    ]
    assert not field.is_typed


def test_yes_and_no() -> None:
    labels = [choice.label for choice in field_of(STAGE, "open_hands").choices]
    assert labels == ["only when you play alone", "yes", "no"]
    assert field_of(TOY, "loud").choices == (OptionValue(True, "yes"), OptionValue(False, "no"))


def test_words_have_labels() -> None:
    field = field_of(STAGE, "draw")
    assert [choice.text for choice in field.choices] == ["after-each-single", "none"]
    assert field.label("none") == "none: only the cards dealt"


def test_a_large_range_of_numbers_is_typed() -> None:
    target, limit = field_of(TOY, "target"), field_of(TOY, "limit")
    assert (target.is_typed, target.low, target.high, target.choices) == (True, 0, 100, ())
    assert limit.choices == (OptionValue(None, "no limit"),)
    assert limit.label(None) == "no limit"
    assert limit.label(30) == "30"
    assert [target.is_in_range(number) for number in (-1, 0, 100, 101)] == [False, True, True, False]


def test_words_and_numbers_together() -> None:
    field = field_of(TOY, "dice")
    assert [choice.label for choice in field.choices] == ["by lot", "1", "2", "3"]
    assert field.label(1) == "1"
    assert field_of(TOY, "loud").label(True) == "yes"


def test_an_option_from_a_file_is_not_a_field() -> None:
    assert [field.name for field in fields_of(TOY)] == ["target", "limit", "dice", "loud"]


def test_a_number_in_a_games_options_needs_bounds() -> None:
    @dataclass(frozen=True)
    class Endless:
        number: int = option(1, "XX-1")

    with pytest.raises(TypeError, match="bounds"):
        fields_of(replace(STAGE, options=Endless, option_texts={"number": OptionText("Number", "Any.")}))


def test_parsing_flags() -> None:
    assert parse_options(STAGE, {}) == STAGE.options()
    texts = {"hand_size": " 8 ", "draw": "None", "open_hands": "Y", "first": "default"}
    assert parse_options(STAGE, texts) == STAGE.options(hand_size=8, draw="none", open_hands=True)
    assert parse_options(TOY, {"target": "73", "--limit": "99", "dice": "2", "loud": "on"}) == Toy(73, 99, 2, True)
    assert parse_options(STAGE, {"--hand-size": "5", "refill-count": "all"}) == STAGE.options(5, refill_count="all")


def test_flags_override_a_preset() -> None:
    challenge = STAGE.options(refill_count="all")
    assert parse_options(STAGE, {"hand_size": "5"}, challenge) == STAGE.options(5, refill_count="all")
    assert parse_options(STAGE, {"refill_count": "default"}, challenge) == STAGE.options()


def test_invalid_values_are_refused() -> None:
    assert refusal(STAGE, hand_size="4") == "--hand-size must be 5, 6, 7, 8, 9 or default, not '4'."
    assert refusal(STAGE, draw="\x1b[2Jall") == "--draw must be after-each-single, none or default, not '[2Jall'."
    assert refusal(STAGE, open_hands="") == "--open-hands must be yes, no or default, not ''."
    assert refusal(TOY, target="101") == "--target must be a number from 0 to 100 or default, not '101'."
    assert refusal(TOY, dice="x" * 99) == f"--dice must be drawn, 1, 2, 3 or default, not '{'x' * 20}'."
    assert refusal(TOY, hidden="1").startswith("Exit Stage Right has no option 'hidden'; it has --target, --limit")
    for text in ("٣", "1_0", "1e1", "0x1", "9" * 10_000, "-1", "+1", "1.0", "none"):
        assert "must be a number" in refusal(TOY, target=text)


@given(st.text(), st.text())
def test_any_text_is_parsed_or_refused_with_one_sentence(name: str, text: str) -> None:
    for texts in ({name: text}, {"hand_size": text}, {"target": text}):
        for game in (STAGE, TOY):
            try:
                assert isinstance(parse_options(game, texts), game.options)
            except ValueError as refused:
                assert str(refused).isprintable()  # noqa: PT017  a random name can be valid


def test_options_are_described_by_their_differences() -> None:
    assert describe_options(STAGE, STAGE.options(), 2) == ()
    assert describe_options(STAGE, STAGE.options(hand_size=7, open_hands=False), 2) == ()
    assert describe_options(STAGE, STAGE.options(hand_size=7, refill_count="all"), 6) == (
        ("Hand size", "7"),
        ("Refilling", "every empty centre cell"),
    )
    assert describe_options(STAGE, STAGE.options(open_hands=True, first=2), 3) == (
        ("Open hands", "yes"),
        ("First player", "2"),
    )
    assert describe_options(TOY, Toy(dice=1, board=(3,), hidden=4), 2) == (("Dice", "1"), ("Board", "custom"))


def test_equal_strings_have_the_same_label() -> None:
    word = "None".lower()
    assert describe_options(STAGE, STAGE.options(draw=word), 2) == (("Drawing", "none: only the cards dealt"),)


def test_true_is_not_one() -> None:
    field = replace(field_of(TOY, "loud"), choices=(OptionValue(True, "yes"), OptionValue(1, "once")))
    assert (field.label(1), field.label(True)) == ("once", "yes")


# Every game
@each_game
def test_every_option_has_texts_and_choices(game: AnyGame) -> None:
    for field in fields_of(game):
        assert field.title[0].isupper()
        assert field.help.endswith(".")
        assert field.ruling.startswith(game.prefix + "-")
        assert field.choices or field.is_typed
        assert all(choice.label for choice in field.choices)
        assert len({choice.label for choice in field.choices}) == len(field.choices)
        assert field.label(field.default)
        if not field.is_typed:
            assert any(field.default is choice.value or field.default == choice.value for choice in field.choices)


@each_game
def test_every_choice_is_parsed(game: AnyGame) -> None:
    for field in fields_of(game):
        assert field.parse("default") == field.default
        for choice in field.choices[field.choices[0].value is None if field.choices else 0 :]:
            assert field.parse(choice.text) == choice.value
            assert getattr(parse_options(game, {field.name: choice.text}), field.name) == choice.value
        if field.is_typed:
            assert field.parse(str(field.low)) == field.low


@each_game
def test_only_options_that_differ_are_described(game: AnyGame) -> None:
    for seats in game.seats:
        assert describe_options(game, game.options(), seats) == ()
        default: Any = game.resolve_defaults(game.options(), seats)
        for field, choice in ((each, choice) for each in fields_of(game) for choice in each.choices):
            options = game.resolve_defaults(replace(game.options(), **{field.name: choice.value}), seats)
            output = dict(describe_options(game, options, seats))
            assert (field.title in output) == (getattr(options, field.name) != getattr(default, field.name))


@each_game
def test_a_preset_is_described_by_what_it_changes(game: AnyGame) -> None:
    for preset in game.presets:
        changed = [each.name for each in fields(game.options) if getattr(preset.options, each.name) != each.default]
        output = describe_options(game, preset.options, game.seats[0])
        assert len(output) <= len(changed)


def test_pydantic_is_not_needed() -> None:
    code = "import sys, cardtable.formats.options; sys.exit(any(name.startswith('pydantic') for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
