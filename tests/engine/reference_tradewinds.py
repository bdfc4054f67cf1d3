"""The wind of Tradewinds a second time: slow, plain, and written from the rules alone, to be compared with the engine.

Cards are their codes (`R`, `HRC`), a pile is a list with its top last, and everything is changed in place.  Columns
run from 0 in the west, rows from 0 in the north.  Nothing here imports the engine.
"""

from __future__ import annotations

from dataclasses import dataclass

TOWARDS = {"North": (1, 0), "East": (0, -1), "South": (-1, 0), "West": (0, 1)}
"""Where each player blows, as a step in rows and columns."""
OPPOSITE = {"North": "South", "East": "West", "South": "North", "West": "East"}


@dataclass
class Lying:
    """A Single in a pile."""

    card: str
    face_up: bool
    landed: bool = False
    """Whether it landed there in this turn."""


Piles = dict[tuple[int, int], list[Lying]]


def blow(piles: Piles, player: str, card: str) -> list[str]:
    """Blow the piles about; gives what the player opposite collects, in the order of the flights."""
    down, right = TOWARDS[player]
    gone: list[str] = []
    for place in sorted(piles, key=lambda place: (-place[0] * down - place[1] * right, place)):
        while _flies(piles[place], card):
            flying = piles[place].pop()
            row, column = place[0] + down, place[1] + right
            while (row, column) in piles and not piles[row, column]:
                row, column = row + down, column + right
            if (row, column) in piles:
                piles[row, column].append(Lying(flying.card, face_up=True, landed=True))
            else:
                gone.append(flying.card)
    for pile in piles.values():
        for lying in pile:
            lying.landed = False
        if pile:
            pile[-1].face_up = True
    return gone


def _flies(pile: list[Lying], card: str) -> bool:
    return bool(pile) and pile[-1].face_up and not pile[-1].landed and pile[-1].card in card
