"""Clash as arrays."""

from __future__ import annotations

from itertools import chain
from typing import Any

from cardtable.engine.cards import CHARDS, COMPLETES, Card, Chard, Complete
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import (
    CHARD_FACES,
    COMPLETE_PILE,
    HAND_SIZE,
    PILE_OF,
    PILE_SIZE,
    Action,
    EndTurn,
    Options,
    PlayChard,
    PlayComplete,
    PlayLast,
    PlayPair,
    State,
)
from cardtable.engine.games.clash.rules import three_plays
from cardtable.lab.environments.parts import GameEncoding, Part, faces, number, own_seat, per_seat, which_seat

_FACES = len(CHARD_FACES)
_COPIES = len(CHARDS) // _FACES


def _actions(options: Options, seats: int) -> tuple[Action, ...]:
    every_chard = sum(card.mask for card in CHARD_FACES)
    return (
        *[PlayComplete(card) for card in COMPLETES],
        *[PlayChard(card) for card in CHARD_FACES],
        *[PlayPair(chard, card) for card in COMPLETES for chard in CHARD_FACES if chard.mask & card.mask],
        *three_plays(every_chard),
        *[PlayLast(card) for card in CHARD_FACES],
        EndTurn(),
    )


def _of_kind(kind: type[Card], cards: Any) -> list[Card]:
    return [card for card in cards if isinstance(card, kind)]


def _most_points(options: Options) -> int:
    return options.target + PILE_SIZE  # CL-6: a round is worth at most a point for each card that a player was dealt


def _own(view: State, seat: int, kind: type[Card]) -> list[Card]:
    return _of_kind(kind, view.hands[seat])


def _parts(options: Options, seats: int) -> tuple[Part, ...]:
    def tops(view: State, seat: int) -> list[Card]:
        return [pile[0] for pile in view.piles[:COMPLETE_PILE]]

    def played(view: State) -> Any:
        return chain(*view.piles)

    return (
        own_seat(seats),
        which_seat("to move", "the player to move", lambda view: view.turn, seats),
        which_seat("dealer", "the dealer of this round", lambda view: view.dealer, seats),
        per_seat("scores", _most_points(options), "points", lambda view: view.scores, seats),
        per_seat("hand sizes", HAND_SIZE, "cards in hand", lambda view: [*map(len, view.hands)], seats),
        per_seat("pile sizes", PILE_SIZE, "cards face down", lambda view: [*map(len, view.draw_piles)], seats),
        faces("own Chards", _FACES, _COPIES, "Chards of each kind in your hand", lambda v, s: _own(v, s, Chard)),
        faces("own Completes", len(COMPLETES), 1, "Completes in your hand", lambda v, s: _own(v, s, Complete)),
        faces("top Chards", _FACES, 1, "the top Chard of each category", tops),
        faces(
            *("top Complete", len(COMPLETES), 1, "the top Complete, if the round has been opened"),
            lambda view, seat: view.piles[COMPLETE_PILE][:1],
        ),
        faces("Chards played", _FACES, _COPIES, "Chards on the piles", lambda v, s: _of_kind(Chard, played(v))),
        faces(
            "Completes played", len(COMPLETES), 1, "Completes on the pile", lambda v, s: _of_kind(Complete, played(v))
        ),
        number("played this turn", len(PILE_OF), "cards played this turn", lambda view: view.played),
        number("passed", 1, "1 if the turn before was a pass", lambda view: view.passed),
        faces(
            *("Chards shown", _FACES, _COPIES, "Chards that the dealer showed and must still have"),
            lambda view, seat: view.shown,
        ),
    )


ENCODING = GameEncoding(GAME, _actions, _parts, _most_points)
