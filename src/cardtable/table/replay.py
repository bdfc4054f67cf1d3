"""The replay of a game, from which a new game can start at any position.

A finished game can be seen from any seat, in the public view, or with all cards face up. A game in progress that one
player plays, alone or with computer players, can be seen from that player's seats. With several players, the replay
can't tell who is watching, so only three kinds of view are allowed: the public view, the views of seats that saw only
public information, and views that the caller allows because the player is at the screen.

A *move* is one action. A *turn* is a series of moves of one seat, including other players' choices during it (see
`Game.active`). If the game counts rounds (`Game.round_number`), a *round* is a deal. Otherwise, a round ends when a
player who has had a turn in the round gets another turn.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple, get_args, get_type_hints

from cardtable.engine.cards import Chard, Complete, Single, TriCard, is_hidden
from cardtable.engine.game import Event, Seat
from cardtable.engine.phrases import capitalized
from cardtable.table.seen import Seen
from cardtable.table.session import Session
from cardtable.table.what_if import ALREADY_OVER, branch

OPEN: Final = "open"
"""The viewer who sees every card."""
Viewer = Seat | Literal["open"] | None
"""A seat, None for the public view, or `OPEN`."""
Stride = Literal["move", "turn", "round"]
ONLY_PUBLIC = "While the game is in progress, you can only watch what everybody sees."
ONLY_AT_THE_END = "You can only see all the cards once the game is over."
_NO_PLAYING_ON = "Playing on from here would reveal what comes next. Finish the game first."

_CARD_WORDS = {f"{kind.kind.lower()}s": f"{kind.kind}s" for kind in (Single, Complete, Chard, TriCard)}
"""The spelling of card names for players, keyed by their spelling in field names."""


class ReplayPosition(NamedTuple):
    """A position in a game. Turns and rounds are counted from 1, or are both 0 in a solo game."""

    move: int
    moves: int
    turn: int
    round: int

    def __str__(self) -> str:
        text = f"move {self.move} of {self.moves}"
        return f"{text}, turn {self.turn}, round {self.round}" if self.turn else text


class Replay:
    """A position in the history of a session. A replay never changes the session."""

    def __init__(self, session: Session, own: Collection[Seat] = ()) -> None:
        """Start at the beginning. `own` contains the seats of the player who is watching a game in progress."""
        self.session = session
        self.length = len(session.actions)
        self.at = 0
        """The number of actions played before this position. It is 0 right after the set-up."""
        self._turns, self._rounds = _turns_and_rounds(session, self.length)
        self.viewers = tuple(_viewers(session, self.length, own))
        """The viewers that the replay allows."""
        self._viewer: Viewer = self.viewers[0]

    # The viewer

    @property
    def viewer(self) -> Viewer:
        """The current viewer."""
        return self._viewer

    @viewer.setter
    def viewer(self, viewer: Viewer) -> None:
        if viewer not in self.viewers:
            raise ValueError(ONLY_AT_THE_END if viewer == OPEN else ONLY_PUBLIC)
        self._viewer = viewer

    def name(self, viewer: Viewer) -> str:
        """Return the name that a list of viewers shows for this viewer."""
        if viewer == OPEN:
            return "All cards open"
        return "What everybody sees" if viewer is None else self.session.players[viewer]

    @property
    def view_label(self) -> str:
        """A label such as `Ann's view`, `public view` or `all cards open`."""
        return self.view_label_of(self._viewer)

    def view_label_of(self, viewer: Viewer) -> str:
        """Return the `view_label` of this viewer."""
        if viewer == OPEN:
            return "all cards open"
        if viewer is None:
            return "public view"
        return "your view" if viewer == self.session.you else f"{self.session.names[viewer]}'s view"

    def find_viewer(self, text: str) -> Viewer:
        """Return the viewer for a typed name, seat number, `all` or `public`. Raise ValueError for other text."""
        typed, names = text.strip().casefold(), [name.casefold() for name in self.session.names]
        if typed in names:
            return names.index(typed)
        if typed.isascii() and typed.isdecimal() and len(typed) < 3 and 0 < int(typed) <= len(names):
            return int(typed) - 1
        if typed == "you" and self.session.you is not None:
            return self.session.you
        if typed in ("all", "public"):
            return OPEN if typed == "all" else None
        known = ", ".join(self.session.players)
        raise ValueError(f"No such view. Type all, public or a player's name ({known}).")

    # The place

    @property
    def position(self) -> ReplayPosition:
        """The current position."""
        return self._position(self.at)

    @property
    def last_position(self) -> ReplayPosition:
        """The position at the end of the game."""
        return self._position(self.length)

    def _position(self, at: int) -> ReplayPosition:
        if len(self.session.names) == 1:
            return ReplayPosition(at, self.length, 0, 0)
        return ReplayPosition(at, self.length, bisect_right(self._turns, at), bisect_right(self._rounds, at))

    def go(self, at: int) -> None:
        """Go to the position after `at` actions, or to the start or end if `at` is out of range."""
        self.at = max(0, min(at, self.length))

    def forward(self, stride: Stride = "move") -> None:
        """Go to the next move, turn or round. After the last one, go to the end."""
        starts = self._starts(stride)
        after = bisect_right(starts, self.at)
        self.go(starts[after] if after < len(starts) else self.length)

    def back(self, stride: Stride = "move") -> None:
        """Go back to the previous move, or to the nearest earlier start of a turn or round."""
        starts = self._starts(stride)
        before = bisect_left(starts, self.at) - 1
        self.go(starts[before] if before >= 0 else 0)

    def to_start(self) -> None:
        """Go to the start of the game."""
        self.go(0)

    def to_end(self) -> None:
        """Go to the end of the game."""
        self.go(self.length)

    def _starts(self, stride: Stride) -> Sequence[int]:
        if stride == "move":
            return range(self.length + 1)
        return self._turns if stride == "turn" else self._rounds

    # The view

    def look(self) -> Seen:
        """Return the viewer's table at this position. With all cards open, it is always shown from the same seat."""
        if self._viewer == OPEN:
            return self.session.look_at(self.session.own_seat or 0, self.at, all_open=True)
        return self.session.look_at(self._viewer, self.at)

    def last_events(self) -> tuple[Event, ...]:
        """Return the events of the last move as the viewer saw them. At the start, return the events of the set-up."""
        if self._viewer == OPEN:
            return self.session.events_at(None, self.at, all_open=True)
        return self.session.events_at(self._viewer, self.at)

    # A new game

    def why_cannot_play_on(self) -> str:
        """Return the reason why no new game can start from here. The result is empty if a game can start."""
        if self.session.turn is not None and not self.session.has_one_person:
            return _NO_PLAYING_ON
        return "" if self.look().turn is not None else ALREADY_OVER

    def play_on(self) -> Session:
        """Return a new game from here with the same players. Raise ValueError with the reason if it can't be made."""
        if reason := self.why_cannot_play_on():
            raise ValueError(reason)
        return branch(self.session, self.at)


def continuation_sentence(session: Session) -> str:
    """Return a sentence that says that the game continues another game, or an empty string if it doesn't."""
    return f"Continues another game from move {session.inherited_actions}." if session.inherited_actions else ""


# Allowed viewers


def _viewers(session: Session, length: int, own: Collection[Seat]) -> Iterator[Viewer]:
    seats = range(len(session.names))
    if session.turn is None or session.has_one_player:
        yield from seats
        yield None
        if session.turn is None:
            yield OPEN
        return
    yield None
    if session.has_one_person:
        own = [*own, *(seat for seat in seats if session.persons[seat] in session.people)]
    yield from (seat for seat in seats if seat in own or _saw_only_public(session, length, seat))


def _saw_only_public(session: Session, length: int, seat: Seat) -> bool:
    """Return whether the seat saw only public information."""
    return all(session.view_at(seat, at) == session.view_at(None, at) for at in range(length + 1)) and (
        session.look_at(seat, length).log == session.look_at(None, length).log
    )


# Turns and rounds


def _turns_and_rounds(session: Session, length: int) -> tuple[list[int], list[int]]:
    """Return two lists: the number of actions before each turn, and the number before each round."""
    game, turns, rounds, had_turn = session.game, [0], [0], set[Seat]()
    states = [session.view_at(None, at) for at in range(length + 1)]
    for at, state in enumerate(states):
        seat, number = game.active(state), game.round_number(state)
        if game.turn(state) is None or seat is None:
            break
        is_new_deal = at > 0 and number != game.round_number(states[at - 1])
        if at and (is_new_deal or seat != game.active(states[at - 1])):
            turns.append(at)
            if is_new_deal or (number is None and seat in had_turn):
                rounds.append(at)
                had_turn.clear()
        had_turn.add(seat)
    return turns, rounds


# Cards as text


def describe_cards(seen: Seen) -> Iterator[tuple[str, str]]:
    """Yield the name and the cards of every hand and pile. Face-down cards are only counted."""
    return ((title, _describe(value)) for title, value in zones_of(seen))


def zones_of(seen: Seen) -> Iterator[tuple[str, Any]]:
    """Yield the name and the value of every hand and pile. A value is a card, a number or a tuple of these.

    In a game without cards, yield only the values that this viewer alone can see. The table shows all others.
    """
    from cardtable.formats.position import cards_in  # imported only here, because it imports pydantic

    state, game = seen.state, seen.game
    public, kinds, has_cards = game.view(state, None), get_type_hints(game.state), bool(game.box(state))
    for name in state._fields:
        value, title = getattr(state, name), _zone_title(name)
        if name in ("options", "key", *game.notes):
            continue
        if has_cards and any(True for _ in cards_in(value)):
            if _is_by_seat(kinds[name], value, len(seen.names)):
                title = title if title in _CARD_WORDS.values() else title.removesuffix("s")
                yield from ((f"{player}, {title}", part) for player, part in zip(seen.players, value, strict=True))
            else:
                yield capitalized(title), value
        elif not has_cards and value != getattr(public, name):
            yield capitalized(title), value


def _zone_title(field: str) -> str:
    """Return a field of a state in words, such as `draw piles` or `TriCards`."""
    return " ".join(_CARD_WORDS.get(word, word) for word in field.split("_"))


def _is_by_seat(kind: Any, value: Any, seats: int) -> bool:
    """Return True if a field has one zone for each seat, or False if the number of zones is fixed."""
    return get_args(kind)[-1:] == (Ellipsis,) and len(value) == seats > 1 and isinstance(value[0], tuple)


def _describe(value: Any) -> str:
    """Return the names of face-up cards and the number of face-down cards. Return a plain number unchanged."""
    from cardtable.formats.position import cards_in

    if not isinstance(value, tuple):
        return str(value or "none")
    cards = list(cards_in(value))
    shown = [str(card) for card in cards if not is_hidden(card)] if cards else list(map(str, value))
    hidden = len(cards) - len(shown)
    return ", ".join([*shown, f"{hidden} face down"] if hidden > 0 else shown) or "none"
