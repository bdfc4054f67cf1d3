"""Wind City in words, for plain mode."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from cardtable.engine.game import Event, Seat
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import HOUSES, Space, column_of, name_of, parse_space, row_of
from cardtable.engine.games.wind_city.houses import (
    area_of,
    count_by_section,
    open_spaces,
    points_of,
    section_quota,
    worth,
)
from cardtable.engine.games.wind_city.insurance import has_bought, insurance_costs
from cardtable.engine.games.wind_city.model import Action, Chose, Placed, PlaceHouse, State
from cardtable.engine.games.wind_city.outlook import coast_quota, effects, end_warning
from cardtable.engine.games.wind_city.words import PHASE_VERBS, QUESTIONS, name_card_action, tell
from cardtable.engine.phrases import address, capitalized, counted, join_words, times, together
from cardtable.engine.tellings import Telling
from cardtable.games.wind_city.view.moves import effect_of, foretell, list_moves, read_houses
from cardtable.games.wind_city.view.plans import GROUPS_HELP, plan_details, plan_overview
from cardtable.plain.view import Log, View, announcement, move_lines, turn_line
from cardtable.table.seen import Seen


def _board(seen: Seen) -> tuple[str, ...]:
    state: State = seen.state
    area = area_of(state)
    last = name_of(area.columns - 1)[0]
    run_out = f" and has run out {times(state.run_out)}" if state.run_out else ""
    return (
        f"The board has columns A to {last} and rows 1 to {area.rows}; row 1 is in the south.",
        f"Columns {last} and A are joined: one step east of {last} is A.",
        f"Rows 1 to {area.coast} are sea, and row {area.coast + 1} is the coast.",
        f"Weather stations: {_spaces(sorted(area.stations))}.",
        _hurricane(seen),
        *(address(f"{seen.player(seat)}'s houses: {_houses(state, own)}.") for seat, own in enumerate(state.houses)),
        f"The pile has {counted(len(state.pile), 'card')}{run_out}.",
        *([_next_choice(seen)] if seen.turn is not None else []),
    )


def _hurricane(seen: Seen) -> str:
    """Return a line about the hurricane: its space and its distance from the northern edge."""
    state: State = seen.state
    where = "not on the board" if state.hurricane is None else f"on {name_of(state.hurricane)}"
    knows_card = seen.viewer == seen.turn and state.phase == "plan"
    return f"The hurricane is {where}. {end_warning(state, is_plan_known=knows_card)}".rstrip()


def _score(seen: Seen) -> tuple[str, ...]:
    return tuple(_player(seen, seat) for seat in range(len(seen.names)))


def _player(seen: Seen, seat: Seat) -> str:
    state: State = seen.state
    if seat in state.out:
        return address(f"{seen.player(seat)} is out.")
    coins, points = counted(state.coins[seat], "coin", none="0"), points_of(state)[seat]
    return address(f"{seen.player(seat)} has {coins}, and houses worth {points} points.")


def _houses(state: State, own: Iterable[Space]) -> str:
    return ", ".join(name_of(space) + _marks(state, space) for space in own) or "none"


def _marks(state: State, space: Space) -> str:
    """Return text such as ` (two families and insured)`, or an empty string for an ordinary house."""
    marks = ["two families"] * (space in state.two_family) + ["insured"] * (space in state.insured)
    return f" ({' and '.join(marks)})" if marks else ""


def _spaces(spaces: Iterable[Space]) -> str:
    return ", ".join(map(name_of, spaces))


def _next_choice(seen: Seen) -> str:
    state: State = seen.state
    assert seen.turn is not None, "a running game has a turn"
    return address(f"Next: {seen.player(seen.turn)} {PHASE_VERBS[state.phase]}.")


def _hand(seen: Seen) -> tuple[str, ...]:
    state: State = seen.state
    if not state.card or seen.viewer != state.active:
        return ()
    actions = enumerate(state.options.cards[state.card - 1], 1)
    costs = " ".join(f"Action {number}: {name_card_action(action)}, costs {action.cost}." for number, action in actions)
    plan = " ".join(map(str, state.plan))
    effect = f": {effects(state, state.plan, seen.reader, seen.names)}" if plan and state.trip is None else ""
    chosen = (f"You chose {'action' if len(state.plan) == 1 else 'actions'} {plan}{effect}.",) if plan else ()
    return (f"Your card is {state.card}. {costs}", *chosen)


@dataclass(frozen=True, slots=True)
class PlacedSeveral(Event):
    """A group of houses that one player placed one by one."""

    spaces: tuple[Space, ...]


def _gather(log: Log) -> Log:
    """Return the log with a single event for each player's placed houses, at the point of the first placement."""
    spaces, others, place = dict[Seat, tuple[Space, ...]](), list[tuple[Event, ...]](), 0
    for events in log:
        if events and isinstance(house := events[0], Placed) and not house.hurricane:
            place = place if spaces else len(others)
            spaces[house.seat] = (*spaces.get(house.seat, ()), house.space)
            others.append(events[1:])
        else:
            others.append(events)
    together = ((PlacedSeveral(seat, found),) for seat, found in spaces.items())
    return (*others[:place], *together, *others[place:])


def _tell(event: Event, names: Sequence[str]) -> Telling:
    if isinstance(event, PlacedSeveral):
        houses = "houses" if len(event.spaces) > 1 else "a house"
        return Telling((f"{names[event.seat]} places {houses} on {join_words(map(name_of, event.spaces))}.",))
    return tell(event, names, spoken=True)


# Moves


def _news(seen: Seen) -> tuple[str, ...]:
    """Return the free spaces while houses are placed, and then lines about the hurricane, coins, points and card."""
    state: State = seen.state
    if state.phase not in ("hurricane", "houses"):
        return (_hurricane(seen), *_score(seen), *_hand(seen))
    if state.phase == "hurricane" or seen.viewer is None:
        return ()
    return (*_houses_left(state, seen.viewer), *_free_rows(state, seen.viewer))


def _select_news(seen: Seen, changed: Sequence[str]) -> Sequence[str]:
    """Return the lines that matter for the next choice.

    After a purchase, only the coins left matter. Before a choice of actions, the player always hears their own coins
    and houses, because every choice costs coins and may destroy the player's own houses.
    """
    state: State = seen.state
    assert seen.viewer is not None, "only a player hears news"
    if has_bought(state, seen.log, seen.viewer):
        return (f"You have {counted(state.coins[seen.viewer], 'coin')} left.",)
    if state.phase != "plan":
        return changed
    own, houses = _player(seen, seen.viewer), f"Your houses: {_houses(state, state.houses[seen.viewer])}."
    lines = list(changed) if own in changed else [own, *changed]
    lines.insert(lines.index(own) + 1, houses)
    return lines


def _houses_left(state: State, seat: Seat) -> Iterator[str]:
    area, seats, own = area_of(state), len(state.houses), state.houses[seat]
    quota, height = section_quota(seats), state.options.board.section_rows
    counts = count_by_section(state.options.board, seats, own)
    firsts = range(area.coast + 1, area.rows + 1, height)
    rooms = zip(firsts, counts, strict=True)
    sections = ", ".join(f"{quota - count} in rows {first} to {first + height - 1}" for first, count in rooms)
    yield f"You have {counted(HOUSES - len(own), 'house')} left to place: {sections}."
    coast = f"row {area.coast + 1}, the coast, where the hurricane comes first"
    yield f"Place {coast_quota(state, seat)} of them on {coast}."


def _free_rows(state: State, seat: Seat) -> Iterator[str]:
    for row, group in groupby(open_spaces(state, seat), row_of):
        spaces = list(group)
        yield f"Free in row {row + 1}, {worth(state, spaces[0])} points each: {_ranges(spaces)}."


def _ranges(spaces: Sequence[Space]) -> str:
    """Return the spaces of a row in a short form, such as `A4 to D4, F4`."""
    runs = [
        [space for _, space in run] for _, run in groupby(enumerate(spaces), lambda each: column_of(each[1]) - each[0])
    ]
    return ", ".join(f"{name_of(run[0])} to {name_of(run[-1])}" if run[1:] else name_of(run[0]) for run in runs)


def _question(seen: Seen) -> str:
    state: State = seen.state
    if not seen.legal:
        return ""
    asked = QUESTIONS[state.phase]
    match state.phase:
        case "hurricane":
            spaces = [action.space for action in seen.legal]
            return f"{asked}: type a space from {_ranges(spaces)}."
        case "houses":
            return f"{asked}: type the letter and the number of a space."
        case "plan":
            own = (each for events in seen.log for each in events if each.seat == seen.viewer)
            if any(isinstance(each, Chose) for each in own):  # the player has typed a choice before
                return f"{asked}."
            return f"{asked}, at least one of them a move: type their numbers in order, with spaces."
        case _ if has_bought(state, seen.log, seen.viewer):
            return "Type more spaces, or done."
        case "renew":
            return f"{asked}: type one or more spaces, or done.{_cost_of_all(state)}"
        case "offer":
            return f"{asked}?"
        case "insure":
            return f"{asked} with {seen.names[state.active]}: type one or more spaces, or done.{_cost_of_all(state)}"
        case _:
            return f"{asked}: type the space of one of your houses, or done."


def _in_lessons(seen: Seen) -> tuple[str, ...]:
    """Return lines about spaces for houses or about how to type plans. Full lists would be too long."""
    match seen.state.phase:
        case "hurricane" | "plan":
            return (_question(seen),)
        case "houses" if seen.viewer is not None:
            return (_question(seen), *_free_rows(seen.state, seen.viewer))
        case _:
            return ()


def _announcement(seen: Seen) -> str:
    """Return a sentence that says whose turn it is, even while other players buy insurance."""
    state: State = seen.state
    if state.phase != "insure" or seen.turn is None:
        return announcement(seen)
    return address(f"It's still {seen.player(state.active)}'s turn, but {seen.player(seen.turn)} may buy insurance.")


def _turn(seen: Seen) -> str:
    """Return a line with the viewer's name and whose turn it is, even while other players buy insurance."""
    state: State = seen.state
    if state.phase != "insure" or seen.turn is None:
        return turn_line(seen)
    viewer = "" if seen.viewer is None else f"You are {seen.names[seen.viewer]}. "
    buyer = "you" if seen.turn == seen.viewer else seen.names[seen.turn]
    return f"{viewer}It's {seen.names[state.active]}'s turn, and {buyer} may buy insurance."


def _cost_of_all(state: State) -> str:
    costs = insurance_costs(state)
    return f" {capitalized(together(len(costs)))} would cost {counted(sum(costs), 'coin')}." if len(costs) > 1 else ""


def _all_moves(seen: Seen) -> tuple[str, ...]:
    """Return an overview of the plans, and the free spaces row by row."""
    match seen.state.phase:
        case "hurricane":
            return (_question(seen),)
        case "houses":
            return _in_lessons(seen)
        case "plan":
            return tuple(plan_overview(seen))
        case _:
            return move_lines(seen, VIEW)


def _some_moves(seen: Seen, group: str) -> tuple[str, ...]:
    return plan_details(seen, group) if seen.state.phase == "plan" else _all_moves(seen)


def _groups_help(seen: Seen) -> str:
    return GROUPS_HELP if seen.state.phase == "plan" else ""


def _what_instead(seen: Seen, action: Action) -> str:
    """Return the free spaces in the row of an invalid space. If that row has none, return all free spaces."""
    state: State = seen.state
    if state.phase == "hurricane":
        return f"Type a space from {_ranges([each.space for each in seen.legal])}."
    if state.phase != "houses" or seen.viewer is None:
        return ""
    rows = tuple(_free_rows(state, seen.viewer))
    own_row = f"Free in row {row_of(action.space) + 1}," if isinstance(action, PlaceHouse) else ""
    return " ".join([row for row in rows if own_row and row.startswith(own_row)] or rows)


def _as_command(seen: Seen, text: str) -> str:
    """Return the command that reads out the plans for a typed space. A space can't be mistaken for a plan."""
    return f"moves {text}" if seen.legal and seen.state.phase == "plan" and parse_space(text) is not None else text


VIEW = View(
    game_id=GAME.id,
    board=_board,
    hand=_hand,
    tell=_tell,
    repeats_public=False,
    score=_score,
    news=_news,
    select_news=_select_news,
    turn=_turn,
    announcement=_announcement,
    letters="places",
    lasting="The board |Columns |Rows |Weather stations",
    question=_question,
    gather=_gather,
    as_command=_as_command,
    what_instead=_what_instead,
    how_to_play="On every turn, you hear what to type.",
    list_moves=list_moves,
    read_several=read_houses,
    in_lessons=_in_lessons,
    all_moves=_all_moves,
    some_moves=_some_moves,
    groups_help=_groups_help,
    effect=effect_of,
    foretell=foretell,
)
