"""Positions and events as text, as one seat sees them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from cardtable.engine.cards import Card
from cardtable.engine.game import AnyGame, Event, Seat, seen_by
from cardtable.formats.text import player_names

_LEFT_OUT = ("options", "key")
"""The fields to leave out because they never change or because no view contains them."""


def state_text(state: Any) -> dict[str, str]:
    """Return the fields of a state or view as text, by name. A face-down card is `?`, and an empty value is `.`."""
    return {name: _text(value) for name, value in state._asdict().items() if name not in _LEFT_OUT}


def _text(value: Any) -> str:
    """Return a value as text. Unlike game notation, this format works for views too and is fast enough for a search."""
    if isinstance(value, Card):
        return value.code
    if isinstance(value, tuple):
        return f"[{' '.join(map(_text, value))}]"
    return "." if value is None else str(value)


def view_text(game: AnyGame, state: Any, viewer: Seat | None) -> str:
    """Return the position as a seat or a spectator sees it, with one line for each field of the state."""
    return "\n".join(f"{name}: {text}" for name, text in state_text(game.view(state, viewer)).items())


def private_text(game: AnyGame, state: Any, seat: Seat) -> str:
    """Return the fields that differ between this seat's view and a spectator's view, as text."""
    public, own = state_text(game.view(state, None)), state_text(game.view(state, seat))
    return "\n".join(f"{name}: {text}" for name, text in own.items() if text != public[name])


def event_text(event: Event, viewer: Seat | None) -> str:
    """Return an event as text, as a seat or a spectator sees it. An example is `Played seat=0 cards=[R] last=False`."""
    seen = seen_by(event, viewer)
    values = (f"{each.name}={_text(getattr(seen, each.name))}" for each in fields(seen))
    return " ".join([type(event).__name__, *values])


def screen_text(game: AnyGame, state: Any, events: Iterable[Event], viewer: Seat | None) -> str:
    """Return the last events, the legal actions and the position, as a seat or a spectator sees them."""
    seats = game.seat_count(state)
    names = player_names(game.seat_names[:seats], seats)
    lines = [game.describe(seen_by(event, viewer), names).strip() for event in events]
    if viewer is not None and viewer == game.turn(state):
        lines.append(f"{names[viewer]} can choose: {'; '.join(map(str, game.legal(state)))}.")
    return "\n".join([game.title, *lines, view_text(game, state, viewer)])
