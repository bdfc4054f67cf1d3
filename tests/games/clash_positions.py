"""Short notations for states of Clash."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cardtable.engine.cards import Chard, Complete
from cardtable.engine.chance import Key
from cardtable.engine.game import Seat
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import HAND_SIZE, PILE_SIZE, Hand, Options, State
from tests import builders

NAMES = ("Ann", "Ben")
SINGLE = Options(target=0)
CODE_WITH_SHOWN_HAND = 55
"""A deal in which the dealer shows a hand (CL-2)."""


def cards(text: str) -> Hand:
    """Return Chards and Completes, given their codes: `cards("R H FRC")`."""
    return tuple(Complete.parse(word) if len(word) == 3 else Chard.parse(word) for word in text.split())


def state(
    showing: str = "H R C",
    top: str = "FGS",
    hands: Sequence[str] = ("R G B H C", "R G B H C"),
    *,
    draw: Sequence[str | int] = ("", ""),
    turn: Seat | None = 0,
    dealer: Seat = 0,
    played: int | None = None,
    passed: bool = False,
    shown: str = "",
    scores: tuple[int, int] = (0, 0),
    options: Options | None = None,
    key: int = 1,
) -> State:
    """Return a state with every card of the box, whose zones are written as in lessons.

    If the hand of the seat to move has fewer cards than it could, the turn has already begun.  The round is the first
    in which the scores are possible.
    """
    if played is None:
        has_pile = turn is not None and draw[turn] not in ("", 0)
        played = HAND_SIZE - len(hands[turn or 0].split()) if has_pile else 0
    return builders.from_zones(
        GAME,
        start(options)._replace(turn=turn, key=Key(key)),
        piles=f"{showing or '. . .'} {top or '.'}",
        hands=hands,
        draw_piles=[str(pile) for pile in draw],
        dealer=dealer + 1,
        round=1 - sum(scores) // -PILE_SIZE,
        scores=scores,
        passed=passed,
        shown=shown,
        played=played,
    )


def start(options: Options | None = None, *, code: int = 0) -> State:
    """Return the start of a match."""
    return builders.start_state(GAME, 2, options or Options(), code)


def opened(options: Options | None = None, *, code: int = 0) -> State:
    """Return a match after the opening."""
    opening = start(options, code=code)
    return builders.after(GAME, opening, GAME.legal(opening)[0])


choices = partial(builders.choices, GAME)
after = partial(builders.after, GAME)
events_of = partial(builders.events_of, GAME)
refusal = partial(builders.refusal, GAME)
outcome = partial(builders.outcome, GAME)


def showing(state: State) -> str:
    """Return the codes of the top cards, with the Complete last."""
    return builders.codes(pile[0] if pile else None for pile in state.piles)


def hand(state: State, seat: Seat) -> str:
    return builders.codes(state.hands[seat])
