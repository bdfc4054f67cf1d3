"""Sentences that plain mode shows at the end of a game, or when the player leaves a game."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cardtable.plain.hearing import spoken_players
from cardtable.plain.view import view_of
from cardtable.store.powers import is_guest
from cardtable.table.command_lines import (
    command_to_continue,
    command_to_deal,
    command_to_resume,
)
from cardtable.table.session import Session
from cardtable.table.shared_game import table_of

if TYPE_CHECKING:
    from cardtable.rooms.result import ResultPage
    from cardtable.table.lazy_archive import Saver


class Advice:
    """Advice on how to continue a game or play its deal again. The first line starts with the words in `begins`."""

    def to_resume(self, number: int, begins: str) -> Sequence[str]:
        """Return the command that continues the saved game with this number."""
        return (f"{begins}:", command_to_resume(number))

    def to_deal(self, session: Session, begins: str) -> Sequence[str]:
        """Return the command that plays a game's deal again. The result is empty if flags can't describe the deal."""
        command = command_to_deal(session)
        return (f"{begins}:", command) if command else ()

    def to_daily(self, begins: str) -> Sequence[str]:
        """Return the command that plays today's deal."""
        return (f"{begins}:", "cardtable daily --plain")


ON_COMMAND_LINE = Advice()


def saver_of(session: Session) -> Saver | None:
    """Return the object that saves the game, or None if it isn't being saved."""
    from cardtable.table.lazy_archive import Saver

    return session.journal if isinstance(session.journal, Saver) else None


def ending_lines(session: Session, advice: Advice, page: ResultPage) -> Iterator[str]:
    """Yield lines about a finished game: the result, what else `page` says, and how to play the same deal again."""
    seen = session.look(None)
    yield "The game is over."
    told = " ".join(
        line for event in seen.log[-1] for line in view_of(session.game).retell(event, spoken_players(session))
    )
    yield from page.ending.spoken(told)
    yield from page.told
    yield from advice.to_deal(session, "To play the same deal again")


def _scores_so_far(session: Session) -> Iterator[str]:
    """Yield the scores in a game of several rounds, unless nobody has any points."""
    state = session.look(None).state
    points = session.game.standing(state)
    if session.game.round_number(state) is not None and any(points):
        names = zip(session.players, points, strict=True)
        yield f"The scores so far: {', '.join(f'{name} {number}' for name, number in names)}."


def lines_to_continue(session: Session, saved: tuple[str, tuple[Any, ...]] | None, advice: Advice) -> Iterator[str]:
    """Yield lines that explain how to continue a game that the player has left.

    `saved` is the file that the save command wrote last, with the actions that had been played by then.
    """
    yield "You left the game."
    yield from _scores_so_far(session)
    if (table := table_of(session)) is not None:
        if not table.will_delete(session) and table.own and is_guest():
            yield "To come back to your seat, type tables."
        elif not table.will_delete(session) and table.own:
            name = shlex.quote(session.names[table.own[0]])
            yield from ("To come back to your seat:", f"cardtable join {table.code} --name {name} --plain")
        return
    saver = saver_of(session)
    number = saver.number if saver is not None and not saver.will_delete(session) else None
    if saver is not None and number is not None and not saver.fault:
        yield from advice.to_resume(number, "To continue it")
    elif saved and saved[1] == session.actions:
        yield from ("To continue it:", command_to_continue(saved[0]))
    elif number is not None:
        yield from advice.to_resume(number, "To continue the game from its last saved move")
    elif saver is not None and saver.daily:
        yield from advice.to_daily("To play it")
    elif session.has_one_player:  # the deal code would give all hidden cards away to the other people
        yield from advice.to_deal(session, "To play the same deal from the start")
