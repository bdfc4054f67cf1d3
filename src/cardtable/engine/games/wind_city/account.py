"""The accounts of a finished game of Wind City: houses, insurance and the hurricane's damage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cardtable.engine.game import Event, Seat
from cardtable.engine.games.wind_city.model import Built, Insured, Moved, State, WentBankrupt
from cardtable.engine.phrases import counted


class Account(NamedTuple):
    """A player's gains and losses in a game."""

    houses: int
    """The number of the player's houses on the board at the end."""
    lost: int
    """The number of the player's houses that the hurricane destroyed, including any that were bought back."""
    hit: int
    """The number of other players' houses that the hurricane destroyed during this player's turns."""
    sold: int
    """The coins that the other players paid this player for insurance."""
    paid: int
    """The coins that the player paid for insurance, including renewals."""


def accounts(state: State, story: Iterable[Event]) -> list[Account]:
    """Return each player's account, given all the events of the game."""
    lost, hit, sold, paid = Counter[Seat](), Counter[Seat](), Counter[Seat](), Counter[Seat]()
    doubled = set[int]()
    for event in story:
        match event:
            case Built(_, space):
                doubled.add(space)
            case Insured(seat, _, cost, seller):
                paid[seat] += cost
                if seller is not None:
                    sold[seller] += cost
            case Moved(seat, destroyed=destroyed):
                for owner, space in destroyed:
                    houses = 1 + (space in doubled)
                    lost[owner] += houses
                    hit[seat] += houses * (owner != seat)
                doubled -= {space for _, space in destroyed}
            case WentBankrupt(_, houses=houses):
                doubled -= set(houses)
    standing = [len(own) + len(set(own).intersection(state.two_family)) for own in state.houses]
    return [Account(standing[seat], lost[seat], hit[seat], sold[seat], paid[seat]) for seat in range(len(state.houses))]


def describe_accounts(state: State, story: Iterable[Event], names: Sequence[str]) -> tuple[str, ...]:
    """Return a sentence about each player's account."""
    return tuple(
        f"{name}: {counted(each.houses, 'house')} left, {each.lost} lost to the hurricane, "
        f"{each.hit} of the others' destroyed; insurance earned {each.sold} and cost {each.paid}."
        for name, each in zip(names, accounts(state, story), strict=True)
    )
