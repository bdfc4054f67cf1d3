"""Positions and games in notation: round trips, layout and files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.formats.notation import (
    WIDTH,
    format_game,
    format_position,
    parse_game,
    parse_position,
    parse_record,
    read_record_file,
)
from cardtable.formats.position import cards_in_state, dump_position
from cardtable.formats.record import Record, dump_record
from cardtable.formats.short_form import has_defaults, is_compact
from cardtable.formats.strict_json import BadFile
from cardtable.table.recording import record_of
from cardtable.table.session import Session
from tests.engine.walks import each_game
from tests.formats.notation_examples import CITY, CODE, GAME, PLAYED, STAGE, WINDS, fold
from tests.table.sittings import play_on, sit, sittings, truth

# Round trips


@each_game
@given(data=st.data())
def test_a_formatted_position_is_parsed_again(game: AnyGame, data: st.DataObject) -> None:
    state = truth(data.draw(sittings(game)))
    text = format_position(game, state)
    assert parse_position(text) == (game, state)
    assert parse_position(fold(text, 40)) == (game, state)
    assert len(text.splitlines()) == 1
    assert text.isascii()


@each_game
@given(data=st.data())
def test_a_formatted_game_is_parsed_again(game: AnyGame, data: st.DataObject) -> None:
    record = record_of(data.draw(sittings(game, with_computers=True)))
    text = format_game(record)
    assert parse_game(text) == record
    assert parse_record(text) == parse_record(dump_record(record)) == record
    assert format_game(parse_game(text)) == text
    assert max(map(len, text.splitlines())) <= WIDTH


@each_game
@given(data=st.data())
def test_a_view_is_not_formatted(game: AnyGame, data: st.DataObject) -> None:
    state = truth(data.draw(sittings(game)))
    view = game.view(state, None)
    hidden_in_wind_city = 0 in getattr(view, "pile", ())
    if hidden_in_wind_city or any(card.code == "?" for card in cards_in_state(game, view)):
        for write in (format_position, dump_position):
            with pytest.raises(ValueError, match=r"A view can't be saved|This isn't a full state of Wind City"):
                write(game, view)


@given(st.lists(st.text(max_size=20), min_size=6, max_size=6))
def test_any_names_are_parsed_again(names: list[str]) -> None:
    from cardtable.formats.text import player_names

    try:
        safe = player_names(names, 6)
    except ValueError:
        return
    record = record_of(Session(STAGE, STAGE.options(), safe, CODE))
    assert parse_game(format_game(record)) == record


# Layout


def test_the_layout_of_a_position() -> None:
    state = truth(Session(WINDS, WINDS.options(), ("Ann", "Bob", "Cleo", "Dan"), CODE))
    text = format_position(WINDS, state)
    assert text.startswith("tradewinds rules=1 notation=2 options=() turn=")
    assert re.search(r" sides=\[\[[+-]{3}\] \[[+-]{3}\] \[[+-]{3}\] \[[+-]{3}\]\] grid=\[\(\[\w?\] \[\w*\]\) ", text)


def test_the_layout_of_a_game() -> None:
    session = Session(STAGE, STAGE.options(hand_size=5, draw="none"), ('A "B" \\', "Zoë"), CODE, (0, 0))
    play_on(session, Key(1), 4)
    session.undo()
    session.undo()
    moves = " ".join(f"{at}. {action}" for at, action in enumerate(session.actions, 1))
    assert format_game(record_of(session), date(2026, 11, 20)) == (
        f"""[Game "exit-stage-right"]
[Rules "1"]
[Notation "1"]
[Date "2026-11-20"]
[Seat "A \\"B\\" \\\\"]
[Seat "Zoë"]
[Persons "1 1"]
[Options "hand_size=5 draw=none"]
[Deal "K7QF-2M9X"]
[Undone "2"]

{moves} *
"""
    )


def test_a_game_without_actions_can_be_formatted() -> None:
    record = record_of(sit(STAGE, 1))
    assert format_game(record).endswith('[Deal "0000-0000"]\n\n*\n')
    assert parse_game(format_game(record)) == record


@each_game
def test_a_finished_game_has_a_result(game: AnyGame) -> None:
    session = sit(game, game.seats[0], 99)
    assert "[Result" not in format_game(record_of(session))
    play_on(session, Key(5), 2_000)
    outcome = session.outcome
    assert outcome is not None
    output = " ".join(format_game(record_of(session)).split())
    assert f'[Result "{outcome.reason}' in output
    assert parse_game(format_game(record_of(session))) == record_of(session)


def test_a_custom_board_is_written_in_full() -> None:
    default = CITY.resolve_defaults(CITY.options(), 2)
    board = default.board._replace(sea_rows=default.board.sea_rows + 1)
    custom = replace(default, cards=default.cards[:-1], piles=4, board=board)
    session = Session(CITY, custom, ("Ann", "Bob"), CODE)
    record = record_of(session)
    assert '\n[Options "piles=4 board=(' in format_game(record)
    assert " cards=[[(" in " ".join(format_game(record).split())
    assert parse_game(format_game(record)) == record
    text = format_position(CITY, truth(session))
    assert parse_position(text) == (CITY, truth(session))
    assert max(map(len, format_game(record).splitlines())) <= WIDTH


def test_which_types_have_defaults_and_which_lists_are_compact() -> None:
    kinds: list[tuple[Any, Any]] = [(game.options, game.state) for game in SHIPPED.values()]
    assert all(has_defaults(options) and not has_defaults(state) for options, state in kinds)
    hints = {name: hint for game in SHIPPED.values() for name, hint in hints_of(game)}
    assert is_compact(hints["draw_deck"])
    assert not is_compact(hints["played"])  # a number in Clash
    assert not is_compact(hints["discards"])
    assert not is_compact(hints["piles"])


def hints_of(game: AnyGame) -> Iterator[tuple[str, Any]]:
    from typing import get_type_hints

    yield from get_type_hints(game.state).items()


# Files and records


def test_a_record_file_can_have_either_form(tmp_path: Path) -> None:
    for name, text in (
        ("a.json", dump_record(PLAYED)),
        ("a.txt", GAME),
        ("b.txt", "\ufeff\r\n" + GAME.replace("\n", "\r\n")),
    ):
        path = tmp_path / name
        path.write_text(text, "utf-8", newline="")
        assert read_record_file(path) == PLAYED


def test_a_game_that_cannot_be_played_is_not_formatted() -> None:
    with pytest.raises(BadFile, match="Action 1 'Purple' isn't an action"):
        format_game(replace(PLAYED, actions=("Purple",)))


def test_actions_are_formatted_in_standard_notation() -> None:
    upper = replace(PLAYED, actions=tuple(action.upper() for action in PLAYED.actions))
    assert format_game(upper) == GAME


def test_every_count_of_a_record_has_a_tag() -> None:
    counts = {name for name in Record.__dataclass_fields__ if type(getattr(PLAYED, name)) is int}
    tags = {"undone": "Undone", "hinted": "Hinted", "inherited_actions": "Given"}
    assert counts == tags.keys()
    for name, tag in tags.items():
        one: Any = {name: 1}
        changed = replace(PLAYED, **one)
        assert f'\n[{tag} "1"]\n' in format_game(changed)
        assert parse_game(format_game(changed)) == changed
        assert f"[{tag}" not in GAME
