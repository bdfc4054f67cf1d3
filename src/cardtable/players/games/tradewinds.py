"""Computer players' knowledge of Tradewinds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cardtable.engine.cards import is_hidden
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import COLUMNS, OFF, PILES, SEATS, STEPS, Blew, Blow, State, opposite
from cardtable.engine.games.tradewinds.rules import scoring_mask
from cardtable.engine.phrases import counted, join_words
from cardtable.players.knowledge import Knowledge, Merit


def _lines_of(seat: int) -> tuple[tuple[int, ...], ...]:
    """Return the piles in each line of a seat's wind. Each line starts at the edge where Singles leave the grid."""
    down, right = STEPS[seat]
    size = len(COLUMNS)
    lines = [range(at, len(PILES), size) if down else range(at * size, (at + 1) * size) for at in range(size)]
    return tuple(tuple(reversed(line)) if down + right > 0 else tuple(line) for line in lines)


_LINES = tuple(map(_lines_of, range(SEATS)))
"""The lines of each seat's wind."""


def rate(state: State, legal: Sequence[Blow], random: Random) -> list[float]:
    """Rate plays by the points that they score at once minus the points that they deduct at once."""
    before = sum(GAME.standing(state))
    return [sum(GAME.standing(GAME.advance(state, action, None))) - before for action in legal]


def reason(state: State, action: Blow, names: Sequence[str]) -> str:
    """Return text about the wind's effect on the Singles and about the cards that can leave the grid next."""
    blew = next(event for event in GAME.preview(state, action) if isinstance(event, Blew))
    landing = sum(len(flight.cards) for flight in blew.flights if flight.target != OFF)
    counts = ((len(blew.scored), "scores"), (len(blew.deducted), "deducts"), (landing, "lands on another pile"))
    (first, *others) = [each for each in counts if each[0]] or [(0, "")]
    if not first[0]:
        return "Nothing moves."
    parts = [f"{counted(first[0], 'Single')} {_agree(*first)}", *(f"{n} {_agree(n, what)}" for n, what in others)]
    return f"{join_words(parts)}{_edges(state, action)}."


def merits(state: State, action: Blow) -> dict[str, Merit]:
    """Return two facts about a play: its immediate gain, and the cards that can leave the grid next."""
    blew = next(event for event in GAME.preview(state, action) if isinstance(event, Blew))
    scored, deducted = len(blew.scored), len(blew.deducted)
    to_score, to_deduct = _exits(GAME.advance(state, action, None))
    return {
        "scored": Merit(scored, f"{counted(scored, 'Single', none='no')} {_agree(scored, 'scores')}"),
        "deducted": Merit(-deducted, f"{counted(deducted, 'Single', none='no')} {_agree(deducted, 'deducts')}"),
        "to deduct": Merit(-to_deduct, f"{to_deduct or 'none'} can deduct next"),
        "to score": Merit(to_score, f"{to_score or 'none'} can score next"),
    }


def _edges(state: State, action: Blow) -> str:
    """Return text about the change in the numbers of Singles that could score or deduct in the next wind."""
    before, after = _exits(state), _exits(GAME.advance(state, action, None))
    if before == after:
        return ""
    now = f"(now {before[0]} and {before[1]})"
    return f"; that leaves {counted(after[0], 'way')} to score at the edges and {after[1]} to deduct {now}"


def _exits(state: State) -> tuple[int, int]:
    """Return in how many ways a top Single can leave the grid in the next wind: scoring ways, then deducting ways."""
    scoring = deducting = 0
    for seat in range(SEATS):
        scores = scoring_mask(state.covering, state.sides[opposite(seat)])
        for line in _LINES[seat]:
            nearest = next((state.grid[at] for at in line if state.grid[at].face_up), None)
            if nearest is not None and not is_hidden(nearest.face_up[0]):
                is_scoring = bool(nearest.face_up[0].mask & scores)
                scoring, deducting = scoring + is_scoring, deducting + (not is_scoring)
    return scoring, deducting


def _agree(number: int, what: str) -> str:
    """Return the phrase in the singular or plural, such as `lands on another pile` or `land on other piles`."""
    verb, _, rest = what.partition(" ")
    return what if number == 1 else f"{verb[:-1]} {rest.replace('another pile', 'other piles')}".strip()


KNOWLEDGE = Knowledge(
    game=GAME,
    rate=rate,
    rate_simply=rate,
    slips=0.6,
    win_weight=0.0,
    scale=10.0,
    margin_meaning="points scored minus points deducted",
    simulations=600,
    reason=reason,
    merits=merits,
)
