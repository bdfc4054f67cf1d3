"""`cardtable review`: review a finished game, in the app or in words."""

from __future__ import annotations

import re
import sys
from collections.abc import Container
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

from cyclopts import App

from cardtable.commands.flags import Ascii, Plain, argument, switch, text_flag
from cardtable.commands.launch import go, why_no_app
from cardtable.commands.saved_games import open_game
from cardtable.engine.games.info import INFO
from cardtable.engine.phrases import join_words
from cardtable.formats.streams import is_terminal
from cardtable.practice.decisions import NotReviewable, require_reviewable
from cardtable.rooms.kit.goto import ToReview
from cardtable.table.request_error import RequestError

if TYPE_CHECKING:
    from cardtable.table.session import Session

app = App(name="review", usage="cardtable review ID|FILE [OPTIONS]")

Game = Annotated[
    str | None,
    argument(
        "ID|FILE",
        "The game's number, as listed by `cardtable games`, or a file with its record. "
        f"There are no reviews of {join_words((info.title for info in INFO.values() if not info.is_reviewed), 'or')}.",
        allow_leading_hyphen=False,
    ),
]
Player = Annotated[
    str | None,
    text_flag("--seat", "NAME", "Whose moves to review, if several people played: a player's name or number."),
]
Moves = Annotated[
    str | None,
    text_flag(
        "--moves",
        "NUMBERS",
        "With --plain: read out these moves instead of the mistakes, for example 12 or 3,10-15, or all.",
    ),
]
Quick = Annotated[
    bool,
    switch(
        "--quick",
        "With --plain: stop once every move has its first verdict. Otherwise the review goes on for a minute.",
    ),
]
_RANGE = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?")


@app.default
def review(
    game: Game = None,
    /,
    *,
    seat: Player = None,
    plain: Plain = False,
    moves: Moves = None,
    quick: Quick = False,
    ascii: Ascii = False,  # noqa: A002  a flag's name
) -> int:
    """Review one person's moves in a finished game. Each move is judged by what its player could know.

    A review is saved with its game. After Ctrl+C, you can continue the review later.
    """
    if game is None:
        raise RequestError("Which game? Give a file or a number from `cardtable games`.")
    in_words = plain or why_no_app() is not None
    if not in_words and (moves is not None or quick):
        raise RequestError(f"--{'quick' if moves is None else 'moves'} works only with --plain.")
    wanted = None if moves is None else _numbers(moves)
    session, number = open_game(game)
    try:
        require_reviewable(session)
        person = None if seat is None else _person(session, seat)
        if in_words and (quick or wanted is not None or not is_terminal(sys.stdout)):
            if person is None and not session.has_one_person:
                raise RequestError(f"Several people played this game. {_whose(session)}")
            return _read_out(session, number, person, wanted, quick)
        return go(ToReview(session, number, person), plain=in_words, ascii_only=ascii)
    except NotReviewable as error:
        raise RequestError(str(error)) from None


def _numbers(text: str) -> Container[int]:
    """Return the numbers of moves in text such as `3,10-15`, or every number for `all`."""
    if text.strip().lower() == "all":
        return range(sys.maxsize)
    found = set[int]()
    for part in text.replace(" ", "").split(","):
        match = _RANGE.fullmatch(part)
        if match is None:
            raise RequestError("--moves needs move numbers, such as 12 or 3,10-15, or the word 'all'.")
        found.update(range(int(match[1]), int(match[2] or match[1]) + 1))
    return found


def _person(session: Session, text: str) -> int:
    """Return the person whose seat has this name or number."""
    for seat, name in enumerate(session.names):
        if text.casefold() in (name.casefold(), str(seat + 1)) and session.persons[seat] in session.people:
            return session.persons[seat]
    raise RequestError(_whose(session))


def _whose(session: Session) -> str:
    """Return a sentence that tells the player to choose a person whose moves can be reviewed."""
    names = [name for seat, name in enumerate(session.names) if session.persons[seat] in session.people]
    return f"Add --seat and a name: {join_words(names, 'or')}."


def _read_out(
    session: Session, number: int | None, person: int | None, wanted: Container[int] | None, quick: bool
) -> int:
    """Read out the whole review, without waiting for the player."""
    from cardtable.plain.lines import Lines
    from cardtable.plain.review_report import read_review
    from cardtable.practice.judge import STAGES
    from cardtable.rooms.review import ReviewRoom
    from cardtable.table.lazy_archive import LazyArchive

    lines = Lines.of_process()
    with closing(LazyArchive()) as saved_games, lines.signals:
        room = ReviewRoom.of_game(session, saved_games, number, person, stages=1 if quick else len(STAGES))
        read_review(room, lines, _report, wanted)
    return 0


def _report(sentence: str) -> None:
    """Print a sentence to standard error, so that it doesn't mix with the review."""
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()
