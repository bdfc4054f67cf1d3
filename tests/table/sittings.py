"""Sessions for tests: any game, options and players, played at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from cardtable.engine.chance import CODE_BITS, DealCode, Key, draw_below
from cardtable.engine.game import AnyGame
from cardtable.formats.computers import LEVELS, Computer, Computers
from cardtable.formats.opening import StartPosition
from cardtable.games import GAMES
from cardtable.store.rows import GameEntry
from cardtable.table.result_words import ending_of, sentences_about
from cardtable.table.session import Session
from tests.engine.walks import KEYS, tables

ONE_ROUND: dict[str, dict[str, Any]] = {"clash": {"target": 0}, "rummy-like": {"target": 0}}
STAGE = GAMES["exit-stage-right"]
UNREVEALING: dict[str, Any] = {"draw": "none", "first": 1}
"""Options with which playing a Single reveals nothing."""
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva", "Finn")
LONGEST = 80
"""The maximum number of actions in a session, because some matches never end."""


COMPUTERS = (None, Computer("hard", 1_200), Computer("easy", 1), Computer("medium", 1), None, Computer("hard", 800))
"""Two people and four computer players, or the first of them at a smaller table."""


def sit(
    game: AnyGame,
    seats: int,
    code: int = 0,
    persons: tuple[int, ...] | None = None,
    computers: Computers = (),
    **options: Any,
) -> Session:
    """Return a new session."""
    return Session(game, game.options(**options), NAMES[:seats], DealCode(code), persons, computers)


def sit_at(
    game: AnyGame, position: Any, names: tuple[str, ...] = NAMES, persons: tuple[int, ...] | None = None
) -> Session:
    """Return a new session from this position."""
    return Session(game, position.options, names[: game.seat_count(position)], StartPosition(position), persons)


def truth(session: Session) -> Any:
    """Return the full state."""
    return session._state


def move_to(session: Session, state: Any) -> None:
    """Begin a new session from another state, with the deal code and the events of its own set-up."""
    session._start = session._start._replace(state=state)
    session._last_to_see = session._player(session.turn)


def looks(session: Session) -> list[Any]:
    """Return the public view and each seat's view."""
    return [session.look(viewer) for viewer in (None, *range(len(session.names)))]


def play_on(session: Session, luck: Key, most: int = LONGEST) -> None:
    """Play this many actions at random, or to the end, with each player seeing the table in turn."""
    for _ in range(most):
        choices = session.game.legal(truth(session))
        if not choices:
            return
        pick, luck = draw_below(luck, len(choices))
        session.act(choices[pick])
        session.mark_seen()


def played(
    game: AnyGame, seats: int | None = None, most: int = 20_000, persons: tuple[int, ...] | None = None
) -> Session:
    """Return a one-round game from a fixed deal, played at random, by default to the end and with two or more seats."""
    options: dict[str, Any] = {"target": 0} if "target" in game.options.__dataclass_fields__ else {}
    session = sit(game, seats or max(2, game.seats[0]), 7, persons, **options)
    play_on(session, Key(4), most)
    return session


@st.composite
def computer_players(draw: st.DrawFn, persons: tuple[int, ...]) -> Computers:
    """Return computer players for some of the players who have these seats."""
    quick = st.builds(Computer, st.sampled_from(LEVELS), st.sampled_from((1, 7, 100_000)))
    found = {player: draw(st.none() | quick) for player in sorted(set(persons))}
    computers = tuple(found[player] for player in persons)
    return computers if any(computers) else ()


@st.composite
def sittings(draw: st.DrawFn, game: AnyGame, most: int = LONGEST, *, with_computers: bool = False) -> Session:
    """Return sessions with any options and players, anywhere between deal and end, some with undone actions."""
    seats = draw(st.sampled_from(game.seats))
    options = draw(st.sampled_from(tables(game, seats)))
    persons = draw(st.lists(st.integers(0, seats - 1), min_size=seats, max_size=seats).map(tuple))
    code = DealCode(draw(st.integers(0, 2**CODE_BITS - 1)))
    computers = draw(computer_players(persons)) if with_computers else ()
    session = Session(game, options, NAMES[:seats], code, persons, computers)
    play_on(session, draw(KEYS), draw(st.integers(0, most)))
    for _ in range(draw(st.integers(0, 3))):
        if not session.why_no_undo():
            session.undo()
            session.mark_seen()
    return session


def first_single(session: Session) -> Any:
    """Return the first legal action, which plays a Single."""
    return session.game.legal(truth(session))[0]


def play_singles(session: Session, actions: int = 1, *, ask: bool = False) -> None:
    """Play the first Single this many times; with `ask`, the next player sees the table each time."""
    for _ in range(actions):
        session.act(first_single(session))
        if ask:
            session.mark_seen()


def code_of(session: Session) -> DealCode:
    """Return the deal code of a game that was dealt."""
    assert session.deal_code is not None, "it was dealt"
    return session.deal_code


def finished(game: AnyGame, luck: int = 3, **options: Any) -> Session:
    """Return a finished game of two or more players."""
    session = sit(game, max(2, game.seats[0]), 5, **{**ONE_ROUND.get(game.id, {}), **options})
    play_on(session, Key(luck), 20_000)
    assert session.turn is None
    return session


def under_way(game: AnyGame, moves: int = 20, persons: tuple[int, ...] | None = None) -> Session:
    """Return an unfinished game of two or more players."""
    session = sit(game, max(2, game.seats[0]), 5, persons=persons)
    play_on(session, Key(3), moves)
    assert session.turn is not None
    return session


def alone(game: AnyGame, moves: int = 20) -> Session:
    """Return an unfinished game in which one player has all seats."""
    return under_way(game, moves, (0,) * max(2, game.seats[0]))


def result_sentences(session: Session, entries: Sequence[GameEntry] = (), number: int | None = None) -> list[str]:
    """Return what is told at the end of a game, given all saved games and this game's number."""
    return [*ending_of(session).shown, *sentences_about(session, entries, number)]
