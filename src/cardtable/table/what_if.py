"""What-if lines: alternative moves from a position of a game, played in a session that isn't saved.

A line of a finished game has the same hidden cards as the game. A line of a game in progress never does. Its hidden
cards are sampled at random from all cards that the player's view allows, so the line reveals nothing about the game.
"""

from __future__ import annotations

from cardtable.engine.chance import DealCode
from cardtable.engine.game import Seat
from cardtable.formats.opening import StartPosition
from cardtable.table.session import Session, fresh_code

ALREADY_OVER = "The game is over here. Go back to an earlier move."
_ONLY_ONE_PERSON = "What-if lines need a game with one person, so that hands stay hidden."
_SEVERAL_HANDS = "You play several hidden hands. Finish the game first, then play what-if lines."
_NOT_AT_TABLE = "Continue the game to play what-if lines: a move in one counts as a hint."


def why_no_what_if(session: Session, at: int) -> str:
    """Return the reason why no line can start after the first `at` actions. The result is empty if one can start."""
    if len(session.people) != 1:
        return _ONLY_ONE_PERSON
    if session.turn is not None:
        (person,) = session.people
        if len({session.view_at(seat, at) for seat in session.seats_of(person)}) > 1:
            return _SEVERAL_HANDS
        return "" if session.journal is not None else _NOT_AT_TABLE
    return ALREADY_OVER if at == len(session.actions) else ""


def what_if(session: Session, at: int, code: DealCode | None = None) -> Session:
    """Return a line that starts after the first `at` actions. Raise ValueError with the reason if that isn't possible.

    In a game in progress, `code` determines the hidden cards. By default, they are random.
    """
    if reason := why_no_what_if(session, at):
        raise ValueError(reason)
    if session.turn is None:
        return branch(session, at)
    seat = _seat(session, at)
    state = session.game.determinize(session.view_at(seat, at), seat, (code or fresh_code()).key())
    return Session(
        session.game, session.options, session.names, StartPosition(state), session.persons, session.computers
    )


def branch(session: Session, at: int) -> Session:
    """Return a new session with the same players and the first `at` actions. Those actions can't be undone there."""
    line = Session(session.game, session.options, session.names, session.opening, session.persons, session.computers)
    line.replay(session.actions[:at])
    line.inherited_actions = at
    return line


def _seat(session: Session, at: int) -> Seat:
    """Return the seat to move after `at` actions if it is the person's, or else the person's first seat."""
    (person,) = session.people
    own, turn = session.seats_of(person), session.game.turn(session.view_at(None, at))
    return turn if turn in own else own[0]


def what_if_name(at: int) -> str:
    """Return the name of a line that starts after the first `at` actions, such as `What if, from move 12`."""
    return f"What if, from move {at + 1}"


def what_if_sentence(session: Session) -> str:
    """Return a note that the player sees at the start of a line."""
    if session.turn is None:
        return "Nothing here is saved."
    if len(session.names) == 1:
        shuffled = "The deck is shuffled again: you don't know its order."
    else:
        shuffled = "The cards you can't see are dealt again, because you don't know them."
    return f"{shuffled} Your first move here counts as a hint."
