"""The exercises of Rummy-like: to pass on, lead, play and discard so that the hand stays worth most."""

from __future__ import annotations

from cardtable.engine.games.rummy_like import SEATS, Discard, State, legal
from cardtable.lessons.drill import Drill
from cardtable.lessons.script import Right


def _passes_on(state: State) -> bool:
    return bool(state.picked)


def _follows(state: State) -> bool:
    """What the leader plays comes back, so only the others are asked."""
    return state.led is not None and not state.picked and state.turn != state.leader and not _discards(state)


def _discards(state: State) -> bool:
    return isinstance(legal(state)[0], Discard)


RUMMY_LIKE_DRILLS = (
    Drill(
        "Which Chards do you send on, to keep your sets and what matches your TriCards most often?",
        Right(best="served"), SEATS, 60, _passes_on, is_clear=True,
    ),
    Drill(
        "Which TriCard do you lead, to ask for the kinds that are worth the most to you?",
        Right(best="asked_for"), SEATS, 60, lambda state: bool(state.drawn), is_clear=True,
    ),
    Drill(
        "Which Chard do you play, to keep your sets and what matches your TriCards most often?",
        Right(best="served"), SEATS, 60, _follows, is_clear=True,
    ),
    Drill(
        "Which TriCard do you discard, so that your sets and Chards match the others most often?",
        Right(best="served"), SEATS, 120, _discards, is_clear=True,
    ),
)  # fmt: skip
