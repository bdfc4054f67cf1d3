"""Wind City in words, for plain mode."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardtable.engine.game import Event, Seat
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import Space, name_of
from cardtable.engine.games.wind_city.houses import area_of, points_of
from cardtable.engine.games.wind_city.model import State
from cardtable.engine.games.wind_city.words import times
from cardtable.engine.phrases import counted
from cardtable.plain.views.view import View, describe
from cardtable.table.session import Seen


def _table(seen: Seen) -> tuple[str, ...]:
    state: State = seen.state
    area = area_of(state)
    run_out = f" and has run out {times(state.run_out)}" if state.run_out else ""
    hurricane = "not on the board" if state.hurricane is None else f"on {name_of(state.hurricane)}"
    return (
        f"The hurricane is {hurricane}; the last row is row {area.rows}, and the coast is row {area.coast + 1}.",
        f"Weather stations: {_spaces(sorted(area.stations))}.",
        *(_player(seen, seat) for seat in range(len(seen.names))),
        f"The pile has {counted(len(state.pile), 'card')}{run_out}.",
        *([_next_choice(seen)] if seen.turn is not None else []),
    )


def _player(seen: Seen, seat: Seat) -> str:
    state: State = seen.state
    if seat in state.out:
        return f"{seen.names[seat]} is out."
    coins, points = counted(state.coins[seat], "coin", none="0"), points_of(state)[seat]
    return f"{seen.names[seat]}: {coins}, {points} points, houses {_houses(state, state.houses[seat])}."


def _houses(state: State, own: Iterable[Space]) -> str:
    return " ".join(name_of(space) + _marks(state, space) for space in own) or "none"


def _marks(state: State, space: Space) -> str:
    """Return, in brackets, anything special about a house."""
    marks = ["two families"] * (space in state.two_family) + ["insured"] * (space in state.insured)
    return f" ({', '.join(marks)})" if marks else ""


def _spaces(spaces: Iterable[Space]) -> str:
    return " ".join(map(name_of, spaces))


def _next_choice(seen: Seen) -> str:
    """Return what the next player has to choose."""
    state: State = seen.state
    choices = {
        "hurricane": "places the hurricane", "houses": "places a house", "plan": "chooses actions",
        "renew": "renews insurance", "offer": "may offer insurance", "insure": "may buy insurance",
        "build": "may place the house just bought", "over": "",
    }  # fmt: skip
    assert seen.turn is not None, "a running game has a turn"
    return f"{seen.names[seen.turn]} {choices[state.phase]}."


def _hand(seen: Seen) -> tuple[str, ...]:
    state: State = seen.state
    if not state.card or seen.viewer != state.active:
        return ()
    actions = enumerate(state.options.cards[state.card - 1], 1)
    costs = ", ".join(f"{number} {action} for {action.cost}" for number, action in actions)
    chosen = (f"You chose {' '.join(map(str, state.plan))}.",) if state.plan else ()
    return (f"Your card is {state.card}: {costs}.", *chosen)


def _tell(event: Event, names: Sequence[str]) -> tuple[str, ...]:
    return describe(GAME, event, names)


VIEW = View(GAME.id, _table, _hand, _tell)
