"""Drills. A drill is a kind of exercise with its own positions, question and right answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardtable.engine.cards import Card
from cardtable.engine.chance import Key, draw_below
from cardtable.lessons.script import RightAnswers
from cardtable.lessons.situation import Situation

Dice = Callable[[int], int]
"""A function that returns the next random number, from 0 up to but not including its argument."""


def dice(key: Key) -> Dice:
    """Return dice that always roll the same numbers for the same key."""

    def roll(below: int) -> int:
        nonlocal key
        drawn, key = draw_below(key, below)
        return drawn

    return roll


@dataclass(frozen=True, slots=True)
class MultipleChoice:
    """A multiple-choice question."""

    text: str
    choices: tuple[str, ...]
    answer: str
    why: str
    """The explanation of the right answer, from the engine."""


class CardReason(NamedTuple):
    """The verdict on a card: whether it is a right answer, and why."""

    right: bool
    why: str


@dataclass(frozen=True, slots=True)
class Drill:
    """A kind of exercise."""

    question: str
    right: RightAnswers | None
    """The condition for right actions, or None if the answer isn't an action (because `ask` or `point` is set)."""
    seats: int
    most_moves: int = 0
    """At first, fewer than this many random actions are played. More follow until a position fits."""
    fits: Callable[[Any], bool] = lambda state: True
    """Return whether the question can be asked in a state."""
    set_up: Callable[[int, Key], Any] | None = None
    """Return a state for this number of seats. If this is set, no random actions are played to reach a position."""
    ask: Callable[[Situation, Dice], MultipleChoice | None] | None = None
    """Return a question about a situation, or None if the situation offers no question."""
    rarity: int = 1
    """The minimum difficulty: there must be more than this many legal actions for each right one."""
    first_wrong: int = 0
    """How many of the first legal actions must be wrong. The first actions are the obvious ones."""
    whole_turn: bool = False
    """Whether the learner plays a whole turn. The measure is then the highest score still possible in the turn."""
    point: Callable[[Any], Mapping[Card, CardReason]] | None = None
    """Return every card that the learner can point at, with a verdict. Several of the cards are right answers."""

    @property
    def wants(self) -> str:
        """The kind of answer that the drill expects: `action`, `choice` or `cards`."""
        return "action" if self.right else "choice" if self.ask else "cards"
