"""A slow, simple implementation of Tradewinds' wind, written only from the rules, to compare the engine with.

Cards are their codes (`R`, `HRC`), a pile is a list with its top last, and everything is changed in place.  Rows count
from 0 in the north, columns from 0 in the west.  It doesn't import the engine.
"""

from __future__ import annotations

from dataclasses import dataclass

TOWARDS = {"North": (1, 0), "East": (0, -1), "South": (-1, 0), "West": (0, 1)}
"""The direction of each player's wind, as a step in rows and columns."""
OPPOSITE = {"North": "South", "East": "West", "South": "North", "West": "East"}


@dataclass
class PileCard:
    """A Single in a pile."""

    card: str
    face_up: bool
    landed: bool = False
    """Whether it landed here this turn."""


Piles = dict[tuple[int, int], list[PileCard]]


def blow(piles: Piles, player: str, card: str) -> list[str]:
    """Play a card and return the Singles that the opposite player collects, in order."""
    down, right = TOWARDS[player]
    gone: list[str] = []
    for place in sorted(piles, key=lambda place: (-place[0] * down - place[1] * right, place)):
        while _flies(piles[place], card):
            fcard_in_pile = piles[place].pop()
            row, column = place[0] + down, place[1] + right
            while (row, column) in piles and not piles[row, column]:
                row, column = row + down, column + right
            if (row, column) in piles:
                piles[row, column].append(PileCard(fcard_in_pile.card, face_up=True, landed=True))
            else:
                gone.append(fcard_in_pile.card)
    for pile in piles.values():
        for card_in_pile in pile:
            card_in_pile.landed = False
        if pile:
            pile[-1].face_up = True
    return gone


def _flies(pile: list[PileCard], card: str) -> bool:
    return bool(pile) and pile[-1].face_up and not pile[-1].landed and pile[-1].card in card
