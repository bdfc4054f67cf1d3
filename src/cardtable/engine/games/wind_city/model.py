"""What a game of Wind City is made of: its options, state, actions and events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from cardtable.engine.chance import Key
from cardtable.engine.game import Event, Seat, option
from cardtable.engine.games.wind_city.board import BOARD, Board, Direction, Space, name_of
from cardtable.engine.games.wind_city.cards import CARDS, Card

COINS = 40  # WC-2
HIDDEN_CARD = 0
"""Stands in a view for a card that the viewer hasn't read."""


# Options
@dataclass(frozen=True, slots=True)
class Options:
    """What the players agree on before the game starts."""

    first: int | None = option(None, "WC-3", low=1, high=5)
    calm_bonus: Literal["any", "northward"] = option("any", "WC-10")
    piles: int = option(3, "WC-14", low=0, high=10)
    board: Board = option(BOARD, "WC-1")  # noqa: RUF009  a field, as above
    cards: tuple[Card, ...] = option(CARDS, "WC-13")


# State
Phase = Literal["hurricane", "houses", "plan", "renew", "offer", "insure", "build", "over"]
SECRET_PHASES: tuple[Phase, ...] = ("plan", "renew", "offer", "insure")
"""The phases in which only the player whose turn it is has read the card (WC-16)."""


Ending = Literal["last-player", "northern-edge", "pile"]
"""What ended the game: one player is left, the hurricane left, or the pile ran out for the last time."""


class Trip(NamedTuple):
    """The hurricane's way in this turn, so far."""

    start: Space
    moved: bool
    calm: bool
    """Whether it has entered no space with a house and none of the sea (WC-10)."""
    owed: int
    """What the actions carried out cost."""


class State(NamedTuple):
    """All of a game in progress, hidden cards too.  A card is its number, counted from 1."""

    options: Options
    turn: Seat | None
    """The seat that chooses now, which isn't always the one whose turn it is."""
    phase: Phase
    ending: Ending | None
    """None until the game is over."""
    active: Seat
    """The seat whose turn it is; while houses are placed, the one that takes the first turn."""
    hurricane: Space | None
    """None while it isn't on the board: `phase` says whether it is yet to be placed, and `ending` whether it left."""
    houses: tuple[tuple[Space, ...], ...]
    """The spaces of each player's houses, from south to north."""
    two_family: tuple[Space, ...]
    insured: tuple[Space, ...]
    lapsing: tuple[Space, ...]
    """The insured houses whose renewal the player whose turn it is hasn't paid yet."""
    coins: tuple[int, ...]
    out: tuple[Seat, ...]
    """The bankrupt players, in the order in which they went bankrupt."""
    pile: tuple[int, ...]
    """The top card first."""
    discards: tuple[int, ...]
    run_out: int
    """How often the pile has run out."""
    card: int | None
    """The card drawn this turn."""
    plan: tuple[int, ...]
    """The chosen actions, by their numbers on the card."""
    done: int
    """How many of the chosen actions have been carried out."""
    trip: Trip | None
    """Set while the chosen actions are carried out."""
    key: Key
    """For the next shuffle."""


# Actions
@dataclass(frozen=True, slots=True)
class PlaceHurricane:
    """Place the hurricane on the southernmost sea row."""

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
    """Choose actions of the card, in this order."""

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
    """Offer insurance to the others, or don't."""

    open: bool

    def __str__(self) -> str:
        return "offer" if self.open else "no offer"


@dataclass(frozen=True, slots=True)
class Insure:
    """Pay the player whose turn it is to insure a house."""

    space: Space

    def __str__(self) -> str:
        return f"insure {name_of(self.space)}"


@dataclass(frozen=True, slots=True)
class Build:
    """Place a bought house beside one of your own."""

    space: Space

    def __str__(self) -> str:
        return f"build {name_of(self.space)}"


@dataclass(frozen=True, slots=True)
class Done:
    """Renew or insure no more houses, or don't buy one."""

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
    """A card had to be drawn and none was left; the discards were shuffled, unless this ended the game."""

    times: int


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A turn began: `seat` drew a card."""

    card: int
    SECRET_FIELDS: ClassVar[tuple[str, ...]] = ("card",)


@dataclass(frozen=True, slots=True)
class Chose(Event):
    """Actions were chosen in secret."""


@dataclass(frozen=True, slots=True)
class Insured(Event):
    """A house was insured."""

    space: Space
    cost: int
    seller: Seat | None
    """Who was paid; None for the bank, which renews insurance."""


@dataclass(frozen=True, slots=True)
class Lapsed(Event):
    """The insurance of these houses ended."""

    spaces: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class Offered(Event):
    """Insurance was offered, or not."""

    open: bool


@dataclass(frozen=True, slots=True)
class Showed(Event):
    """The card and the chosen actions were shown."""

    card: int
    plan: tuple[int, ...]
    actions: Card


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """The hurricane moved, by an action or on from an insured house."""

    direction: Direction
    path: tuple[Space, ...]
    """The spaces that it entered."""
    destroyed: tuple[tuple[Seat, Space], ...]
    passed: tuple[Space, ...]
    """The spaces with an insured house."""
    lost: int
    """How many steps led beyond the southern edge."""
    left: bool
    """Whether it left over the northern edge."""
    went_on: bool
    """Whether it went on from an insured house (WC-9)."""


@dataclass(frozen=True, slots=True)
class Earned(Event):
    """The bank paid for a weather station or for a calm turn."""

    points: int
    station: bool


@dataclass(frozen=True, slots=True)
class Built(Event):
    """A bought house made a two-family house."""

    space: Space | None
    """None where the player didn't buy it."""


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """The actions carried out were paid for."""

    points: int


@dataclass(frozen=True, slots=True)
class WentBankrupt(Event):
    """`seat` couldn't pay and is out."""

    owed: int
    had: int
    houses: tuple[Space, ...]
    """The houses that left the board."""


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over."""

    points: tuple[int, ...]
    """The points of each seat."""
    ending: Ending
    run_out: int
    """How often the pile has run out."""
