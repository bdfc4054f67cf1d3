"""A game watched again: where in it we are, whose view is shown, and a new game from there.

What may be seen: of a finished game every seat's view, what everybody saw, and all cards open; of a running one that
one person plays alone, each of that person's seats.  Of a running game among several persons nobody here knows who is
watching: there is what everybody saw, the seats that never saw more than that, and those that the caller vouches for,
because their player sits behind the curtain right now.

A *move* is one action.  A *turn* is the successive moves of one seat; what other players choose during it (see
`Game.active`) belongs to it.  A *round* is a deal where the game counts rounds (`Game.round_number`); otherwise it ends
when a player who has had a turn in it gets another one.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple, get_args, get_type_hints

from cardtable.engine.cards import is_hidden
from cardtable.engine.game import Event, Seat
from cardtable.table.session import Seen, Session

OPEN: Final = "open"
"""The viewer who sees every card."""
Viewer = Seat | Literal["open"] | None
"""A seat, everybody or `OPEN`."""
Stride = Literal["move", "turn", "round"]
ONLY_PUBLIC = "While the game is in progress, you can only watch what everybody sees."
ONLY_AT_THE_END = "You can only see all the cards once the game is over."
_NO_PLAYING_ON = "Playing on from here would reveal what comes next. Finish the game first."
_ALREADY_OVER = "The game is over here. Go back to an earlier move."


class ReplayPosition(NamedTuple):
    """Where in the game we are; turns and rounds are counted from 1, and 0 where one seat plays without them."""

    move: int
    moves: int
    turn: int
    round: int

    def __str__(self) -> str:
        told = f"move {self.move} of {self.moves}"
        return f"{told}, turn {self.turn}, round {self.round}" if self.turn else told


class Replay:
    """A place in the history of a session, which stays as it is."""

    def __init__(self, session: Session, own: Collection[Seat] = ()) -> None:
        """At the start.  `own` are seats whose player is the one who watches, though the game goes on."""
        self.session = session
        self.length = len(session.actions)
        self.at = 0
        """How many actions have been taken: 0 is after the set-up."""
        self._turns, self._rounds = _divided(session, self.length)
        self.viewers = tuple(_viewers(session, self.length, own))
        """Who may be the viewer."""
        self._viewer: Viewer = self.viewers[0]

    # Whose view

    @property
    def viewer(self) -> Viewer:
        """Whose view is shown."""
        return self._viewer

    @viewer.setter
    def viewer(self, viewer: Viewer) -> None:
        if viewer not in self.viewers:
            raise ValueError(ONLY_AT_THE_END if viewer == OPEN else ONLY_PUBLIC)
        self._viewer = viewer

    def name(self, viewer: Viewer) -> str:
        """A viewer in a few words, as they stand in a list."""
        if viewer == OPEN:
            return "All cards open"
        return "What everybody sees" if viewer is None else self.session.names[viewer]

    @property
    def manner(self) -> str:
        """How the game is shown, as it stands on a line with the position."""
        return self.manner_of(self._viewer)

    def manner_of(self, viewer: Viewer) -> str:
        """How the game is shown to a viewer."""
        if viewer == OPEN:
            return "all cards open"
        return "public view" if viewer is None else f"{self.session.names[viewer]}'s view"

    def find_viewer(self, text: str) -> Viewer:
        """Who was typed: a name, the number of a seat, `all` or `public`; ValueError with a sentence."""
        typed, names = text.strip().casefold(), [name.casefold() for name in self.session.names]
        if typed in names:
            return names.index(typed)
        if typed.isascii() and typed.isdecimal() and len(typed) < 3 and 0 < int(typed) <= len(names):
            return int(typed) - 1
        if typed in ("all", "public"):
            return OPEN if typed == "all" else None
        known = ", ".join(self.session.names)
        raise ValueError(f"No such view. Type all, public or a player's name ({known}).")

    # Where

    @property
    def position(self) -> ReplayPosition:
        """Where we are, in numbers."""
        return self._position(self.at)

    @property
    def last_position(self) -> ReplayPosition:
        """Where the end is."""
        return self._position(self.length)

    def _position(self, at: int) -> ReplayPosition:
        if len(self.session.names) == 1:
            return ReplayPosition(at, self.length, 0, 0)
        return ReplayPosition(at, self.length, bisect_right(self._turns, at), bisect_right(self._rounds, at))

    def go(self, at: int) -> None:
        """After so many actions, or as near to there as there is something."""
        self.at = max(0, min(at, self.length))

    def forward(self, stride: Stride = "move") -> None:
        """On by a move, or to where the next turn or round begins; else to the end."""
        starts = self._starts(stride)
        after = bisect_right(starts, self.at)
        self.go(starts[after] if after < len(starts) else self.length)

    def back(self, stride: Stride = "move") -> None:
        """Back by a move, or to where this turn or round, or the one before, begins."""
        starts = self._starts(stride)
        before = bisect_left(starts, self.at) - 1
        self.go(starts[before] if before >= 0 else 0)

    def to_start(self) -> None:
        """To where the first action is to be taken."""
        self.go(0)

    def to_end(self) -> None:
        """To after the last action."""
        self.go(self.length)

    def _starts(self, stride: Stride) -> Sequence[int]:
        if stride == "move":
            return range(self.length + 1)
        return self._turns if stride == "turn" else self._rounds

    # What is seen

    def look(self) -> Seen:
        """What the viewer saw here; with all cards open, from the seat on turn."""
        if self._viewer == OPEN:
            return self.session.look_back(self._seat(), self.at, all_open=True)
        return self.session.look_back(self._viewer, self.at)

    def story(self) -> tuple[Event, ...]:
        """What the viewer saw happen in the last move; in the set-up, at the start."""
        if self._viewer == OPEN:
            return self.session.told_back(None, self.at, all_open=True)
        return self.session.told_back(self._viewer, self.at)

    def _seat(self) -> Seat:
        """The seat on turn, or after the end the one that was."""
        for at in (self.at, self.at - 1):
            seat = self.session.game.turn(self.session.view_back(None, max(0, at)))
            if seat is not None:
                return seat
        return 0

    # Playing on

    def why_no_playing_on(self) -> str:
        """Why no new game can start from here; empty where it can."""
        if self.session.turn is not None and not self.session.alone:
            return _NO_PLAYING_ON
        return "" if self.look().turn is not None else _ALREADY_OVER

    def play_on(self) -> Session:
        """A new game that stands here, with the same players; ValueError with a sentence where there is none."""
        if reason := self.why_no_playing_on():
            raise ValueError(reason)
        last = self.session
        session = Session(last.game, last.options, last.names, last.opening, last.persons)
        session.replay(last.actions[: self.at])
        session.given = self.at
        return session


def told_given(session: Session) -> str:
    """That a game plays on from another one; empty where it does not."""
    return f"Continues another game from move {session.given}." if session.given else ""


# Who may see what


def _viewers(session: Session, length: int, own: Collection[Seat]) -> Iterator[Viewer]:
    seats = range(len(session.names))
    if session.turn is None or session.alone:
        yield from seats
        yield None
        if session.turn is None:
            yield OPEN
        return
    yield None
    yield from (seat for seat in seats if seat in own or _knows_no_more(session, length, seat))


def _knows_no_more(session: Session, length: int, seat: Seat) -> bool:
    """Whether the seat has at no time seen more than everybody did."""
    return all(session.view_back(seat, at) == session.view_back(None, at) for at in range(length + 1)) and (
        session.look_back(seat, length).log == session.look_back(None, length).log
    )


# Turns and rounds


def _divided(session: Session, length: int) -> tuple[list[int], list[int]]:
    """Where each turn begins, and each round."""
    game, turns, rounds, had = session.game, [0], [0], set[Seat]()
    states = [session.view_back(None, at) for at in range(length + 1)]
    for at, state in enumerate(states):
        seat, number = game.active(state), game.round_number(state)
        if game.turn(state) is None or seat is None:
            break
        dealt = at > 0 and number != game.round_number(states[at - 1])
        if at and (dealt or seat != game.active(states[at - 1])):
            turns.append(at)
            if dealt or (number is None and seat in had):
                rounds.append(at)
                had.clear()
        had.add(seat)
    return turns, rounds


# What happened, and cards, in words


def log_lines(seen: Seen) -> list[str]:
    """What the viewer saw happen, each line with the number of its action; the set-up is 0."""
    return [f"{at:>3} {seen.describe(event)}" for at, step in enumerate(seen.log) for event in step]


def cards_told(seen: Seen) -> Iterator[tuple[str, str]]:
    """Every hand and pile of what is seen, by its name: those that lie face down are counted.

    Where cards are but numbers, what everybody sees is left out: that lies on the table.
    """
    from cardtable.formats.position import cards_in  # pydantic comes with it, and few ask

    state, game = seen.state, seen.game
    public, kinds, has_cards = game.view(state, None), get_type_hints(game.state), bool(game.box(state))
    for name in state._fields:
        value, said = getattr(state, name), name.replace("_", " ")
        if name in ("options", "key", *game.notes):
            continue
        if has_cards and any(True for _ in cards_in(value)):
            if _is_by_seat(kinds[name], value, len(seen.names)):
                yield from ((f"{who}, {said}", _words(part)) for who, part in zip(seen.names, value, strict=True))
            else:
                yield said.capitalize(), _words(value)
        elif not has_cards and value != getattr(public, name):
            yield said.capitalize(), _words(value)


def _is_by_seat(kind: Any, value: Any, seats: int) -> bool:
    """Whether these are the zones of the seats: as many as there are seats, and of another number elsewhere."""
    return get_args(kind)[-1:] == (Ellipsis,) and len(value) == seats > 1 and isinstance(value[0], tuple)


def _words(value: Any) -> str:
    """Cards by name, those that lie face down counted; numbers as they are."""
    from cardtable.formats.position import cards_in

    if not isinstance(value, tuple):
        return str(value or "none")
    cards = list(cards_in(value))
    shown = [str(card) for card in cards if not is_hidden(card)] if cards else list(map(str, value))
    hidden = len(cards) - len(shown)
    return ", ".join([*shown, f"{hidden} face down"] if hidden > 0 else shown) or "none"
