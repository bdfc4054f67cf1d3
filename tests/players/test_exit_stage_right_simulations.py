"""Many simulations of Exit Stage Right at once, compared with the engine."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import numpy as np
import pytest

from cardtable.engine.cards import COMPLETES, SINGLES, Complete, Single, in_order
from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import start
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import MAX_HAND, Options, State
from cardtable.engine.zones import fill_hidden
from cardtable.games.exit_stage_right.player.batch import Games
from cardtable.games.exit_stage_right.player.knowledge import policy
from cardtable.games.exit_stage_right.player.simulations import Request, Simulations, margins_together
from cardtable.games.exit_stage_right.player.tables import FIELD, KINDS, UNIT, action_of, codes

GAMES_EACH = 150 if os.environ.get("CARDTABLE_PROFILE") == "deep" else 12
each_number_of_seats = pytest.mark.parametrize("seats", range(1, 7))


def random_state(seats: int, random: Random) -> State:
    """Return a state of a game with any options, after any number of actions, good and bad ones."""
    options = Options(
        hand_size=random.randint(5, MAX_HAND[seats]),
        draw=random.choice(("after-each-single", "none")),
        refill_count=random.choice(("up-to", "all")),
        refill_shift=random.choice(("all-but-new", "off-centre")),
        empty_grid=random.choice(("allowed", "refill-first")),
        open_hands=random.choice((False, True)),
    )
    state = start(GAME, options, seats, Key(random.getrandbits(60))).state
    for _ in range(random.randint(0, 40)):
        legal = GAME.legal(state)
        action = policy(state, legal, random) if random.random() < 0.7 else random.choice(legal)
        after = GAME.advance(state, action, None)
        if after.turn is None:
            break
        state = after
    return state


def dealt(games: Games, view: State, column: int) -> State:
    """Return the state of the engine with the cards that a simulation has dealt, before anyone has played."""
    hands = [_singles(int(hand[column])) for hand in games.hands]
    draw_at, complete_at = int(games.draw_at[column]), int(games.complete_at[column])
    drawn = [_singles(int(each)) for each in games.draw_decks[draw_at : draw_at + len(view.draw_deck)]]
    number = int(games.completes[column])
    completes = tuple(COMPLETES[at] for at in games.complete_decks[complete_at : complete_at + number])
    draw_deck = tuple(single for each in drawn for single in each) or view.draw_deck
    used = [*draw_deck, *[card for hand in hands for card in hand]]
    left = Counter(SINGLES) - Counter(used) - Counter(view.face_up)
    unseen = iter((left - Counter([card for heap in view.face_down for card in heap])).elements())
    face_down = tuple([fill_hidden(heap, unseen) for heap in view.face_down])
    return view._replace(hands=tuple(hands), draw_deck=draw_deck, complete_deck=completes, face_down=face_down)


def _singles(hand: int) -> tuple[Single, ...]:
    counts = [hand >> FIELD * kind & 15 for kind in range(KINDS)]
    return in_order(tuple([SINGLES[4 * kind] for kind, count in enumerate(counts) for _ in range(count)]))


@each_number_of_seats
def test_simulations_follow_the_rules_of_the_engine(seats: int) -> None:
    """Check the legality of each pick, and each stage, hand, turn and margin after it, with any options."""
    random = Random(seats)
    for number in range(GAMES_EACH):
        state = random_state(seats, random)
        seat = state.turn
        assert seat is not None
        games = Simulations(state, seat, Key(number)).games(1, 0, 6)
        states = {column: dealt(games, GAME.view(state, seat), column) for column in games.games.tolist()}
        for each in states.values():
            assert GAME.view(each, seat) == GAME.view(state, seat)
        final = np.zeros(6, np.int64)
        while True:
            actions, kinds = games.choose()
            for column, action, kind in zip(games.games.tolist(), actions.tolist(), kinds.tolist(), strict=True):
                played = action_of(action, kind)
                assert played in GAME.legal(states[column])
                states[column] = GAME.advance(states[column], played, None)
            games.play(actions, kinds)
            going_on = games.collect(final)
            for at, column in enumerate(games.games.tolist()):
                assert _numbers(games, at) == _numbers_of(states[column])
            if not going_on:
                break
        assert [states[column].turn for column in range(6)] == [None] * 6
        assert final.tolist() == [GAME.standing(states[column])[0] for column in range(6)]


def test_simulations_are_the_same_on_every_machine() -> None:
    """The same view, key and numbers lead to these results."""
    state = start(GAME, GAME.options(), 3, DealCode(3).key()).state
    legal = GAME.legal(state)
    margins = Simulations(state, state.turn or 0, Key(99)).margins(legal, 0, 6)
    assert margins[0].tolist() == [-1, -1, 3, 1, 1, 1]
    assert margins[-1].tolist() == [-2, 1, 3, 1, 3, 2]


def test_requests_in_the_same_arrays_get_the_same_results() -> None:
    """Views of the same game with more or fewer cards left don't disturb each other."""
    random = Random(1)
    states, state = [], start(GAME, GAME.options(refill_count="all"), 3, DealCode(3).key()).state
    while state.turn is not None:
        states.append(state)
        state = GAME.advance(state, policy(state, GAME.legal(state), random), None)
    picked = (states[0], states[-1], states[len(states) // 2], states[7])
    requests: list[Request] = []
    for number, each in enumerate(picked):
        simulations = Simulations(each, each.turn or 0, Key(number))
        requests.append((simulations, GAME.legal(each), number, 9 - number))
    alone = [simulations.margins(actions, first, last) for simulations, actions, first, last in requests]
    assert [each.tolist() for each in margins_together(requests)] == [each.tolist() for each in alone]


def _numbers(games: Games, at: int) -> object:
    return (
        games.stage[:, :, at].T.tolist(),
        games.hands[:, at].tolist(),
        games.turn[at],
        games.margin[at],
        games.completes[at],
    )


def _numbers_of(state: State) -> object:
    return (
        [codes(row) for row in state.stage],
        [sum(int(UNIT[card.order]) for card in hand) for hand in state.hands],
        state.turn,
        len(state.won) - len(state.lost),
        len(state.complete_deck),
    )


@each_number_of_seats
def test_simulations_pick_like_the_policy(seats: int) -> None:
    """Check that what the policy picks is as likely in simulations, and nothing else is picked, with any options."""
    random, picks = Random(seats), 400
    statistic, cases = 0.0, 0
    for number in range(GAMES_EACH):
        state = random_state(seats, random)
        legal = GAME.legal(state)
        games = Simulations(state, state.turn or 0, Key(number)).games(1, 0, picks)
        actions, kinds = games.choose()
        found = Counter(map(action_of, actions.tolist(), kinds.tolist()))
        assert found.keys() <= set(legal)
        expected = Counter(policy(state, legal, random) for _ in range(picks)) if len(legal) > 1 else found
        both = found + expected
        statistic += sum((found[action] - expected[action]) ** 2 / both[action] for action in both)
        cases += len(both) - 1
    assert statistic < cases + 4.5 * (2 * cases) ** 0.5


def test_hidden_cards_are_sampled_uniformly() -> None:
    """Check that each unseen card is as likely in each hidden place, as when the engine samples them."""
    random, samples = Random(1), 1500
    for seats in (1, 2, 4):
        state = random_state(seats, random)._replace(turn=0)
        view = GAME.view(state, 0)
        games = Simulations(state, 0, Key(seats)).games(1, 0, samples)
        ours = [dealt(games, view, column) for column in range(samples)]
        theirs = [GAME.determinize(state, 0, Key(number)) for number in range(samples)]
        for places in (_completes, _draws, _last_hand):
            found, expected = Counter(map(places, ours)), Counter(map(places, theirs))
            both = found + expected
            statistic = sum((found[each] - expected[each]) ** 2 / both[each] for each in both)
            assert statistic < len(both) + 4.5 * (2 * len(both)) ** 0.5


def _completes(state: State) -> Complete | None:
    return state.complete_deck[-1] if state.complete_deck else None


def _draws(state: State) -> Single | None:
    return state.draw_deck[0] if state.draw_deck and state.options.draw != "none" else None


def _last_hand(state: State) -> tuple[Single, ...]:
    return state.hands[-1][:2]


@each_number_of_seats
def test_simulations_depend_only_on_what_the_seat_sees(seats: int) -> None:
    """Check that hidden cards make no difference, nor which simulations are asked for together."""
    random = Random(seats)
    for number in range(GAMES_EACH):
        state = random_state(seats, random)
        seat, legal = state.turn or 0, GAME.legal(state)
        margins = Simulations(state, seat, Key(number)).margins(legal, 0, 30)
        other = Simulations(GAME.determinize(state, seat, Key(1)), seat, Key(number))
        assert (other.margins(legal[::-1], 4, 11)[::-1] == margins[:, 4:11]).all()
        assert (other.margins(legal[:1], 0, 30) == margins[:1]).all()
