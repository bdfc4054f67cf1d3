"""The public side of a table. Everybody can use its commands, even between turns, while no hand is shown."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.game import Seat
from cardtable.engine.phrases import address, join_words, read_number
from cardtable.formats.computers import names_with_levels
from cardtable.formats.options import fields_of
from cardtable.rooms.kit.command import Command, Room
from cardtable.rooms.kit.goto import LIST_OF_PARTS, ToReplay, ToRules
from cardtable.rooms.kit.response import Leave, OwnWay, Read, Response, Say, ShowLog
from cardtable.table.replay import Replay
from cardtable.table.seen import Seen
from cardtable.table.session import Session
from cardtable.table.shared_game import table_of

ON_THE_SCREEN = "The board shows it."

# What players may ask about their moves

MOVES = Command(
    "all your moves, with their effects",
    words=("moves", "legal"),
    takes="GROUP",
    no_key="Arrows go through the moves, and a list has them all.",
)
WHY = Command(
    "why a move is legal or not, and what would happen",
    words=("why",),
    takes="MOVE",
    no_key="The line below the board explains the move under the cursor.",
)

UNDO = Command(
    "undo the last move, and anything that computer players have played since",
    label="Undo",
    need=3,
    words=("undo", "u"),
    why_not=lambda room: room.why_no_undo(),
)


def why_move(seen: Seen, move: str) -> OwnWay:
    """Return a response that explains a move. Raise ValueError with a sentence if no move was typed."""
    if not move:
        raise ValueError(f"Type why followed by a move, as in: why {seen.legal[0]}.")
    return OwnWay("why", move)


# What everybody at a table may look up


def why_no_replay(room: PublicRoom) -> str:
    """Return the reason why there is nothing to replay. The result is empty if there is a replay."""
    return "" if room.session.actions else "Nothing has been played yet."


RULES_BY_NUMBER = f"rules {LIST_OF_PARTS} reads out the list of all parts; with a number, you hear one of them"
"""More about how to type `rules`, for the help of plain mode."""


def rules_about(seen: Seen, place: str = "") -> ToRules:
    """Return this place in the rules or, if `place` is empty, the section about the position."""
    return ToRules(seen.game.id, place or seen.game.rules_section(seen.state, None))


class PublicRoom(Room):
    """The table as everybody may see it."""

    viewer: Seat | None = None
    """The seat with the hand on the screen, or None."""

    def __init__(self, session: Session) -> None:
        self.session = session

    @property
    def seen(self) -> Seen:
        """The table as the viewer may see it."""
        return self.session.look(self.viewer)

    @property
    def is_over(self) -> bool:
        """True once the game is over."""
        return self.session.turn is None

    @property
    def number(self) -> int | None:
        """The game's number, or None if it isn't a saved game."""
        return None

    def why_no_undo(self) -> str:
        """Return the reason why the last move can't be undone, even if everybody agrees. Empty if it can be undone."""
        return self.session.why_no_undo(all_agree=True)

    def replay_from(self, at: int) -> Response:
        """Replay the game from a move.

        While the game is in progress, the replay shows each position only as the person at the keyboard saw it.
        """
        own = self._own_seats()
        replay = Replay(self.session, own)
        replay.go(at)
        if own and (self.is_over or not self.session.shares_screen):
            replay.viewer = own[0]
        return ToReplay(replay, self.number)

    def _own_seats(self) -> tuple[Seat, ...]:
        """Return the seats of the person at the keyboard, with the viewer's seat first."""
        session = self.session
        viewer = session.own_seat if self.viewer is None else self.viewer
        if viewer is None:
            return ()
        return (viewer, *(seat for seat in session.seats_of(session.persons[viewer]) if seat != viewer))

    def _has_several_seats(self) -> bool:
        return len(self.session.names) > 1

    @Command(
        "what has happened, or only the last moves", label="Log", need=2, words=("log", "what happened"), takes="NUMBER"
    )
    def log(self, text: str) -> Response:
        number = read_number(text or "0")
        if number is None:
            raise ValueError("Type log on its own or with a number of moves, as in: log 5.")
        return ShowLog(number)

    @Command(
        "the rules about this moment of the game",
        label="Rules",
        need=1,
        words=("rules",),
        takes="NUMBER",
        typing=f"{RULES_BY_NUMBER}, and a ruling, as in: rules {{prefix}}-4",
    )
    def rules(self, place: str) -> Response:
        return rules_about(self.seen, place)

    @Command(
        "what is on the table, or only the lines with a word such as a name",
        words=("board", "table", "stage", "where"),
        takes="WORD",
        no_key=ON_THE_SCREEN,
    )
    def board(self, word: str) -> Response:
        return OwnWay("board", word)

    @Command("the score so far", words=("scores", "score"), no_key=ON_THE_SCREEN)
    def scores(self) -> Response:
        return OwnWay("scores")

    @Command(
        "who plays, and the levels of computer players",
        words=("players",),
        no_key="The board names the players, and so do the options.",
        exists=_has_several_seats,
    )
    def players(self) -> Response:
        return Say(players_line(self.session, self.session.players))

    @Command("the options of this game, and who plays", keys=("o",), words=("options",))
    def options(self) -> Response:
        session = self.session
        options = [
            f"{each.title}: {each.label(getattr(session.options, each.name))} ({each.ruling})."
            for each in fields_of(session.game)
        ]
        who = [players_line(session, session.players)] if self._has_several_seats() else []
        return Read(f"{session.game.title}: options", (*options, *who))

    @Command("leave the table", keys=("q",), label="Leave", words=("quit", "q"))
    def leave(self) -> Response:
        return Leave()


def players_line(session: Session, players: Sequence[str]) -> str:
    """Return a sentence that lists the players under these names, with the levels of computer players.

    At a shared table, another sentence says which of them the person here is.
    """
    table = table_of(session)
    you = f" You are {session.names[table.own[0]]}." if table is not None and table.own else ""
    watchers = f" Watching: {join_words(table.watchers)}." if table is not None and table.watchers else ""
    return address(f"At the table: {', '.join(names_with_levels(players, session.computers))}.") + you + watchers
