"""Sentences about what a plan would do, what comes next, and what has happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from cardtable.engine.game import Event, Seat
from cardtable.engine.games.wind_city.board import name_of, row_of
from cardtable.engine.games.wind_city.cards import Move
from cardtable.engine.games.wind_city.hidden import forecast
from cardtable.engine.games.wind_city.houses import CLOSED_ROWS, area_of, building_sites, stock
from cardtable.engine.games.wind_city.insurance import insurable, next_buyer, premium, renewable, renewal
from cardtable.engine.games.wind_city.model import (
    Chose,
    Drew,
    Earned,
    Insured,
    Moved,
    Paid,
    Showed,
    State,
)
from cardtable.engine.games.wind_city.rules import chosen_actions, outcome
from cardtable.engine.games.wind_city.storm import begin_trip, carry_out_move
from cardtable.engine.phrases import counted, join_words
from cardtable.table.session import Seen
from cardtable.tui.boards.wind_city.way import without_houses

MOST_NAMED = 2
"""The most houses that a sentence names one by one."""
ORDER = ("first", "second", "third")


def effects(seen: Seen, plan: tuple[int, ...]) -> list[str]:
    """Return what these actions would do, one effect after another."""
    story = forecast(seen.state, plan)
    moves = [event for event in story if isinstance(event, Moved)]
    path = [space for move in moves for space in move.path]
    lost = [each for move in moves for each in move.destroyed]
    if any(move.left for move in moves):
        return [*_losses(seen, lost), f"leaves the board: {_ending(seen, lost)}"]
    earned = sum(event.points for event in story if isinstance(event, Earned))
    paid = sum(event.points for event in story if isinstance(event, Paid))
    parts = [f"to {name_of(path[-1])}" if path else "stays where it is", *_losses(seen, lost)]
    parts += [house] if (house := _house(seen.state, plan)) else []
    parts += [f"earns {earned}"] if earned else []
    has = seen.state.coins[seen.state.active] + earned
    return [*parts, f"pays {paid}" if paid <= has else f"pays {paid}, but {has} isn't enough: you may be out"]


def _losses(seen: Seen, lost: Sequence[tuple[Seat, int]]) -> list[str]:
    """Return whose houses would be destroyed, in at most one text."""
    if len(lost) <= MOST_NAMED:
        whose = [f"{_possessive(seen, seat)} {name_of(space)}" for seat, space in lost]
    else:
        seats = sorted({seat for seat, _ in lost})
        whose = [
            f"{sum(seat == each for each, _ in lost)} of {_possessive(seen, seat)} houses" for seat in seats
        ]  # fmt: skip
    return [f"destroys {join_words(whose)}"] if lost else []


def _possessive(seen: Seen, seat: Seat) -> str:
    return "your" if seat == seen.viewer else f"{seen.names[seat]}'s"


def _ending(seen: Seen, lost: Iterable[tuple[Seat, int]]) -> str:
    """Return who would win if the hurricane left the board now."""
    state = without_houses(seen.state, [space for _, space in lost])
    result = outcome(state._replace(turn=None, phase="over", ending="northern-edge", hurricane=None))
    assert result is not None, "the game is over"
    names = ["you" if seat == seen.viewer else seen.names[seat] for seat in result.winners]
    verb = "win" if len(names) > 1 or names == ["you"] else "wins"
    return f"the game ends and {join_words(names)} {verb} with {counted(result.points[result.winners[0]], 'point')}"


def _house(state: State, plan: tuple[int, ...]) -> str:
    """Return whether a chosen house could be bought when its turn comes, or nothing if none is chosen."""
    state = begin_trip(state._replace(plan=plan))
    for action in chosen_actions(state):
        if isinstance(action, Move):
            state = carry_out_move(state, action, None, is_last=False)
        elif building_sites(state):
            return "buys back a house"
        elif not stock(state, state.active):
            return "buys no house, as you have lost none"
        elif state.hurricane is None or row_of(state.hurricane) >= area_of(state).rows - CLOSED_ROWS:
            return "buys no house so far north"
        else:
            return "buys no house, as there's no place for it"
    return ""


def next_step(state: State) -> str:
    """Return what the player does between choosing a plan and carrying it out, or nothing."""
    own = state.houses[state.active]
    if renewable(state._replace(lapsing=tuple(space for space in state.insured if space in own))):
        return "renew"
    return "" if next_buyer(state, state.active) is None else "offer insurance"


def insurance_costs(state: State) -> tuple[int, int, bool]:
    """Return what it costs to insure or renew everything, the number of houses, and whether the player can pay."""
    assert state.turn is not None, "a player is asked"
    if state.phase == "renew":
        houses = list(state.lapsing)
        cost = sum(renewal(state, space) for space in houses)
    else:
        houses = [space for space in state.houses[state.turn] if space not in state.insured]
        cost = sum(premium(state, space) for space in houses)
    return cost, len(houses), cost <= state.coins[state.turn]


def buyers(seen: Seen) -> str:
    """Return who could buy insurance, and how many houses they could insure."""
    state: State = seen.state
    counts = [
        (seen.names[seat], len(insurable(state, seat))) for seat in range(len(seen.names)) if seat != state.active
    ]
    return join_words(f"{name} ({count})" for name, count in counts if count)


def describe_space(seen: Seen, space: int) -> str:
    """Return what is on a space."""
    state, area = seen.state, area_of(seen.state)
    found = ["the hurricane"] if space == state.hurricane else []
    for seat, own in enumerate(state.houses):
        if space in own:
            kind = f"{'insured ' * (space in state.insured)}{'two-family ' * (space in state.two_family)}house"
            found.append(f"{_possessive(seen, seat)} {kind}")
    found += ["a weather station"] * (space in area.stations)
    place = "the sea" if area.is_sea(space) else "the coast" if area.is_beach(space) else "land"
    return f"{name_of(space)}: {', '.join(found or [place])}."


def recent_lines(seen: Seen) -> tuple[str, list[str]]:
    """Return a heading, and what has happened since the viewer last moved the hurricane."""
    since = 0
    for at in range(len(seen.log) - 1, 0, -1):
        if any(isinstance(event, Showed) and event.seat == seen.viewer for event in seen.log[at]):
            since = at + 1
            break
    story = [event for step in seen.log[since:] for event in step if not isinstance(event, Chose | Drew)]
    return "Since your last turn" if since else "So far", list(_told(seen, story))


def _told(seen: Seen, story: Sequence[Event]) -> Iterator[str]:
    """Yield the lines of these events, with all insurance that a player buys from one seller in one line."""
    for _, run in groupby(story, key=_kind):
        events = list(run)
        bought = [event for event in events if isinstance(event, Insured)]
        yield from [_insurance_line(seen, bought)] if len(bought) > 1 else map(seen.describe, events)


def _kind(event: Event) -> tuple[type[Event], Seat, Seat | None]:
    """Return what events must share to be told in one line."""
    return type(event), event.seat, event.seller if isinstance(event, Insured) else None


def _insurance_line(seen: Seen, events: Sequence[Insured]) -> str:
    verb, seller = ("renews", "") if events[0].seller is None else ("insures", f" with {seen.names[events[0].seller]}")
    spaces = join_words(name_of(event.space) for event in events)
    return f"{seen.names[events[0].seat]} {verb} {spaces}{seller} for {sum(event.cost for event in events)}."
