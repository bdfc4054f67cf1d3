"""Texts about what comes next, what insurance costs, and what is on a space."""

from __future__ import annotations

from cardtable.engine.games.wind_city.board import Space, name_of
from cardtable.engine.games.wind_city.danger import risk_sentence
from cardtable.engine.games.wind_city.houses import area_of
from cardtable.engine.games.wind_city.insurance import has_bought, insurable, next_buyer, renewable, unrenewed
from cardtable.engine.games.wind_city.model import Choose, Phase, State
from cardtable.engine.games.wind_city.outlook import effects
from cardtable.engine.games.wind_city.words import QUESTIONS, possessive
from cardtable.engine.phrases import counted, uncapitalized
from cardtable.table.seen import Seen

INVITATIONS: dict[Phase, str] = {
    "plan": "see your card", "build": "place your house"
}  # fmt: skip
"""What a player who comes to the keyboard does first, by phase."""
ORDER = ("first", "second", "third")


def is_insurance_next(state: State) -> bool:
    """Return whether the player renews or may offer insurance between choosing a plan and carrying it out."""
    return bool(renewable(state._replace(lapsing=unrenewed(state)))) or next_buyer(state, state.active) is not None


def insurance_question(seen: Seen) -> str:
    """Return the question about insurance. It names the buyer unless the buyer is shown as `You`."""
    assert seen.turn is not None, "the question is for a player"
    asked = f"{QUESTIONS[seen.state.phase]}?"
    is_named = seen.state.phase == "insure" and seen.turn != seen.you
    return f"{seen.names[seen.turn]}: {uncapitalized(asked)}" if is_named else asked


def plan_status(seen: Seen, plan: tuple[int, ...], *, shows_effects: bool) -> str:
    """Return the status text while the player chooses a plan, including the plan's effects."""
    if not plan:
        return f"{QUESTIONS['plan']} in order, including at least one move (WC-4)."
    if Choose(plan) not in seen.legal:
        return str(seen.explain(Choose(plan)))
    card = seen.state.options.cards[seen.state.card - 1]
    name = ", ".join(str(card[number - 1]) for number in plan)
    summary = f": {effects(seen.state, plan, seen.reader, seen.names)}" if shows_effects else ""
    return f"{name.capitalize()}{summary}."


def insurance_status(seen: Seen, space: Space | None, text: str, in_danger: Space | None) -> str:
    """Return the status text, with more about insurance, while a player may buy insurance.

    `text` explains the choice. `in_danger` is the space of the house that most needs insurance, or None.
    """
    if seen.state.phase not in ("renew", "insure"):
        return text
    if space is not None:
        return f"{text} {risk_sentence(seen.state, space)}"
    without = "" if has_bought(seen.state, seen.log, seen.turn) else " without any"
    up = "chooses a house" if in_danger is None else f"goes to {name_of(in_danger)} (in danger)"
    return f"{insurance_question(seen)} Enter finishes{without}. Up {up}."


def buyers(seen: Seen) -> str:
    """Return text about how many houses each player could insure, such as `Bob could insure 11 houses, Cleo 9.`"""
    state: State = seen.state
    counts = [
        (seen.player(seat), len(insurable(state, seat))) for seat in range(len(seen.names)) if seat != state.active
    ]
    (name, most), *others = (each for each in counts if each[1])
    first = f"{name} could insure {counted(most, 'house')}"
    return f"{', '.join([first, *(f'{who} {count}' for who, count in others)])}."


def describe_space(seen: Seen, space: int) -> str:
    """Return the contents of a space."""
    state, area = seen.state, area_of(seen.state)
    found = ["the hurricane"] if space == state.hurricane else []
    for seat, own in enumerate(state.houses):
        if space in own:
            kind = f"{'insured ' * (space in state.insured)}{'two-family ' * (space in state.two_family)}house"
            found.append(f"{possessive(seat, seen.reader, seen.names)} {kind}")
    found += ["a weather station"] * (space in area.stations)
    place = "the sea" if area.is_sea(space) else "the coast" if area.is_beach(space) else "land"
    return f"{name_of(space)}: {', '.join(found or [place])}."
