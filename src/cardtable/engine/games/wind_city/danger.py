"""The houses of Wind City that the hurricane may hit next, and the number of cards that can move it there.

These functions use only what players may know: the discards, and their own card and plan.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cardtable.engine.game import Seat
from cardtable.engine.games.wind_city.board import Space, distance, name_of
from cardtable.engine.games.wind_city.houses import area_of, without_houses, worth
from cardtable.engine.games.wind_city.insurance import lapse, unrenewed
from cardtable.engine.games.wind_city.model import HIDDEN_CARD, State
from cardtable.engine.games.wind_city.outlook import foresee
from cardtable.engine.games.wind_city.rules import next_player
from cardtable.engine.games.wind_city.storm import Reach, reach
from cardtable.engine.phrases import counted

IN_REACH, OUT_OF_REACH = "In reach this turn", "Out of reach this turn"
ON_PATH, OFF_PATH = "On your path", "Off your path"
IN_NEXT_REACH = "In the next player's reach"
RISKS = (ON_PATH, IN_REACH, IN_NEXT_REACH, OUT_OF_REACH, OFF_PATH)
"""The labels of houses for which insurance can be bought or renewed, starting with the greatest danger."""


class Threat(NamedTuple):
    """The next unknown move of the hurricane."""

    table: State
    """The table at the start of the unknown move, without any insurance that may have expired by then."""
    reach: Reach


def threat(state: State, plan: tuple[int, ...] = ()) -> Threat | None:
    """Return the next unknown move of the hurricane.

    Usually, the current player makes this move. Once a plan is known, the next player makes the move after the plan has
    been carried out. Return None while the hurricane can't be moved, while a known card has no plan yet, and if the
    game ends first.
    """
    if state.hurricane is None or state.trip is not None or state.card is None:
        return None
    plan = plan or state.plan
    table = state if state.card == HIDDEN_CARD else table_after(state, plan) if plan else None
    return None if table is None else Threat(table, reach(table))


def table_after(state: State, plan: tuple[int, ...]) -> State | None:
    """Return the table after a known plan, as the next player finds it, or None if the game ends first.

    This assumes that nobody buys insurance or a house, and that insurance expires unless it has been renewed.
    """
    state = lapse(state._replace(lapsing=unrenewed(state)), None)
    planned = foresee(state, plan)
    is_last_pile = not state.pile and state.run_out + 1 == state.options.piles
    if is_last_pile or planned.end is None:
        return None
    # With an empty pile, the next player draws from the shuffled discards.
    discards = (*state.discards, state.card or HIDDEN_CARD) if state.pile else ()
    after = without_houses(state, [space for _, space in planned.lost])
    return after._replace(
        hurricane=planned.end, active=next_player(state), discards=discards, card=HIDDEN_CARD, plan=(), phase="plan"
    )


class Danger(NamedTuple):
    """A house that the hurricane may hit."""

    space: Space
    cards: int
    """The number of cards that can move the hurricane to the house, or 0 if a known plan moves it there."""
    held: int
    """The number of different cards, one of which is held by the player who moves the hurricane."""

    @property
    def words(self) -> str:
        """The number of cards that threaten the house, in words, such as `13 of 23 cards`."""
        return f"{self.cards} of {counted(self.held, 'card')}" if self.cards else "on your path"


def dangers(state: State, seat: Seat, plan: tuple[int, ...] = ()) -> list[Danger]:
    """Return a player's uninsured houses that the hurricane may hit, starting with the house in the most danger.

    While the player is renewing insurance, the result contains the houses with unrenewed insurance instead.
    """
    found = threat(state, plan)
    if found is None or seat in state.out:
        return []
    table, (cards, held, _) = found
    hit = _on_path(state) if state.phase == "renew" and seat == state.active else frozenset()
    exposed = state.lapsing if state.phase == "renew" and seat == state.active else table.houses[seat]
    listed = [
        Danger(space, 0 if space in hit else cards[space], held)
        for space in exposed
        if space in hit or (space in cards and space not in table.insured)
    ]
    return sorted(listed, key=lambda each: _urgency(table, each))


def _urgency(table: State, danger: Danger) -> tuple[int, int, int, Space]:
    """Return a house's sort key, which puts certain hits first, and then compares cards, value and distance."""
    assert table.hurricane is not None, "the hurricane is on the board"
    space, cards, held = danger
    near = distance(area_of(table), space, table.hurricane)
    return -(cards or held + 1), -worth(table, space), near, space


def _on_path(state: State) -> frozenset[Space]:
    """Return the spaces that the hurricane enters if the chosen plan is carried out."""
    return frozenset(foresee(state, state.plan).path)


def danger_to(state: State, space: Space) -> Danger | None:
    """Return the danger to a house of the player to move, or None if it is in no danger."""
    seat = state.turn
    return None if seat is None else next((each for each in dangers(state, seat) if each.space == space), None)


def risk_label(state: State, space: Space) -> str:
    """Return a label for a house whose owner can now buy or renew its insurance."""
    danger = danger_to(state, space)
    if state.phase == "renew":
        return OFF_PATH if danger is None else IN_NEXT_REACH if danger.cards else ON_PATH
    return OUT_OF_REACH if danger is None else IN_REACH


def risk_sentence(state: State, space: Space) -> str:
    """Return text about how many cards can move the hurricane to a house whose owner can buy or renew its insurance."""
    danger = danger_to(state, space)
    if danger is None:
        return "No card can hit it."
    return f"{danger.words} can hit it." if danger.cards else "Your plan hits it."


def most_endangered(state: State, spaces: Iterable[Space]) -> Space | None:
    """Return the house in the most danger among those whose owner can now buy or renew insurance."""
    if state.turn is None:
        return None
    among = set(spaces)
    return next((each.space for each in dangers(state, state.turn) if each.space in among), None)


def next_danger(state: State, plan: tuple[int, ...], seat: Seat, names: Sequence[str]) -> str:
    """Return text about a seat's houses that the next player could hit after a plan, or "" if no one else is next."""
    found = threat(state, plan)
    if found is None or found.table.active == seat:
        return ""
    name, listed = names[found.table.active], dangers(state, seat, plan)
    if not listed:
        return f"Then {name} can reach no house of yours."
    first, *others = listed
    more = f" and {len(others)} more of yours" * bool(others)
    return f"Then {name} can reach {name_of(first.space)} ({first.words}){more}."
