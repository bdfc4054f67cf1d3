"""The data of Rummy-like: options, state, actions and events.  No rules and no sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from cardtable.engine.cards import CHARDS, Chard, TriCard
from cardtable.engine.chance import Key
from cardtable.engine.game import Event, Seat, option

SEATS = 3
HAND_SIZE = 12  # RM-1: Chards, after every trick
TRICARDS_EACH = 3  # RM-1
DRAWN = 3  # RM-2
OF_A_KIND = 4  # RM-6
KINDS: Final[tuple[Chard, ...]] = tuple(dict.fromkeys(CHARDS))
"""The nine kinds of Chard, in the order of the deck."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the players agree on before they start."""

    target: int = option(10, "RM-7", low=0, high=100)
    first: int | None = option(None, "RM-9", low=1, high=SEATS)


# State
Phase = Literal["draw", "lead", "play", "send", "over"]
"""What the seat to move does: draws or calls, leads, plays to the TriCard led, or passes Chards on."""
Chards = tuple[Chard, ...]
TriCards = tuple[TriCard, ...]
MIDDLE: Final = SEATS
"""The place in a row of `known`, after the hands, for the Chards that are being passed on."""
WAS_FACE_UP: Final = 1 << SEATS
"""The mark of a TriCard that lay open before it was shuffled under the deck."""
Known = tuple[tuple[Chards, ...], ...]


class State(NamedTuple):
    """A match in progress, hidden cards included."""

    options: Options
    turn: Seat | None
    phase: Phase
    leader: Seat
    """The leader of this trick."""
    round: int
    """Counted from 1."""
    scores: tuple[int, ...]
    chards: tuple[Chards, ...]
    """Each seat's hand, in the order of the deck, so that it doesn't show when a card came."""
    tricards: tuple[TriCards, ...]
    """Each seat's hand, likewise."""
    deck: TriCards
    """The top card first."""
    deck_marks: tuple[int, ...]
    """For each card of the deck, a bit for each seat that knows it (RM-14), and WAS_FACE_UP."""
    drawn: TriCards
    """The TriCards that the leader took and hasn't led from yet, in the order drawn."""
    drawn_marks: tuple[int, ...]
    led: TriCard | None
    played: tuple[Chard | None, ...]
    """The Chard that each seat has face down on the table."""
    picked: Chards
    """The Chards that the seat to move picked up or was sent, and passes on from; in the order of the deck."""
    sat_out: tuple[bool, ...]
    """Whether each seat couldn't match the TriCard led in this trick (RM-4)."""
    bust: tuple[bool, ...]
    led_pile: TriCards
    """The TriCards led in earlier tricks, the latest last."""
    discards: TriCards
    """The TriCards discarded, the latest last."""
    reshuffled: TriCards
    """The TriCards shuffled under the deck in this round, if that has happened (RM-12).

    A note on cards that may have moved since.
    """
    known: Known
    """For each seat, the Chards it is sure of in each hand and in the MIDDLE (RM-15); a note on those cards.

    A Chard that has been played still counts as in the hand, as it may come back: `memory.known_chards` leaves it out.
    """
    at_once: Seat | None
    """The seat that won the match at once (RM-8)."""
    key: Key
    """For the shuffles to come."""


# Actions
@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top three TriCards, to lead one of them."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Call:
    """Say "Score" instead of leading."""

    def __str__(self) -> str:
        return "score"


@dataclass(frozen=True, slots=True)
class Lead:
    """Lead one of the three TriCards drawn; the others go under the deck."""

    card: TriCard

    def __str__(self) -> str:
        return f"lead {self.card}"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a Chard that matches the TriCard led, face down."""

    card: Chard

    def __str__(self) -> str:
        return self.card.name


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a TriCard, because no Chard matches."""

    card: TriCard

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class GoBust:
    """Go bust, because no Chard matches and there is no TriCard to discard."""

    def __str__(self) -> str:
        return "bust"


@dataclass(frozen=True, slots=True)
class Send:
    """Send these Chards to the next player of the chain, and keep the rest."""

    cards: Chards
    """In the order of the deck."""

    def __str__(self) -> str:
        return "send " + " ".join(card.name for card in self.cards)


Action = Draw | Call | Lead | Play | Discard | GoBust | Send


# Events
@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A round was dealt; `seat` leads first."""

    round: int


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """So many TriCards that lay open were shuffled under the deck."""

    count: int


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """The leader took the top TriCards."""

    cards: TriCards
    SECRET_FIELDS = ("cards",)


@dataclass(frozen=True, slots=True)
class Led(Event):
    """One of the TriCards drawn was led, and the others put under the deck in the order drawn."""

    card: TriCard
    under: TriCards
    SECRET_FIELDS = ("under",)


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A Chard that matches was played face down."""

    card: Chard
    SECRET_FIELDS = ("card",)


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """A TriCard was discarded, because no Chard matched."""

    card: TriCard


@dataclass(frozen=True, slots=True)
class WentBust(Event):
    """A player could neither match nor discard."""


@dataclass(frozen=True, slots=True)
class PickedUp(Event):
    """The Chards played were mixed, and `seat`, the first of the chain, took them all."""

    cards: Chards
    SECRET_FIELDS = ("cards",)


@dataclass(frozen=True, slots=True)
class ReturnedToHand(Event):
    """Only `seat` had played a Chard, and took it back."""

    card: Chard
    SECRET_FIELDS = ("card",)


@dataclass(frozen=True, slots=True)
class Sent(Event):
    """Chards went to the next player of the chain."""

    cards: Chards
    to: Seat
    SECRET_FIELDS = ("cards",)

    @property
    def visible_to(self) -> tuple[Seat, ...] | None:
        return (self.seat, self.to)


@dataclass(frozen=True, slots=True)
class Called(Event):
    """The leader said "Score"."""


ScoringCause = Literal["called", "bust", "deck"]


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A round was scored; `seat` called, or led or would have led."""

    cause: ScoringCause
    tricards: tuple[TriCards, ...]
    """Those of each seat that isn't bust."""
    sets: tuple[Chards, ...]
    """For each seat, one Chard of each set that scores."""
    gains: tuple[int, ...]
    scores: tuple[int, ...]
    """Gains included."""


@dataclass(frozen=True, slots=True)
class WonAtOnce(Event):
    """A player's three sets were exactly the characteristics of one of their TriCards."""

    card: TriCard
