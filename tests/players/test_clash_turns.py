"""Which turns of Clash are still possible after one of two moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

from cardtable import DealCode, Session
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import EndTurn, PlayLast
from cardtable.games.clash.player.contrast import _longest
from cardtable.games.clash.player.turns import covers
from cardtable.practice.decisions import Decision
from cardtable.practice.judge import judge
from cardtable.practice.review import Verdict


def positions(games: int) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Yield views of random games with the legal moves."""
    for code in range(games):
        session, random = Session(GAME, GAME.options(), ("Ann", "Ben"), DealCode(code)), Random(code)
        while session.turn is not None and len(session.actions) < 60:
            seen = session.look(session.turn)
            yield seen.state, seen.legal
            session.act(random.choice(seen.legal))


def in_other_order() -> Iterator[tuple[Any, tuple[Any, ...], Any, Any]]:
    """Yield positions with two moves that can be played in either order."""
    for state, legal in positions(8):
        for one, other in permutations(legal[:12], 2):
            if covers(state, one, other) and covers(state, other, one):
                yield state, legal, one, other


def test_a_move_that_allows_the_same_turns_allows_as_many_cards() -> None:
    found = 0
    for state, _, one, other in in_other_order():
        assert _longest(state, one, {}).cards == _longest(state, other, {}).cards
        found += 1
    assert found


def test_a_move_that_ends_the_turn_early_does_not_cover_a_longer_turn() -> None:
    found = 0
    for state, legal in positions(10):
        ends = [each for each in legal if isinstance(each, EndTurn | PlayLast)]
        for one in legal:
            if _longest(state, one, {}).cards > 1:
                assert not any(covers(state, one, end) for end in ends)
                found += 1
    assert found


def test_a_move_is_not_blamed_if_the_same_turn_is_still_possible() -> None:
    """The simulated players may not find it, so their results say nothing about the move."""
    for state, legal, one, other in in_other_order():
        for number, played in enumerate((one, other)):
            review = judge(GAME, Decision(number + 1, state.turn, state, legal, played), 400)
            better = GAME.parse(review.best.action)
            assert review.verdict in (Verdict.BEST, Verdict.FORCED) or not covers(state, better, played)
        return
