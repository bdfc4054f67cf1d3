"""A position with one change is refused with a sentence, or can be played to the end."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from itertools import islice
from typing import Any

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.game import Step
from cardtable.engine.walk import turns
from cardtable.formats.document import header_of
from cardtable.formats.notation import format_position, parse_position
from cardtable.formats.position import card_faults, dump_position, load_position
from tests.engine import play_laws, view_laws
from tests.engine.laws import check_laws
from tests.engine.walks import AnyGame, Walk, each_game, tables, walk
from tests.table.mutations import read_or_refused
from tests.table.one_change import one_change

CHANGES = 32
A_BLOCK = 500
BLOCKS = 20
CHANGES_A_WALK = 8
FAR, FARTHER = 100, 1_000
"""The maximum number of actions from a position, here and in the long test: some matches never end."""
TURNS = 3
"""The most turns of each game that are checked against the laws; the first turn always is."""
LAWS = (
    play_laws.no_card_is_gained_or_lost,
    play_laws.a_seat_moves_until_the_outcome,
    play_laws.legal_actions_are_unique,
    play_laws.notation_parses_back,
    play_laws.explanations_cite_rulings,
    view_laws.the_actors_view_agrees_with_the_state,
    view_laws.every_view_shows_turn_and_outcome,
    view_laws.views_only_mask_values,
    view_laws.a_view_of_a_view_is_the_same,
    view_laws.views_mask_exactly_the_secrets,
    view_laws.hidden_cards_do_not_affect_what_a_seat_sees,
    view_laws.determinize_returns_a_valid_state,
    view_laws.every_event_has_a_log_line,
    view_laws.previews_come_true,
)


@each_game
def test_one_change_is_refused_or_played_to_the_end(game: AnyGame) -> None:
    """Try a few changes at all stages of random games."""
    found = Counter(try_change(game, number, FAR) for number in range(CHANGES))
    assert found["accepted"]
    assert found["refused"]


@pytest.mark.deep  # ten thousand games
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("block", range(BLOCKS))
@each_game
def test_ten_thousand_changes_are_refused_or_played_to_the_end(game: AnyGame, block: int) -> None:
    """Try 10,000 changes for each game; `pytest -m deep -s` prints how many were accepted."""
    numbers = range(block * A_BLOCK, (block + 1) * A_BLOCK)
    found = Counter(try_change(game, number, FARTHER) for number in numbers)
    print(f"\n{game.id} {block}: {dict(found)}")


def try_change(game: AnyGame, number: int, most: int) -> str:
    """Try the change with this number, and return whether it was refused or accepted."""
    luck = random.Random(f"{game.id} {number}")
    state, other = some_state(game, number // CHANGES_A_WALK, luck), some_state(game, luck.randrange(CHANGES), luck)
    done, data = one_change(game.state, state, other, luck)
    try:
        return became(game, json.dumps({**header_of(game, "position"), "state": data}), Key(number), most)
    except Exception as broken:
        broken.add_note(f"Change {number} of {game.id}: {done}, of\n{format_position(game, state)}")
        raise


def some_state(game: AnyGame, number: int, luck: random.Random) -> Any:
    """Pick a state of this random game; one in ten is its last."""
    made = game_number(game, number)
    return made.last if luck.random() < 0.1 else luck.choice(made.turns).before


@cache
def game_number(game: AnyGame, number: int) -> Walk:
    """Play the random game with this number; the numbers cycle through seats and options."""
    seats = game.seats[number % len(game.seats)]
    options = tables(game, seats)
    return walk(game, seats, options[number // len(game.seats) % len(options)], Key(number), Key(~number & 2**64 - 1))


def became(game: AnyGame, text: str, luck: Key, most: int) -> str:
    """Return whether the position was refused in one sentence or accepted, and play on an accepted one."""
    read = read_or_refused(lambda: load_position(text))
    if read is None:
        return "refused"
    found, state = read
    assert found is game
    assert load_position(dump_position(game, state)) == (game, state)
    assert parse_position(format_position(game, state)) == (game, state)
    check_played_on(game, state, luck, most)
    return "accepted"


def check_played_on(game: AnyGame, state: Any, luck: Key, most: int) -> None:
    """Play on, checking that every later state is valid and has legal actions, and that the laws hold."""
    played = WalkOn(game, state, luck, most)
    for turn in played.turns:
        after = turn.step.state
        assert game.validate_state(after) == (), turn
        assert (game.turn(after) is None) == (not game.legal(after)) == (game.outcome(after) is not None), turn
    check_laws(played, LAWS, len(played.turns) // TURNS + 1)
    if len(played.turns) < most:
        check_end(game, played.last, played.seats)


class WalkOn(Walk):
    """Random play on from a position."""

    def __init__(self, game: AnyGame, state: Any, luck: Key, most: int) -> None:
        self.game, self.seats, self.options, self.key, self.luck = game, seats_of(state), state.options, luck, luck
        self.opening, self.turns = Step(state), []
        for before, action, step in islice(turns(game, state, luck), most):
            self.add_turn(before, action, step)

    def __repr__(self) -> str:
        return f"{format_position(self.game, self.opening.state)}\nwith luck {self.luck}"


def seats_of(state: Any) -> int:
    """Return the number of players."""
    return len(next(getattr(state, name) for name in ("hands", "houses", "chards") if hasattr(state, name)))


def check_end(game: AnyGame, state: Any, seats: int) -> None:
    """Check that a game that is over has one outcome, the same for every viewer."""
    outcome = game.outcome(state)
    assert outcome is not None
    play_laws.check_outcome(game, seats, outcome)
    assert not game.legal(state)
    assert game.turn(state) is None
    assert (*card_faults(game, state), *game.validate_state(state)) == ()
    for viewer in (None, *range(seats)):
        seen = game.view(state, viewer)
        again = game.determinize(seen, viewer, Key(1))
        assert game.outcome(seen) == outcome
        assert game.view(again, viewer) == seen
        assert game.validate_state(again) == ()
