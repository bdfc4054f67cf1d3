"""Rummy-like as arrays. The players choose in turn, but no player sees what the others have chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from typing import Any, get_args

from cardtable.engine.cards import TRICARDS, is_hidden
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import (
    DRAWN,
    HAND_SIZE,
    KINDS,
    OF_A_KIND,
    SEATS,
    TRICARDS_EACH,
    WAS_FACE_UP,
    Action,
    Call,
    Discard,
    Draw,
    GoBust,
    Lead,
    Options,
    Phase,
    Play,
    Send,
    State,
)
from cardtable.lab.environments.parts import (
    GameEncoding,
    Numbers,
    Part,
    faces,
    number,
    one_of,
    own_first,
    own_seat,
    per_seat,
    which_seat,
)

_FACES = len(TRICARDS)
_PHASES: tuple[Phase, ...] = get_args(Phase)
_ROUND = TRICARDS_EACH * 3
"""The most points that a player can score in a round. Each TriCard can match three sets (RM-6)."""


def _actions(options: Options, seats: int) -> tuple[Action, ...]:
    return (
        *(Draw(), Call(), GoBust()),
        *map(Lead, TRICARDS),
        *map(Play, KINDS),
        *map(Discard, TRICARDS),
        *[Send(cards) for count in range(1, SEATS) for cards in combinations_with_replacement(KINDS, count)],
    )


def _most_points(options: Options) -> int:
    return options.target + 10 * _ROUND  # RM-13: after a tie, the match goes on; ten ties in a row never happen


def _positions(name: str, size: int, where: str, cards: Callable[[State], Sequence[Any]]) -> Part:
    """Return a part with each TriCard's position (from 1) among these cards, or 0 if it isn't known to be there."""

    def fill(out: Numbers, view: State, seat: Seat) -> None:
        for place, card in enumerate(cards(view), 1):
            if not is_hidden(card):
                out[card.order] = place

    return Part(name, _FACES, size, f"each TriCard's place {where}, from 1, or 0 if you don't know it", fill)


def _marks(name: str, size: int, where: str, marks: Callable[[State], Sequence[int]]) -> Part:
    """Return a part that shows, for each of these cards, who knows it and whether it has been face up."""

    def fill(out: Numbers, view: State, seat: Seat) -> None:
        bits = [*(1 << other for other in own_first(SEATS, seat)), WAS_FACE_UP]
        known = [bool(mark & bit) for mark in marks(view) for bit in bits]
        out[: len(known)] = known

    meaning = f"for each TriCard {where}, 1 for each player who knows it, you first, and 1 if it was face up before"
    return Part(name, size * (SEATS + 1), 1, meaning, fill)


def _parts(options: Options, seats: int) -> tuple[Part, ...]:
    kinds = len(KINDS)
    return (
        own_seat(seats),
        which_seat("to move", "the player to move", lambda view: view.turn, seats),
        which_seat("leader", "the leader of this trick", lambda view: view.leader, seats),
        one_of("phase", _PHASES, f"1 for the phase: {', '.join(_PHASES)}", lambda view: view.phase),
        per_seat("scores", _most_points(options), "points", lambda view: view.scores, seats),
        per_seat("hand sizes", HAND_SIZE + DRAWN, "Chards in hand", lambda view: [*map(len, view.chards)], seats),
        per_seat(
            *("hands", OF_A_KIND, "Chards of each kind that you know in hands", lambda view: view.chards),
            *(seats, kinds),
        ),
        per_seat("TriCard counts", TRICARDS_EACH, "TriCards in hand", lambda view: [*map(len, view.tricards)], seats),
        per_seat("TriCards", 1, "TriCards that you know in hands", lambda view: view.tricards, seats, _FACES),
        number("deck size", _FACES, "TriCards in the deck", lambda view: len(view.deck)),
        _positions("deck", _FACES, "in the deck", lambda view: view.deck),
        _marks("deck marks", _FACES, "in the deck", lambda view: view.deck_marks),
        number("drawn count", DRAWN, "TriCards that the leader drew", lambda view: len(view.drawn)),
        _positions("drawn", DRAWN, "among those drawn", lambda view: view.drawn),
        _marks("drawn marks", DRAWN, "drawn", lambda view: view.drawn_marks),
        faces("led", _FACES, 1, "the TriCard led", lambda view, seat: [view.led] if view.led else []),
        per_seat("has played", 1, "1 if a Chard was played", lambda view: [*map(bool, view.played)], seats),
        faces(
            *("own play", kinds, 1, "the Chard that you played"),
            lambda view, seat: [view.played[seat]] if view.played[seat] else [],
        ),
        number("picked count", SEATS, "Chards picked up or received, not sent yet", lambda view: len(view.picked)),
        faces("picked", kinds, SEATS, "the ones among these that you know", lambda view, seat: view.picked),
        per_seat("sat out", 1, "1 if the player had no match", lambda view: view.sat_out, seats),
        per_seat("bust", 1, "1 if the player is bust", lambda view: view.bust, seats),
        faces("led before", _FACES, 1, "TriCards led in earlier tricks", lambda view, seat: view.led_pile),
        faces("discards", _FACES, 1, "TriCards discarded", lambda view, seat: view.discards),
        faces("reshuffled", _FACES, 1, "TriCards shuffled under the deck", lambda view, seat: view.reshuffled),
    )


ENCODING = GameEncoding(GAME, _actions, _parts, _most_points)
