"""A session as a record, and a record as a session."""

from __future__ import annotations

from cardtable.formats.record import Record, SeatHolder, play_all
from cardtable.table.session import Session


def record_of(session: Session) -> Record:
    """Return the record of what has been played so far."""
    return Record(
        game=session.game,
        options=session.options,
        seats=tuple(map(SeatHolder, session.names, session.persons)),
        opening=session.opening,
        actions=tuple(map(str, session.actions)),
        undone=session.undone,
        hinted=session.hinted,
        given=session.given,
    )


def open_session(record: Record) -> Session:
    """Return the game as it stood, with every action played again; BadFile at the first that can't be played."""
    session = Session(record.game, record.options, record.names, record.opening, record.persons)

    def act(action: object) -> None:
        session.act(action)
        session.ask()

    play_all(record, act)
    session.undone, session.hinted, session.given = record.undone, record.hinted, record.given
    return session
