"""The arrays of the games: every action has a number, and observations have a fixed size and hold nothing hidden."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import pytest

from cardtable.engine.chance import Key
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.wind_city.board import Board
from cardtable.lab.environments.encoding import Encoding, NoEncoding
from tests.engine.walks import PROFILE, SEATINGS, Seating, Walk, fixed_walks, tables, walk

WALKS = {"quick": 3, "ci": 20, "deep": 200}[PROFILE]
EVERY = {"quick": 11, "ci": 3, "deep": 1}[PROFILE]
"""Most laws are checked at every nth turn; with 11, each seat comes up."""
CUT_DOWN = {"coins"}
"""The parts in which a number can be larger than the largest value."""
each_seating = pytest.mark.parametrize("seating", [each for each in SEATINGS if each.game.id in SHIPPED], ids=repr)


@cache
def encoding_of(seating: Seating, options: Any) -> Encoding:
    return Encoding(seating.game, options, seating.seats)


def some_walks(seating: Seating) -> list[tuple[Encoding, Walk]]:
    """Return walks with different options, each with its encoding."""
    return [(encoding_of(seating, each.options), each) for each in fixed_walks(*seating, WALKS)]


def states(played: Walk) -> list[Any]:
    """Return some states of a walk, with the last one."""
    return [turn.before for turn in played.turns[::EVERY]] + [played.last]


@each_seating
def test_a_players_own_view_gives_the_same_observation(seating: Seating) -> None:
    """A policy at a table never gets the full state, so a view must be enough."""
    for encoding, played in some_walks(seating):
        for state in states(played):
            for seat in range(seating.seats):
                view = seating.game.view(state, seat)
                assert np.array_equal(encoding.observe(view, seat), encoding.observe(state, seat))


# Actions
@each_seating
def test_every_action_has_one_number(seating: Seating) -> None:
    for options in tables(*seating):
        encoding = encoding_of(seating, options)
        assert len({*encoding.actions}) == len({*map(str, encoding.actions)}) == len(encoding.actions)
        assert all(encoding.id_of(action) == number for number, action in enumerate(encoding.actions))
        assert [seating.game.parse(str(action)) for action in encoding.actions] == list(encoding.actions)


@each_seating
def test_the_mask_has_exactly_the_legal_actions(seating: Seating) -> None:
    for encoding, played in some_walks(seating):
        for state in (*(turn.before for turn in played.turns), played.last):
            mask, legal = encoding.mask(encoding.legal_ids(state)), seating.game.legal(state)
            assert mask.shape == (len(encoding.actions),)
            assert {encoding.actions[number] for number in np.flatnonzero(mask)} == {*legal}
            assert encoding.legal_ids(state) == np.flatnonzero(mask).tolist()


# Observations
@each_seating
def test_observations_have_a_fixed_size_and_known_bounds(seating: Seating) -> None:
    for encoding, played in some_walks(seating):
        for state in states(played):
            for seat in range(seating.seats):
                seen = encoding.observe(state, seat)
                assert seen.shape == (encoding.size,)
                assert seen.dtype == np.float32
                assert seen.min() >= 0
                view = seating.game.view(state, seat)
                for part in encoding.parts:
                    numbers = np.zeros(part.size, np.float32)
                    part.fill(numbers, view, seat)
                    assert part.name in CUT_DOWN or numbers.max() <= part.high, part.name
                    assert np.array_equal(seen[encoding.slices[part.name]], np.minimum(numbers, part.high))


@each_seating
def test_observations_hold_nothing_hidden(seating: Seating) -> None:
    """Two states that a seat can't tell apart look the same to it, and a view is enough to make an observation."""
    game = seating.game
    for encoding, played in some_walks(seating):
        for at, state in enumerate(states(played)):
            for seat in range(seating.seats):
                seen = encoding.observe(state, seat)
                assert np.array_equal(encoding.observe(game.determinize(state, seat, Key(at)), seat), seen)
                assert np.array_equal(encoding.observe(game.view(state, seat), seat), seen)


@each_seating
def test_an_observation_changes_whenever_the_view_does(seating: Seating) -> None:
    """Nothing that moves on the table is left out."""
    game = seating.game
    for encoding, played in some_walks(seating):
        for turn in played.turns[:: EVERY // 2 + 1]:
            for seat in range(seating.seats):
                before, after = encoding.observe(turn.before, seat), encoding.observe(turn.step.state, seat)
                is_same = game.view(turn.before, seat) == game.view(turn.step.state, seat)
                assert np.array_equal(before, after) == is_same, turn


@each_seating
def test_an_observation_shows_each_seat_its_own_place(seating: Seating) -> None:
    """The observer's number is in `seat`, and the player to move is counted from the observer."""
    (encoding, played), *_ = some_walks(seating)
    to_move = encoding.slices["to move"]
    for turn in islice(played.turns, 20):
        for seat in range(seating.seats):
            seen = encoding.observe(turn.before, seat)
            assert np.flatnonzero(seen[encoding.slices["seat"]]).tolist() == [seat]
            expected = turn.actor if seating.game.id == "tradewinds" else (turn.actor - seat) % seating.seats
            assert np.flatnonzero(seen[to_move]).tolist() == [expected]


@each_seating
def test_the_parts_of_an_observation_have_different_names(seating: Seating) -> None:
    encoding = encoding_of(seating, tables(*seating)[0])
    assert len(encoding.slices) == len(encoding.parts)
    assert sum(part.size for part in encoding.parts) == encoding.size == len(encoding.high)


def test_the_own_hand_is_seen_and_the_other_is_not() -> None:
    """Clash's hands, counted by hand."""
    game = SHIPPED["clash"]
    state = walk(game, 2, tables(game, 2)[0], Key(3), Key(3)).turns[0].before
    encoding = Encoding(game, state.options, 2)
    for seat in range(2):
        seen = encoding.observe(state, seat)
        names = [*map(str, state.hands[seat])]
        chards = [str(action.card) for action in encoding.actions[27:36]]
        completes = [str(action.card) for action in encoding.actions[:27]]
        assert seen[encoding.slices["own Chards"]].tolist() == [names.count(name) for name in chards]
        assert seen[encoding.slices["own Completes"]].tolist() == [names.count(name) for name in completes]


def test_a_board_of_another_size_has_its_own_arrays() -> None:
    game, board = SHIPPED["wind-city"], Board(columns=12, sea_rows=2, section_rows=5, stations=((1, 2), (4, 11)))
    options = game.options(board=board, cards=game.options().cards[:9])
    assert game.validate_options(options, 2) == ()
    encoding, played = Encoding(game, options, 2), walk(game, 2, options, Key(4), Key(4))
    assert encoding.slices["hurricane"].stop - encoding.slices["hurricane"].start == 12 * 12
    assert encoding.slices["discards"].stop - encoding.slices["discards"].start == 9
    for turn in played.turns:
        assert len(encoding.legal_ids(turn.before)) == len(game.legal(turn.before))
        houses = encoding.observe(turn.before, 0)[encoding.slices["houses"]]
        assert houses.sum() == sum(map(len, turn.before.houses))


def test_a_game_without_arrays_is_refused() -> None:
    class Other:
        id, title = "next-of-kin", "Next of Kin"

    with pytest.raises(NoEncoding, match="Next of Kin can't be used as an environment"):
        Encoding(Other(), None, 2)  # type: ignore[arg-type]  # only its id and title are read
