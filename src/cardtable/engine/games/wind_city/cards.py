"""The cards of Wind City. Each card has five actions, which move the hurricane or buy a house."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cardtable.engine.games.wind_city.board import DIRECTIONS, Direction

ACTIONS = 5  # WC-13
MAX_CHOSEN = 3  # WC-4
MAX_STEPS, MAX_COST, MAX_CARDS = 26, 99, 99  # WC-19


class Move(NamedTuple):
    """An action that moves the hurricane."""

    kind: Literal["move"]
    direction: Direction
    steps: int
    cost: int

    def __str__(self) -> str:
        return f"{self.direction} {self.steps}"


class House(NamedTuple):
    """An action that buys a house."""

    kind: Literal["house"]
    cost: int

    def __str__(self) -> str:
        return "house"


ActionCard = tuple[Move | House, ...]


def is_choice(numbers: tuple[int, ...]) -> bool:
    """Return whether these are the numbers of one to three different actions (WC-4)."""
    is_short = 1 <= len(numbers) <= MAX_CHOSEN
    return is_short and len(set(numbers)) == len(numbers) and set(numbers) <= set(range(1, ACTIONS + 1))


_STANDARD = """
    S1:1 N3:2 E2:1 E3:3 H:4   S1:1 N4:3 W2:1 W2:2 H:4   S1:2 N2:1 E3:2 W4:4 H:4   S2:3 N3:2 W1:1 W4:3 H:4
    S1:1 N4:3 E2:1 E2:2 H:4   S1:2 N2:1 W3:3 W2:2 H:3   S2:2 N5:4 E1:1 W3:3 H:5   S1:1 N3:2 W3:3 W1:2 H:3
    S1:2 N3:3 E1:1 E4:4 H:4   S1:2 N2:2 W2:2 E3:3 H:3   S2:3 N4:3 E3:3 E2:2 H:5   S2:2 N1:1 W5:4 E3:3 H:4
    S1:2 N4:3 W3:3 E1:1 H:5   S1:1 N3:2 W2:2 W3:3 H:4   S3:4 N2:1 E2:2 E4:3 H:3   S1:1 N4:4 W1:1 E2:2 H:3
    S1:2 N2:2 W3:2 E4:4 H:5   S1:2 N3:2 W4:3 W2:2 H:4   S2:3 N3:2 E1:2 W3:3 H:4   S2:3 N1:1 E3:3 E1:1 H:3
    S1:2 N2:1 W1:1 W3:2 H:5   S2:2 N3:2 E5:4 W2:2 H:4   S3:3 N4:4 W2:2 E1:1 H:5   S1:2 N5:5 E2:2 E3:3 H:4
    S2:2 N1:1 E3:2 E1:1 H:3
"""


def parse_card(text: str) -> ActionCard:
    """Return the card for text such as `S1:1 N4:3 W2:1 W2:2 H:4`.

    A move consists of its direction, number of steps and cost. A house consists of the letter H and its cost.
    """
    return tuple(map(_parse_action, text.split()))


def _parse_action(text: str) -> Move | House:
    what, cost = text.split(":")
    if what == "H":
        return House("house", int(cost))
    (direction,) = (each for each in DIRECTIONS if each[0].upper() == what[0])
    return Move("move", direction, int(what[1:]), int(cost))


def _parse_cards(text: str) -> tuple[ActionCard, ...]:
    actions = parse_card(text)
    return tuple(actions[at : at + ACTIONS] for at in range(0, len(actions), ACTIONS))


CARDS = _parse_cards(_STANDARD)  # WC-13; the same as the file in rules/wind_city/
