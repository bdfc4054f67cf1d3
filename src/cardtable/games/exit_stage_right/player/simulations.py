"""Simulations of Exit Stage Right, many at a time.

Like the engine, they use splitmix64 for random numbers, so the results are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

import numpy as np

from cardtable.engine.cards import COMPLETES, SINGLES, is_hidden
from cardtable.engine.chance import Key
from cardtable.engine.game import Seat
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Action, State
from cardtable.engine.zones import unseen
from cardtable.games.exit_stage_right.player.batch import Deals, Games, RandomWords
from cardtable.games.exit_stage_right.player.tables import UNIT, Integers, number_of

MAX_AT_ONCE = 4096
"""The maximum number of games in one set of arrays. The arrays then fit into the processor's cache."""
_STEP, _FIRST, _SECOND = map(np.uint64, (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
_PLACE = np.uint64(63)
"""The bits of a random word that hold a card's number. The number makes each word unique."""


class Simulations:
    """Simulations from a seat's view. Simulations with the same number share hidden cards and random numbers."""

    enough: ClassVar[int] = 0
    """The margin above which the policy stops refilling because the game is won."""

    def __init__(self, view: State, seat: Seat, key: Key) -> None:
        self._view = view = GAME.view(view, seat)
        self._key = np.uint64(key % (1 << 64))
        singles = unseen(SINGLES, *view.hands, view.face_up, *view.face_down)
        self._singles: Integers = np.array([UNIT[card.order] for card in singles], np.int64)
        on_stage = [card for row in view.stage for card in row if card is not None]
        completes = unseen(COMPLETES, on_stage, view.won, view.lost)
        self._completes: Integers = np.array([card.order for card in completes], np.int64)
        self._to_draw = len(view.draw_deck) if view.options.draw == "after-each-single" else 0
        self._to_play = sum(map(len, view.hands)) + self._to_draw

    def margins(self, actions: Sequence[Action], first: int, last: int) -> Integers:
        """Return the final margins of the simulations, with one row for each action.

        The margin is the number of Completes won minus the number lost. The simulations are numbered from `first` to
        `last - 1`. A simulation with the same number is the same in every call.
        """
        each = max(1, MAX_AT_ONCE // len(actions))
        parts = [self._margins(actions, at, min(at + each, last)) for at in range(first, last, each)]
        return np.hstack(parts)

    def unguided_margins(self, first: int, last: int) -> Integers:
        """Let the policy choose the first action as well, and return a row with these simulations' final margins."""
        parts = [_play_to_end(self.games(1, at, min(at + MAX_AT_ONCE, last))) for at in range(first, last, MAX_AT_ONCE)]
        return np.hstack(parts)[None]

    def _margins(self, actions: Sequence[Action], first: int, last: int) -> Integers:
        return margins_together([(self, actions, first, last)])[0]

    def games(self, times: int, first: int, last: int) -> Games:
        """Return games that begin at the view, with each deal from `first` to `last - 1` played `times` times."""
        return Games(self._view, self._deal(first, last), times, self.enough)

    def _deal(self, first: int, last: int) -> Deals:
        singles, completes = len(self._singles), len(self._completes)
        seeds = _mix(self._key + _STEP * np.arange(first + 1, last + 1, dtype=np.uint64))
        steps = _STEP * np.arange(1, singles + 2 * completes + self._to_play + 1, dtype=np.uint64)
        words = _mix(seeds + steps[:, None])
        dealt = _shuffle(self._singles, words[:singles])
        hands, at = [], 0
        for hand in self._view.hands:
            seen = [UNIT[card.order] for card in hand if not is_hidden(card)]
            hidden = dealt[:, at : at + len(hand) - len(seen)]
            hands.append(hidden.sum(axis=1) + sum(seen))
            at += hidden.shape[1]
        draw_deck = np.zeros((last - first, self._to_play + 1), np.int64)
        draw_deck[:, : self._to_draw] = dealt[:, at : at + self._to_draw]
        complete_deck = _shuffle(self._completes, words[singles : singles + completes])
        nothing = np.full((last - first, 1), len(COMPLETES))
        return Deals(np.array(hands), draw_deck, np.hstack([complete_deck, nothing]), words[singles + completes :])


class MarginSimulations(Simulations):
    """Simulations with a policy that tries to win as many Completes as possible."""

    enough = len(COMPLETES)


Request: TypeAlias = tuple[Simulations, Sequence[Action], int, int]
"""Simulations, together with the arguments for `margins`."""


def margins_together(requests: Sequence[Request]) -> list[Integers]:
    """Return the results of several requests.

    This takes much less time than one request after another, because all the games are played in the same arrays. The
    games must have the same options and the same number of seats.
    """
    sizes = [len(actions) * (last - first) for _, actions, first, last in requests]
    games = Games.side_by_side([each.games(len(actions), first, last) for each, actions, first, last in requests])
    played = [
        np.repeat(np.array([number_of(action) for action in actions]).T, last - first, axis=1)
        for _, actions, first, last in requests
    ]
    games.play(*np.hstack(played))
    parts = np.split(_play_to_end(games), np.cumsum(sizes)[:-1])
    return [part.reshape(len(request[1]), -1) for part, request in zip(parts, requests, strict=True)]


def _play_to_end(games: Games) -> Integers:
    """Play all games to the end with the policy and return their final margins."""
    final = np.zeros(len(games.games), np.int64)
    while games.collect(final):
        games.play(*games.choose())
    return final


def _mix(words: RandomWords) -> RandomWords:
    """Return splitmix64's output for each word, as in `engine/chance.py`."""
    words = (words ^ words >> np.uint64(30)) * _FIRST
    words = (words ^ words >> np.uint64(27)) * _SECOND
    return words ^ words >> np.uint64(31)


def _shuffle(cards: Integers, words: RandomWords) -> Integers:
    """Shuffle the cards once for each column of words. Each row of the result is one shuffled deck."""
    places = np.arange(len(cards), dtype=np.uint64)[:, None]
    order = np.sort((words & ~_PLACE | places).T) & _PLACE
    return cards.take(order.astype(np.int64))
