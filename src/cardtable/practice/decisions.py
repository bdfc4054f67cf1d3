"""One person's decisions in a finished game, for a review."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

from cardtable.engine.game import AnyGame, Seat
from cardtable.engine.games.info import INFO
from cardtable.formats.codec import dump
from cardtable.formats.opening import StartPosition, begin
from cardtable.games import GAMES
from cardtable.store.rows import GameEntry
from cardtable.table.entries import seats_of_people
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session


class NotReviewable(RequestError):
    """An error for a game that can't be reviewed. The message is a sentence for the player."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A person's move, with the person's view before the move."""

    number: int
    """The number of the move in the game, counted from 1."""
    seat: Seat
    view: Any = field(repr=False)
    """The state before the move, as the seat saw the table."""
    legal: tuple[Any, ...]
    played: Any


def decisions_of(session: Session, person: int | None = None) -> list[Decision]:
    """Return a person's moves in a finished game, by default the first person's.

    Raise NotReviewable with the reason if no review is possible.
    """
    require_reviewable(session)
    game, found, person = session.game, [], min(session.people) if person is None else person
    state = begin(game, session.options, len(session.names), session.opening).state
    for number, action in enumerate(session.actions, 1):
        seat = game.turn(state)
        assert seat is not None, "a game with another action isn't over"
        if session.persons[seat] == person and number > session.inherited_actions:
            view = game.view(state, seat)
            found.append(Decision(number, seat, view, game.legal(view), action))
        state = game.advance(state, action, None)
    return found


def reviewed_person(session: Session, person: int | None) -> int | None:
    """Return the person whose moves are reviewed, by default the first, or None if only one person played."""
    return None if session.has_one_person else min(session.people) if person is None else person


def require_reviewable(session: Session) -> None:
    """Raise NotReviewable with the reason if a game can't be reviewed."""
    if reason := why_no_review(session):
        raise NotReviewable(reason)


def why_no_review(session: Session) -> str:
    """Return the reason why a game can't be reviewed, or an empty string if a review is possible."""
    return _reason_against_review(session.game, bool(session.people), is_over=session.turn is None)


def why_no_review_of(entry: GameEntry) -> str:
    """Return the reason why a saved game can't be reviewed, or an empty string if a review is possible."""
    if (game := GAMES.get(entry.kind)) is None:
        return "Install the package of this game to review it."
    return _reason_against_review(game, bool(seats_of_people(entry)), is_over=entry.outcome is not None)


def _reason_against_review(game: AnyGame, has_people: bool, *, is_over: bool) -> str:
    if not is_reviewed(game):
        return f"There are no reviews of {game.title}: its moves can't be judged one by one."
    if not has_people:
        return "Only computer players played this game, but reviews are about people's moves."
    return "" if is_over else "This game isn't finished. Finish it first, then review it."


def is_reviewed(game: AnyGame) -> bool:
    """Return whether games with these rules can be reviewed."""
    return game.id in INFO and INFO[game.id].is_reviewed


def fingerprint(session: Session) -> str:
    """Return a checksum of the options, the opening and the actions. It shows which game a review belongs to."""
    opening = session.opening
    start = dump(opening.state) if isinstance(opening, StartPosition) else str(opening)
    data = session.game.id, dump(session.options), start, *map(str, session.actions)
    return f"{crc32(json.dumps(data).encode()):08x}"
