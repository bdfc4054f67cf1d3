"""What a game is: a record of pure functions over immutable states.  Nothing here knows any game.

A state holds everything, hidden cards too.  Whoever should not see everything gets a view of it: a state of the same
type in which each secret has its masked value.  `turn`, `legal`, `explain` and `outcome` say the same of a view as of
the truth, to the seat whose view it is; `preview` works on views, and `redeal` masks whatever it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from cardtable.engine.cards import FACE_DOWN, Card
from cardtable.engine.chance import Key

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741  one letter each for State, Action and Options
Seat = int
"""Counted from 0; players are told seat + 1, or a name."""


class IllegalAction(ValueError):
    """The action is not open to the seat to move; says why, as a player would, with the ruling."""


class BadOptions(ValueError):
    """The options do not make a game for so many seats; one sentence a fault."""


class Place(NamedTuple):
    """Something to point at: a zone by name, and where in it, from 0.

    A cell is `Place("stage", row, column)`, a card in a hand `Place("hand", seat, index)`, a pile `Place("won")`.
    """

    zone: str
    row: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, in the past tense, already decided.  `seat` is the one who acted."""

    seat: Seat

    SECRET: ClassVar[tuple[str, ...]] = ()
    """The fields, each a card, a number counted from 1, or a tuple of such, that only `eyes` may read."""

    @property
    def eyes(self) -> tuple[Seat, ...] | None:
        """The seats that may read the secret fields; None for everybody."""
        return (self.seat,)

    def tell(self, names: Sequence[str]) -> str:
        """One line of log, given each seat's name."""
        raise AssertionError(f"{type(self).__name__} has no words")


class Step(NamedTuple, Generic[S]):
    """A new state, and the story of how it came about."""

    state: S
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.  Statistics, bots and archives need nothing else."""

    points: tuple[int, ...]
    """For each seat."""
    winners: tuple[Seat, ...]
    """Empty where nobody won."""
    together: bool
    """Whether the seats win or lose as one table."""
    margin: int
    """By how much: negative where a table that plays together lost."""
    reason: str
    """One sentence for the player."""
    ruling: str
    """The ruling that decided it, as `ES-9`."""


def option(  # noqa: PLR0913  most of them by name, and few at a time
    default: Any,
    title: str,
    about: str,
    ruling: str,
    *,
    low: int | None = None,
    high: int | None = None,
    unset: str = "",
    words: Mapping[Any, str] | None = None,
    counts: str = "",
) -> Any:
    """A field of a game's Options: all that a form, a flag and a validator must know.

    `about` is one sentence for the player.  `low` and `high` bound a number, both included.  `unset` says in words what
    None stands for, where None is allowed.  `words` gives a value's label where the value itself does not read well.
    `counts` is what a number counts, as `cards`: who types a deal may say 7 cards.
    """
    told = {"title": title, "help": about, "ruling": ruling, "low": low, "high": high, "unset": unset}
    return field(default=default, metadata={**told, "words": words or {}, "counts": counts})


@dataclass(frozen=True, slots=True)
class Preset(Generic[O]):
    """A named set of options, offered by the set-up form."""

    name: str
    help: str
    options: O


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S, A, O]):
    """The whole contract between a game module and the rest of the world."""

    id: str
    """As on the command line: `exit-stage-right`."""
    title: str
    summary: str
    """One sentence for the lobby."""
    page: str
    """The rules page in `rules/`."""
    prefix: str
    """Of its rulings: `ES`."""
    rules_version: int
    """Raised when a rule changes what an old record replays to."""
    together: bool
    """Whether the seats win or lose as one table."""
    seats: range
    seat_names: tuple[str, ...] = ()
    """Where the rules name the seats; else they are players 1, 2, 3 …"""
    options: type[O]
    presets: tuple[Preset[O], ...]
    state: type[S]
    actions: tuple[type, ...]
    notes: tuple[str, ...] = ()
    """Fields of the state that speak of cards which lie elsewhere in it, as what everybody knows somebody to have."""

    settle: Callable[[O, int], O]
    """The options for so many seats, with each default that depends on the seats filled in."""
    check: Callable[[O, int], tuple[str, ...]]
    """One sentence for each fault of settled options; empty where they make a game."""
    setup: Callable[[int, O, Key], Step[S]]
    """The start of a game, from checked and settled options."""
    box: Callable[[S], tuple[Card, ...]]
    """Every card of this game, hidden or not, whatever the state: what may neither grow nor shrink."""
    flaws: Callable[[S], tuple[str, ...]]
    """One sentence for each way in which a state from outside is no state of this game; the box is checked apart."""
    turn: Callable[[S], Seat | None]
    """The seat that is asked now; None once the game is over."""
    legal: Callable[[S], tuple[A, ...]]
    """Every action open to that seat, once each; empty once the game is over."""
    apply: Callable[[S, A], Step[S]]
    """What a legal action leads to.  Does not check that it is legal: `play` does."""
    outcome: Callable[[S], Outcome | None]
    view: Callable[[S, Seat | None], S]
    """What one seat may see; None for somebody who watches."""
    explain: Callable[[S, A], str]
    """Why the seat to move may or may not do this, with the ruling."""
    preview: Callable[[S, A], tuple[Event, ...]]
    """From a view: what is sure to happen, up to the first card that the view hides.

    It equals what the acting seat then sees happen exactly where the action shows that seat nothing new.
    """
    parse: Callable[[str], A]
    """The action that somebody typed; ValueError with a sentence.  `parse(str(action)) == action`."""
    deal_unseen: Callable[[S, Seat | None, Key], S]
    """What `redeal` does with a view; nobody else calls it."""

    def redeal(self, state: S, seat: Seat | None, key: Key) -> S:
        """Return a state by the rules that looks the same to that seat: the hidden cards dealt anew, each way alike.

        It works from the view, so the truth leads to the same state as its view.
        """
        return self.deal_unseen(self.view(state, seat), seat, key)


def start(game: Game[S, A, O], seats: int, options: O, key: Key) -> Step[S]:
    """The start of a game; BadOptions where the options do not make one."""
    if seats not in game.seats:
        raise BadOptions(f"{game.title} is for {spread(game.seats)} players, not {seats}.")
    options = game.settle(options, seats)
    if faults := game.check(options, seats):
        raise BadOptions(" ".join(faults))
    return game.setup(seats, options, key)


def play(game: Game[S, A, O], state: S, action: A) -> Step[S]:
    """The only door through which a state advances; IllegalAction, and nothing changed, where it is shut."""
    if not isinstance(action, game.actions):
        raise IllegalAction(f"That is no action of {game.title}.")
    if action not in game.legal(state):
        raise IllegalAction(game.explain(state, action))
    return game.apply(state, action)


def seen_by(event: Event, viewer: Seat | None) -> Event:
    """The event as `viewer` witnessed it."""
    if not event.SECRET or event.eyes is None or viewer in event.eyes:
        return event
    return replace(event, **{name: _masked(getattr(event, name)) for name in event.SECRET})


def _masked(value: Any) -> Any:
    """A back for a card, 0 for a number."""
    if isinstance(value, tuple):
        return tuple(map(_masked, value))
    return FACE_DOWN if isinstance(value, Card) else 0


def reveals(game: Game[S, A, O], before: S, action: A, events: Sequence[Event]) -> bool:
    """Whether the action showed the seat that took it anything that it could not be sure of before."""
    seat = game.turn(before)
    foreseen = game.preview(game.view(before, seat), action)
    return foreseen != tuple(seen_by(event, seat) for event in events)


def counted(number: int, thing: str) -> str:
    """`no cards`, `1 card`, `2 cards`."""
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


def spread(numbers: range) -> str:
    """`1 to 6`, or `3` where there is only one."""
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def faults_of_range(options: Any) -> tuple[str, ...]:
    """A sentence for each number among the options that lies outside its own bounds."""
    faults = []
    for each in fields(options):
        value, low, high = getattr(options, each.name), each.metadata["low"], each.metadata["high"]
        if low is not None and value is not None and not low <= value <= high:
            faults.append(f"{each.metadata['title']} is a number from {low} to {high}, not {value}.")
    return tuple(faults)
