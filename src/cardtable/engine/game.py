"""The Game type: a game is a set of pure functions over immutable states.  Nothing here depends on a particular game.

A state holds everything, hidden cards included.  A view is a state of the same type in which every secret is masked.
The functions `turn`, `legal`, `explain` and `outcome` return the same results for the full state and for the view of
the seat whose turn it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from cardtable.engine.cards import FACE_DOWN, Card
from cardtable.engine.chance import Key
from cardtable.engine.phrases import format_range, join_words

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741  one letter each for State, Action and Options
Seat = int
"""A seat's number, counted from 0; players are shown the number plus 1, or a name."""


class IllegalAction(ValueError):
    """An action that isn't legal now; the message tells the player why and cites the ruling."""


class UnclearAction(ValueError):
    """Typed text without the form of any action; the message shows the forms, with any cards as examples."""


class BadOptions(ValueError):
    """Options or a number of seats that a game doesn't allow; the message has one sentence for each fault."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in a game; `Game.describe` puts it into words.  `seat` is the seat that acted."""

    seat: Seat

    SECRET_FIELDS: ClassVar[tuple[str, ...]] = ()
    """The fields that only the seats in `visible_to` may read.

    Each of these fields holds a card, a number above 0, or a tuple of cards or of such numbers.
    """

    @property
    def visible_to(self) -> tuple[Seat, ...] | None:
        """The seats that may read the secret fields, or None if every seat and spectator may read them."""
        return (self.seat,)


Events = list[Event] | None
"""A list to append events to, or None if the caller doesn't need them, which is faster."""


class Step(NamedTuple, Generic[S]):
    """A new state, with the events that led to it."""

    state: S
    events: tuple[Event, ...] = ()


WINNERS = "{winners}"
"""The placeholder for the winners' names in an outcome's reason."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game."""

    points: tuple[int, ...]
    """Each seat's points."""
    winners: tuple[Seat, ...]
    """The seats that won, if any."""
    together: bool
    """Whether the seats win or lose together."""
    margin: int
    """The winner's lead in points; in a cooperative game, the team's score, which is negative for a loss."""
    reason: str
    """A sentence about how the game ended, with `WINNERS` in place of the winners' names."""
    ruling: str
    """The ruling that decided the result, such as `ES-9`."""


def option(default: Any, ruling: str, *, low: int | None = None, high: int | None = None) -> Any:
    """Return a dataclass field for one of a game's options; `low` and `high` are the inclusive bounds of a number.

    The wording of the option is in the game's `option_texts`, under the field's name.
    """
    return field(default=default, metadata={"ruling": ruling, "low": low, "high": high})


@dataclass(frozen=True, slots=True)
class OptionText:
    """The wording of one option in forms, flags and help."""

    title: str
    help: str
    """A sentence that explains the option to the player."""
    unset: str = ""
    """The wording for None, if None is allowed."""
    labels: Mapping[Any, str] = field(default_factory=dict)
    """The wording for values that don't read well as they are."""
    counts: str = ""
    """The unit of a number, such as `cards`; a deal line can have it after the number: `7 cards`."""


@dataclass(frozen=True, slots=True)
class Preset(Generic[O]):
    """A named set of options in the set-up form."""

    name: str
    help: str
    options: O


class AddedField(NamedTuple):
    """A field of a game's state that older files of positions don't have."""

    version: int
    """The first version that has the field."""
    name: str
    placeholder: Any
    derive: Callable[[Any], Any]
    """Return the field's value, given a state with `placeholder` in its place."""


class Tip(NamedTuple):
    """A sentence for a player's first turns."""

    text: str
    until: tuple[type[Event], ...]
    """The types of events after which the sentence isn't needed any more; only the player's own events count."""
    times: int = 1
    """The number of these events after which the sentence isn't needed."""
    is_goal: bool = False
    """Whether everybody may read the sentence at any time, rather than only the player to move."""
    spoken: str = ""
    """The sentence for plain mode, if signs or letters on the board would make no sense there."""


def events_of(advance: Callable[[S, A, Events], S], state: S, action: A) -> tuple[Event, ...]:
    """Return the events of an action."""
    events: list[Event] = []
    advance(state, action, events)
    return tuple(events)


def _count_hands(state: Any) -> int:
    return len(state.hands)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)  # compared and hashed by identity
class Game(Generic[S, A, O]):
    """A game: its data types, its wording, and its rules as pure functions."""

    id: str
    """The game's id, as typed on the command line, such as `exit-stage-right`."""
    title: str
    summary: str
    """A sentence that describes the game in the lobby."""
    page: str
    """The file name of the rules page in `rules/`."""
    prefix: str
    """The two letters that the game's rulings begin with, such as `ES`."""
    rules_version: int
    """A number that is increased whenever a change to the rules makes old records replay differently."""
    together: bool
    """Whether the seats win or lose together."""
    seats: range
    seat_names: tuple[str, ...] = ()
    """The seats' names, if the rules name the seats; otherwise the players are numbered 1, 2, 3 …"""
    options: type[O]
    option_texts: Mapping[str, OptionText]
    """The wording of each option, keyed by its field's name, in the order of the set-up form."""
    presets: tuple[Preset[O], ...]
    state: type[S]
    """The type of the game's states, which have a field `options` with every default resolved."""
    actions: tuple[type, ...]
    """The types of the game's actions; `str(action)` is an action's notation in records."""
    unasked: tuple[type, ...] = ()
    """The types of the actions that a table plays for a player who can do nothing else, such as drawing."""
    moments: tuple[type[Event], ...] = ()
    """The types of the events that everybody should see together, such as the end of a round."""
    hands: tuple[str, ...] = ("hands",)
    """The fields of the state that hold the players' hands, which everybody may see once the game is over."""
    notes: tuple[str, ...] = ()
    """Fields of the state that repeat cards from other fields, such as the cards a player is known to hold."""

    added_fields: tuple[AddedField, ...] = ()
    """The fields of the state that older positions don't have."""

    resolve_defaults: Callable[[O, int], O] = lambda options, seats: options
    """Return the options, filling in every default that depends on the number of seats."""
    check_options: Callable[[O, int], tuple[str, ...]] | None = None
    """Return a message for each problem with the options, other than a number that is out of bounds."""
    setup: Callable[[O, int, Key], Step[S]]
    """Return the start of a game, given valid options with their defaults resolved."""
    box: Callable[[S], tuple[Card, ...]]
    """Return every card of the game, hidden or not; these are the same throughout a game."""
    check_state: Callable[[S], tuple[str, ...]]
    """Return a message for each way a state breaks the rules, given valid seats and options.

    The state may come from a file.  Another check makes sure that the state has the right cards.
    """
    turn: Callable[[S], Seat | None] = attrgetter("turn")
    """Return the seat to move, or None once the game is over."""
    legal: Callable[[S], tuple[A, ...]]
    """Return the legal actions of the seat to move, without duplicates; there are none once the game is over."""
    advance: Callable[[S, A, Events], S]
    """Return the state after a legal action, and append the events to the list if there is one.

    Only `play` checks that the action is legal.
    """
    outcome: Callable[[S], Outcome | None]
    """Return the result, or None while the game is in progress."""
    view: Callable[[S, Seat | None], S]
    """Return the state as a seat may see it; None stands for a spectator."""
    deal_unseen: Callable[[S, Seat | None, Key], S]
    """Return a full state sampled uniformly from those consistent with a view; only `determinize` calls it."""
    preview: Callable[[S, A], tuple[Event, ...]]
    """Return the events that are certain, given the view of the seat to move.

    The seat to move then sees exactly these events if, and only if, the action reveals nothing new to that seat.
    """
    explain: Callable[[S, A], str]
    """Explain, citing the ruling, why the action is legal or why it isn't."""
    describe: Callable[[Event, Sequence[str]], str]
    """Return the log line for an event, given each seat's name."""
    is_gathered: Callable[[Event], bool] = lambda event: False
    """Return whether the log gathers such events on one line, for example the pieces that a player sets up in a row."""
    rules_section: Callable[[S, A | None], str] = lambda state, action: ""
    """Return the heading of the section of the rules page about an action or, if it's None, about the whole position.

    An empty string stands for the top of the page.
    """
    describe_accounts: Callable[[S, Iterable[Event], Sequence[str]], tuple[str, ...]] = lambda state, story, names: ()
    """Return lines about the players' gains and losses in a finished game, given all its events and seats' names."""
    tell_story: Callable[[Sequence[Sequence[Event]], Sequence[str]], Iterable[str]] = lambda steps, names: ()
    """Return sentences about a finished game, the most important first, given its events step by step and each name."""
    trophies: Callable[[S], Sequence[tuple[str, Sequence[Card]]]] = lambda state: ()
    """Return rows of the cards that a finished game was about, each with a heading."""
    tips: Callable[[S], tuple[Tip, ...]] = lambda state: ()
    """Return the tips for a player's first turns: the goal, and what the player to move can do."""
    parse: Callable[[str], A]
    """Return the action that a player typed; raise ValueError with a message for the player if the text is invalid.

    `parse(str(action)) == action`. An error whose message shows the forms of actions is an UnclearAction, so that plain
    mode can name a legal action instead.
    """

    name_action: Callable[[A], str] = str
    """Return an action's name in sentences and lists; `parse` understands this name, too."""
    finds_moves: bool = False
    """Whether finding out what can be played is a part of the game that players may want to do by themselves."""
    is_one_choice: Callable[[A, A], bool] = lambda first, second: False
    """Return whether two actions of a player are a single choice on the board, so that one undo undoes both."""
    seat_count: Callable[[S], int] = _count_hands
    """Return the number of seats in a state."""
    active: Callable[[S], Seat | None] = attrgetter("turn")
    """Return the seat whose turn it is, even while another seat has to choose, or None once the game is over."""
    round_number: Callable[[S], int | None] = lambda state: None
    """Return the round's number, counted from 1, or None if the game has no rounds."""
    standing: Callable[[S], tuple[int, ...]]
    """Return the score that each seat would have if the game ended now."""
    points_name: str = ""
    """A word for each player's points in a cooperative game, such as `collected`."""
    victories: tuple[tuple[int, str], ...] = ()
    """In a cooperative game, the lowest margin for each kind of victory, and its name, such as `a triumph`."""
    tie_break: str = ""
    """A word for what breaks ties in points, such as `coins`, or an empty string if nothing does."""
    score_text: Callable[[S], str] = lambda state: ""
    """Return the team's score so far in a few characters, such as `+2`, given the public view."""
    turn_sign: Callable[[Sequence[Event]], str] | None = None
    """Return a sign for the events of an action that says how it went but nothing about any card.

    In a game that has this, every point counts for one player alone: the result is graded by its margin against par.
    """

    def apply(self, state: S, action: A) -> Step[S]:
        """Return the state after a legal action, with the events that led to it."""
        events: list[Event] = []
        return Step(self.advance(state, action, events), tuple(events))

    def named_outcome(self, state: S, names: Sequence[str]) -> Outcome | None:
        """Return the outcome with the winners' names in its reason, or None while the game is in progress."""
        outcome = self.outcome(state)
        if outcome is None or not outcome.winners:
            return outcome
        winners = join_words(names[seat] for seat in outcome.winners)
        return replace(outcome, reason=outcome.reason.replace(WINNERS, winners))

    def determinize(self, state: S, seat: Seat | None, key: Key) -> S:
        """Return a full state sampled uniformly from those consistent with the seat's view (Cowling et al. 2012).

        `state` is masked first, so a full state and its view lead to the same sample.
        """
        return self.deal_unseen(self.view(state, seat), seat, key)

    def validate_options(self, options: O, seats: int) -> tuple[str, ...]:
        """Return a message for each problem with options whose defaults are resolved."""
        found = tuple(_out_of_bounds(options, self.option_texts))
        return found if found or self.check_options is None else (*found, *self.check_options(options, seats))

    def validate_state(self, state: S) -> tuple[str, ...]:
        """Return a message for each way a state breaks the rules, without checking that it has the right cards."""
        seats, options = self.seat_count(state), cast(Any, state).options
        if seats not in self.seats:
            return (f"{self.title} is for {format_range(self.seats)} players, not {seats}.",)
        if options != self.resolve_defaults(options, seats):
            return ("The options aren't written out in full.",)
        return self.validate_options(options, seats) or self.check_state(state)


AnyGame = Game[Any, Any, Any]


def start(game: Game[S, A, O], options: O, seats: int, key: Key) -> Step[S]:
    """Return the start of a game; raise BadOptions if the options aren't valid."""
    if seats not in game.seats:
        raise BadOptions(f"{game.title} is for {format_range(game.seats)} players, not {seats}.")
    options = game.resolve_defaults(options, seats)
    if faults := game.validate_options(options, seats):
        raise BadOptions(" ".join(faults))
    return game.setup(options, seats, key)


def play(game: Game[S, A, O], state: S, action: A) -> Step[S]:
    """Return the state after an action, and the events that led to it; raise IllegalAction if the action is illegal."""
    if not isinstance(action, game.actions):
        raise IllegalAction(f"That isn't a move in {game.title}.")
    if action not in game.legal(state):
        raise IllegalAction(game.explain(state, action))
    return game.apply(state, action)


def seen_by(event: Event, viewer: Seat | None) -> Event:
    """Return the event as `viewer` sees it, with secrets masked; None stands for a spectator."""
    if not event.SECRET_FIELDS or event.visible_to is None or viewer in event.visible_to:
        return event
    return replace(event, **{name: _mask(getattr(event, name)) for name in event.SECRET_FIELDS})


def is_masked(event: Event) -> bool:
    """Return whether the event has secrets and they are masked."""
    return bool(event.SECRET_FIELDS) and event.visible_to is not None and seen_by(event, None) == event


def _mask(value: Any) -> Any:
    """Return a hidden card in place of a card, and 0 in place of a number."""
    if isinstance(value, tuple):
        return tuple(map(_mask, value))
    return FACE_DOWN if isinstance(value, Card) else 0


def reveals(game: Game[S, A, O], before: S, action: A, events: Sequence[Event]) -> bool:
    """Return whether an action revealed anything that the acting seat couldn't have predicted."""
    seat = game.turn(before)
    return game.preview(game.view(before, seat), action) != tuple(seen_by(event, seat) for event in events)


def _out_of_bounds(options: Any, texts: Mapping[str, OptionText]) -> Iterator[str]:
    """Yield a message for each numeric option that is out of range."""
    for each in fields(options):
        value, low, high = getattr(options, each.name), each.metadata["low"], each.metadata["high"]
        if low is not None and value is not None and not low <= value <= high:
            yield f"{texts[each.name].title} must be a number from {low} to {high}, not {value}."
