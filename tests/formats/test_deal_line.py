from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import CODE_BITS, DealCode
from cardtable.engine.game import AnyGame
from cardtable.formats.deal_line import COMMA, DOT, Deal, is_line, loosened, read_deal, read_line
from cardtable.formats.options import fields_of, unusual
from cardtable.games import GAMES
from cardtable.table.command_lines import deal_of, told_deal
from cardtable.table.session import Session
from tests.engine.walks import all_tables, each_game, tables
from tests.table.mutations import check_sentence
from tests.table.sittings import sit_at

STAGE, CITY = GAMES["exit-stage-right"], GAMES["wind-city"]
CODE = DealCode.read("K7QF-2M9X")
LINE = "exit-stage-right · 2 players · hand-size 8 · K7QF-2M9X"
DEAL = Deal(STAGE, 2, STAGE.resolve_defaults(STAGE.options(hand_size=8), 2), CODE)
NOISE = ("0", "=", ",", ":", "·", "|", "-", "--board", "2", "players")
CODES = st.integers(0, 2**CODE_BITS - 1).map(DealCode)


def refusal(text: str) -> str:
    with pytest.raises(ValueError, match=r"\.$") as refused:
        read_line(text)
    assert str(refused.value).isprintable()
    return str(refused.value)


@each_game
@given(data=st.data())
def test_a_deal_is_read_as_it_was_written(game: AnyGame, data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from(game.seats))
    deal = Deal(game, seats, data.draw(st.sampled_from(tables(game, seats))), data.draw(CODES))
    for between in (DOT, COMMA, " | ", ";", " ", "\n"):
        assert read_line(deal.line(between)) == deal
        assert read_line(deal.line(between).upper()) == deal
    assert is_line(deal.line(" "))
    assert not is_line(str(deal.code))


@pytest.mark.deep
@each_game
def test_every_combination_of_options_has_its_line(game: AnyGame) -> None:
    for seats in game.seats:
        for options in all_tables(game, seats):
            deal = Deal(game, seats, options, CODE)
            assert read_line(deal.line()) == deal


@each_game
@given(data=st.data())
def test_loosened_options_come_to_the_same(game: AnyGame, data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from(game.seats))
    deal = Deal(game, seats, data.draw(st.sampled_from(tables(game, seats))), CODE)
    assert game.resolve_defaults(loosened(deal), seats) == deal.options
    assert loosened(replace(deal, options=game.resolve_defaults(game.options(), seats))) == game.options()


def test_a_line_reads_well() -> None:
    assert DEAL.line() == LINE
    assert DEAL.line(COMMA) == "exit-stage-right, 2 players, hand-size 8, K7QF-2M9X"
    assert (
        Deal(STAGE, 1, STAGE.resolve_defaults(STAGE.options(), 1), CODE).line()
        == "exit-stage-right · 1 player · K7QF-2M9X"
    )
    clash = GAMES["clash"]
    assert Deal(clash, 2, clash.resolve_defaults(clash.options(), 2), CODE).line() == "clash · K7QF-2M9X"


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
def test_what_is_forgiven(text: str) -> None:
    assert read_line(text) == DEAL


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "A deal begins with its game, and there is nothing: there is exit-stage-right, "),
        ("whist · K7QF-2M9X", "A deal begins with its game, not 'whist': there is exit-stage-right, "),
        ("wh\x1b[2Jist · K7QF-2M9X", "A deal begins with its game, not 'wh[2Jist': "),
        ("clash", "A deal ends with its code, eight symbols like K7QF-2M9X, and there is none."),
        ("clash · K7QF", "A deal code has 8 symbols, like K7QF-2M9X, not 4."),
        ("clash · K7QF-2M9!", "A deal code can't contain '!'"),
        ("clash · 3 players · K7QF-2M9X", "Clash is for 2 players, not '3'."),
        ("wind-city · K7QF-2M9X", "A deal of Wind City says how many play, as in: 2 players."),
        ("exit-stage-right · 3 cards · K7QF-2M9X", "The option hand-size takes 5, 6, 7, 8, 9 or default, not '3'."),
        ("exit-stage-right · 7 players · K7QF-2M9X", "Exit Stage Right is for 1 to 6 players, not '7'."),
        ("exit-stage-right · 1 player · 2 players · K7QF-2M9X", "A deal says only once how many play."),
        ("clash · target 5 · target 5 · K7QF-2M9X", "A deal names target only once."),
        ("clash · target 500 · K7QF-2M9X", "The option target takes a number from 0 to 100 or default, not '500'."),
        ("clash · target", "The option target takes a number from 0 to 100 or default, and there is nothing."),
        ("clash · wild 5 · K7QF-2M9X", "Clash has no option 'wild': it has target, first, and the code comes last."),
        ("clash · K7QF-2M9X · target 5", "Clash has no option 'K7QF-2M9X': "),
        ("exit-stage-right · 6 players · hand-size 7 · K7QF-2M9X", "With 6 players a hand has 5 to 6 Singles (ES-2)."),
        ("wind-city · 2 players · board mine.json · K7QF-2M9X", "No line can hold "),
        ("clash " * 100, "A deal is a line of at most 400 letters."),
    ],
)
def test_what_is_refused(text: str, sentence: str) -> None:
    assert refusal(text).startswith(sentence)


@given(st.text(max_size=60) | st.lists(st.sampled_from([*LINE.split(), *NOISE])))
def test_whatever_is_typed_gets_one_sentence(typed: str | list[str]) -> None:
    text = typed if isinstance(typed, str) else " ".join(typed)
    try:
        deal = read_line(text)
    except ValueError as refused:
        check_sentence(str(refused)[:200])
    else:
        assert read_line(deal.line()) == deal


def test_a_board_of_ones_own_is_no_matter_for_a_line() -> None:
    usual = CITY.resolve_defaults(CITY.options(), 2)
    own = replace(usual, cards=usual.cards[:-1])
    session = Session(CITY, own, ("Ann", "Bob"), CODE)
    assert unusual(CITY, own, 2) is None
    with pytest.raises(ValueError, match=r"of your own: share such a game as a record\.$"):
        Deal(CITY, 2, own, CODE).line()
    assert told_deal(session) == "K7QF-2M9X"


def test_a_game_tells_the_deal_it_came_from() -> None:
    session = Session(STAGE, DEAL.options, ("Ann", "Bob"), CODE)
    assert told_deal(session) == LINE
    assert told_deal(session, COMMA) == DEAL.line(COMMA)
    assert deal_of(session) == DEAL
    assert (deal_of(laid := sit_at(STAGE, session.truth())), told_deal(laid)) == (None, "")


def test_for_one_game_a_code_alone_will_do() -> None:
    assert read_deal("k7qf 2m9x", STAGE) == CODE
    assert read_deal(LINE, STAGE) == DEAL
    with pytest.raises(ValueError, match=r"^That is a deal of Exit Stage Right, not of Clash\.$"):
        read_deal(LINE, GAMES["clash"])
    with pytest.raises(ValueError, match="A deal code has 8 symbols"):
        read_deal("K7QF", STAGE)
    with pytest.raises(ValueError, match="A deal begins with its game"):
        read_deal("whist · K7QF-2M9X", STAGE)


@each_game
def test_no_option_is_called_as_a_code_is_written(game: AnyGame) -> None:
    """Else a code could be taken for an option."""
    names = [each.flag.removeprefix("--") for each in fields_of(game)]
    assert not [name for name in names if re.fullmatch("[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}", name)]
