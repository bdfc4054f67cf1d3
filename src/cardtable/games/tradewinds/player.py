"""Computer players' knowledge of Tradewinds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from cardtable.engine.cards import Single, is_hidden
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import COLUMNS, OFF, PILES, SEATS, STEPS, Blew, Blow, State, opposite
from cardtable.engine.games.tradewinds.rules import scoring_mask
from cardtable.engine.phrases import counted, join_words
from cardtable.players.knowledge import Knowledge

NOTHING = "blows nothing off the grid"
MOST_NAMED = 3
"""The maximum number of Singles to name in a reason."""


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


def contrast(state: State, better: Blow, worse: Blow) -> str:
    """Return a sentence about the advantage of the better play, such as `HRC scores Red; PBT deducts Blue.`"""
    one, other = (_effects(state, action) for action in (better, worse))
    if one.gain > other.gain:
        return f"{better.card.code} {one.words}; {worse.card.code} {other.words}."
    does = "deducts nothing" if other.words == NOTHING else other.words
    at_once = f"{worse.card.code} {does} at once, but " if other.gain > one.gain else ""
    if one.to_deduct < other.to_deduct:
        few, many, what = one.to_deduct, other.to_deduct, "deduct"
    elif one.to_score > other.to_score:
        few, many, what = one.to_score, other.to_score, "score"
    else:
        looks = "" if at_once else f"{worse.card.code} looks as good at once, but "
        return f"{at_once}{looks}{better.card.code} leads to more later."
    told = f"{at_once}after {better.card.code}, {_ways(few)} to {what} next; after {worse.card.code}, {many or 'none'}."
    return f"{told[0].upper()}{told[1:]}"


def _ways(number: int) -> str:
    return f"the edges offer {counted(number, 'way')}"


class _Effects(NamedTuple):
    """The certain effects of a play."""

    gain: int
    """The number of Singles that score minus the number that deduct."""
    words: str
    to_score: int
    to_deduct: int


def _effects(state: State, action: Blow) -> _Effects:
    blew = next(event for event in GAME.preview(state, action) if isinstance(event, Blew))
    parts = [
        f"{verb} {_named(cards)}" for cards, verb in ((blew.scored, "scores"), (blew.deducted, "deducts")) if cards
    ]
    words = join_words(parts or [NOTHING])
    return _Effects(blew.net, words, *_exits(GAME.advance(state, action, None)))


def _named(cards: Sequence[Single]) -> str:
    is_short = len({*cards}) == len(cards) <= MOST_NAMED
    return join_words(map(str, cards)) if is_short else counted(len(cards), "Single")


def _edges(state: State, action: Blow) -> str:
    """Return text about the change in the numbers of Singles that could score or deduct in the next wind."""
    before, after = _exits(state), _exits(GAME.advance(state, action, None))
    if before == after:
        return ""
    now = f"(now {before[0]} and {before[1]})"
    return f"; that leaves {counted(after[0], 'way')} to score at the edges and {after[1]} to deduct {now}"


def _exits(state: State) -> tuple[int, int]:
    """Return two counts of the ways in which a top Single can leave the grid next turn: scoring and deducting."""
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
    contrast=contrast,
)
