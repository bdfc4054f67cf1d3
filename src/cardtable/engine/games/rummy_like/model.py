"""The data of Rummy-like: options, state, actions and events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from cardtable.engine.cards import CHARDS, Chard, TriCard
from cardtable.engine.chance import Key
from cardtable.engine.game import Event, Seat, option

SEATS = 3
HAND_SIZE = 12  # RM-1: Chards, between tricks
TRICARDS_EACH = 3  # RM-1
DRAWN = 3  # RM-2
OF_A_KIND = 4  # RM-6
KINDS: Final[tuple[Chard, ...]] = tuple(dict.fromkeys(CHARDS))
"""The nine kinds of Chard, in deck order."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game. `words.OPTION_TEXTS` describes them."""

    target: int = option(10, "RM-7", low=0, high=100)
    first: int | None = option(None, "RM-9", low=1, high=SEATS)


# State
Phase = Literal["draw", "lead", "play", "send", "over"]
"""The task of the seat to move: draw or call "Score", lead, play, or send Chards. It is `over` after the match."""
Chards = tuple[Chard, ...]
TriCards = tuple[TriCard, ...]
MIDDLE: Final = SEATS
"""The index of the Chards being passed on, which follow the hands in each row of `known`."""
WAS_FACE_UP: Final = 1 << SEATS
"""The mark on a TriCard that was face up before it was shuffled under the deck."""
Known = tuple[tuple[Chards, ...], ...]


class State(NamedTuple):
    """A full state, including the hidden cards."""

    options: Options
    turn: Seat | None
    phase: Phase
    leader: Seat
    """The leader of this trick."""
    round: int
    """The round's number, counted from 1."""
    scores: tuple[int, ...]
    chards: tuple[Chards, ...]
    """Each seat's hand, in deck order, which doesn't reveal when each card arrived."""
    tricards: tuple[TriCards, ...]
    """Each seat's TriCards, in deck order."""
    deck: TriCards
    """The TriCards in the deck, top card first."""
    deck_marks: tuple[int, ...]
    """For each card in the deck, a mask of the seats that know it, plus WAS_FACE_UP if it was face up (RM-14)."""
    drawn: TriCards
    """The TriCards that the leader drew, in the order drawn. The leader must lead one of them."""
    drawn_marks: tuple[int, ...]
    led: TriCard | None
    played: tuple[Chard | None, ...]
    """The Chard that each seat has played face down."""
    picked: Chards
    """The Chards that the seat to move picked up or received, in deck order, before any of them are sent on."""
    sat_out: tuple[bool, ...]
    """One truth value per seat: whether the player had no match for the TriCard led in this trick (RM-4)."""
    bust: tuple[bool, ...]
    led_pile: TriCards
    """The TriCards led in earlier tricks, oldest first."""
    discards: TriCards
    """The TriCards discarded, oldest first."""
    reshuffled: TriCards
    """The TriCards shuffled under the deck in this round, whether or not they are still in the deck (RM-12)."""
    known: Known
    """The Chards that each seat knows to be in each hand and in the MIDDLE (RM-15).

    A Chard that was just played still counts as part of the hand, because it may return to the hand.
    `memory.known_chards` allows for such Chards.
    """
    at_once: Seat | None
    """The seat that won the match instantly (RM-8), or None if no seat did."""
    key: Key
    """The random key for later shuffles."""


# Actions
@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top three TriCards. The leader must then lead one of the three TriCards."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Call:
    """Call "Score" instead of leading."""

    def __str__(self) -> str:
        return "score"


@dataclass(frozen=True, slots=True)
class Lead:
    """Lead one of the three TriCards drawn. The other two TriCards go under the deck."""

    card: TriCard

    def __str__(self) -> str:
        return f"lead {self.card}"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a Chard face down. The Chard must match the TriCard led."""

    card: Chard

    def __str__(self) -> str:
        return self.card.name


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a TriCard because no Chard in hand matches the TriCard led."""

    card: TriCard

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class GoBust:
    """Go bust because no Chard in hand matches and no TriCard is left to discard."""

    def __str__(self) -> str:
        return "bust"


@dataclass(frozen=True, slots=True)
class Send:
    """Send these Chards to the next player in the chain and keep the rest."""

    cards: Chards
    """The Chards to send, in deck order."""

    def __str__(self) -> str:
        return "send " + " ".join(card.name for card in self.cards)


Action = Draw | Call | Lead | Play | Discard | GoBust | Send


# Events
@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A round was dealt. `seat` leads the first trick."""

    round: int


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """The TriCards that had been led or discarded were shuffled under the deck."""

    count: int


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """The leader drew the top TriCards."""

    cards: TriCards
    SECRET_FIELDS = ("cards",)


@dataclass(frozen=True, slots=True)
class Led(Event):
    """The leader led one of the drawn TriCards. The others went under the deck, in the order of the draw."""

    card: TriCard
    under: TriCards
    SECRET_FIELDS = ("under",)


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A player played a matching Chard face down."""

    card: Chard
    SECRET_FIELDS = ("card",)


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """A player discarded a TriCard because no Chard in their hand matched."""

    card: TriCard


@dataclass(frozen=True, slots=True)
class WentBust(Event):
    """`seat` had no matching Chard and no TriCard to discard."""


@dataclass(frozen=True, slots=True)
class PickedUp(Event):
    """The Chards played were mixed, and `seat`, the first player in the chain, picked them up."""

    cards: Chards
    SECRET_FIELDS = ("cards",)


@dataclass(frozen=True, slots=True)
class ReturnedToHand(Event):
    """`seat` was the only player to play a Chard, and took it back into their hand."""

    card: Chard
    SECRET_FIELDS = ("card",)


@dataclass(frozen=True, slots=True)
class Sent(Event):
    """`seat` sent Chards to the next player in the chain."""

    cards: Chards
    to: Seat
    SECRET_FIELDS = ("cards",)

    @property
    def visible_to(self) -> tuple[Seat, ...] | None:
        return (self.seat, self.to)


@dataclass(frozen=True, slots=True)
class Called(Event):
    """The leader called "Score"."""


ScoringCause = Literal["called", "bust", "deck"]


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A round was scored. `seat` is the player who called "Score" or, without a call, the leader."""

    cause: ScoringCause
    tricards: tuple[TriCards, ...]
    """Each seat's TriCards. A bust player has none."""
    sets: tuple[Chards, ...]
    """The sets that score for each seat. Each set is represented by one Chard."""
    gains: tuple[int, ...]
    scores: tuple[int, ...]
    """Each seat's score after this round."""


@dataclass(frozen=True, slots=True)
class WonAtOnce(Event):
    """`seat` won the match with sets of all three characteristics of one of their TriCards (RM-8)."""

    card: TriCard


class Consequences(NamedTuple):
    """What a legal action is certain to do to the cards of the player who chooses it."""

    scores: int
    """The points that the player scores for saying "Score"."""
    matching: Chards
    """The kinds of Chard in the hand that match the TriCard, if the player leads one."""
    comes_back: bool
    """Whether the player picks up the Chard played again."""
    leaving: Chards
    """The Chards that leave the hand for good."""
    left: Chards
    """The Chards that stay in the hand."""
    broken: Chards
    """A Chard for each set that the action breaks up."""
    kept: Chards
    """A Chard for each set that the player still has."""
    loses: int
    """The points that the player could have scored now but can't after the action."""
    is_of_use: bool
    """Whether a set of a kind that leaves the hand would score with the player's TriCards."""

    @property
    def is_costly(self) -> bool:
        """Whether the action loses points, or the last set, which the player needs to say "Score" (RM-6)."""
        return bool(self.loses or (self.broken and not self.kept))
