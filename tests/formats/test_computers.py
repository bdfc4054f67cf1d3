"""Computer players in records, in games as text and in deal lines."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame
from cardtable.formats.computers import Computer, Levels, names_for, parse_players, players_text
from cardtable.formats.deal_line import COMMA, DOT, Deal, parse_deal_line
from cardtable.formats.notation import format_game, parse_game
from cardtable.formats.record import dump_record, load_record
from cardtable.formats.strict_json import BadFile
from cardtable.games import GAMES
from cardtable.table.command_lines import command_to_deal, deal_text
from cardtable.table.recording import open_session, record_of
from tests.engine.walks import each_game
from tests.table.mutations import check_sentence
from tests.table.sittings import COMPUTERS, sit

STAGE, CLASH, CITY, WINDS = (GAMES[name] for name in ("exit-stage-right", "clash", "wind-city", "tradewinds"))
RECORD = record_of(sit(WINDS, 4, computers=COMPUTERS[:4]))
TEXT, GAME = dump_record(RECORD), format_game(RECORD)
CODE = DealCode.parse("K7QF-2M9X")


def refusal(text: str) -> str:
    with pytest.raises(BadFile) as refused:
        (load_record if text.startswith("{") else parse_game)(text)
    check_sentence(str(refused.value))
    return str(refused.value)


# Records


def test_the_layout_of_computer_players_in_a_record() -> None:
    assert (
        """
  "computers": [
    null,
    {"level": "hard", "simulations": 1200},
    {"level": "easy", "simulations": 1},
    {"level": "medium", "simulations": 1}
  ],
  "deal": """
        in TEXT
    )
    assert load_record(TEXT) == RECORD
    assert open_session(load_record(TEXT)).computers == COMPUTERS[:4]


def computers(*found: object) -> list[object]:
    """Return the field of a record for four seats, with people after the given computer players."""
    return [*found, None, None, None, None][:4]


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (None, "computers must be a list, not null."),
        ([None] * 3, "computers has 3 players for 4 seats."),
        ([{"level": "easy", "simulations": 1}], "computers has 1 player for 4 seats."),
        ([*computers(), {"level": "easy", "simulations": 1}], "computers has 5 players for 4 seats."),
        (computers("easy"), "computers[0] must be an object, not 'easy'."),
        (computers({"level": "easy"}), "computers[0].simulations is missing."),
        (computers({"level": "expert", "simulations": 1}),
         "computers[0].level must be 'easy' or 'medium' or 'hard', not 'expert'."),
        (computers({"level": "Easy", "simulations": 1}),
         "computers[0].level must be 'easy' or 'medium' or 'hard', not 'Easy'."),
        (computers(None, {"level": "hard", "simulations": 0}),
         "computers[1].simulations must be from 1 to 100000, not 0."),
        (computers(None, {"level": "hard", "simulations": 1_000_000}),
         "computers[1].simulations must be from 1 to 100000, not 1000000."),
        (computers({"level": "hard", "simulations": "1"}),
         "computers[0].simulations must be a whole number, not '1'."),
        (computers({"level": "hard", "simulations": 1, "name": "Ada"}), "computers[0] has an unknown field 'name'."),
    ],
)  # fmt: skip
def test_invalid_computer_players_are_refused(found: Any, sentence: str) -> None:
    assert refusal(json.dumps({**json.loads(TEXT), "sum": "", "computers": found})) == (
        f"This record is invalid: {sentence}"
    )


def test_a_person_and_a_computer_player_are_different_players() -> None:
    fields = {**json.loads(TEXT), "sum": ""}
    fields["seats"][1]["person"] = 0
    assert refusal(json.dumps(fields)) == "This record is invalid: a person and a computer player are both number 0."


def test_a_record_with_only_people_has_no_computer_players() -> None:
    assert load_record(json.dumps({**json.loads(TEXT), "sum": "", "computers": [None] * 4})).computers == ()


def test_a_session_with_only_people_has_no_computer_players() -> None:
    record = record_of(sit(WINDS, 4, computers=(None,) * 4))
    assert record.computers == ()
    assert load_record(dump_record(record)) == record


def test_a_version_3_record_has_no_computer_players() -> None:
    fields = {**json.loads(dump_record(record_of(sit(WINDS, 4)))), "version": 3, "sum": ""}
    assert refusal(json.dumps(fields)) == "This record is invalid: it has an unknown field 'computers'."
    del fields["computers"]
    assert load_record(json.dumps(fields)) == record_of(sit(WINDS, 4))


# Games as text


def test_a_game_has_a_tag_for_its_computer_players() -> None:
    assert '\n[Computers "- hard:1200 easy medium"]\n' in GAME
    assert parse_game(GAME) == RECORD
    assert parse_game(GAME.replace("hard:1200 easy medium", "HARD:1200  Easy:1\nmedium:1")) == RECORD
    assert parse_game(GAME.replace("- hard:1200 easy medium", "- - - -")).computers == ()
    assert "[Computers" not in format_game(record_of(sit(WINDS, 4)))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("- expert - -", "This game is invalid: There's no level 'expert'. The levels are easy, medium and hard."),
        ("- hard easy easy", "This game is invalid: After hard, write a number of simulations, as in hard:1200."),
        ("- easy:x easy easy", "This game is invalid: After easy, write a number of simulations, as in easy:1200."),
        ("- hard:1234567890 - -", "This game is invalid: After hard, write a number of simulations, as in hard:1200."),
        ("- hard:0 - -", "This record is invalid: computers[1].simulations must be from 1 to 100000, not 0."),
        ("- easy", "This record is invalid: computers has 2 players for 4 seats."),
    ],
)  # fmt: skip
def test_an_invalid_tag_is_refused(text: str, sentence: str) -> None:
    assert refusal(GAME.replace("- hard:1200 easy medium", text)) == sentence


# Lists of players


@pytest.mark.parametrize("text", ["me,medium,hard", "Me + MEDIUM + hard", "person medium hard"])
def test_a_list_of_players_is_flexible(text: str) -> None:
    assert parse_players(text, CITY) == (None, "medium", "hard")


def test_a_number_is_that_many_people() -> None:
    assert parse_players("3", CITY) == (None, None, None)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("me,expert", "There's no player 'expert'. A player is me, easy, medium or hard."),
        ("me,\x1b", "There's no player '?'. A player is me, easy, medium or hard."),
        ("me,easy,hard", "Clash is for 2 players, not 'me,easy,hard'."),
        ("hard", "Clash is for 2 players, not 'hard'."),
        ("two", "Clash is for 2 players, not 'two'."),
        ("3", "Clash is for 2 players, not '3'."),
        ("", "Clash is for 2 players, not ''."),
    ],
)
def test_an_invalid_list_of_players_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r"\.$") as refused:
        parse_players(text, CLASH)
    assert str(refused.value) == sentence


def test_a_computer_player_has_a_name_of_its_own() -> None:
    easy, standard = Computer("easy", 1), ("Player 1", "Player 2", "Player 3")
    assert names_for((None, easy, easy), ("", "", "Zoë"), standard) == ("Player 1", "Ada", "Zoë")
    assert names_for((None, easy, easy), ("ada", "", ""), standard) == ("ada", "Blaise", "Carla")


# Deal lines


def levels(game: AnyGame) -> st.SearchStrategy[Levels]:
    players = st.sampled_from((None, "easy", "medium", "hard"))
    return st.sampled_from(game.seats).flatmap(lambda seats: st.tuples(*[players] * seats))


@each_game
@given(data=st.data())
def test_a_deal_line_with_computer_players_is_parsed_again(game: AnyGame, data: st.DataObject) -> None:
    found = data.draw(levels(game))
    code = data.draw(st.sampled_from((CODE, DealCode.parse("EASY-HARD"))))
    deal = Deal(game, len(found), game.resolve_defaults(game.options(), len(found)), code, found if any(found) else ())
    for separator in (DOT, COMMA, " "):
        assert parse_deal_line(deal.line(separator)) == deal
        assert parse_deal_line(deal.line(separator).upper()) == deal
    assert parse_players(players_text(found), game) == found


def test_a_deal_line_says_who_plays() -> None:
    session = sit(CLASH, 2, CODE.value, computers=(None, Computer("hard", 900)))
    assert deal_text(session) == "clash · players me+hard · K7QF-2M9X"
    assert command_to_deal(session).startswith(
        "cardtable play clash --players me,hard --simulations 900 --name Ann --name Bob "
    )
    assert deal_text(sit(CLASH, 2, CODE.value)) == "clash · K7QF-2M9X"


@pytest.mark.parametrize(
    "text",
    [
        "clash, players me + hard, K7QF-2M9X",
        "CLASH, players: human, hard, k7qf 2m9x",
        "clash --players=me,hard --target=20 K7QF-2M9X",
        "clash · me+hard players · target 20 · K7QF-2M9X",
    ],
)
def test_the_players_of_a_deal_line_are_flexible(text: str) -> None:
    assert parse_deal_line(text).computers == (None, "hard")


def test_a_deal_code_that_looks_like_levels_is_a_deal_code() -> None:
    deal = parse_deal_line("clash players me hard easy hard")
    assert (deal.computers, str(deal.deal_code)) == ((None, "hard"), "EASY-HARD")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("clash · players me+easy+hard · K7QF-2M9X", "Clash is for 2 players, not 'me+easy+hard'."),
        ("clash · players me+expert · K7QF-2M9X",
         "There's no player 'expert'. A player is me, easy, medium or hard."),
        ("clash · 2 players · players me+hard · K7QF-2M9X",
         "A deal line can give the number of players only once."),
        ("clash · players · K7QF-2M9X", "Clash is for 2 players, not 'K7QF-2M9X'."),
    ],
)  # fmt: skip
def test_invalid_players_in_a_deal_line_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r"\.$") as refused:
        parse_deal_line(text)
    assert str(refused.value) == sentence
