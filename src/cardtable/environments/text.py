"""Positions and events as text, exactly as one seat sees them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardtable.engine.game import AnyGame, Event, Seat, seen_by
from cardtable.formats.short_form import format_view
from cardtable.formats.text import player_names


def view_text(game: AnyGame, state: Any, viewer: Seat | None) -> str:
    """Return a seat's view of the position, or a spectator's, in one line for each field of the state."""
    return "\n".join(f"{name}: {text}" for name, text in format_view(game.view(state, viewer)).items())


def private_text(game: AnyGame, state: Any, seat: Seat) -> str:
    """Return those fields of a seat's view that a spectator sees differently."""
    public = format_view(game.view(state, None))
    own = format_view(game.view(state, seat))
    return "\n".join(f"{name}: {text}" for name, text in own.items() if text != public[name])


def event_text(event: Event, viewer: Seat | None) -> str:
    """Return an event as a seat or a spectator sees it, such as `Played seat=0 cards=[R] last=no`."""
    fields = format_view(seen_by(event, viewer))
    return " ".join([type(event).__name__, *(f"{name}={text}" for name, text in fields.items())])


def screen_text(game: AnyGame, state: Any, events: Iterable[Event], viewer: Seat | None) -> str:
    """Return what has just happened and the position, for people to read, as a seat or a spectator sees them."""
    seats = game.seat_count(state)
    names = player_names(game.seat_names[:seats], seats)
    lines = [game.describe(seen_by(event, viewer), names).strip() for event in events]
    return "\n".join([game.title, *lines, view_text(game, state, viewer)])
