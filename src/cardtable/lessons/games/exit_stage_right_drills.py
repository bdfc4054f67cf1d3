"""Exercises of Exit Stage Right: what gains most, which way up, where a card lands, what a refill costs and brings."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.cards import COMPLETES, SINGLES, in_order, matches
from cardtable.engine.chance import Key, shuffle
from cardtable.engine.game import start
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import (
    COLUMNS,
    ROWS,
    Action,
    FaceDown,
    FaceUp,
    Move,
    Options,
    Refill,
    Shifted,
    State,
)
from cardtable.engine.phrases import counted
from cardtable.engine.zones import subtract
from cardtable.lessons.drill import Dice, Drill, Question, dice
from cardtable.lessons.games.exit_stage_right import columns_gone
from cardtable.lessons.script import RightAnswers
from cardtable.lessons.situation import Situation

NEXT = 3
"""Singles that are played after a refill, or without one."""
DETERMINIZATIONS = 24
"""Orders of the Complete deck over which a refill is averaged."""
CLEAR = 1
"""Columns by which the best answer is better than the others."""
BEYOND = {-1: "lost", COLUMNS: "won"}


# Positions
def mid_game(seats: int, key: Key) -> State:
    """A hand of five to seven, four to eight Completes on the stage, and a draw deck that has been drawn from."""
    throw = dice(key)
    state = start(GAME, Options(hand_size=5 + throw(3)), seats, key).state
    played = throw(12)
    gone, draw_deck = state.draw_deck[:played], state.draw_deck[played:]
    return _with_a_stage(state._replace(face_up=gone, draw_deck=draw_deck), 4 + throw(5), throw, key)


def few_turns_left(seats: int, key: Key) -> State:
    """Three to five Singles and none to draw; half the time nothing on the stage matches them, or shares a row."""
    throw = dice(key)
    state = start(GAME, Options(hand_size=5, draw="none"), seats, key).state
    stuck, held = throw(2) == 0, NEXT + throw(3)
    state = _with_a_stage(state, 1 + throw(3) if stuck else 1 + throw(6), throw, key, apart=stuck)
    fitting = [card for row in state.stage for card in row if card and stuck]
    singles, _ = shuffle(SINGLES, key)
    hand = tuple(card for card in singles if not any(matches(each, card) for each in fitting))[:held]
    rest = subtract(singles, hand)
    return state._replace(hands=(in_order(hand),), face_up=rest[: 5 - held], draw_deck=rest[5 - held :])


def _can_play_on(state: State) -> bool:
    return len(state.hands[0]) >= NEXT


def _with_a_stage(state: State, count: int, throw: Dice, key: Key, *, apart: bool = False) -> State:
    """So many Completes anywhere on the stage, or each in a row of its own; some won or lost, the rest in the deck."""
    cards, key = shuffle(COMPLETES, key)
    cells, _ = shuffle(tuple((row, column) for row in range(len(ROWS)) for column in range(COLUMNS)), key)
    if apart:
        cells = tuple({row: (row, column) for row, column in cells}.values())
    placed, rest = dict(zip(cells, cards[:count], strict=False)), cards[count:]
    top, middle, bottom = (tuple([placed.get((row, column)) for column in range(COLUMNS)]) for row in range(len(ROWS)))
    won, lost = throw(5), throw(5)
    return state._replace(
        stage=(top, middle, bottom),
        won=rest[:won],
        lost=rest[won : won + lost],
        complete_deck=rest[won + lost :],
    )


# What a play comes to
def _shifted(state: State, action: Action) -> Shifted:
    return next(event for event in GAME.apply(state, action).events if isinstance(event, Shifted))


def _columns(state: State, action: Action) -> int:
    return columns_gone(_shifted(state, action))


def _singles(state: State) -> list[FaceUp | FaceDown]:
    return [action for action in GAME.legal(state) if not isinstance(action, Refill)]


def _told(state: State, action: Action) -> str:
    """As in `2 right, 3 left, in columns -1`."""
    shifted = _shifted(state, action)
    return f"{shifted.right} right, {shifted.left} left, in columns {_signed(columns_gone(shifted))}"


def _signed(number: float) -> str:
    return f"{number:+}" if number else "0"


def _called(action: Action) -> str:
    """As in `Red face down, top row`."""
    match action:
        case FaceUp(card):
            return f"{card} face up"
        case FaceDown(card, row):
            return f"{card} face down, {ROWS[row]} row"
        case Refill(rows):
            return f"refill {' and '.join(ROWS[row] for row in rows)}" if len(rows) < len(ROWS) else "refill all three"


# Questions
def which_way_up(scene: Situation, throw: Dice) -> Question | None:
    """Of one Single: face up, or face down and with which row."""
    state = scene.state
    cards = list(dict.fromkeys(state.hands[0]))
    wants_up = throw(2) == 0
    while cards:
        card = cards.pop(throw(len(cards)))
        ways = {each: _columns(state, each) for each in _singles(state) if each.card == card}
        best, *others = sorted(ways, key=lambda each: -ways[each])
        if len(others) > 1 and ways[best] > ways[others[0]] and isinstance(best, FaceUp) == wants_up:
            choices = {each: _called(each).removeprefix(f"{card} ") for each in ways}
            text = f"You play {card}. Which way gains the most columns?"
            why = ". ".join(f"{choices[each].capitalize()}: {_told(state, each)}" for each in ways)
            return Question(text, tuple(choices.values()), choices[best], f"{why}.")
    return None


def where_it_lands(scene: Situation, throw: Dice) -> Question | None:
    """One card that jumps, or that somebody jumps over."""
    state = scene.state
    found = [(action, move) for action in GAME.legal(state) for move in _shifted(state, action).moves if _jumps(move)]
    if not found:
        return None
    action, jumper = found[throw(len(found))]
    moves = [move for move in _shifted(state, action).moves if move.source.row == jumper.source.row]
    move = moves[throw(len(moves))] if throw(3) == 0 else jumper
    source, end = move.source.column, move.end
    way = 1 if move.goes_right else -1
    wrong = [source + way, source, source + 2 * way, source + 3 * way, source - way, source - 2 * way]
    ends = [end, *[each for each in wrong if each != end and -1 <= each <= COLUMNS][:3]]
    played = _called(action) if isinstance(action, Refill) else f"play {_called(action)}"
    told = ", ".join(f"{each.card.code} {_gone(each)}" for each in moves)
    first = "The new cards are there first. " if isinstance(action, Refill) else ""
    return Question(
        f"You {played}. Where does {move.card.code} land?",
        tuple(map(_column, sorted(ends))),
        _column(end),
        f"{first}In its row go, one after the other: {told}.",
    )


def _jumps(move: Move) -> bool:
    return abs(move.end - move.source.column) > 1


def _gone(move: Move) -> str:
    """As in the log."""
    return f"{'>' if move.goes_right else '<'}{BEYOND.get(move.end) or move.end + 1}"


def _column(column: int) -> str:
    return BEYOND.get(column) or f"column {column + 1}"


def which_cell(scene: Situation, throw: Dice) -> Question | None:
    """The cell of the centre that costs the least to refill, of two or three that are empty."""
    state = scene.state
    cells = [each for each in GAME.legal(state) if isinstance(each, Refill) and len(each.rows) == 1]
    costs = {each: -_columns(state, each) for each in cells}
    if len(cells) < 2:
        return None
    best, second, *_ = sorted(cells, key=lambda each: costs[each])
    if costs[best] == costs[second]:
        return None
    names = {each: f"the {ROWS[each.rows[0]]} row" for each in cells}
    told = [f"{names[each].capitalize()}: {counted(costs[each], 'column')}{_jumpers(state, each)}" for each in cells]
    return Question(
        "You refill one cell of the centre. In which row do the other cards lose the fewest columns by it?",
        tuple(names.values()),
        names[best],
        f"{'. '.join(told)}.",
    )


def _jumpers(state: State, refill: Refill) -> str:
    jumpers = [move.card.code for move in _shifted(state, refill).moves if _jumps(move)]
    return f", as {' and '.join(jumpers)} must jump" if jumpers else ""


def refill_or_not(scene: Situation, throw: Dice) -> Question | None:
    """Whether the next Singles gain more after a refill, of the whole centre or of one cell of it."""
    state = scene.state
    refills = [each for each in GAME.legal(state) if isinstance(each, Refill)]
    cells = [each for each in refills if len(each.rows) == 1]
    if len(cells) < 2:
        return None
    ways = [max(refills, key=lambda each: len(each.rows)), cells[throw(len(cells))]]
    gains = {_called(each): (_columns(state, each), _expected(state, each, throw)) for each in ways}
    gains["no refill"] = (0, _next_singles(state))
    first, second, _ = sorted(gains, key=lambda each: -sum(gains[each]))
    if sum(gains[first]) < sum(gains[second]) + CLEAR:
        return None
    told = [f"{way.capitalize()}: {_signed(now)} and then {_signed(then)}" for way, (now, then) in gains.items()]
    return Question(
        f"You will play {NEXT} more Singles, each time the one that gains the most columns. What do you do before?",
        tuple(gains),
        first,
        f"In columns, and after a refill on average. {'. '.join(told)}.{_reason(state, first, ways)}",
    )


def _reason(state: State, best: str, ways: Sequence[Refill]) -> str:
    """Where the best is to put a second card into a row."""
    for each in ways:
        if _called(each) == best and any(COLUMNS - state.stage[row].count(None) == 1 for row in each.rows):
            return " With a second Complete a row can be named."
    return ""


def _next_singles(state: State) -> int:
    """Columns gained by the next Singles, where each time the one is played that gains the most."""
    gained = 0
    for _ in range(NEXT):
        columns = {each: _columns(state, each) for each in _singles(state)}
        best = max(columns, key=lambda each: columns[each])
        gained += columns[best]
        state = GAME.advance(state, best, None)
    return gained


def _expected(state: State, refill: Refill, throw: Dice) -> float:
    """The same after a refill, over several orders of the Complete deck, which nobody has seen."""
    view = GAME.view(state, state.turn)
    deals = (GAME.determinize(view, state.turn, Key(throw(1 << 30))) for _ in range(DETERMINIZATIONS))
    return round(sum(_next_singles(GAME.advance(deal, refill, None)) for deal in deals) / DETERMINIZATIONS, 1)


DRILLS = (
    Drill("Which play gains the most columns?", RightAnswers(best="steps"), 1, lay=mid_game, rare=4, beyond=1),
    Drill(
        "Which play wins the most Completes, less those that it loses?",
        RightAnswers(best="gain"), 1, lay=mid_game, rare=4, beyond=1,
    ),
    Drill("", None, 1, lay=mid_game, ask=which_way_up),
    Drill("", None, 1, lay=mid_game, ask=where_it_lands),
    Drill("", None, 1, lay=mid_game, ask=which_cell),
    Drill("", None, 1, fits=_can_play_on, lay=few_turns_left, ask=refill_or_not),
)  # fmt: skip
