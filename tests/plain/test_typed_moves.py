"""Moves typed in plain mode."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame, UnclearAction
from cardtable.engine.games import SHIPPED
from cardtable.engine.walk import turns
from cardtable.plain.typed_moves import read_move
from cardtable.plain.view import view_of
from cardtable.rooms.kit.goto import ToReplay
from cardtable.table.pages import ruling
from cardtable.table.replay import Replay
from tests.plain.tables import new_session
from tests.plain.transcripts import opened, output_of
from tests.table.sittings import truth

UNCLEAR = {
    "clash": ("play", "red + green", "red + + hollow"),
    "exit-stage-right": ("refill", "red down", "red top", "play"),
    "rummy-like": ("send", "lead", "discard", "x y z"),
    "tradewinds": ("blow", "play"),
    "wind-city": ("storm away", "east", "play"),
}


@pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
def test_the_example_for_an_unclear_move_is_legal_now(game: AnyGame) -> None:
    session = new_session(max(2, game.seats[0]), game)
    view, number = view_of(game), 0
    for _, action, _ in islice(turns(game, truth(session), Key(4)), 60):
        seen = session.look(session.turn)
        for text in UNCLEAR[game.id]:
            with pytest.raises(UnclearAction):
                game.parse(text)
            with pytest.raises(ValueError, match=r"^That isn't a move") as refusal:
                read_move(text, seen, view)
            example = re.fullmatch(r"That isn't a move\. A move looks like this: (.+)\.", str(refusal.value))
            assert example is not None
            assert game.parse(example[1]) in seen.legal
            number += 1
        session.act(action)
    assert number


def test_the_example_is_like_what_was_typed() -> None:
    session = new_session(1)
    session.act(session.look(0).legal[0])
    with pytest.raises(ValueError, match=r"looks like this: refill \w+\.$"):
        read_move("refill", session.look(0), view_of(session.game))


@pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
def test_the_example_of_a_ruling_is_one_of_this_game(game: AnyGame) -> None:
    output = output_of(
        new_session(max(2, game.seats[0]), game), "rules zz-99", "rules list", "zz-4", "", "help", "quit"
    )
    assert output.count(f"No ruling has that number. Ruling numbers look like {game.prefix}-1.\n") == 2
    assert f"and a ruling, as in: rules {game.prefix}-4.\n" in output
    assert ruling(f"{game.prefix}-1")
    assert ruling(f"{game.prefix}-4")


@pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
def test_a_number_after_rules_means_the_same_part_as_in_the_list_of_parts(game: AnyGame) -> None:
    typed = ("rules 2", "rules list", "2", "99", "", "rules 99", f"rules {game.prefix}-2")
    output = output_of(new_session(max(2, game.seats[0]), game), *typed)
    assert output.count("\nIn short\n") == 2
    assert output.count(f". Ruling numbers look like {game.prefix}-1.\n") == 2
    assert output.count(f"\n{game.prefix}-2: ") == 1


@pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
def test_rules_alone_reads_the_part_about_the_position_wherever_one_looks_at_it(game: AnyGame) -> None:
    session = new_session(max(2, game.seats[0]), game)
    heading = game.rules_section(session.look(session.turn).state, None)
    assert f"\n{heading}\n" in output_of(session, "rules")
    assert f"\n{heading}\n" in opened(ToReplay(Replay(session)), "rules")
