"""Exercises of Wind City: cities in mid-storm, and what a choice would destroy, earn, cost and end on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise

from cardtable.engine.chance import Key
from cardtable.engine.game import start
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import Space, column_of, name_of, row_of, space_at
from cardtable.engine.games.wind_city.cards import House, Move
from cardtable.engine.games.wind_city.houses import area_of, stock
from cardtable.engine.games.wind_city.model import Choose, Earned, Moved, Options, Paid, State
from cardtable.lessons.drill import Dice, Drill, Question, dice
from cardtable.lessons.script import RightAnswers
from cardtable.lessons.situation import Situation
from cardtable.lessons.teaching import PlayedAction

NOBODY_BUYS = ["no offer", "done"]
"""What follows a choice: no insurance is sold, and no house bought."""
AWAY = "it leaves the city"


# Positions
def city(seats: int, key: Key, *, station: bool = False) -> State:
    """A city with the storm in it: some houses have fallen, some are insured, and the first player has drawn."""
    throw = dice(key)
    state = start(GAME, Options(first=1), seats, key).state
    while state.phase != "plan":
        legal = GAME.legal(state)
        state = GAME.apply(state, legal[throw(len(legal))]).state
    at = (_before_a_station if station else _anywhere)(state, throw)
    houses = tuple(tuple(space for space in own if not _fell(space, at, throw)) for own in state.houses)
    others = list(chain.from_iterable(houses[1:]))
    state = state._replace(
        hurricane=at,
        houses=houses,
        insured=tuple(sorted(space for space in others if throw(6) == 0)),
        coins=tuple(6 + throw(25) for _ in houses),
    )
    shared = [own[throw(len(own))] for seat, own in enumerate(houses) if own and stock(state, seat) and throw(2)]
    return state._replace(two_family=tuple(sorted(shared)))


def city_with_a_station(seats: int, key: Key) -> State:
    """Two actions of the card may lead the storm to a weather station."""
    return city(seats, key, station=True)


def _anywhere(state: State, throw: Dice) -> Space:
    plan = area_of(state)
    return space_at(2 + throw(plan.rows - 2), throw(plan.columns))


def _before_a_station(state: State, throw: Dice) -> Space:
    """From where a station is reached by two moves, edges and houses left aside."""
    plan = area_of(state)
    station = sorted(plan.stations)[throw(len(plan.stations))]
    ways = [each.plan for each in _moves_only(state) if len(each.plan) == 2]
    row, column = _sum(station, _actions(state, ways[throw(len(ways))]), back=True)
    return space_at(min(max(row, 0), plan.rows - 1), column % plan.columns)


def _fell(space: Space, at: Space, throw: Dice) -> bool:
    """One house in two where the storm has been, and one in ten farther north."""
    return space == at or throw(2 if row_of(space) <= row_of(at) else 10) == 0


def _peopled(state: State) -> bool:
    return all(state.houses)


# Questions about one choice
def _moves_only(state: State) -> list[Choose]:
    """Every choice without a house."""
    choices = [each for each in GAME.legal(state) if isinstance(each, Choose)]
    return [each for each in choices if all(isinstance(action, Move) for action in _actions(state, each.plan))]


def _actions(state: State, plan: Sequence[int]) -> list[Move | House]:
    card = state.options.cards[(state.card or 1) - 1]
    return [card[at - 1] for at in plan]


def _shortlist(scene: Situation, throw: Dice) -> list[tuple[Choose, PlayedAction]]:
    """Some choices of two or three moves, and what they come to."""
    moves = [each for each in _moves_only(scene.state) if len(each.plan) > 1]
    chosen = [moves[throw(len(moves))] for _ in range(6)]
    return [(each, scene.played(each, NOBODY_BUYS)) for each in chosen]


def where_it_ends(scene: Situation, throw: Dice) -> Question | None:
    """Where the hurricane stops; the wrong answers are what comes of a mistake."""
    choice, played = max(_shortlist(scene, throw), key=lambda each: _surprises(each[1]))
    end = played.after.hurricane
    answer = AWAY if end is None else name_of(end)
    mistakes = dict.fromkeys(name for name in _misled(scene.state, choice, throw) if name != answer)
    choices = sorted((answer, *list(mistakes)[:3]))
    text = f"Where does the hurricane end if you choose {choice}, and sell no insurance?"
    return Question(text, tuple(choices), answer, _told(scene, choice, f"The answer: {answer}."))


def _surprises(played: PlayedAction) -> int:
    """How often the storm goes on beyond a house, or over an edge."""
    moves: list[Moved] = played.told(Moved)
    wraps = [abs(column_of(one) - column_of(other)) > 1 for move in moves for one, other in pairwise(move.path)]
    return sum(wraps) + sum(2 * each.went_on + bool(each.lost) for each in moves)


def _misled(state: State, choice: Choose, throw: Dice) -> list[str]:
    """Where one arrives who forgets an action, goes the wrong way, stops on an insured house, or miscounts."""
    at, moves = state.hurricane or 0, _actions(state, choice.plan)
    rows, columns = area_of(state).rows, area_of(state).columns
    ends = [_sum(at, moves), _sum(at, moves[:-1]), _sum(at, moves, back=True), _sum(at, moves[1:])]
    row, column = ends[0]
    step = 1 if throw(2) else -1
    ends += [(row, column + step), (row + step, column), (row, column - step), (row - step, column)]
    ends += [(rows - 1, column), (rows - 1, column + step), (rows - 2, column)]
    return [name_of(space_at(max(row, 0), column % columns)) if row < rows else AWAY for row, column in ends]


def _sum(at: Space, moves: Sequence[Move | House], *, back: bool = False) -> tuple[int, int]:
    """Row and column after all steps, or before them, with neither edges nor houses."""
    row, column, sign = row_of(at), column_of(at), -1 if back else 1
    for move in moves:
        if isinstance(move, Move):
            row += sign * {"north": move.steps, "south": -move.steps}.get(move.direction, 0)
            column += sign * {"east": move.steps, "west": -move.steps}.get(move.direction, 0)
    return row, column


def where_it_can_end(scene: Situation, throw: Dice) -> Question | None:
    """The one of four spaces near each other to which the card can bring the hurricane, with two actions or more."""
    ways: dict[Space, Choose] = {}
    for choice in _moves_only(scene.state):
        at = scene.played(choice, NOBODY_BUYS).after.hurricane
        if at is not None:
            ways.setdefault(at, choice)
    far = [at for at, choice in ways.items() if len(choice.plan) > 1]
    if not far:
        return None
    end = far[throw(len(far))]
    beyond = [at for at in _near(scene.state, end) if at not in ways and at != scene.state.hurricane]
    if len(beyond) < 3:
        return None
    wrong = [beyond.pop(throw(len(beyond))) for _ in range(3)]
    text = "On which of these spaces can the hurricane end, if you sell no insurance?"
    why = _told(scene, ways[end], f"So it ends on {name_of(end)}; no choice of moves ends on one of the others.")
    return Question(text, tuple(map(name_of, sorted((end, *wrong)))), name_of(end), why)


def _near(state: State, at: Space) -> list[Space]:
    """The spaces at most two rows and two columns away."""
    plan, (row, column) = area_of(state), divmod(at, 100)
    rows = range(max(row - 2, 0), min(row + 3, plan.rows))
    return [space_at(each, (column + side) % plan.columns) for each in rows for side in (-2, -1, 0, 1, 2)]


def what_it_brings(scene: Situation, throw: Dice) -> Question | None:
    """How many coins a choice brings or costs, with what the bank pays."""
    shortlist = [each for each in _shortlist(scene, throw) if each[1].after.hurricane is not None]
    if not shortlist:
        return None
    choice, played = max(shortlist, key=lambda each: len(each[1].told(Earned)))
    seat = scene.turn or 0
    paid = sum(event.points for event in played.told(Paid))
    earned = sum(event.points for event in played.told(Earned))
    if paid > scene.state.coins[seat] + earned:
        return None
    net = earned - paid
    mistakes = [-paid, 3 - paid, 5 - paid, 8 - paid, earned, net + 1, net - 1, net - 2, net - 3]
    wrong = list(dict.fromkeys(each for each in mistakes if each != net))
    others = [wrong.pop(throw(len(wrong))) for _ in range(3)]
    choices = tuple(map(_coins, sorted((net, *others))))
    text = f"What does it bring or cost you all in all if you choose {choice}, and sell no insurance?"
    return Question(text, choices, _coins(net), _told(scene, choice, f"In all: {earned} less {paid}."))


def _coins(net: int) -> str:
    if net == 0:
        return "nothing"
    return f"{'brings' if net > 0 else 'costs'} {abs(net)}"


def _told(scene: Situation, choice: Choose, end: str) -> str:
    return f"{scene.foreseen(choice, NOBODY_BUYS)} {end}"


_IF = "if you sell no insurance and buy no house?"
DRILLS = (
    Drill(
        f"Which choice destroys the most houses of others, {_IF}",
        RightAnswers(best="others_destroyed", and_then=NOBODY_BUYS), 3, fits=_peopled, lay=city, rare=6, beyond=1,
    ),
    Drill(
        f"Which choice leaves you with the most coins, {_IF}",
        RightAnswers(best="coins", and_then=NOBODY_BUYS), 2, fits=_peopled, lay=city_with_a_station, rare=10, beyond=4,
    ),
    Drill(
        f"Which choice puts you farthest ahead in points, {_IF}",
        RightAnswers(best="lead", and_then=NOBODY_BUYS), 2, fits=_peopled, lay=city, rare=6, beyond=1,
    ),
    Drill("Where does the hurricane end?", None, 2, fits=_peopled, lay=city, ask=where_it_ends),
    Drill("Where can the hurricane end?", None, 2, fits=_peopled, lay=city, ask=where_it_can_end),
    Drill("What does this choice bring or cost?", None, 2, fits=_peopled, lay=city, ask=what_it_brings),
)  # fmt: skip
