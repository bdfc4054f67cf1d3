"""Two searches for every game: simulations of each action, and information-set Monte Carlo tree search.

Both sample the hidden cards from the mover's view, so a choice can't depend on anything that the mover can't know.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from cardtable.engine.chance import Key, draw_below
from cardtable.engine.game import Seat
from cardtable.players.knowledge import Knowledge, squash, values

EXPLORATION = 0.35
"""The weight of exploration in UCB1 (Auer, Cesa-Bianchi and Fischer 2002), for values from 0 to 1."""


class Estimate(NamedTuple):
    """The result of the simulations of an action."""

    action: Any
    visits: int
    value: float
    """The mean value for the seat to move, from 0 to 1."""


class Searcher:
    """The hidden cards that a seat imagines, and the simulations from there."""

    def __init__(self, knowledge: Knowledge[Any, Any], view: Any, key: Key) -> None:
        """Prepare a search from a view whose seat is to move."""
        self.knowledge, self.game, self.view = knowledge, knowledge.game, view
        seat = self.game.turn(view)
        assert seat is not None, "a seat is to move"
        self.seat: Seat = seat
        self._round = self.game.round_number(view)
        self._standing = self.game.standing(view)
        self._key = key
        self._deals: list[tuple[Any, int]] = []

    def deal(self, number: int) -> tuple[Any, Random]:
        """Return a full state that the seat thinks possible, with its random numbers; it depends on the number only."""
        while len(self._deals) <= number:
            seed, self._key = draw_below(self._key, 1 << 62)
            state = self.game.determinize(self.view, self.seat, Key(seed))
            if self.knowledge.refine is not None:
                state = self.knowledge.refine(state, self.seat, Random(~seed))
            self._deals.append((state, seed))
        state, seed = self._deals[number]
        return state, Random(seed)

    def is_over(self, state: Any) -> bool:
        """Return whether the round in which the search began is over."""
        return self._round is not None and self.game.round_number(state) != self._round

    def simulate(self, state: Any, random: Random) -> list[float]:
        """Play to the end of the round or of the game, or as far as a search looks; return the value for each seat."""
        legal, advance, policy = self.game.legal, self.game.advance, self.knowledge.policy
        round_number, is_over = self.game.round_number, False
        for _ in range(self.knowledge.horizon):
            is_over = round_number(state) != self._round
            if is_over or not (choices := legal(state)):
                break
            state = advance(state, policy(state, choices, random) if len(choices) > 1 else choices[0], None)
        return values(self.knowledge, state, self._standing, is_over=is_over or self.is_over(state))


def halve(searcher: Searcher, legal: Sequence[Any], simulations: int) -> list[Estimate]:
    """Simulate each action equally often with the same deals, and go on with the better half until one is left.

    Sequential halving (Karnin, Koren and Somekh 2013) with common random numbers; the best action comes first.
    """
    if len(legal) == 1:
        simulations = 1
    totals, counts, trust = [0.0] * len(legal), [0] * len(legal), searcher.knowledge.trust
    priors = _values_of_ratings(searcher, legal) if trust else totals[:]

    def score(at: int) -> float:
        return (totals[at] + trust * priors[at]) / (counts[at] + trust)

    alive, used = list(range(len(legal))), 0
    rounds = max(1, math.ceil(math.log2(len(legal))))
    for left in range(rounds, 0, -1):
        each = max(1, (simulations - used) // (left * len(alive)))
        for at in alive:
            for number in range(counts[at], counts[at] + each):
                state, random = searcher.deal(number)
                reached = searcher.game.advance(state, legal[at], None)
                totals[at] += searcher.simulate(reached, random)[searcher.seat]
            counts[at] += each
        used += each * len(alive)
        alive.sort(key=score, reverse=True)
        alive = alive[: max(1, (len(alive) + 1) // 2)]
    order = sorted(range(len(legal)), key=lambda at: (counts[at], score(at)), reverse=True)
    return [Estimate(legal[at], counts[at], totals[at] / counts[at]) for at in order]


def _values_of_ratings(searcher: Searcher, legal: Sequence[Any]) -> list[float]:
    """Return the value of each action as a sound player rates it in points, at most a half."""
    knowledge = searcher.knowledge
    ratings = knowledge.rate(searcher.view, legal, Random(0))
    return [squash(rating - max(ratings), knowledge.scale) for rating in ratings]


@dataclass(slots=True)
class _Node:
    """The results of simulations after an action; values are for the seat that chose it."""

    visits: int = 0
    available: int = 0
    """How often the action was legal when its parent was visited."""
    total: float = 0.0
    children: dict[Any, _Node] = field(default_factory=dict)

    def bound(self) -> float:
        """Return the upper confidence bound of an action."""
        return self.total / self.visits + EXPLORATION * math.sqrt(math.log(self.available) / self.visits)


def grow(searcher: Searcher, legal: Sequence[Any], simulations: int) -> list[Estimate]:
    """Search a tree of information sets, one deal for each simulation; the best action comes first.

    Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012). At the other players' nodes, the
    cards that they can't see are dealt again (Goodman 2019), so that nobody in the tree knows the searcher's hand.
    """
    root = _Node()
    for number in range(simulations):
        state, random = searcher.deal(number)
        _descend(searcher, root, state, random)
    found = ((action, root.children.get(action) or _Node()) for action in legal)
    estimates = [Estimate(action, node.visits, node.total / max(1, node.visits)) for action, node in found]
    return sorted(estimates, key=lambda each: (-each.visits, -each.value))


def _descend(searcher: Searcher, root: _Node, state: Any, random: Random) -> None:
    """Follow the tree to its edge, add a node, simulate from there, and count the result on the way back."""
    game, node, path = searcher.game, root, list[tuple[Seat, _Node]]()
    choices: Sequence[Any]
    while not searcher.is_over(state) and (choices := game.legal(state)):
        seat = game.turn(state)
        assert seat is not None, "there are legal actions"
        if seat != searcher.seat:
            choices = _imagined(searcher, state, seat, choices, random)
        children = node.children
        fresh = []
        for action in choices:
            child = children.get(action)
            if child is None:
                fresh.append(action)
            else:
                child.available += 1
        if fresh:
            action = fresh[int(random.random() * len(fresh))]
            children[action] = child = _Node(available=1)
        else:
            action = max(choices, key=lambda each: children[each].bound())
            child = children[action]
        path.append((seat, child))
        state, node = game.advance(state, action, None), child
        if fresh:
            break
    reached = searcher.simulate(state, random)
    for seat, node in path:
        node.visits += 1
        node.total += reached[seat]


def _imagined(searcher: Searcher, state: Any, seat: Seat, choices: Sequence[Any], random: Random) -> Sequence[Any]:
    """Return the legal actions that another player could also have with other cards hidden from them."""
    other = searcher.game.determinize(state, seat, Key(int(random.random() * (1 << 53))))
    also = set(searcher.game.legal(other))
    return [action for action in choices if action in also] or choices
