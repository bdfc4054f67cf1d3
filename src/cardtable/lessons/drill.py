"""What a kind of exercise is: where its positions come from, what is asked, and what is right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardtable.engine.cards import Card
from cardtable.engine.chance import Key, draw_below
from cardtable.lessons.script import RightAnswers
from cardtable.lessons.situation import Situation

Dice = Callable[[int], int]
"""A number from 0 and below another one; the next one each time."""


def dice(key: Key) -> Dice:
    """The same key, the same numbers."""

    def throw(below: int) -> int:
        nonlocal key
        drawn, key = draw_below(key, below)
        return drawn

    return throw


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked where the answer is no action: one of these is right."""

    text: str
    choices: tuple[str, ...]
    answer: str
    why: str
    """What the engine says to it."""


class CardReason(NamedTuple):
    """Whether a card is among those to point at, and why."""

    right: bool
    why: str


@dataclass(frozen=True, slots=True)
class Drill:
    """One kind of exercise."""

    question: str
    right: RightAnswers | None
    """Which actions are right; None where the answer is no action, as `ask` or `point` says."""
    seats: int
    longest: int = 0
    """Actions played at random before the question, at the most."""
    fits: Callable[[Any], bool] = lambda state: True
    """Whether this is a state to ask the question in."""
    lay: Callable[[int, Key], Any] | None = None
    """A state for so many seats, instead of random actions."""
    ask: Callable[[Situation, Dice], Question | None] | None = None
    """A question about a position; None where it makes none."""
    rare: int = 1
    """Only one in so many legal actions may be right."""
    beyond: int = 0
    """So many of the first legal actions, those that come to mind first, are not right."""
    whole_turn: bool = False
    """Whether the turn is played to its end; the measure says what the turn can still come to."""
    point: Callable[[Any], Mapping[Card, CardReason]] | None = None
    """The cards of a state that may be pointed at, all of them; several of them are right."""

    @property
    def wants(self) -> str:
        """What answers it: `action`, `choice` or `cards`."""
        return "action" if self.right else "choice" if self.ask else "cards"
