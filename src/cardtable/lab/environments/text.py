"""Positions as text, as one seat sees them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardtable.engine.cards import Card
from cardtable.engine.game import AnyGame, Event, Seat, seen_by
from cardtable.formats.text import player_names

_LEFT_OUT = ("options", "key")
"""The fields to leave out because they never change or because no view contains them."""


def _text(value: Any) -> str:
    """Return a value as text. Unlike game notation, this format works for views too."""
    if isinstance(value, Card):
        return value.code
    if isinstance(value, tuple):
        return f"[{' '.join(map(_text, value))}]"
    return "." if value is None else str(value)


def view_text(game: AnyGame, state: Any, viewer: Seat | None) -> str:
    """Return the position as a seat or a spectator sees it, with one line for each field of the state.

    A face-down card is `?`, and an empty value is `.`.
    """
    fields = game.view(state, viewer)._asdict().items()
    return "\n".join(f"{name}: {_text(value)}" for name, value in fields if name not in _LEFT_OUT)


def screen_text(game: AnyGame, state: Any, events: Iterable[Event], viewer: Seat | None) -> str:
    """Return the last events, the legal actions and the position, as a seat or a spectator sees them."""
    seats = game.seat_count(state)
    names = player_names(game.seat_names[:seats], seats)
    lines = [game.describe(seen_by(event, viewer), names).strip() for event in events]
    if viewer is not None and viewer == game.turn(state):
        lines.append(f"{names[viewer]} can choose: {'; '.join(map(str, game.legal(state)))}.")
    return "\n".join([game.title, *lines, view_text(game, state, viewer)])
