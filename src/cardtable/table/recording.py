"""Conversion between sessions and records."""

from __future__ import annotations

from cardtable.formats.record import Record, SeatHolder, play_all
from cardtable.table.session import Session


def record_of(session: Session) -> Record:
    """Return a game's record up to now."""
    return Record(
        game=session.game,
        options=session.options,
        seats=tuple(map(SeatHolder, session.names, session.persons)),
        opening=session.opening,
        actions=tuple(map(str, session.actions)),
        undone=session.undone,
        hinted=session.hinted,
        inherited_actions=session.inherited_actions,
        computers=session.computers,
    )


def open_session(record: Record) -> Session:
    """Return a session in which the record's actions have been replayed. Raise BadFile if an action can't be played."""
    session = Session(record.game, record.options, record.names, record.opening, record.persons, record.computers)

    def act(action: object) -> None:
        session.act(action)
        session.mark_seen()

    play_all(record, act)
    session.is_resumed = True
    session.undone, session.hinted, session.inherited_actions = record.undone, record.hinted, record.inherited_actions
    return session
