"""Drills, the kinds of exercises: each with its positions, its question and the right answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardtable.engine.cards import Card
from cardtable.engine.chance import Key, draw_below
from cardtable.lessons.script import RightAnswers
from cardtable.lessons.situation import Situation

Dice = Callable[[int], int]
"""Return the next random number from 0 to below the argument."""


def dice(key: Key) -> Dice:
    """Return dice that roll the same numbers for the same key."""

    def roll(below: int) -> int:
        nonlocal key
        drawn, key = draw_below(key, below)
        return drawn

    return roll


@dataclass(frozen=True, slots=True)
class Question:
    """A multiple-choice question."""

    text: str
    choices: tuple[str, ...]
    answer: str
    why: str
    """The reason, as the engine gives it."""


class CardReason(NamedTuple):
    """Whether a card is one of those to point at, and why."""

    right: bool
    why: str


@dataclass(frozen=True, slots=True)
class Drill:
    """A kind of exercise."""

    question: str
    right: RightAnswers | None
    """Which actions are right; None if the answer isn't an action but `ask` or `point` is set."""
    seats: int
    most_moves: int = 0
    """The most actions played at random before the question."""
    fits: Callable[[Any], bool] = lambda state: True
    """Return whether the question can be asked in a state."""
    set_up: Callable[[int, Key], Any] | None = None
    """Return a state for a number of seats, instead of random actions."""
    ask: Callable[[Situation, Dice], Question | None] | None = None
    """Return a question about a situation; None if it offers none."""
    rarity: int = 1
    """There must be more legal actions than this for each right one."""
    first_wrong: int = 0
    """How many of the first legal actions, the most obvious ones, must all be wrong."""
    whole_turn: bool = False
    """Whether the learner plays the whole turn; the measure is then the most that the turn can still reach."""
    point: Callable[[Any], Mapping[Card, CardReason]] | None = None
    """Return all the cards of a state that can be pointed at; several of them are right."""

    @property
    def wants(self) -> str:
        """The kind of answer: `action`, `choice` or `cards`."""
        return "action" if self.right else "choice" if self.ask else "cards"
