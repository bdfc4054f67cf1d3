"""Short notations for states of Exit Stage Right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from cardtable.engine.cards import FACE_DOWN
from cardtable.engine.game import Seat
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Action, Options, Shifted, State
from cardtable.engine.games.exit_stage_right.texts import PRESETS
from tests import builders
from tests.builders import codes

UNSEEN: Any = FACE_DOWN
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
REFILL_FIRST, ALL = Options(empty_grid="refill-first"), Options(refill_count="all")
OFF_CENTRE, NO_DRAWING = Options(refill_shift="off-centre"), Options(draw="none")
OPTION_SETS = (
    Options(),
    NO_DRAWING,
    ALL,
    OFF_CENTRE,
    REFILL_FIRST,
    Options(open_hands=True),
    Options(open_hands=False),
    Options(hand_size=5),
    Options(hand_size=6),
    Options(first=1),
    *(preset.options for preset in PRESETS),
    Options(5, "none", "all", "off-centre", "refill-first", open_hands=False, first=1),
)
"""Options with every value of every option, the presets, and one set without any default."""
EMPTY = ". . . . ."


def stage(top: str = EMPTY, middle: str = EMPTY, bottom: str = EMPTY) -> tuple[str, ...]:
    """Return the three rows of a stage."""
    return top, middle, bottom


def state(
    stage: Sequence[str],
    hands: str | Sequence[str] = "R G B H C",
    *,
    draw: str = "",
    complete_deck: str = "...",
    won: str | int = "",
    lost: str | int = "",
    face_down: Sequence[str] = (),
    turn: Seat | None = 0,
    options: Options | None = None,
) -> State:
    """Return a state with every card of the box and one player for each hand, whose zones are written as in lessons.

    Completes that aren't named are in the Complete deck, or lost if a deck is given.
    """
    texts = [hands] if isinstance(hands, str) else hands
    return builders.from_zones(
        GAME,
        start(len(texts), options)._replace(turn=turn),
        stage=stage,
        hands=texts,
        draw_deck=draw,
        complete_deck=complete_deck,
        won=won,
        lost=lost,
        face_down=face_down or {},
    )


def start(seats: int = 1, options: Options | None = None, *, code: int = 0) -> State:
    """Return the start of a game."""
    return builders.start_state(GAME, seats, options or Options(), code)


choices = partial(builders.choices, GAME)
after = partial(builders.after, GAME)
events_of = partial(builders.events_of, GAME)
refusal = partial(builders.refusal, GAME)
outcome = partial(builders.outcome, GAME)


def shift(state: State, action: Action | str) -> Shifted:
    """Return the shift of a turn."""
    (shifted,) = [event for event in events_of(state, action) if isinstance(event, Shifted)]
    return shifted


def rows(state: State) -> list[str]:
    """Return the stage in the same notation as `stage` takes."""
    return [codes(cells) for cells in state.stage]


def steps(state: State, action: Action | str) -> dict[str, int]:
    """Return for each card that moves, by its code, the number of columns to the right, negative to the left.

    Off the stage is one column beyond it.
    """
    return {move.card.code: move.end - move.source.column for move in shift(state, action).moves}


CENTRED = stage(". . HRC . .", ". . PGS . .", ". . FBT . .")
"""A possible start with three Completes that share no characteristic."""
