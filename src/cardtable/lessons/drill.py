"""Drills: kinds of exercise, each with its own positions, question and right answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardtable.engine.cards import Card
from cardtable.engine.chance import Key, draw_below
from cardtable.lessons.script import RightAnswers
from cardtable.lessons.situation import Situation

Dice = Callable[[int], int]
"""Return the next random number, at least 0 and less than the argument."""


def dice(key: Key) -> Dice:
    """Return dice that roll the same numbers for the same key."""

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
    """The engine's reason."""


class CardReason(NamedTuple):
    """The verdict on a card: whether it is one to point at, and why."""

    right: bool
    why: str


@dataclass(frozen=True, slots=True)
class Drill:
    """A kind of exercise."""

    question: str
    right: RightAnswers | None
    """The condition for right actions, or None if the answer isn't an action because `ask` or `point` is set."""
    seats: int
    most_moves: int = 0
    """An exclusive upper limit for the number of random actions to play before looking for a position that fits."""
    fits: Callable[[Any], bool] = lambda state: True
    """Return whether the question can be asked in a state."""
    set_up: Callable[[int, Key], Any] | None = None
    """Return a state for this number of seats, to use instead of playing random actions."""
    ask: Callable[[Situation, Dice], MultipleChoice | None] | None = None
    """Return a question about a situation, or None if there is nothing to ask."""
    rarity: int = 1
    """The ratio of legal actions to right ones must be greater than this."""
    first_wrong: int = 0
    """The number of legal actions at the start of the list, the most obvious ones, that must be wrong."""
    whole_turn: bool = False
    """Whether the learner plays the whole turn; the measure is then the highest score that the turn can still reach."""
    point: Callable[[Any], Mapping[Card, CardReason]] | None = None
    """Return every card in a state that the learner can point at, including several right ones."""

    @property
    def wants(self) -> str:
        """The kind of answer: `action`, `choice` or `cards`."""
        return "action" if self.right else "choice" if self.ask else "cards"
