"""Texts about what comes next, what insurance costs, and what is on a space."""

from __future__ import annotations

from cardtable.engine.games.wind_city.board import name_of
from cardtable.engine.games.wind_city.houses import area_of
from cardtable.engine.games.wind_city.insurance import insurable, next_buyer, premium, renewable, renewal
from cardtable.engine.games.wind_city.model import Phase, State
from cardtable.engine.games.wind_city.outlook import possessive
from cardtable.engine.phrases import join_words
from cardtable.table.seen import Seen

PHASE_VERBS: dict[str, str] = {
    "hurricane": "places the hurricane", "houses": "places a house", "plan": "chooses actions",
    "renew": "may renew insurance", "offer": "may offer insurance",
    "insure": "may insure", "build": "may build", "over": "",
}  # fmt: skip
INVITATIONS: dict[Phase, str] = {
    "plan": "see your card", "insure": "decide about insurance", "build": "place your house"
}  # fmt: skip
"""What a player who comes to the keyboard does first."""
ORDER = ("first", "second", "third")


def next_step(state: State) -> str:
    """Return what the player does between choosing a plan and carrying it out, or nothing."""
    own = state.houses[state.active]
    if renewable(state._replace(lapsing=tuple(space for space in state.insured if space in own))):
        return "renew"
    return "" if next_buyer(state, state.active) is None else "offer insurance"


def insurance_costs(state: State) -> tuple[int, int, bool]:
    """Return what it costs to insure or renew everything, the number of houses, and whether the player can pay."""
    assert state.turn is not None, "the question is for a player"
    if state.phase == "renew":
        houses = list(state.lapsing)
        cost = sum(renewal(state, space) for space in houses)
    else:
        houses = [space for space in state.houses[state.turn] if space not in state.insured]
        cost = sum(premium(state, space) for space in houses)
    return cost, len(houses), cost <= state.coins[state.turn]


def insurance_question(seen: Seen) -> str:
    """Return the question about insurance, with the name of the buyer: buyers follow one another without a curtain."""
    assert seen.turn is not None, "the question is for a player"
    return "Insure your houses?" if seen.turn == seen.you else f"{seen.names[seen.turn]}: insure your houses?"


def buyers(seen: Seen) -> str:
    """Return who could buy insurance, and how many houses they could insure."""
    state: State = seen.state
    counts = [
        (seen.player(seat), len(insurable(state, seat))) for seat in range(len(seen.names)) if seat != state.active
    ]
    return join_words(f"{name} ({count})" for name, count in counts if count)


def describe_space(seen: Seen, space: int) -> str:
    """Return what is on a space."""
    state, area = seen.state, area_of(seen.state)
    found = ["the hurricane"] if space == state.hurricane else []
    for seat, own in enumerate(state.houses):
        if space in own:
            kind = f"{'insured ' * (space in state.insured)}{'two-family ' * (space in state.two_family)}house"
            found.append(f"{possessive(seat, seen.viewer, seen.names)} {kind}")
    found += ["a weather station"] * (space in area.stations)
    place = "the sea" if area.is_sea(space) else "the coast" if area.is_beach(space) else "land"
    return f"{name_of(space)}: {', '.join(found or [place])}."
