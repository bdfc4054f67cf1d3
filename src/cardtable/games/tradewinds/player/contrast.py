"""Short reasons why one play of Tradewinds is better than another.

A reason begins with what each wind certainly does. What happens later comes from simulations of both plays with the
same hidden cards, dealt at random to fit what the player knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from cardtable.engine.cards import Single
from cardtable.engine.games.tradewinds import outlook
from cardtable.engine.games.tradewinds.model import SEATS, WINDS, Blow, State, opposite
from cardtable.engine.phrases import capitalized, counted, join_words, plural
from cardtable.players.foresight import NO_REASON, Foreseen, foresee
from cardtable.players.knowledge import Knowledge

NOTHING = "blows nothing off the grid"
MAX_NAMED = 3
"""The maximum number of Singles to name in a reason."""
_MAX_FACTS = 2
_WORTH_NAMING, _WORTH_ADDING = 0.2, 0.5
"""The smallest later differences to name, in points: if the better play gains no more immediately, and if it does."""


class _What(NamedTuple):
    """An outcome of simulations."""

    seat: int = -1
    """The seat whose next wind is meant, or -1 for the player to move, who keeps the other play's Complete."""
    single: Single | None = None
    """A Single that the wind blows off the grid. None stands for the points that the kept Complete brings later."""
    is_bad: bool = False
    """Whether the Single deducts."""


_KEPT = _What()


def contrast(knowledge: Knowledge[State, Blow], state: State, better: Blow, worse: Blow) -> str:
    """Return sentences about the advantage of the better play, such as `HRC scores Red; PBT deducts Blue.`"""
    (gain, does), (rival, instead) = (_at_once(state, action) for action in (better, worse))
    one, other = better.card.code, worse.card.code
    now = (
        f"{one} {does}{', and so does ' if does == instead else '; '}{other}{'' if does == instead else f' {instead}'}"
    )
    if does == instead == NOTHING:
        now = f"neither {one} nor {other} blows anything off the grid"
    facts = foresee(knowledge, state, better, worse, partial(_outcomes, state))
    if gain > rival:
        named = [each for each in facts[:1] if _value(each) >= _WORTH_ADDING]
        later = [_told(each, one, other) for each in named]
    else:
        named = [each for each in facts if _value(each) >= _WORTH_NAMING][:_MAX_FACTS]
        named = named or [each for each in facts if gain < rival and _value(each) > 0][:1]
        nothing = f"{NO_REASON}: {one} does better in simulations on the whole"
        later = [_told(each, one, other) for each in named] or [nothing]
        if gain < rival and not named:
            later = [f"later winds make up for the {_amount(rival - gain)} in simulations, in many small ways"]
        if gain < rival:
            later[0] = f"but {later[0]}"
    rest = sum(_value(each) for each in facts if each not in named)
    if named and rest >= _WORTH_ADDING:
        later[-1] += f"; smaller differences bring another {_amount(rest)}"
    return " ".join(f"{capitalized(each)}." for each in (now, *later))


def _at_once(state: State, action: Blow) -> tuple[int, str]:
    """Return the points of a play and, in words, the Singles that it scores and deducts."""
    blew = outlook.foresee(state, action)
    exits = (blew.scored, "scores"), (blew.deducted, "deducts")
    return blew.net, join_words([f"{verb} {_named(cards)}" for cards, verb in exits if cards] or [NOTHING])


def _named(cards: tuple[Single, ...]) -> str:
    is_short = len({*cards}) == len(cards) <= MAX_NAMED
    return join_words(map(str, cards)) if is_short else counted(len(cards), "Single")


def _value(fact: Foreseen) -> float:
    """Return the approximate number of points that an outcome gains."""
    return -fact.gain if fact.what.is_bad else fact.gain


def _told(fact: Foreseen, one: str, other: str) -> str:
    """Return a clause about an outcome after the better Complete `one`, compared with the worse Complete `other`."""
    if fact.what.single is None:
        later = f"{other} {_points(fact.better)} in simulations, and {one} {_points(fact.worse)}"
        return f"you must play both some time: kept for later, {later}"
    does = f"{WINDS[fact.what.seat].capitalize()}'s next wind {'deducts' if fact.what.is_bad else 'scores'}"
    share = f"{fact.better:.0%} of them ({fact.worse:.0%} after {other})"
    return f"in simulations after {one}, {does} {fact.what.single} in {share}"


def _points(mean: float) -> str:
    return f"{'brings' if mean > 0 else 'costs'} {_amount(mean)}" if round(abs(mean), 1) else "brings nothing"


def _amount(mean: float) -> str:
    amount = f"{abs(mean):.1f}"
    return f"{amount} {plural(1 + (amount != '1.0'), 'point')}"


def _outcomes(view: State, action: Blow, other: Blow, states: Iterator[State]) -> Counter[_What]:
    """Return what each seat's next wind blows off the grid after a play, and what the other Complete brings later."""
    found, before, is_kept = Counter[_What](), next(states), True
    for turn, after in enumerate(states, 1):
        if turn >= SEATS and not is_kept:
            break
        seat = before.turn
        assert seat is not None, "the game isn't over"
        to = opposite(seat)
        scored, deducted = after.scored[to][len(before.scored[to]) :], after.deducted[to][len(before.deducted[to]) :]
        if after.discards[-1] == other.card:
            is_kept, found[_KEPT] = False, len(scored) - len(deducted)
        elif turn < SEATS:
            found.update(dict.fromkeys((_What(seat, each) for each in scored), 1))
            found.update(dict.fromkeys((_What(seat, each, is_bad=True) for each in deducted), 1))
        before = after
    return found
