"""Wind City in words, for plain mode."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import factorial

from cardtable.engine.game import Event, Seat
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import HOUSES, MAX_BEACH_HOUSES, Space, column_of, name_of, row_of
from cardtable.engine.games.wind_city.cards import House, Move
from cardtable.engine.games.wind_city.hidden import forecast
from cardtable.engine.games.wind_city.houses import (
    HIGH_WORTH,
    area_of,
    count_by_section,
    open_spaces,
    points_of,
    section_quota,
    worth,
)
from cardtable.engine.games.wind_city.insurance import premium, renewal
from cardtable.engine.games.wind_city.model import (
    Action,
    Build,
    Choose,
    Chose,
    Done,
    Insure,
    Moved,
    Offer,
    Paid,
    Placed,
    PlaceHouse,
    Renew,
    Showed,
    State,
)
from cardtable.engine.games.wind_city.outlook import (
    RISKS,
    effects,
    effects_of,
    end_warning,
    house_bought,
    possessive,
    risk,
    risk_label,
    steps_away,
)
from cardtable.engine.games.wind_city.placing import suggested_house
from cardtable.engine.games.wind_city.words import times
from cardtable.engine.phrases import address, capitalized, counted, join_words
from cardtable.plain.views.view import PLAY_REST, Log, MoveList, Placement, View, describe, move_lines
from cardtable.table.seen import Seen


def _board(seen: Seen) -> tuple[str, ...]:
    state: State = seen.state
    area = area_of(state)
    run_out = f" and has run out {times(state.run_out)}" if state.run_out else ""
    return (
        f"The board has columns A to {name_of(area.columns - 1)[0]} and rows 1 to {area.rows}; row 1 is in the south.",
        f"Rows 1 to {area.coast} are sea, and row {area.coast + 1} is the coast.",
        f"Weather stations: {_spaces(sorted(area.stations))}.",
        _hurricane(state),
        *(address(f"{seen.player(seat)}'s houses: {_houses(state, own)}.") for seat, own in enumerate(state.houses)),
        f"The pile has {counted(len(state.pile), 'card')}{run_out}.",
        *([_next_choice(seen)] if seen.turn is not None else []),
    )


def _hurricane(state: State) -> str:
    where = "not on the board" if state.hurricane is None else f"on {name_of(state.hurricane)}"
    return f"The hurricane is {where}. {end_warning(state)}".rstrip()


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
    """Return, in brackets, anything special about a house."""
    marks = ["two families"] * (space in state.two_family) + ["insured"] * (space in state.insured)
    return f" ({' and '.join(marks)})" if marks else ""


def _spaces(spaces: Iterable[Space]) -> str:
    return ", ".join(map(name_of, spaces))


def _next_choice(seen: Seen) -> str:
    """Return what the next player has to choose."""
    state: State = seen.state
    choices = {
        "hurricane": "places the hurricane", "houses": "places a house", "plan": "chooses actions",
        "renew": "renews insurance", "offer": "may offer insurance", "insure": "may buy insurance",
        "build": "may place the house just bought", "over": "",
    }  # fmt: skip
    assert seen.turn is not None, "a running game has a turn"
    return address(f"Next: {seen.player(seen.turn)} {choices[state.phase]}.")


def _hand(seen: Seen) -> tuple[str, ...]:
    state: State = seen.state
    if not state.card or seen.viewer != state.active:
        return ()
    actions = enumerate(state.options.cards[state.card - 1], 1)
    costs = " ".join(f"Action {number}: {_name(action)}, costs {action.cost}." for number, action in actions)
    plan = " ".join(map(str, state.plan))
    effect = f": {effects(state, state.plan, seen.viewer, seen.names)}" if plan and state.trip is None else ""
    chosen = (f"You chose {'action' if len(state.plan) == 1 else 'actions'} {plan}{effect}.",) if plan else ()
    return (f"Your card is {state.card}. {costs}", *chosen)


def _name(action: Move | House) -> str:
    return str(action) if isinstance(action, Move) else "buy a house"


@dataclass(frozen=True, slots=True)
class PlacedSeveral(Event):
    """Houses that a player placed one by one."""

    spaces: tuple[Space, ...]


def _gather(log: Log) -> Log:
    """Return the log with the houses that each player placed as one event, in the place of the first house."""
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


def _tell(event: Event, names: Sequence[str]) -> tuple[str, ...]:
    match event:
        case PlacedSeveral(seat, spaces):
            houses = "houses" if len(spaces) > 1 else "a house"
            return (f"{names[seat]} places {houses} on {join_words(map(name_of, spaces))}.",)
        case Showed(seat, card, _, actions):
            chosen = f"{'this action' if len(actions) == 1 else 'these actions'}: {', then '.join(map(_name, actions))}"
            return (f"{names[seat]} shows card {card} and {chosen}.",)
        case Paid(seat, points):
            return (f"{names[seat]} pays {counted(points, 'coin')}.",)
        case _:
            return describe(GAME, event, names)


def _tell_briefly(event: Event, names: Sequence[str]) -> tuple[str, ...]:
    """Describe an event, except the viewer's choice of actions, which the line about the card names."""
    return () if isinstance(event, Chose) and names[event.seat] == "You" else _tell(event, names)


# Moves


def _news(seen: Seen) -> tuple[str, ...]:
    """Return the free spaces while houses are placed, and afterwards the coins and points."""
    state: State = seen.state
    if state.phase not in ("hurricane", "houses"):
        return (_hurricane(state), *_score(seen), *_hand(seen))
    if state.phase == "hurricane" or seen.viewer is None:
        return ()
    return (*_houses_left(state, seen.viewer), *_free_rows(state, seen.viewer))


def _houses_left(state: State, seat: Seat) -> Iterator[str]:
    area, seats, own = area_of(state), len(state.houses), state.houses[seat]
    quota, height = section_quota(seats), state.options.board.section_rows
    counts = count_by_section(state.options.board, seats, own)
    firsts = range(area.coast + 1, area.rows + 1, height)
    rooms = zip(firsts, counts, strict=True)
    sections = ", ".join(f"{quota - count} in rows {first} to {first + height - 1}" for first, count in rooms)
    yield f"You have {counted(HOUSES - len(own), 'house')} left to place: {sections}."
    yield f"In all, you can place 1 to {MAX_BEACH_HOUSES[seats]} on the coast, which is row {area.coast + 1}."


def _free_rows(state: State, seat: Seat) -> Iterator[str]:
    for row, group in groupby(open_spaces(state, seat), row_of):
        spaces = list(group)
        yield f"Free in row {row + 1}, {worth(state, spaces[0])} points each: {_ranges(spaces)}."


def _ranges(spaces: Sequence[Space]) -> str:
    """Return spaces of a row such as `A4 to D4, F4`."""
    runs = [
        [space for _, space in run] for _, run in groupby(enumerate(spaces), lambda each: column_of(each[1]) - each[0])
    ]
    return ", ".join(f"{name_of(run[0])} to {name_of(run[-1])}" if run[1:] else name_of(run[0]) for run in runs)


def _question(seen: Seen) -> str:
    state: State = seen.state
    if not seen.legal:
        return ""
    match state.phase:
        case "hurricane":
            spaces = [action.space for action in seen.legal]
            return f"Place the hurricane: type a space from {_ranges(spaces)}."
        case "houses":
            return "Place a house: type the letter and the number of a space."
        case "plan":
            return "Choose one to three actions, at least one a move: type their numbers in order, with spaces."
        case "renew":
            return "Renew your insurance, one house at a time: type a space, or done."
        case "offer":
            return "You can offer insurance to the others."
        case "insure":
            return f"Buy insurance from {seen.names[state.active]}, one house at a time: type a space, or done."
        case _:
            return "Place the house you are buying: type the space of one of your houses, or done."


def _placement(seen: Seen) -> Placement | None:
    """Return the house that the board would place as well; the last one waits, as the hurricane may move after it."""
    state: State = seen.state
    if state.phase != "houses" or not seen.legal:
        return None
    house = suggested_house(state)
    assert state.turn is not None, "only the player to move has legal actions"
    is_last = len(state.houses[state.turn]) == HOUSES - 1
    offer = f"put your last house on {name_of(house.space)}" if is_last else "let the rest of your houses be placed"
    return Placement(house, f"To {offer}, type {PLAY_REST}.", is_last)


def _list_moves(seen: Seen) -> MoveList:
    state: State = seen.state
    if state.phase in ("hurricane", "houses"):
        return MoveList(())
    if state.phase == "offer":
        return MoveList(seen.legal)
    if state.phase != "plan":
        return MoveList((), tuple(_houses_to_name(seen)))
    moves = [action for action in seen.legal if len(action.plan) == 1]
    return MoveList((), tuple(f"Action {action} alone: {_effect(seen, action)}." for action in moves))


def _all_moves(seen: Seen) -> tuple[str, ...]:
    """Read out plans by where the hurricane ends, and only the number of free spaces."""
    match seen.state.phase:
        case "hurricane":
            return (_question(seen),)
        case "houses":
            count = counted(len(seen.legal), "free space")
            return (
                f"There {'is' if len(seen.legal) == 1 else 'are'} {count}; to hear where, type look.",
                _question(seen),
            )
        case "plan":
            return tuple(_plans(seen))
        case _:
            return move_lines(seen, VIEW)


def _plans(seen: Seen) -> Iterator[str]:
    """Yield a line for each place where plans take the hurricane, without plans that would buy no house."""
    by_end: dict[str, dict[str, list[tuple[int, ...]]]] = {}
    useless = set[str]()
    for plan in (action.plan for action in seen.legal):
        if (house := house_bought(seen.state, plan)).startswith("no "):
            useless.add(house)
            continue
        found = effects_of(seen.state, plan, seen.viewer, seen.names)
        others = "; ".join(filter(None, (found.losses, found.result)))
        by_end.setdefault(found.end, {}).setdefault(others, []).append(plan)
    for end, by_effect in by_end.items():
        each = (f"{_orders(plans)}: {others}" for others, plans in by_effect.items())
        yield f"{capitalized(end)}. {'. '.join(each)}."
    if useless:
        yield f"Left out: plans in which you'd buy {useless.pop() if len(useless) == 1 else 'no house'}."


def _orders(plans: Sequence[tuple[int, ...]]) -> str:
    """Return plans such as `1 3 or 2 4 in any order`."""
    orders: dict[tuple[int, ...], list[str]] = {}
    for plan in plans:
        orders.setdefault(tuple(sorted(plan)), []).append(" ".join(map(str, plan)))
    texts = list[str]()
    for actions, typed in orders.items():
        is_any = len(actions) > 1 and len(typed) == factorial(len(actions))
        texts += [f"{typed[0]} in any order"] if is_any else typed
    return join_words(texts, "or")


def _houses_to_name(seen: Seen) -> Iterator[str]:
    """Yield the houses that can be renewed, insured or joined, those in danger first, and the effect of `done`."""
    by_risk: dict[str, list[str]] = {}
    for action in seen.legal:
        if isinstance(action, Renew | Insure):
            away, cost = steps_away(seen.state, action.space), _effect(seen, action)
            house = f"{name_of(action.space)} ({away}) {cost}"
            by_risk.setdefault(risk_label(seen.state, action.space), []).append(house)
    for label in sorted(by_risk, key=RISKS.index):
        yield f"{label}: {'; '.join(by_risk[label])}."
    if sites := [action.space for action in seen.legal if isinstance(action, Build)]:
        yield f"{_spaces(sites)}: {_effect(seen, Build(sites[0]))}{' each' * (len(sites) > 1)}."
    yield f"done: {_effect(seen, Done())}."


def _effect(seen: Seen, action: Action) -> str:
    state: State = seen.state
    match action:
        case Choose(plan):
            return effects(state, plan, seen.viewer, seen.names)
        case PlaceHouse(space):
            return f"worth {worth(state, space)} points"
        case Renew(space):
            return f"costs {counted(renewal(state, space), 'coin')}"
        case Insure(space):
            return f"costs {counted(premium(state, space), 'coin')}"
        case Build():
            return f"a two-family house worth {HIGH_WORTH} points"
        case Offer(is_open):
            return "the others may insure houses and pay you" if is_open else "nobody can insure a house this turn"
        case Done() if state.phase == "build":
            return "don't buy the house"
        case Done() if state.phase == "renew":
            return f"lets the insurance end on {_spaces(state.lapsing)}" if state.lapsing else ""
        case Done():
            return "buy no more insurance"
        case _:
            return ""


def _foretell(seen: Seen, action: Action) -> tuple[str, ...]:
    if isinstance(action, Insure | Renew):
        return (risk(seen.state, action.space),)
    if not isinstance(action, Choose):  # the explanation says it all
        return ()
    effect = f"Effect: {_effect(seen, action)}."
    moves = [event for event in forecast(seen.state, action.plan) if isinstance(event, Moved)]
    lost = [
        f"{possessive(owner, seen.viewer, seen.names)} {name_of(space)}"
        for move in moves
        for owner, space in move.destroyed
    ]
    return (effect, f"It would destroy {join_words(lost)}.") if lost else (effect,)


VIEW = View(
    game_id=GAME.id,
    board=_board,
    hand=_hand,
    tell=_tell,
    tell_briefly=_tell_briefly,
    score=_score,
    news=_news,
    question=_question,
    placement=_placement,
    gather=_gather,
    list_moves=_list_moves,
    all_moves=_all_moves,
    effect=_effect,
    foretell=_foretell,
)
