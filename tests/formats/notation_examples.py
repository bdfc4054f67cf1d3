"""The example game of the page about notation."""

from __future__ import annotations

import textwrap

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.formats.notation import format_game, format_position
from cardtable.table.recording import record_of
from cardtable.table.session import Session
from tests.table.sittings import play_on, truth

STAGE, CITY, WINDS = SHIPPED["exit-stage-right"], SHIPPED["wind-city"], SHIPPED["tradewinds"]
CODE = DealCode.parse("K7QF-2M9X")


def example(game: AnyGame) -> Session:
    """Return the example game of the page: the same few actions after the same deal."""
    seats = game.seats[min(1, len(game.seats) - 1)]
    names = ("Ann", "Zoë", "Carl", "Dora")[:seats]
    session = Session(game, game.options(), names, CODE)
    play_on(session, Key(7), 8)
    return session


PLAYED = record_of(example(STAGE))
GAME, POSITION = format_game(PLAYED), format_position(STAGE, truth(example(STAGE)))


def fold(text: str, width: int) -> str:
    """Return the text in several lines, as on the page."""
    return textwrap.fill(text, width, break_on_hyphens=False, break_long_words=False) + "\n"
