"""Players for scripts: by name, and as functions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardtable import (
    DealCode,
    Seen,
    Session,
    dump_position,
    first_fault,
    load_position,
    parse_position,
    player,
    simulate,
)
from cardtable.engine.game import Game
from cardtable.engine.games import SHIPPED
from cardtable.formats.notation import format_position
from cardtable.formats.opening import StartPosition

each_game = pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED)


def at_table(game: Game[Any, Any, Any]) -> Session:
    return Session(game, game.options(), tuple("ABCDEF"[: game.seats[-1]]), DealCode(3))


@each_game
def test_a_player_by_name_plays_every_game_and_repeats_its_choices(game: Game[Any, Any, Any]) -> None:
    medium, seen = player("medium"), at_table(game).look(at_table(game).turn)
    assert medium.choose(seen) in seen.legal
    assert medium.choose(seen, Random(5)) == player("medium").choose(seen, Random(5))


def test_a_player_that_is_not_there_gets_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"There's no player 'wizard'\. A player is easy, medium, "):
        player("wizard")


def first_legal(seen: Seen, random: Random) -> Any:
    """Return the first action; the random numbers are the same again in the same simulation."""
    random.random()
    return seen.legal[0]


def test_a_function_can_play_in_a_simulation() -> None:
    (result,) = simulate("clash", players=[first_legal, "random"], games=1, workers=1)
    assert result.players == ("first_legal", "random")


@each_game
def test_a_sample_agrees_with_the_view(game: Game[Any, Any, Any]) -> None:
    session = at_table(game)
    seen = session.look(session.turn)
    sample = seen.sample(Random(1))
    assert game.view(sample, seen.viewer) == seen.state
    assert first_fault(game, sample) == ""
    assert sample == seen.sample(Random(1))


@each_game
def test_a_session_can_start_from_a_position_in_either_format(game: Game[Any, Any, Any]) -> None:
    state = at_table(game).look(None).sample(Random(2))
    assert parse_position(format_position(game, state)) == load_position(dump_position(game, state)) == (game, state)
    session = Session(game, state.options, tuple("ABCDEF"[: game.seats[-1]]), StartPosition(state))
    assert session.look(None).state == game.view(state, None)
