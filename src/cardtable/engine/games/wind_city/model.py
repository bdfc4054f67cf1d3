"""The data of Wind City: options, state, actions and events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from cardtable.engine.chance import Key
from cardtable.engine.game import Event, Seat, option
from cardtable.engine.games.wind_city.board import BOARD, Board, Direction, Space, name_of
from cardtable.engine.games.wind_city.cards import CARDS, ActionCard

COINS = 40  # WC-2
HIDDEN_CARD = 0
"""The number that stands for a hidden card in a view."""


# Options
@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game. `words.OPTION_TEXTS` describes them."""

    first: int | None = option(None, "WC-3", low=1, high=5)
    calm_bonus: Literal["any", "northward"] = option("any", "WC-10")
    piles: int = option(3, "WC-14", low=0, high=10)
    board: Board = option(BOARD, "WC-1")  # noqa: RUF009  a dataclass field, not a shared value
    cards: tuple[ActionCard, ...] = option(CARDS, "WC-13")


# State
Phase = Literal["hurricane", "houses", "plan", "renew", "offer", "insure", "build", "over"]
SECRET_PHASES: tuple[Phase, ...] = ("plan", "renew", "offer", "insure")
"""The phases in which only the current player knows the card (WC-16)."""
Ending = Literal["last-player", "northern-edge", "pile"]
"""Why the game ended: one player was left, the hurricane crossed the northern edge, or the pile finally ran out."""
NoPurchase = Literal["declined", "none-lost", "far-north", "no-place"]
"""Why no house was bought: the player declined or has lost none, it is too late, or there is no place for a house."""


class Trip(NamedTuple):
    """The hurricane's movement so far this turn."""

    start: Space
    moved: bool
    calm: bool
    """Whether the turn is still calm: the hurricane hasn't entered a sea space or a space with a house (WC-10)."""
    owed: int
    """The cost of the actions carried out so far."""


class State(NamedTuple):
    """A full state, including the hidden cards. Cards are numbered from 1."""

    options: Options
    turn: Seat | None
    """The seat to move, or None once the game is over. It may differ from the current player's seat."""
    phase: Phase
    ending: Ending | None
    """The reason why the game ended, or None while the game is in progress."""
    active: Seat
    """The current player's seat. While houses are being placed, this is the seat that will take the first turn."""
    hurricane: Space | None
    """The hurricane's space, or None before the hurricane is placed and after it leaves the board."""
    houses: tuple[tuple[Space, ...], ...]
    """The spaces of each player's houses, sorted from south to north."""
    two_family: tuple[Space, ...]
    insured: tuple[Space, ...]
    lapsing: tuple[Space, ...]
    """The houses whose insurance the current player hasn't renewed yet."""
    coins: tuple[int, ...]
    out: tuple[Seat, ...]
    """The players who are out, in the order in which they went out."""
    pile: tuple[int, ...]
    """The cards in the pile, with the top card first."""
    discards: tuple[int, ...]
    run_out: int
    """The number of times the pile has run out."""
    card: int | None
    """The card drawn this turn, or None if no card was drawn."""
    plan: tuple[int, ...]
    """The numbers of the chosen actions on the card, counted from 1."""
    done: int
    """The number of chosen actions that have been carried out."""
    trip: Trip | None
    """The hurricane's movement while actions are being carried out, otherwise None."""
    key: Key
    """The random key for the next shuffle."""


# Actions
@dataclass(frozen=True, slots=True)
class PlaceHurricane:
    """Place the hurricane in the southernmost sea row."""

    space: Space

    def __str__(self) -> str:
        return f"hurricane {name_of(self.space)}"


@dataclass(frozen=True, slots=True)
class PlaceHouse:
    """Place one of the twelve houses."""

    space: Space

    def __str__(self) -> str:
        return f"house {name_of(self.space)}"


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose actions on the card. The actions will be carried out in this order."""

    plan: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.plan))


@dataclass(frozen=True, slots=True)
class Renew:
    """Pay the bank to keep a house insured."""

    space: Space

    def __str__(self) -> str:
        return f"renew {name_of(self.space)}"


@dataclass(frozen=True, slots=True)
class Offer:
    """Offer insurance to the other players, or decline to offer it."""

    open: bool

    def __str__(self) -> str:
        return "offer" if self.open else "no offer"


@dataclass(frozen=True, slots=True)
class Insure:
    """Buy insurance for a house from the current player."""

    space: Space

    def __str__(self) -> str:
        return f"insure {name_of(self.space)}"


@dataclass(frozen=True, slots=True)
class Build:
    """Place a bought house on a space where the player already has a house."""

    space: Space

    def __str__(self) -> str:
        return f"build {name_of(self.space)}"


@dataclass(frozen=True, slots=True)
class Done:
    """Stop renewing or buying insurance, or decline to place a bought house."""

    def __str__(self) -> str:
        return "done"


SpaceAction = PlaceHurricane | PlaceHouse | Renew | Insure | Build
Action = SpaceAction | Choose | Offer | Done


# Events
@dataclass(frozen=True, slots=True)
class Placed(Event):
    """The hurricane or a house was placed."""

    space: Space
    hurricane: bool


@dataclass(frozen=True, slots=True)
class RanOut(Event):
    """The pile ran out. The discards were shuffled, unless the game ended."""

    times: int
    """The number of times the pile has run out."""


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """`seat` began a turn and drew a card."""

    card: int
    SECRET_FIELDS: ClassVar[tuple[str, ...]] = ("card",)


@dataclass(frozen=True, slots=True)
class Chose(Event):
    """A player chose actions in secret."""


@dataclass(frozen=True, slots=True)
class Insured(Event):
    """A house was insured."""

    space: Space
    cost: int
    seller: Seat | None
    """The seat that was paid, or None if the bank was paid for a renewal."""


@dataclass(frozen=True, slots=True)
class Lapsed(Event):
    """The insurance on these houses expired."""

    spaces: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class Offered(Event):
    """A player decided to offer insurance, or not to."""

    open: bool


@dataclass(frozen=True, slots=True)
class Declined(Event):
    """A player could have bought insurance, or more insurance, but didn't."""

    has_some: bool
    """Whether the player has an insured house."""


@dataclass(frozen=True, slots=True)
class Showed(Event):
    """The card and the chosen actions were shown."""

    card: int
    plan: tuple[int, ...]
    actions: ActionCard


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """The hurricane moved. The cause was an action, or the rule that the hurricane can't stop on an insured house."""

    direction: Direction
    path: tuple[Space, ...]
    """The spaces that the hurricane entered."""
    destroyed: tuple[tuple[Seat, Space], ...]
    """The houses that the hurricane destroyed, each with its owner."""
    passed: tuple[tuple[Seat, Space], ...]
    """The insured houses on the path, each with its owner. Insured houses stay on the board."""
    lost: int
    """The number of steps that were lost because they led beyond the southern edge."""
    left: bool
    """Whether the hurricane crossed the northern edge and left the board."""
    went_on: bool
    """Whether the hurricane moved on from an insured house (WC-9)."""


@dataclass(frozen=True, slots=True)
class Earned(Event):
    """The bank paid a player, because the hurricane reached a weather station or because the turn was calm."""

    points: int
    station: bool


@dataclass(frozen=True, slots=True)
class Built(Event):
    """A player placed a bought house, which turns a house into a two-family house."""

    space: Space


@dataclass(frozen=True, slots=True)
class BoughtNoHouse(Event):
    """A player had chosen a house but didn't buy it. The player doesn't pay for that choice (WC-11)."""

    why: NoPurchase


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """`seat` paid for the actions that were carried out."""

    points: int


@dataclass(frozen=True, slots=True)
class WentBankrupt(Event):
    """`seat` couldn't pay and went out of the game."""

    owed: int
    had: int
    houses: tuple[Space, ...]
    """The spaces of the houses that were removed from the board."""


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over."""

    points: tuple[int, ...]
    """Each seat's points."""
    ending: Ending
    run_out: int
    """The number of times the pile has run out."""
