"""The Game type: a game is a set of pure functions over immutable states.

This module doesn't depend on any particular game. A state holds everything, including the hidden cards. A view is a
state of the same type in which every secret is masked. The functions `turn`, `legal`, `explain` and `outcome` return
the same results for the full state and for the view of the seat to move.
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
"""A seat's number, counted from 0. Players see a name, or this number plus 1."""


class IllegalAction(ValueError):
    """An error for an action that isn't legal now. The message tells the player why, and cites the ruling."""


class UnclearAction(ValueError):
    """An error for typed text that doesn't have the form of any action. The message shows the forms, with examples."""


class BadOptions(ValueError):
    """An error for options or a number of seats that the game doesn't allow. Each problem has its own sentence."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in a game. `Game.describe` puts the event into words. `seat` is the seat that acted."""

    seat: Seat

    SECRET_FIELDS: ClassVar[tuple[str, ...]] = ()
    """The names of the fields that only the seats in `visible_to` may read.

    Each of these fields holds a card, a positive number, or a tuple of cards or positive numbers.
    """

    @property
    def visible_to(self) -> tuple[Seat, ...] | None:
        """The seats that may read the secret fields, or None if everyone may read them."""
        return (self.seat,)


Events = list[Event] | None
"""A list to append events to, or None if the caller doesn't need the events. With None, a game runs faster."""


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
    winners: tuple[Seat, ...]
    """The winning seats, or an empty tuple if nobody wins."""
    together: bool
    """Whether the seats win or lose together."""
    margin: int
    """The winner's lead in points. In a cooperative game, the team's score, which is negative for a loss."""
    reason: str
    """A sentence about how the game ended, with `WINNERS` in place of the winners' names."""
    ruling: str
    """The ruling that decided the result, such as `ES-9`."""


def option(default: Any, ruling: str, *, low: int | None = None, high: int | None = None) -> Any:
    """Return a dataclass field for one of a game's options.

    `low` and `high` are the smallest and largest number allowed. The game's `option_texts` has the wording of the
    option, under the field's name.
    """
    return field(default=default, metadata={"ruling": ruling, "low": low, "high": high})


@dataclass(frozen=True, slots=True)
class OptionText:
    """The wording of one option in forms, flags and help."""

    title: str
    help: str
    """A sentence that explains the option to the player."""
    unset: str = ""
    """The wording for the value None, for options that allow None."""
    labels: Mapping[Any, str] = field(default_factory=dict)
    """The wording for values that need a label on screen."""
    counts: str = ""
    """The unit of a number, such as `cards`. A deal line can show the unit after the number: `7 cards`."""


@dataclass(frozen=True, slots=True)
class Preset(Generic[O]):
    """A named set of options on the set-up form."""

    name: str
    help: str
    options: O


class AddedField(NamedTuple):
    """A field of a game's state that is missing from older position files."""

    version: int
    """The first version of the file format that has the field."""
    name: str
    placeholder: Any
    derive: Callable[[Any], Any]
    """A function that returns the missing field's value, given a state in which the field is `placeholder`."""


class Tip(NamedTuple):
    """A sentence of advice for a player's first turns."""

    text: str
    until: tuple[type[Event], ...]
    """The types of the events that make the sentence unnecessary. Only the player's own events count."""
    times: int = 1
    """The number of events after which the sentence becomes unnecessary."""
    is_goal: bool = False
    """Whether everyone may read the sentence at any time. Otherwise, only the player to move may read it."""
    spoken: str = ""
    """The sentence to use in plain mode, if the usual sentence refers to signs or letters on the board."""


def events_of(advance: Callable[[S, A, Events], S], state: S, action: A) -> tuple[Event, ...]:
    """Return the events that an action causes."""
    events: list[Event] = []
    advance(state, action, events)
    return tuple(events)


E = TypeVar("E", bound=Event)


def last_event(events: Iterable[Event], kind: type[E] | tuple[type[E], ...]) -> E | None:
    """Return the last event of this type (or of any of these types), or None if there is none."""
    found = None
    for event in events:
        if isinstance(event, kind):
            found = event
    return found


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
    """The version number of the rules, increased with every change that makes old records replay differently."""
    together: bool
    """Whether the seats win or lose together."""
    seats: range
    seat_names: tuple[str, ...] = ()
    """The names that the rules give the seats. If the rules give no names, the players are numbered 1, 2, 3 …"""
    options: type[O]
    option_texts: Mapping[str, OptionText]
    """The wording of each option, keyed by field name, in the order of the set-up form."""
    presets: tuple[Preset[O], ...]
    state: type[S]
    """The type of the game's states. A state has a field `options` with every default resolved."""
    actions: tuple[type, ...]
    """The types of the game's actions. `str(action)` is the action's notation in records."""
    unasked: tuple[type, ...] = ()
    """The types of actions, such as drawing, that the table plays for a player who has no other choice."""
    moments: tuple[type[Event], ...] = ()
    """The types of events that everyone should see together, such as the end of a round."""
    hands: tuple[str, ...] = ("hands",)
    """The fields of the state that hold the players' hands. Everyone may see these hands once the game is over."""
    notes: tuple[str, ...] = ()
    """Fields of the state that repeat cards from other fields, such as the cards known to be in a player's hand."""

    added_fields: tuple[AddedField, ...] = ()
    """The fields of the state that are missing from older position files."""

    resolve_defaults: Callable[[O, int], O] = lambda options, seats: options
    """A function that fills in every default that depends on the number of seats, and returns the options."""
    check_options: Callable[[O, int], tuple[str, ...]] | None = None
    """A function that returns a message for each problem with options whose numbers are all within bounds."""
    setup: Callable[[O, int, Key], Step[S]]
    """A function that returns the start of a game, given valid options with their defaults resolved."""
    box: Callable[[S], tuple[Card, ...]]
    """A function that returns all the cards of the game, hidden or not. The result is the same throughout a game."""
    check_state: Callable[[S], tuple[str, ...]]
    """A function that returns a message for each way a state breaks the rules.

    The state may come from a file, but its number of seats and its options are valid. Another check makes sure that the
    state has the right cards.
    """
    turn: Callable[[S], Seat | None] = attrgetter("turn")
    """A function that returns the seat to move, or None once the game is over."""
    legal: Callable[[S], tuple[A, ...]]
    """A function that returns the legal actions of the seat to move, each once. After the game, there are none."""
    advance: Callable[[S, A, Events], S]
    """A function that returns the state after a legal action.

    If `events` is a list, the action's events are appended to it. The function doesn't check that the action is legal.
    """
    outcome: Callable[[S], Outcome | None]
    """A function that returns the result, or None while the game is in progress."""
    view: Callable[[S, Seat | None], S]
    """A function that returns the state as a seat may see it. If the seat is None, the viewer is a spectator."""
    deal_unseen: Callable[[S, Seat | None, Key], S]
    """A function that uniformly samples a full state consistent with a view. Only `determinize` calls it."""
    preview: Callable[[S, A], tuple[Event, ...]]
    """A function that returns the events of an action, as far as they are certain from the view of the seat to move.

    If the action reveals nothing new to the seat to move, that seat will see exactly these events. Otherwise, the seat
    will see different events.
    """
    explain: Callable[[S, A, Sequence[str]], str]
    """A function that, given the seats' names, explains why the action is legal or illegal and cites the ruling."""
    describe: Callable[[Event, Sequence[str]], str]
    """A function that returns the log line for an event, given each seat's name."""
    is_gathered: Callable[[Event], bool] = lambda event: False
    """A function that returns whether the log combines events like this one, such as placed pieces, into one line."""
    rules_section: Callable[[S, A | None], str] = lambda state, action: ""
    """A function that returns the heading of the rules section about an action.

    If the action is None, the section is about the whole position. An empty string stands for the top of the page.
    """
    describe_accounts: Callable[[S, Iterable[Event], Sequence[str]], tuple[str, ...]] = lambda state, story, names: ()
    """A function that returns lines about players' gains and losses, given the final state, all events and names."""
    tell_story: Callable[[Sequence[Sequence[Event]], Sequence[str]], Iterable[str]] = lambda steps, names: ()
    """A function that returns sentences about a finished game, beginning with the most important sentence."""
    trophies: Callable[[S], Sequence[tuple[str, Sequence[Card]]]] = lambda state: ()
    """A function that returns rows of a finished game's most important cards, each row with a heading."""
    tips: Callable[[S], tuple[Tip, ...]] = lambda state: ()
    """A function that returns the tips for the first turns: the goal, and what the player to move can do."""
    parse: Callable[[str], A]
    """A function that returns the action that a player typed.

    For every action, `parse(str(action)) == action`. The function raises ValueError with a message for the player if
    the text is invalid. If the message shows the forms of actions, the error is an UnclearAction, so that plain mode
    can name a legal action instead.
    """

    name_action: Callable[[A], str] = str
    """A function that returns an action's name for sentences and lists. `parse` understands this name, too."""
    finds_moves: bool = False
    """Whether finding the legal moves is part of the challenge, so that players may not want them shown."""
    is_one_choice: Callable[[A, A], bool] = lambda first, second: False
    """A function that returns whether two actions of a player count as one choice, so that one undo undoes both."""
    seat_count: Callable[[S], int] = _count_hands
    """A function that returns the number of seats in a state."""
    active: Callable[[S], Seat | None] = attrgetter("turn")
    """A function that returns the seat whose turn it is, or None after the game. It isn't always this seat's move."""
    asks_openly: Callable[[S], bool] = lambda state: False
    """A function that returns whether the player to move can decide without seeing a hand, so that no hand is shown."""
    places_pieces: Callable[[S], bool] = lambda state: False
    """A function that returns whether the player to move must place a piece, which `suggest_piece` can then choose."""
    suggest_piece: Callable[[S], A | None] = lambda state: None
    """A function that returns a good action for a player who leaves the placing of pieces to the table."""
    is_settled: Callable[[S], bool] = lambda state: False
    """A function that returns whether no action can change the result any more."""
    plan_rest: Callable[[S], tuple[A, ...]] = lambda state: ()
    """A function that returns the actions with which the table begins if players let it play the rest of a game.

    After these actions, each player plays the first legal action until the end of the game.
    """
    explain_rest: Callable[[S], str] = lambda state: ""
    """A function that returns a sentence about the result if the table plays the rest, or "" if that isn't offered."""
    round_number: Callable[[S], int | None] = lambda state: None
    """A function that returns the round's number, counted from 1, or None if the game has no rounds."""
    standing: Callable[[S], tuple[int, ...]]
    """A function that returns the score that each seat would have if the game ended now."""
    points_name: str = ""
    """The word for each player's points in a cooperative game, such as `collected`."""
    victories: tuple[tuple[int, str], ...] = ()
    """The kinds of victory in a cooperative game, each with its lowest margin and its name, such as `a triumph`."""
    tie_break: str = ""
    """The word for what breaks ties in points, such as `coins`. An empty string means that nothing breaks ties."""
    score_text: Callable[[S], str] = lambda state: ""
    """A function that returns the team's current score in a few characters, such as `+2`, given the public view."""
    race: Callable[[Sequence[Sequence[Event]]], Sequence[tuple[int, ...]]] = lambda steps: ()
    """A function that returns how many cards each seat had left at the start and after each turn of the last round.

    The function takes the events of each move. It is meant for games in which all try to get rid of their cards.
    """
    turn_sign: Callable[[Sequence[Event]], str] | None = None
    """A function that returns a sign for the result of an action, given its events.

    The sign reveals nothing about any card. In a game that has this function, the result of a player who plays alone is
    graded: the margin is compared with par.
    """

    def apply(self, state: S, action: A) -> Step[S]:
        """Return the state after a legal action, with the events that led to it."""
        events: list[Event] = []
        return Step(self.advance(state, action, events), tuple(events))

    def default_names(self, seats: int) -> tuple[str, ...]:
        """Return names for players who have none: those of the rules or, in most games, `Player 1` and so on."""
        return (*self.seat_names[:seats], *[f"Player {seat}" for seat in range(len(self.seat_names) + 1, seats + 1)])

    def named_outcome(self, state: S, names: Sequence[str]) -> Outcome | None:
        """Return the outcome with the winners' names in its reason, or None while the game is in progress."""
        outcome = self.outcome(state)
        if outcome is None or not outcome.winners:
            return outcome
        winners = join_words(names[seat] for seat in outcome.winners)
        return replace(outcome, reason=outcome.reason.replace(WINNERS, winners))

    def determinize(self, state: S, seat: Seat | None, key: Key) -> S:
        """Return a full state sampled uniformly from the states consistent with the seat's view (Cowling et al. 2012).

        The function masks `state` first, so a full state and its view lead to the same sample.
        """
        return self.deal_unseen(self.view(state, seat), seat, key)

    def validate_options(self, options: O, seats: int) -> tuple[str, ...]:
        """Return a message for each problem with the options. Their defaults must already be resolved."""
        found = tuple(_out_of_bounds(options, self.option_texts))
        return found if found or self.check_options is None else (*found, *self.check_options(options, seats))

    def validate_state(self, state: S) -> tuple[str, ...]:
        """Return a message for each breach of the rules in a state. The cards are checked separately."""
        seats, options = self.seat_count(state), cast(Any, state).options
        if seats not in self.seats:
            return (f"{self.title} is for {format_range(self.seats)} players, not {seats}.",)
        if options != self.resolve_defaults(options, seats):
            return ("The options aren't written out in full.",)
        return self.validate_options(options, seats) or self.check_state(state)


AnyGame = Game[Any, Any, Any]


def start(game: Game[S, A, O], options: O, seats: int, key: Key) -> Step[S]:
    """Return the start of a game. Raise BadOptions if the options aren't valid."""
    if seats not in game.seats:
        raise BadOptions(f"{game.title} is for {format_range(game.seats)} players, not {seats}.")
    options = game.resolve_defaults(options, seats)
    if faults := game.validate_options(options, seats):
        raise BadOptions(" ".join(faults))
    return game.setup(options, seats, key)


def play(game: Game[S, A, O], state: S, action: A) -> Step[S]:
    """Return the state and the events that result from an action. Raise IllegalAction if the action is illegal."""
    if not isinstance(action, game.actions):
        raise IllegalAction(f"That isn't a move in {game.title}.")
    if action not in game.legal(state):
        raise IllegalAction(game.explain(state, action, game.default_names(game.seat_count(state))))
    return game.apply(state, action)


def seen_by(event: Event, viewer: Seat | None) -> Event:
    """Return the event as `viewer` sees it, with secrets masked. A `viewer` of None is a spectator."""
    if not event.SECRET_FIELDS or event.visible_to is None or viewer in event.visible_to:
        return event
    return replace(event, **{name: _mask(getattr(event, name)) for name in event.SECRET_FIELDS})


def is_masked(event: Event) -> bool:
    """Return whether the event has secret fields that are masked."""
    return bool(event.SECRET_FIELDS) and event.visible_to is not None and seen_by(event, None) == event


def _mask(value: Any) -> Any:
    """Return a hidden card in place of each card, and 0 in place of each number."""
    if isinstance(value, tuple):
        return tuple(map(_mask, value))
    return FACE_DOWN if isinstance(value, Card) else 0


def reveals(game: Game[S, A, O], before: S, action: A, events: Sequence[Event]) -> bool:
    """Return whether an action revealed anything that the seat to move couldn't have predicted."""
    seat = game.turn(before)
    return game.preview(game.view(before, seat), action) != tuple(seen_by(event, seat) for event in events)


def _out_of_bounds(options: Any, texts: Mapping[str, OptionText]) -> Iterator[str]:
    """Yield a message for each numeric option that is out of range."""
    for each in fields(options):
        value, low, high = getattr(options, each.name), each.metadata["low"], each.metadata["high"]
        if low is not None and value is not None and not low <= value <= high:
            yield f"{texts[each.name].title} must be a number from {low} to {high}, not {value}."
