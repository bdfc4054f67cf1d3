"""Short reasons why one move of Rummy-like is better than another, from simulations of both with the same hidden cards.

A reason names only what clearly speaks for the better move: the sets and the points that the players get in the round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from cardtable.engine.cards import Chard, matches
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import KINDS, OF_A_KIND, Action, Chards, Play, Send, State
from cardtable.engine.games.rummy_like.trick import seat_to_move
from cardtable.engine.games.rummy_like.words import four_of, list_cards, with_articles
from cardtable.engine.phrases import join_words
from cardtable.engine.zones import subtract
from cardtable.players.foresight import NO_REASON, Foreseen, foresee
from cardtable.players.hints import as_subject
from cardtable.players.knowledge import Knowledge

_MAX_FACTS = 2
_WORTH_NAMING = 0.04
"""The smallest difference to name, in points."""
_POINTS_OF_OTHERS = 0.5
"""What a point for another player costs, because the margin counts the average of the two others."""


class _What(NamedTuple):
    """An outcome of a simulated round."""

    is_own: bool
    kind: Chard | None = None
    """The kind of the set that a player ends the round with, or None for the points scored."""


def contrast(knowledge: Knowledge[State, Action], state: State, better: Action, worse: Action) -> str:
    """Return a sentence about what the better action gains.

    If no single gain is clear, the sentence admits that no reason is known. It is left out if the better action also
    looks better, because then its immediate effect is reason enough.
    """
    seat = seat_to_move(state)
    facts = foresee(knowledge, state, better, worse, lambda _, __, states: _outcomes(state, seat, states))
    facts = [each for each in facts if _gain(state, seat, each) >= _WORTH_NAMING]
    facts.sort(key=lambda each: (each.what.kind is None, -_gain(state, seat, each)))
    if facts:
        told = [_told(each, "" if at else f" after {_name(worse)}") for at, each in enumerate(facts[:_MAX_FACTS])]
        named = [each.what.kind for each in facts[:_MAX_FACTS] if not each.what.is_own]
        gone = [kind for kind in _last(state, worse, better) if kind in named]
        last = f"; {_name(worse)} gives away your last {list_cards(gone)}" if gone else ""
        return f"In simulations after {_name(better)}, {join_words(told)}{last}."
    looks, instead = knowledge.rate(state, (better, worse), Random(0))
    if looks > instead:
        return ""
    return f"{NO_REASON.capitalize()}: {_name(better)} does better in simulations on the whole."


def _name(action: Action) -> str:
    if isinstance(action, Send) and len(action.cards) > 1:
        return f"sending {with_articles(action.cards)}"
    return as_subject(GAME.name_action(action))


def _gain(state: State, seat: Seat, fact: Foreseen) -> float:
    """Return roughly how many points an outcome gains for the player."""
    if fact.what.kind is None:
        return fact.gain if fact.what.is_own else -fact.gain * _POINTS_OF_OTHERS
    if not fact.what.is_own:
        return -fact.gain
    return fact.gain * max(1, sum(matches(fact.what.kind, each) for each in state.tricards[seat]))


def _told(fact: Foreseen, after: str) -> str:
    what, instead = fact.what, fact.worse
    if what.kind is None:
        who = "you score" if what.is_own else "the others score"
        between = "" if what.is_own else " between them"
        return f"{who} {fact.better:.1f} points{between} ({instead:.1f}{after})"
    who = "you end the round" if what.is_own else "somebody else ends the round"
    return f"{who} with {four_of(what.kind)} in {fact.better:.0%} of them ({instead:.0%}{after})"


def _last(state: State, action: Action, other: Action) -> Chards:
    """Return the kinds that only this action gives away completely."""
    seat = seat_to_move(state)
    hand = state.chards[seat] + (state.picked if state.phase == "send" else ())

    def without(cards: Chards) -> set[Chard]:
        return {each for each in cards if each not in subtract(hand, cards)}

    return tuple(without(_given(action)) - without(_given(other)))


def _given(action: Action) -> Chards:
    return action.cards if isinstance(action, Send) else (action.card,) if isinstance(action, Play) else ()


def _outcomes(view: State, seat: Seat, states: Iterator[State]) -> Counter[_What]:
    """Return the sets that the players end the round with, and the points that they score."""
    found, before, end = Counter[_What](), view, view
    for state in states:
        before, end = end, state
    gained = [after - had for after, had in zip(end.scores, view.scores, strict=True)]
    found[_What(is_own=True)] = gained[seat]
    found[_What(is_own=False)] = sum(gained) - gained[seat]
    hands = (end if end.round == view.round else before).chards
    for owner, hand in enumerate(hands):
        for kind in KINDS:
            if hand.count(kind) == OF_A_KIND:
                found[_What(owner == seat, kind)] = 1
    return found
