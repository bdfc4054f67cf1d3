"""The lines that plain mode reads out before a game begins or continues."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cardtable.engine.phrases import counted, without_rulings
from cardtable.formats.options import describe_options
from cardtable.formats.text import player_names
from cardtable.plain.ending import saver_of
from cardtable.plain.view import view_of
from cardtable.rooms.kit.public import players_line
from cardtable.store.errors import StorageError
from cardtable.table.command_lines import deal_sentence, preset_name, preset_of
from cardtable.table.first_turns import first_tips, goal_of
from cardtable.table.replay import continuation_sentence
from cardtable.table.session import Session

if TYPE_CHECKING:
    from cardtable.table.lazy_archive import Saver

EXPLAINED_TO = "plain mode explained to "
"""The prefix of the database value for each person who has heard how plain mode works. The person's name follows it."""
CANNOT_HIDE = "This terminal can't be cleared, so anyone who scrolls back can read the hands."


def introduction_lines(
    session: Session, special: Iterable[str], *, is_verbose: bool, cannot_hide: bool
) -> Iterator[str]:
    """Yield lines about the game, the players, the options, what is `special` about this game, and how to play."""
    yield f"{', '.join(filter(None, (session.game.title, preset_name(session))))}."
    if len(session.names) > 1:
        yield players_line(session, session.players)
    yield from _rules(session)
    saver = saver_of(session)
    yield from filter(None, special)
    if session.has_one_player or session.deal_code is None or not session.people:
        yield deal_sentence(session.deal_code)
    if len(session.actions) > session.inherited_actions and session.turn is not None:
        yield f"Continuing the game after {counted(len(session.actions), 'move', none='0')}."
    if session.redoable_actions:
        yield "You undid moves before you left. To play them again, type redo."
    if session.inherited_actions:
        yield continuation_sentence(session)
    if not session.people:
        return
    if cannot_hide:
        yield CANNOT_HIDE
    if session.actions:
        seen = session.look(None)
        told = {tip.text for tip in first_tips(seen)}
        yield from (goal for goal in [goal_of(seen)] if goal and goal not in told)
        yield "Type help to list the commands."
        return
    if not _needs_explanation(session, saver):
        yield "Type help to list the commands."
        return
    if not is_verbose:
        yield "After your first turn, you hear only what has changed, and your moves in brief."
        yield "To hear your moves in full, type moves. To hear everything, type look or verbose."
    yield f"{view_of(session.game).how_to_play} To hear what a move would do, type why and the move."
    yield "For a hint, type hint. Type help to list the commands."


def _needs_explanation(session: Session, saver: Saver | None) -> bool:
    """Return whether anybody here hasn't heard how plain mode works. Record that everybody has heard it now.

    If nothing can be saved, assume that nobody has heard it.
    """
    if saver is None:
        return True
    try:
        archive = saver.own_games.archive
        unexplained = [each for each in map(EXPLAINED_TO.__add__, _people(session)) if archive.progress(each) is None]
        for each in unexplained:
            archive.save_progress(each, True)
    except StorageError:
        return True
    return bool(unexplained)


def _people(session: Session) -> set[str]:
    """Return the names of the people here in lower case. All unnamed people share one empty name."""
    standard = player_names(session.game.seat_names[: len(session.names)], len(session.names))
    seats = (seat for seat in range(len(standard)) if session.computer_at(seat) is None)
    return {"" if session.names[seat] == standard[seat] else session.names[seat].casefold() for seat in seats}


def _rules(session: Session) -> Iterator[str]:
    """Yield lines about the preset, if there is one, and about other options that differ from their defaults."""
    preset, seats = preset_of(session), len(session.names)
    known = describe_options(session.game, preset.options, seats) if preset is not None else ()
    if preset is not None:
        yield without_rulings(preset.help)
    for name, label in describe_options(session.game, session.options, seats):
        if (name, label) not in known:
            yield f"{name}: {label}."
