"""Explanations of why an action is legal or illegal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from cardtable.engine.game import Seat
from cardtable.engine.games.wind_city import texts
from cardtable.engine.games.wind_city.board import MAX_BEACH_HOUSES, Space
from cardtable.engine.games.wind_city.cards import is_choice
from cardtable.engine.games.wind_city.houses import HIGH_WORTH, area_of, room_for, section_quota, worth
from cardtable.engine.games.wind_city.insurance import premium, renewal
from cardtable.engine.games.wind_city.model import (
    Action,
    Build,
    Choose,
    Done,
    Insure,
    Offer,
    Phase,
    PlaceHouse,
    PlaceHurricane,
    Renew,
    State,
)
from cardtable.engine.games.wind_city.rules import chosen_actions, legal

PHASES: dict[type[Action], tuple[Phase, ...]] = {
    PlaceHurricane: ("hurricane",),
    PlaceHouse: ("houses",),
    Choose: ("plan",),
    Renew: ("renew",),
    Offer: ("offer",),
    Insure: ("insure",),
    Build: ("build",),
    Done: ("renew", "insure", "build"),
}
"""The phases in which each action is possible."""
HOUSE_ACTIONS: dict[Phase, type[Renew | Insure | Build]] = {"renew": Renew, "insure": Insure, "build": Build}
"""The type of action that chooses a house, for each phase in which a player can choose a house."""


def explain(state: State, action: Action, names: Sequence[str]) -> str:
    """Explain why the action is legal or illegal."""
    if state.turn is None:
        return texts.PROMPTS[state.phase]
    if isinstance(action, PlaceHouse) and state.phase in HOUSE_ACTIONS:
        # A player who types only a space means the house there.
        meant = HOUSE_ACTIONS[state.phase](action.space)
        return texts.PROMPTS[state.phase] if meant in legal(state) else _why_not(state, state.turn, meant)
    if state.phase not in PHASES[type(action)]:
        return texts.PROMPTS[state.phase]
    if action in legal(state):
        return _why(state, action)
    return _why_not(state, state.turn, action)


def _why(state: State, action: Action) -> str:
    match action:
        case PlaceHurricane(space):
            return texts.justify_hurricane(space)
        case PlaceHouse(space):
            return texts.justify_house(space, worth(state, space), is_beach=area_of(state).is_beach(space))
        case Choose(plan):
            return texts.justify_plan(chosen_actions(state._replace(plan=plan)))
        case Renew(space):
            return texts.justify_renewal(space, renewal(state, space))
        case Insure(space):
            return texts.justify_insurance(space, premium(state, space))
        case Offer(is_open):
            return texts.OFFER if is_open else texts.NO_OFFER
        case Build(space):
            return texts.justify_building(space, HIGH_WORTH)
        case Done():
            return _why_done(state)
        case _:
            assert_never(action)


def _why_done(state: State) -> str:
    if state.phase == "renew":
        return texts.justify_lapse(state.lapsing)
    return texts.INSURE_NO_MORE if state.phase == "insure" else texts.DONT_BUY


def _why_not(state: State, seat: Seat, action: Action) -> str:
    match action:
        case PlaceHouse(space):
            return _why_no_house(state, seat, space)
        case Renew(space) if space in state.lapsing:
            return texts.refuse_costly_renewal(space, renewal(state, space), state.coins[seat])
        case Renew(space):
            return texts.refuse_renewal(space)
        case Insure(space):
            return _why_no_insurance(state, seat, space)
        case Build(space):
            return _why_no_building(state, seat, space)
        case Choose(plan) if is_choice(plan):
            return texts.NO_MOVE_CHOSEN
    return texts.PROMPTS[state.phase]


def _why_no_house(state: State, seat: Seat, space: Space) -> str:
    area, seats = area_of(state), len(state.houses)
    if space in area.stations:
        return texts.refuse_station(space)
    section = next((at for at, spaces in enumerate(area.sections) if space in spaces), None)
    if section is None:
        return texts.refuse_space_off_land(space)
    if any(space in own for own in state.houses):
        return texts.refuse_taken_space(space)
    room = room_for(state.options.board, seats, state.houses[seat])
    if not room.sections[section]:
        return texts.refuse_full_section(section_quota(seats))
    return texts.COAST_NEEDED if room.coast == "needed" else texts.refuse_full_coast(MAX_BEACH_HOUSES[seats])


def _why_no_insurance(state: State, seat: Seat, space: Space) -> str:
    if space not in state.houses[seat]:
        return texts.refuse_missing_house(space)
    if space in state.insured:
        return texts.refuse_insured_house(space)
    return texts.refuse_costly_insurance(space, premium(state, space), state.coins[seat])


def _why_no_building(state: State, seat: Seat, space: Space) -> str:
    if space not in state.houses[seat]:
        return texts.refuse_building_alone(space)
    if space in state.two_family:
        return texts.refuse_third_house(space)
    if space in state.insured:
        return texts.refuse_building_on_insured(space)
    return texts.refuse_building_south(space)


SECTIONS: dict[Phase, str] = {
    "hurricane": "Set-up",
    "houses": "Set-up",
    "plan": "A turn",
    "renew": "A turn",
    "offer": "A turn",
    "insure": "A turn",
    "build": "Buying a house",
    "over": "The end",
}
"""The heading of the rules section about each phase."""


def rules_section(state: State, action: Action | None) -> str:
    """Return the heading of the rules section about the current phase."""
    return SECTIONS[state.phase]
