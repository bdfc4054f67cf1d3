from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import CODE_BITS, DealCode
from cardtable.engine.game import AnyGame
from cardtable.formats.deal_line import COMMA, DOT, Deal, is_deal_line, parse_deal, parse_deal_line, unresolve_defaults
from cardtable.formats.options import fields_of, non_default
from cardtable.games import GAMES
from cardtable.table.command_lines import deal_of, deal_text
from cardtable.table.session import Session
from tests.engine.walks import all_tables, each_game, tables
from tests.table.mutations import check_sentence
from tests.table.sittings import sit_at

STAGE, CITY = GAMES["exit-stage-right"], GAMES["wind-city"]
CODE = DealCode.parse("K7QF-2M9X")
LINE = "exit-stage-right · 2 players · hand-size 8 · K7QF-2M9X"
DEAL = Deal(STAGE, 2, STAGE.resolve_defaults(STAGE.options(hand_size=8), 2), CODE)
NOISE = ("0", "=", ",", ":", "·", "|", "-", "--board", "2", "players")
CODES = st.integers(0, 2**CODE_BITS - 1).map(DealCode)


def refusal(text: str) -> str:
    with pytest.raises(ValueError, match=r"\.$") as refused:
        parse_deal_line(text)
    assert str(refused.value).isprintable()
    return str(refused.value)


@each_game
@given(data=st.data())
def test_a_deal_line_is_parsed_again(game: AnyGame, data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from(game.seats))
    deal = Deal(game, seats, data.draw(st.sampled_from(tables(game, seats))), data.draw(CODES))
    for separator in (DOT, COMMA, " | ", ";", " ", "\n"):
        assert parse_deal_line(deal.line(separator)) == deal
        assert parse_deal_line(deal.line(separator).upper()) == deal
    assert is_deal_line(deal.line(" "))
    assert not is_deal_line(str(deal.deal_code))


@pytest.mark.deep  # thousands of combinations
@each_game
def test_every_combination_of_options_has_a_line(game: AnyGame) -> None:
    for seats in game.seats:
        for options in all_tables(game, seats):
            deal = Deal(game, seats, options, CODE)
            assert parse_deal_line(deal.line()) == deal


@each_game
@given(data=st.data())
def test_unresolved_defaults_resolve_to_the_same_options(game: AnyGame, data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from(game.seats))
    deal = Deal(game, seats, data.draw(st.sampled_from(tables(game, seats))), CODE)
    assert game.resolve_defaults(unresolve_defaults(deal), seats) == deal.options
    assert unresolve_defaults(replace(deal, options=game.resolve_defaults(game.options(), seats))) == game.options()


def test_the_layout_of_a_line() -> None:
    assert DEAL.line() == LINE
    assert DEAL.line(COMMA) == "exit-stage-right, 2 players, hand-size 8, K7QF-2M9X"
    assert (
        Deal(STAGE, 1, STAGE.resolve_defaults(STAGE.options(), 1), CODE).line()
        == "exit-stage-right · 1 player · K7QF-2M9X"
    )
    clash = GAMES["clash"]
    assert Deal(clash, 2, clash.resolve_defaults(clash.options(), 2), CODE).line() == "clash · K7QF-2M9X"


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (
            STAGE.options(refill_count="all", empty_grid="refill-first"),
            "exit-stage-right · 2 players · challenge · K7QF-2M9X",
        ),
        (
            STAGE.options(refill_count="all", empty_grid="refill-first", hand_size=8),
            "exit-stage-right · 2 players · challenge · hand-size 8 · K7QF-2M9X",
        ),
    ],
)
def test_a_line_names_the_preset_and_the_options_of_earlier_lines_still_mean_the_same(options: Any, line: str) -> None:
    deal = Deal(STAGE, 2, STAGE.resolve_defaults(options, 2), CODE)
    assert deal.line() == line
    assert (
        parse_deal_line(line)
        == parse_deal_line(line.replace("challenge", "refill-count all · empty-grid refill-first"))
        == deal
    )


def test_a_preset_of_several_words_can_be_typed_with_spaces() -> None:
    rummy = GAMES["rummy-like"]
    deal = Deal(rummy, 3, rummy.resolve_defaults(rummy.options(target=0), 3), CODE)
    assert deal.line() == "rummy-like · single-round · K7QF-2M9X"
    assert parse_deal_line("Rummy-like, Single round, K7QF-2M9X") == deal


@pytest.mark.parametrize(
    "text",
    [
        "exit-stage-right 2 players hand-size 8 K7QF-2M9X",
        "  Exit Stage Right, 2 Players, Hand size: 8, k7qf 2m9x ",
        "EXIT_STAGE_RIGHT|hand_size=8|2 player|k7qf2m9x",
        "exit-stage-right ; --hand-size=8 ; 2 players ; K7-QF-2M-9X",
        "exit stage right · 2 players · draw after each single · hand-size 8 · K7QF-2M9X",
        "EXIT-STAGE-RIGHT, 2 PLAYERS, HAND-SIZE 8, K7QF-2M9X.",
        "exit-stage-right\n2 players\nhand-size 8\nK7QF-2M9X\n",
    ],
)
def test_case_spacing_and_separators_are_flexible(text: str) -> None:
    assert parse_deal_line(text) == DEAL


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "A deal line must start with the game. The games are exit-stage-right, "),
        ("whist · K7QF-2M9X", "A deal line must start with the game, not 'whist'. The games are exit-stage-right, "),
        ("wh\x1b[2Jist · K7QF-2M9X", "A deal line must start with the game, not 'wh[2Jist'. "),
        ("clash", "A deal line must end with the deal code: eight symbols like K7QF-2M9X."),
        ("clash · K7QF", "A deal code has 8 symbols, like K7QF-2M9X, not 4."),
        ("clash · K7QF-2M9!", "A deal code can't contain '!'"),
        ("clash · 3 players · K7QF-2M9X", "Clash is for 2 players, not '3'."),
        ("wind-city · K7QF-2M9X", "A deal line for Wind City needs the number of players, for example: 2 players."),
        ("exit-stage-right · 3 cards · K7QF-2M9X", "The option hand-size must be 5, 6, 7, 8, 9 or default, not '3'."),
        ("exit-stage-right · 7 players · K7QF-2M9X", "Exit Stage Right is for 1 to 6 players, not '7'."),
        (
            "exit-stage-right · 1 player · 2 players · K7QF-2M9X",
            "A deal line can give the number of players only once.",
        ),
        ("tradewinds · headwinds · fair-winds · K7QF-2M9X", "A deal line can give only one preset."),
        ("k7qf 2m9x", "A deal code doesn't say which game it is for: type the game before it. The games are "),
        ("clash · target 5 · target 5 · K7QF-2M9X", "A deal line can give target only once."),
        ("clash · target 500 · K7QF-2M9X", "The option target must be a number from 0 to 100 or default, not '500'."),
        ("clash · target", "The option target must be a number from 0 to 100 or default."),
        (
            "clash · wild 5 · K7QF-2M9X",
            "Clash has no option 'wild'. Its options are target, first, and the code comes last.",
        ),
        ("clash · K7QF-2M9X · target 5", "Clash has no option 'K7QF-2M9X'. "),
        ("exit-stage-right · 6 players · hand-size 7 · K7QF-2M9X", "With 6 players, a hand has 5 to 6 Singles (ES-2)."),
        ("wind-city · 2 players · board mine.json · K7QF-2M9X", "A deal line can't contain custom "),
        ("clash " * 100, "A deal line has at most 400 characters."),
    ],
)
def test_an_invalid_line_is_refused(text: str, sentence: str) -> None:
    assert refusal(text).startswith(sentence)


@given(st.text(max_size=60) | st.lists(st.sampled_from([*LINE.split(), *NOISE])))
def test_any_text_is_parsed_or_refused_with_one_sentence(typed: str | list[str]) -> None:
    text = typed if isinstance(typed, str) else " ".join(typed)
    try:
        deal = parse_deal_line(text)
    except ValueError as refused:
        check_sentence(str(refused)[:200])
    else:
        assert parse_deal_line(deal.line()) == deal


def test_a_deal_line_cannot_contain_a_custom_board() -> None:
    default = CITY.resolve_defaults(CITY.options(), 2)
    custom = replace(default, cards=default.cards[:-1])
    session = Session(CITY, custom, ("Ann", "Bob"), CODE)
    assert non_default(CITY, custom, 2) is None
    with pytest.raises(ValueError, match=r"custom .*\. Share this game as a record instead\.$"):
        Deal(CITY, 2, custom, CODE).line()
    assert deal_text(session) == "K7QF-2M9X"


def test_a_session_has_the_deal_it_came_from() -> None:
    session = Session(STAGE, DEAL.options, ("Ann", "Bob"), CODE)
    assert deal_text(session) == LINE
    assert deal_text(session, COMMA) == DEAL.line(COMMA)
    assert deal_of(session) == DEAL
    assert (deal_of(from_position := sit_at(STAGE, session.full_state())), deal_text(from_position)) == (None, "")


def test_a_code_alone_is_enough_for_a_known_game() -> None:
    assert parse_deal("k7qf 2m9x", STAGE) == CODE
    assert parse_deal(LINE, STAGE) == DEAL
    with pytest.raises(
        ValueError, match=r"^This is a deal of Exit Stage Right, not of Clash\. Set up Exit Stage Right to play it\.$"
    ):
        parse_deal(LINE, GAMES["clash"])
    with pytest.raises(ValueError, match="A deal code has 8 symbols"):
        parse_deal("K7QF", STAGE)
    with pytest.raises(ValueError, match="A deal line must start with the game"):
        parse_deal("whist · K7QF-2M9X", STAGE)


@each_game
def test_no_option_has_a_name_like_a_deal_code(game: AnyGame) -> None:
    names = [each.flag.removeprefix("--") for each in fields_of(game)]
    assert not [name for name in names if re.fullmatch("[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}", name)]
