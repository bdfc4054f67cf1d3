"""The drills of Exit Stage Right: how to play a Single, face up or down; where a card lands; and when to refill."""

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
    Movement,
    Options,
    Refill,
    State,
)
from cardtable.engine.games.exit_stage_right.outlook import foresee
from cardtable.engine.games.exit_stage_right.words import count_shift
from cardtable.engine.phrases import counted, plural, signed
from cardtable.engine.zones import subtract
from cardtable.games.exit_stage_right.lessons.teaching import net_columns
from cardtable.lessons.drill import Dice, Drill, MultipleChoice, dice
from cardtable.lessons.script import RightAnswers
from cardtable.lessons.situation import Situation

NEXT_SINGLES = 3
"""The number of Singles to look ahead, with or without a refill."""
DETERMINIZATIONS = 24
"""The number of random orders of the Complete deck for estimating a refill's average gain."""
MARGIN = 1
"""The minimum lead, in columns, of the best answer over every other answer."""
MEANING = "The numbers are columns gained; those after a refill are averages."
"""The explanation of the numbers in an answer to `refill_or_not`."""
BEYOND = {-1: "lost", COLUMNS: "won"}


# Positions
def mid_game(seats: int, key: Key) -> State:
    """Return a position with five to seven Singles in the hand and four to eight Completes on the stage."""
    roll = dice(key)
    state = start(GAME, Options(hand_size=5 + roll(3)), seats, key).state
    turns = roll(12)
    played, draw_deck = state.draw_deck[:turns], state.draw_deck[turns:]
    return _with_stage(state._replace(face_up=played, draw_deck=draw_deck), 4 + roll(5), roll, key)


def few_turns_left(seats: int, key: Key) -> State:
    """Return a position with three to five Singles and none to draw. Half the time, no Single matches a Complete."""
    roll = dice(key)
    state = start(GAME, Options(hand_size=5, draw="none"), seats, key).state
    is_stuck, hand_size = roll(2) == 0, NEXT_SINGLES + roll(3)
    state = _with_stage(state, 1 + roll(3) if is_stuck else 1 + roll(6), roll, key, one_per_row=is_stuck)
    avoided = [card for row in state.stage for card in row if card and is_stuck]
    singles, _ = shuffle(SINGLES, key)
    hand = tuple(card for card in singles if not any(matches(each, card) for each in avoided))[:hand_size]
    rest = subtract(singles, hand)
    return state._replace(hands=(in_order(hand),), face_up=rest[: 5 - hand_size], draw_deck=rest[5 - hand_size :])


def _can_play_on(state: State) -> bool:
    return len(state.hands[0]) >= NEXT_SINGLES


def _with_stage(state: State, count: int, roll: Dice, key: Key, *, one_per_row: bool = False) -> State:
    """Put `count` Completes on random cells. Count some others as won or lost, and leave the rest in the deck."""
    cards, key = shuffle(COMPLETES, key)
    cells, _ = shuffle(tuple((row, column) for row in range(len(ROWS)) for column in range(COLUMNS)), key)
    if one_per_row:
        cells = tuple({row: (row, column) for row, column in cells}.values())
    placed, rest = dict(zip(cells, cards[:count], strict=False)), cards[count:]
    top, middle, bottom = (tuple([placed.get((row, column)) for column in range(COLUMNS)]) for row in range(len(ROWS)))
    won, lost = roll(5), roll(5)
    return state._replace(
        stage=(top, middle, bottom),
        won=rest[:won],
        lost=rest[won : won + lost],
        complete_deck=rest[won + lost :],
    )


# Results of an action
def _columns(state: State, action: Action) -> int:
    return net_columns(foresee(state, action))


def _singles(state: State) -> list[FaceUp | FaceDown]:
    return [action for action in GAME.legal(state) if not isinstance(action, Refill)]


def _describe_shift(state: State, action: Action) -> str:
    """Return text such as `2 right, 3 left (columns: -1)`."""
    shifted = foresee(state, action)
    return f"{count_shift(shifted)} (columns: {signed(net_columns(shifted))})"


def _name_action(action: Action) -> str:
    """Return text such as `Red face down, top row`."""
    match action:
        case FaceUp(card):
            return f"{card} face up"
        case FaceDown(card, row):
            return f"{card} face down, {ROWS[row]} row"
        case Refill(rows):
            if len(rows) == len(ROWS):
                return "refill all three cells"
            return f"refill the {' and '.join(ROWS[row] for row in rows)} {plural(len(rows), 'cell')}"


# Questions
def which_way_up(situation: Situation, roll: Dice) -> MultipleChoice | None:
    """Ask how to play a Single: face up, or face down for which row. Return None if no Single has a clear best play."""
    state = situation.state
    cards = list(dict.fromkeys(state.hands[0]))
    wants_up = roll(2) == 0
    while cards:
        card = cards.pop(roll(len(cards)))
        gains = {each: _columns(state, each) for each in _singles(state) if each.card == card}
        best, *others = sorted(gains, key=lambda each: -gains[each])
        if len(others) > 1 and gains[best] > gains[others[0]] and isinstance(best, FaceUp) == wants_up:
            choices = {each: _name_action(each).removeprefix(f"{card} ") for each in gains}
            text = f"You play {card}. Which way of playing it gains the most columns?"
            why = ". ".join(f"{choices[each].capitalize()}: {_describe_shift(state, each)}" for each in gains)
            return MultipleChoice(text, tuple(choices.values()), choices[best], f"{why}.")
    return None


def where_it_lands(situation: Situation, roll: Dice) -> MultipleChoice | None:
    """Ask where a card lands when it or another card in its row jumps. Return None if no card can jump."""
    state = situation.state
    found = [(action, move) for action in GAME.legal(state) for move in foresee(state, action).moves if move.jumps]
    if not found:
        return None
    action, jumper = found[roll(len(found))]
    moves = [move for move in foresee(state, action).moves if move.source.row == jumper.source.row]
    move = moves[roll(len(moves))] if roll(3) == 0 else jumper
    source, end = move.source.column, move.end
    step = 1 if move.goes_right else -1
    wrong = [source + step, source, source + 2 * step, source + 3 * step, source - step, source - 2 * step]
    ends = [end, *[each for each in wrong if each != end and -1 <= each <= COLUMNS][:3]]
    verb = "" if isinstance(action, Refill) else "play "
    log = ", ".join(f"{each.card.code} {_name_move(each)}" for each in moves)
    first = "The new cards are placed first. " if isinstance(action, Refill) else ""
    return MultipleChoice(
        f"You {verb}{_name_action(action)}. Where does {move.card.code} land?",
        tuple(map(_column, sorted(ends))),
        _column(end),
        f"{first}The cards in its row move in this order: {log}.",
    )


def _name_move(move: Movement) -> str:
    """Return the card's destination in the notation of the log, such as `>4`."""
    return f"{'>' if move.goes_right else '<'}{BEYOND.get(move.end) or move.end + 1}"


def _column(column: int) -> str:
    return BEYOND.get(column) or f"column {column + 1}"


def which_cell(situation: Situation, roll: Dice) -> MultipleChoice | None:
    """Ask which of two or three empty centre cells is cheapest to refill. Return None if no single cell is cheapest."""
    state = situation.state
    cells = [each for each in GAME.legal(state) if isinstance(each, Refill) and len(each.rows) == 1]
    costs = {each: -_columns(state, each) for each in cells}
    if len(cells) < 2:
        return None
    best, second, *_ = sorted(cells, key=lambda each: costs[each])
    if costs[best] == costs[second]:
        return None
    names = {each: f"the {ROWS[each.rows[0]]} row" for each in cells}
    reasons = [f"{names[each].capitalize()}: {counted(costs[each], 'column')}{_jumpers(state, each)}" for each in cells]
    return MultipleChoice(
        "You refill one centre cell. In which row does that cost the other cards the fewest columns?",
        tuple(names.values()),
        names[best],
        f"{'. '.join(reasons)}.",
    )


def _jumpers(state: State, refill: Refill) -> str:
    jumpers = [move.card.code for move in foresee(state, refill).moves if move.jumps]
    return f", since {' and '.join(jumpers)} must jump" if jumpers else ""


def refill_or_not(situation: Situation, roll: Dice) -> MultipleChoice | None:
    """Ask whether a full refill, a refill of one cell or no refill gains the most columns with the next Singles."""
    state = situation.state
    refills = [each for each in GAME.legal(state) if isinstance(each, Refill)]
    cells = [each for each in refills if len(each.rows) == 1]
    if len(cells) < 2:
        return None
    options = [max(refills, key=lambda each: len(each.rows)), cells[roll(len(cells))]]
    gains = {_name_action(each): (_columns(state, each), _expected_gain(state, each, roll)) for each in options}
    gains["no refill"] = (0, _gain_of_singles(state))
    first, second, _ = sorted(gains, key=lambda each: -sum(gains[each]))
    if sum(gains[first]) < sum(gains[second]) + MARGIN:
        return None
    reasons = [f"{name.capitalize()}: {signed(now)} and then {signed(then)}" for name, (now, then) in gains.items()]
    return MultipleChoice(
        f"You'll play {NEXT_SINGLES} more Singles, always the one that gains the most columns. "
        "What should you do first?",
        tuple(gains),
        first,
        f"{MEANING} {'. '.join(reasons)}.{_second_card(state, first, options)}",
    )


def _second_card(state: State, best: str, refills: Sequence[Refill]) -> str:
    """Return a remark if the best refill adds a second card to a row, or an empty string if there is no such row."""
    for each in refills:
        if _name_action(each) == best and any(COLUMNS - state.stage[row].count(None) == 1 for row in each.rows):
            return " Once a row has a second Complete, you can name that row."
    return ""


def _gain_of_singles(state: State) -> int:
    """Return the number of columns that the next Singles gain if the player always plays the best one."""
    gained = 0
    for _ in range(NEXT_SINGLES):
        columns = {each: _columns(state, each) for each in _singles(state)}
        best = max(columns, key=lambda each: columns[each])
        gained += columns[best]
        state = GAME.advance(state, best, None)
    return gained


def _expected_gain(state: State, refill: Refill, roll: Dice) -> float:
    """Return the next Singles' gain after a refill, averaged over random orders of the hidden Complete deck."""
    view = GAME.view(state, state.turn)
    deals = (GAME.determinize(view, state.turn, Key(roll(1 << 30))) for _ in range(DETERMINIZATIONS))
    return round(sum(_gain_of_singles(GAME.advance(deal, refill, None)) for deal in deals) / DETERMINIZATIONS, 1)


DRILLS = (
    Drill(
        "Which move gains the most columns?",
        RightAnswers(best="steps"), 1, set_up=mid_game, rarity=4, first_wrong=1,
    ),
    Drill(
        "Which move wins the most Completes, after subtracting any that it loses?",
        RightAnswers(best="gain"), 1, set_up=mid_game, rarity=4, first_wrong=1,
    ),
    Drill("", None, 1, set_up=mid_game, ask=which_way_up),
    Drill("", None, 1, set_up=mid_game, ask=where_it_lands),
    Drill("", None, 1, set_up=mid_game, ask=which_cell),
    Drill("", None, 1, fits=_can_play_on, set_up=few_turns_left, ask=refill_or_not),
)  # fmt: skip
