"""Exit Stage Right as arrays."""

from __future__ import annotations

from itertools import chain, combinations

from cardtable.engine.cards import CHARACTERISTICS, COMPLETES, SINGLES, Single
from cardtable.engine.game import Seat
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import (
    COLUMNS,
    MAX_HAND,
    ROWS,
    Action,
    FaceDown,
    FaceUp,
    Options,
    Refill,
    State,
)
from cardtable.lab.environments.parts import (
    GameEncoding,
    Numbers,
    Part,
    faces,
    number,
    own_seat,
    per_seat,
    set_characteristics,
    which_seat,
)

_KINDS: tuple[Single, ...] = tuple(dict.fromkeys(SINGLES))
_FACES, _COPIES = len(_KINDS), len(SINGLES) // len(_KINDS)
_CELLS = len(ROWS) * COLUMNS


def _actions(options: Options, seats: int) -> tuple[Action, ...]:
    rows = range(len(ROWS))
    return (
        *map(FaceUp, _KINDS),
        *[FaceDown(card, row) for card in _KINDS for row in rows],
        *[Refill(chosen) for size in range(1, len(ROWS) + 1) for chosen in combinations(rows, size)],
    )


def _fill_stage(out: Numbers, view: State, seat: Seat) -> None:
    for cell, card in zip(out.reshape(_CELLS, -1), chain(*view.stage), strict=True):
        if card is not None:
            set_characteristics(cell, card)


def _parts(options: Options, seats: int) -> tuple[Part, ...]:
    largest, completes = MAX_HAND[seats], len(COMPLETES)
    return (
        own_seat(seats),
        which_seat("to move", "the player to move", lambda view: view.turn, seats),
        Part(
            *("stage", _CELLS * len(CHARACTERISTICS), 1),
            "the nine characteristics of the Complete in each cell, from the top row down and from left to right",
            _fill_stage,
        ),
        per_seat("hand sizes", largest, "Singles in hand", lambda view: [*map(len, view.hands)], seats),
        per_seat("hands", _COPIES, "Singles of each kind seen in hands", lambda view: view.hands, seats, _FACES),
        number("Singles to draw", len(SINGLES), "Singles in the draw deck", lambda view: len(view.draw_deck)),
        number("Completes to come", completes, "Completes in the deck", lambda view: len(view.complete_deck)),
        faces("won", completes, 1, "Completes won", lambda view, seat: view.won),
        faces("lost", completes, 1, "Completes lost", lambda view, seat: view.lost),
        faces("face up", _FACES, _COPIES, "Singles of each kind played face up", lambda view, seat: view.face_up),
        per_seat(
            *("face-down counts", len(SINGLES), "Singles played face down"),
            lambda view: [*map(len, view.face_down)],
            seats,
        ),
        per_seat(
            *("face down", _COPIES, "Singles of each kind played face down that you may see"),
            lambda view: view.face_down,
            *(seats, _FACES),
        ),
    )


def _most_points(options: Options) -> int:
    return len(COMPLETES)


ENCODING = GameEncoding(GAME, _actions, _parts, _most_points)
