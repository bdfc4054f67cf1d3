"""The drills of Wind City. The drills ask what a choice destroys, earns and costs, and where the hurricane ends up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain, pairwise

from cardtable.engine.chance import Key
from cardtable.engine.game import start
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import Space, column_of, name_of, row_of, space_at
from cardtable.engine.games.wind_city.cards import House, Move
from cardtable.engine.games.wind_city.houses import area_of, stock
from cardtable.engine.games.wind_city.model import Choose, Earned, Moved, Options, Paid, State
from cardtable.lessons.drill import Dice, Drill, MultipleChoice, dice
from cardtable.lessons.script import RightAnswers
from cardtable.lessons.situation import Situation
from cardtable.lessons.teaching import PlayedAction

NO_PURCHASES = ["no offer", "done"]
"""The actions after a choice if no player sells insurance or buys a house."""
AWAY = "it leaves the city"


# Positions
def city(seats: int, key: Key, *, station: bool = False) -> State:
    """Return a city with the hurricane in it. Some houses are destroyed or insured, and a card has been drawn."""
    roll = dice(key)
    state = start(GAME, Options(first=1), seats, key).state
    while state.phase != "plan":
        legal = GAME.legal(state)
        state = GAME.apply(state, legal[roll(len(legal))]).state
    at = (_before_a_station if station else _anywhere)(state, roll)
    houses = tuple(tuple(space for space in own if not _is_destroyed(space, at, roll)) for own in state.houses)
    others = list(chain.from_iterable(houses[1:]))
    state = state._replace(
        hurricane=at,
        houses=houses,
        insured=tuple(sorted(space for space in others if roll(6) == 0)),
        coins=tuple(6 + roll(25) for _ in houses),
    )
    shared = [own[roll(len(own))] for seat, own in enumerate(houses) if own and stock(state, seat) and roll(2)]
    return state._replace(two_family=tuple(sorted(shared)))


def city_with_a_station(seats: int, key: Key) -> State:
    """Return a city in which two actions on the card can move the hurricane to a weather station."""
    return city(seats, key, station=True)


def _anywhere(state: State, roll: Dice) -> Space:
    plan = area_of(state)
    return space_at(2 + roll(plan.rows - 2), roll(plan.columns))


def _before_a_station(state: State, roll: Dice) -> Space:
    """Return a space that is two moves away from a station. Edges and houses are ignored."""
    plan = area_of(state)
    station = sorted(plan.stations)[roll(len(plan.stations))]
    plans = [each.plan for each in _moves_only(state) if len(each.plan) == 2]
    row, column = _displace(station, _actions(state, plans[roll(len(plans))]), back=True)
    return space_at(min(max(row, 0), plan.rows - 1), column % plan.columns)


def _is_destroyed(space: Space, at: Space, roll: Dice) -> bool:
    """Decide at random whether a house is destroyed. North of the hurricane, this is less likely."""
    return space == at or roll(2 if row_of(space) <= row_of(at) else 10) == 0


def _all_have_houses(state: State) -> bool:
    return all(state.houses)


# Questions about one choice
def _moves_only(state: State) -> list[Choose]:
    """Return every choice without a house action."""
    choices = [each for each in GAME.legal(state) if isinstance(each, Choose)]
    return [each for each in choices if all(isinstance(action, Move) for action in _actions(state, each.plan))]


def _actions(state: State, plan: Sequence[int]) -> list[Move | House]:
    card = state.options.cards[(state.card or 1) - 1]
    return [card[at - 1] for at in plan]


def _shortlist(situation: Situation, roll: Dice) -> list[tuple[Choose, PlayedAction]]:
    """Return six random choices of two or more moves, each with its result."""
    moves = [each for each in _moves_only(situation.state) if len(each.plan) > 1]
    chosen = [moves[roll(len(moves))] for _ in range(6)]
    return [(each, situation.play(each, NO_PURCHASES)) for each in chosen]


def where_it_ends(situation: Situation, roll: Dice) -> MultipleChoice | None:
    """Ask where the hurricane ends up after a choice. The wrong answers come from typical mistakes."""
    choice, played = max(_shortlist(situation, roll), key=lambda each: _count_surprises(each[1]))
    end = played.after.hurricane
    answer = AWAY if end is None else name_of(end)
    mistakes = dict.fromkeys(name for name in _mistaken_ends(situation.state, choice, roll) if name != answer)
    choices = sorted((answer, *list(mistakes)[:3]))
    text = f"You choose {choice} and sell no insurance. Where does the hurricane end up?"
    return MultipleChoice(text, tuple(choices), answer, _explain(situation, choice, f"The answer: {answer}."))


def _count_surprises(played: PlayedAction) -> int:
    """Return how often the hurricane passes an insured house or crosses an edge. Harder cases count more."""
    moves: list[Moved] = played.events_of(Moved)
    wraps = [abs(column_of(one) - column_of(other)) > 1 for move in moves for one, other in pairwise(move.path)]
    return sum(wraps) + sum(2 * each.went_on + bool(each.lost) for each in moves)


def _mistaken_ends(state: State, choice: Choose, roll: Dice) -> list[str]:
    """Return the spaces to which typical mistakes would lead. A wrong direction is one such mistake."""
    at, moves = state.hurricane or 0, _actions(state, choice.plan)
    rows, columns = area_of(state).rows, area_of(state).columns
    reverse = _displace(at, moves, back=True)
    ends = [_displace(at, moves), _displace(at, moves[:-1]), reverse, _displace(at, moves[1:])]
    row, column = ends[0]
    step = 1 if roll(2) else -1
    ends += [(row, column + step), (row + step, column), (row, column - step), (row - step, column)]
    ends += [(rows - 1, column), (rows - 1, column + step), (rows - 2, column)]
    return [name_of(space_at(max(row, 0), column % columns)) if row < rows else AWAY for row, column in ends]


def _displace(at: Space, moves: Sequence[Move | House], *, back: bool = False) -> tuple[int, int]:
    """Return where moves from `at` lead or, with `back`, where moves to `at` start. Ignore edges and houses."""
    row, column, sign = row_of(at), column_of(at), -1 if back else 1
    for move in moves:
        if isinstance(move, Move):
            row += sign * {"north": move.steps, "south": -move.steps}.get(move.direction, 0)
            column += sign * {"east": move.steps, "west": -move.steps}.get(move.direction, 0)
    return row, column


def where_it_can_end(situation: Situation, roll: Dice) -> MultipleChoice | None:
    """Ask which of four nearby spaces the hurricane can reach. Return None if too few spaces are out of reach."""
    choices: dict[Space, Choose] = {}
    for choice in _moves_only(situation.state):
        at = situation.play(choice, NO_PURCHASES).after.hurricane
        if at is not None:
            choices.setdefault(at, choice)
    far = [at for at, choice in choices.items() if len(choice.plan) > 1]
    if not far:
        return None
    end = far[roll(len(far))]
    out_of_reach = [at for at in _near(situation.state, end) if at not in choices and at != situation.state.hurricane]
    if len(out_of_reach) < 3:
        return None
    wrong = [out_of_reach.pop(roll(len(out_of_reach))) for _ in range(3)]
    text = "You sell no insurance. On which of these spaces can the hurricane end up?"
    last = (
        f"So the hurricane ends on {name_of(end)}. No choice of moves takes the hurricane to any of the other spaces."
    )
    why = _explain(situation, choices[end], last)
    return MultipleChoice(text, tuple(map(name_of, sorted((end, *wrong)))), name_of(end), why)


def _near(state: State, at: Space) -> list[Space]:
    """Return the spaces that are at most two rows and at most two columns away."""
    plan, (row, column) = area_of(state), divmod(at, 100)
    rows = range(max(row - 2, 0), min(row + 3, plan.rows))
    return [space_at(each, (column + side) % plan.columns) for each in rows for side in (-2, -1, 0, 1, 2)]


def what_it_costs(situation: Situation, roll: Dice) -> MultipleChoice | None:
    """Ask for a choice's gain or cost in coins. Return None if the player can't pay or every choice ends the game."""
    shortlist = [each for each in _shortlist(situation, roll) if each[1].after.hurricane is not None]
    if not shortlist:
        return None
    choice, played = max(shortlist, key=lambda each: len(each[1].events_of(Earned)))
    seat = situation.turn or 0
    paid = sum(event.points for event in played.events_of(Paid))
    earned = sum(event.points for event in played.events_of(Earned))
    if paid > situation.state.coins[seat] + earned:
        return None
    net = earned - paid
    mistakes = [-paid, 3 - paid, 5 - paid, 8 - paid, earned, net + 1, net - 1, net - 2, net - 3]
    wrong = list(dict.fromkeys(each for each in mistakes if each != net))
    others = [wrong.pop(roll(len(wrong))) for _ in range(3)]
    choices = tuple(map(_coins, sorted((net, *others))))
    text = f"You choose {choice} and sell no insurance. How many coins do you gain or lose in total?"
    return MultipleChoice(text, choices, _coins(net), _explain(situation, choice, f"In total: {earned} minus {paid}."))


def _coins(net: int) -> str:
    if net == 0:
        return "no change"
    return f"{'gain' if net > 0 else 'lose'} {abs(net)}"


def _explain(situation: Situation, choice: Choose, last: str) -> str:
    return f"{situation.foresee(choice, NO_PURCHASES)} {last}"


_PREMISE = "You don't sell insurance or buy a house."
_best = partial(RightAnswers, and_then=NO_PURCHASES)
DRILLS = (
    Drill(
        f"{_PREMISE} Which choice destroys the most of the other players' houses?",
        _best(best="others_destroyed"), 3, fits=_all_have_houses, set_up=city, rarity=6, first_wrong=1,
    ),
    Drill(
        f"{_PREMISE} Which choice leaves you with the most coins?",
        _best(best="coins"), 2, fits=_all_have_houses, set_up=city_with_a_station, rarity=10, first_wrong=4,
    ),
    Drill(
        f"{_PREMISE} Which choice puts you furthest ahead in points?",
        _best(best="lead"), 2, fits=_all_have_houses, set_up=city, rarity=6, first_wrong=1,
    ),
    Drill("", None, 2, fits=_all_have_houses, set_up=city, ask=where_it_ends),
    Drill("", None, 2, fits=_all_have_houses, set_up=city, ask=where_it_can_end),
    Drill("", None, 2, fits=_all_have_houses, set_up=city, ask=what_it_costs),
)  # fmt: skip
