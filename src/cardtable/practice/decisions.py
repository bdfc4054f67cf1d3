"""The decisions to review in a finished game with one person."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

from cardtable.engine.game import AnyGame, Seat
from cardtable.formats.codec import dump
from cardtable.formats.opening import StartPosition, begin
from cardtable.games import GAMES
from cardtable.players.games import KNOWN
from cardtable.store.rows import GameEntry
from cardtable.table.entries import seats_of_people
from cardtable.table.session import Session

UNREVIEWED = ("rummy-like", "wind-city")
"""The games that simulations can't judge fairly, because plays are simultaneous or plans have distant costs."""

PRACTISED = ("exit-stage-right",)
"""The games that the Practice room covers."""


class NotReviewable(ValueError):
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


def decisions_of(session: Session) -> list[Decision]:
    """Return the person's moves in a finished game. Raise NotReviewable with the reason if no review is possible."""
    require_reviewable(session)
    game, found = session.game, []
    state = begin(game, session.options, len(session.names), session.opening).state
    for number, action in enumerate(session.actions, 1):
        seat = game.turn(state)
        assert seat is not None, "a game with another action isn't over"
        if session.computer_at(seat) is None and number > session.inherited_actions:
            view = game.view(state, seat)
            found.append(Decision(number, seat, view, game.legal(view), action))
        state = game.advance(state, action, None)
    return found


def require_reviewable(session: Session) -> None:
    """Raise NotReviewable with the reason if a game can't be reviewed."""
    if reason := why_no_review(session):
        raise NotReviewable(reason)


def why_no_review(session: Session) -> str:
    """Return the reason why a game can't be reviewed, or an empty string if a review is possible."""
    return reason_against_review(session.game, len(session.people), is_over=session.turn is None)


def why_no_review_of(entry: GameEntry) -> str:
    """Return the reason why a saved game can't be reviewed, or an empty string if a review is possible."""
    if (game := GAMES.get(entry.kind)) is None:
        return "Install the package of this game to review it."
    people = len(seats_of_people(entry))
    return reason_against_review(
        game, min(people, 1) if entry.has_one_player else people, is_over=entry.outcome is not None
    )


def reason_against_review(game: AnyGame, people: int, *, is_over: bool) -> str:
    """Return the reason against reviewing a game with this many people, or an empty string if a review is possible."""
    if not is_reviewed(game):
        return f"There are no reviews of {game.title}: its moves can't be judged one by one."
    if people != 1:
        who = "Several people" if people else "Only computer players"
        return f"{who} played this game; only a game of one person can be reviewed."
    return "" if is_over else "This game isn't finished. Finish it first, then review it."


def can_be_reviewed(session: Session) -> bool:
    """Return whether a game can be reviewed."""
    return not why_no_review(session)


def is_practised(session: Session) -> bool:
    """Return whether the Practice room supports games like this one."""
    return session.game.id in PRACTISED and can_be_reviewed(session)


def is_reviewed(game: AnyGame) -> bool:
    """Return whether games with these rules can be reviewed."""
    return game.id in KNOWN and game.id not in UNREVIEWED


def fingerprint(session: Session) -> str:
    """Return a checksum of the options, the opening and the actions. It shows which game a review belongs to."""
    opening = session.opening
    start = dump(opening.state) if isinstance(opening, StartPosition) else str(opening)
    data = session.game.id, dump(session.options), start, *map(str, session.actions)
    return f"{crc32(json.dumps(data).encode()):08x}"
