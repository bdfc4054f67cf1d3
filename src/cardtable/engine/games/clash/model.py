"""The data of Clash: cards, options, state, actions and events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, assert_never

from cardtable.engine.cards import CATEGORIES, CHARDS, COMPLETES, FACE_DOWN, Card, Chard, Complete
from cardtable.engine.chance import Key
from cardtable.engine.game import Event, Seat, option

PILE_SIZE: Final = 30  # CL-1
HAND_SIZE: Final = 7  # CL-1

# Cards

HandCard = Complete | Chard
Hand = tuple[HandCard, ...]
Piles = tuple[Hand, ...]

BOX: Final[Hand] = (*CHARDS, *COMPLETES)  # CL-1
CHARD_FACES: Final[tuple[Chard, ...]] = tuple(dict.fromkeys(CHARDS))
FACES: Final[Hand] = (*CHARD_FACES, *COMPLETES)

COMPLETE_PILE: Final = len(CATEGORIES)
"""The index of the Complete pile, which comes after the three category piles."""
PILE_OF: Final[dict[HandCard, int]] = {
    **{card: CATEGORIES.index(card.characteristics[0].category) for card in CHARD_FACES},
    **dict.fromkeys(COMPLETES, COMPLETE_PILE),
}
"""The index of the pile that each card is played on."""

_RANK: dict[Card, int] = {card: rank for rank, card in enumerate((*FACES, FACE_DOWN))}


def sort_hand(cards: Hand) -> Hand:
    """Return the cards in hand order: Chards, then Completes. This order doesn't reveal when each card was drawn."""
    return tuple(sorted(cards, key=_RANK.__getitem__))


# Options


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game. `words.OPTION_TEXTS` describes them."""

    target: int = option(10, "CL-8", low=0, high=100)
    """The points needed to win a match, or 0 to play a single round."""
    first: int | None = option(None, "CL-8", low=1, high=2)
    """The first dealer, counted from 1, or None to choose one at random."""

    @property
    def is_single_round(self) -> bool:
        """Whether one round is the whole game, instead of a match to a target (CL-8)."""
        return self.target == 0


# State


class State(NamedTuple):
    """A full state, including the hidden cards."""

    options: Options
    turn: Seat | None
    dealer: Seat
    """The dealer of this round, who also makes the opening play."""
    round: int
    """The round's number, counted from 1."""
    scores: tuple[int, ...]
    hands: tuple[Hand, ...]
    """Each seat's hand, in the order of `sort_hand`."""
    draw_piles: tuple[Hand, ...]
    """Each seat's face-down pile, with the top card first, as in every pile."""
    piles: Piles
    """The piles of pattern, colour and shape Chards, then the pile of Completes (empty before the opening)."""
    played: int
    """The number of cards played this turn."""
    passed: bool
    """Whether the previous turn was a pass."""
    shown: tuple[Chard, ...]
    """The Chards that the dealer showed (CL-2) and must still have in their hand or face-down pile."""
    key: Key
    """The random key for later deals."""


def cards_left(state: State) -> tuple[int, int]:
    """Return the number of cards that each seat has left in its hand and face-down pile."""
    (south, north), (south_pile, north_pile) = state.hands, state.draw_piles
    return len(south) + len(south_pile), len(north) + len(north_pile)


def cards_ahead(state: State, seat: Seat) -> int:
    """Return the number of cards that the other player has left, minus the number that this seat has left."""
    left = cards_left(state)
    return left[1 - seat] - left[seat]


# Actions


@dataclass(frozen=True, slots=True)
class PlayComplete:
    """Play a Complete by itself: the opening, a sharing Complete, the made Complete or a free play."""

    card: Complete

    def __str__(self) -> str:
        return self.card.name


@dataclass(frozen=True, slots=True)
class PlayChard:
    """Play a matching Chard and continue the turn."""

    card: Chard

    def __str__(self) -> str:
        return self.card.name


@dataclass(frozen=True, slots=True)
class PlayThree:
    """Play three Chards together, one of each category, as a free play."""

    pattern: Chard
    colour: Chard
    shape: Chard

    def __str__(self) -> str:
        return f"{self.pattern} + {self.colour} + {self.shape}"


@dataclass(frozen=True, slots=True)
class PlayPair:
    """Play a pair: a Chard and a Complete together."""

    chard: Chard
    complete: Complete

    def __str__(self) -> str:
        return f"{self.chard} + {self.complete}"


@dataclass(frozen=True, slots=True)
class PlayLast:
    """Play any Chard in hand as the last card of the turn."""

    card: Chard

    def __str__(self) -> str:
        return f"{self.card} last"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn. If no card was played this turn, this is a pass."""

    def __str__(self) -> str:
        return "end"


Action = PlayComplete | PlayChard | PlayThree | PlayPair | PlayLast | EndTurn


def cards_of(action: Action) -> Hand:
    """Return the cards that an action plays, or an empty tuple for EndTurn."""
    match action:
        case PlayComplete(card) | PlayChard(card) | PlayLast(card):
            return (card,)
        case PlayThree(pattern, colour, shape):
            return pattern, colour, shape
        case PlayPair(chard, complete):
            return chard, complete
        case EndTurn():
            return ()
        case _:
            assert_never(action)


# Events


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """`seat` dealt a round. The category piles start with these Chards."""

    round: int
    chards: tuple[Chard, ...]


@dataclass(frozen=True, slots=True)
class Showed(Event):
    """The dealer showed a hand without a Complete, shuffled these cards back into the pile, and drew a new hand."""

    cards: tuple[Chard, ...]


@dataclass(frozen=True, slots=True)
class Played(Event):
    """One or more cards were played together, each on its own pile."""

    cards: Hand
    last: bool
    """Whether the card was played as the last card of the turn."""


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A player ended a turn without playing a card."""


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A player drew cards from their face-down pile."""

    cards: Hand
    """The cards drawn, in hand order."""
    goes_on: bool = False
    """Whether the turn continues. It does if a play other than a last Chard emptied the hand."""
    SECRET_FIELDS = ("cards",)


@dataclass(frozen=True, slots=True)
class DrewNothing(Event):
    """A player ended a turn, but had no cards left to draw."""


@dataclass(frozen=True, slots=True)
class EndedTurn(Event):
    """A player ended a turn with a full hand. The player had just emptied their hand and drawn new cards."""


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """A round ended and was scored."""

    left: tuple[int, ...]
    """The number of cards that each seat had left in its hand and face-down pile."""
    in_hand: tuple[int, ...]
    """The number of cards that each seat had left in its hand."""
    winner: Seat | None
    scores: tuple[int, ...]
    """The scores after this round."""


# Previews


class Prospect(NamedTuple):
    """What an action is certain to do."""

    end: Event
    """The last event that is certain. For a play that only puts cards on piles, this is the play itself."""
    ends_turn: bool
    matches: bool
    """Whether all four piles then match and the turn goes on."""
    ahead: int
    """The number of cards that the other player then has left, minus the number that this player has left."""
    gives_free_play: bool = False
    """Whether the turn ends with four matching piles, so that the other player gets a free play."""
