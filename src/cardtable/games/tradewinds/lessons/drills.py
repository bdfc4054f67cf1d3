"""The drills of Tradewinds: what scores for each player, where the wind blows a Single, and the best Complete."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice, product

from cardtable.engine.cards import CHARACTERISTICS, FALSE, TRUE, Complete
from cardtable.engine.chance import CODE_BITS, DealCode, Key, draw_below
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import (
    COLUMNS,
    GAP,
    MIN_TRUE,
    OFF,
    PILES,
    ROWS,
    SEATS,
    STEPS,
    TURNS,
    Blew,
    Options,
    State,
    opposite,
)
from cardtable.engine.games.tradewinds.rules import scoring_mask
from cardtable.engine.games.tradewinds.wind import blow
from cardtable.engine.phrases import join_words
from cardtable.engine.walk import turns
from cardtable.lessons.drill import Dice, Drill, MultipleChoice
from cardtable.lessons.script import RightAnswers
from cardtable.lessons.situation import Situation

CHOICES = 4
"""The number of choices in a multiple-choice question."""
MIN_COMPLETES = 3
"""The minimum number of Completes in the hand. With fewer, there is too little to compare."""
MAX_TURNS = 20
"""Fewer than this many turns are played before a multiple-choice question, unless no position fits by then."""
STAYS_IN = 4
"""One question in this many may be about a Single that the wind doesn't blow."""
STAYS, AWAY = "It stays", "Off the grid"


def _winds(state: State) -> tuple[Blew, ...]:
    """Return the wind that each Complete in the hand causes."""
    played = (GAME.apply(state, action).events for action in GAME.legal(state))
    return tuple(event for events in played for event in events if isinstance(event, Blew))


def _count_gone(wind: Blew) -> int:
    return len(wind.scored) + len(wind.deducted)


# Positions in which a question is worth asking
def _something_to_win(state: State) -> bool:
    """Return whether one Complete wins more points than any other Complete."""
    nets = sorted(wind.net for wind in _winds(state))
    return nets[-1] > 0 and nets[-1] > nets[-2]


def _nothing_to_win(state: State) -> bool:
    """Return whether every Complete loses points and exactly one loses the fewest."""
    nets = sorted(wind.net for wind in _winds(state))
    return nets[-2] < nets[-1] < 0


def _one_blows_nothing_off(state: State) -> bool:
    """Return whether exactly one Complete blows no card off the grid and still moves at least one Single."""
    safe = [wind for wind in _winds(state) if not _count_gone(wind)]
    return len(safe) == 1 and bool(safe[0].flights)


def _has_gaps(state: State) -> bool:
    return GAP in state.grid


def _first_state(fits: Callable[[State], bool], options: Options) -> Callable[[int, Key], State]:
    """Return a function that plays random games until it finds a suitable state."""

    def set_up(seats: int, key: Key) -> State:
        while True:
            drawn, key = draw_below(key, 1 << CODE_BITS)
            earliest, key = draw_below(key, TURNS - SEATS * MIN_COMPLETES)
            dealt = GAME.setup(options, seats, DealCode(drawn).key()).state
            for turn, (state, _, _) in enumerate(islice(turns(GAME, dealt, key), TURNS - SEATS * (MIN_COMPLETES - 1))):
                if turn >= earliest and fits(state):
                    return state

    return set_up


# Questions
def _what_scores(situation: Situation, roll: Dice) -> MultipleChoice:
    """Ask which Singles score for a player. The wrong answers include the right answers for the other players."""
    state: State = situation.state
    seat = roll(SEATS)
    sides = [tuple(side) for side in (*state.sides[seat:], *state.sides[:seat])]
    rest = [each for each in product((TRUE, FALSE), repeat=len(state.covering)) if each not in sides]
    while rest:
        sides.append(rest.pop(roll(len(rest))))
    answers = {side: _name_characteristics(scoring_mask(state.covering, side)) for side in dict.fromkeys(sides)}
    offered = sorted(list(answers)[:CHOICES], key=lambda side: (-side.count(TRUE), answers[side]))
    true = [card for card, verdict in zip(state.covering, state.sides[seat], strict=True) if verdict is TRUE]
    return MultipleChoice(
        f"Which Singles score for {situation.names[seat]}?",
        tuple(answers[side] for side in offered),
        answers[state.sides[seat]],
        f"{_name_true_cards(true)} on {situation.names[seat]}'s side. What scores: {answers[state.sides[seat]]}.",
    )


def _name_true_cards(cards: Sequence[Complete]) -> str:
    if not cards:
        return "There's no True card"
    return f"{join_words(card.code for card in cards)} {'has' if len(cards) == 1 else 'have'} a True card"


def _name_characteristics(mask: int) -> str:
    """Return the characteristics in words, or as `All but …` if that is shorter."""
    names = [each.name for each in CHARACTERISTICS if each.mask & mask]
    others = [each.name for each in CHARACTERISTICS if not each.mask & mask]
    if not names or not others:
        return "Everything" if names else "Nothing"
    return ", ".join(names) if len(names) <= len(others) else f"All but {', '.join(others)}"


def _what_is_collected(situation: Situation, roll: Dice) -> MultipleChoice | None:
    """Ask how many Singles a Complete scores and deducts. Wrong answers are off by one or swap the two numbers."""
    state: State = situation.state
    winds = [wind for wind in _winds(state) if len(wind.flights) > 1]
    if not winds:
        return None
    wind = winds[roll(len(winds))]
    right = (len(wind.scored), len(wind.deducted))
    near = [(right[0] + more, right[1] + less) for more, less in product((-1, 0, 1), repeat=2) if more or less]
    near = [each for each in (right[::-1], *near) if min(each) >= 0 and each != right]
    offered = {right}
    while len(offered) < CHOICES:
        offered.add(near.pop(roll(len(near))))
    player, collector = situation.names[wind.seat], situation.names[opposite(wind.seat)]
    return MultipleChoice(
        f"{player} plays {wind.card.code}. What does {collector} collect?",
        tuple(_name_collected(*each) for each in sorted(offered, key=lambda each: (each[0] - each[1], each))),
        _name_collected(*right),
        _why(situation, wind),
    )


def _name_collected(scored: int, deducted: int) -> str:
    """Return text such as `2 that score, 1 that deducts`."""
    parts = (
        f"{scored} that {'scores' if scored == 1 else 'score'}" if scored else "",
        f"{deducted} that {'deducts' if deducted == 1 else 'deduct'}" if deducted else "",
    )
    return ", ".join(filter(None, parts)) or "Nothing"


def _where_to(situation: Situation, roll: Dice) -> MultipleChoice | None:
    """Ask where the top Single of a pile goes. Its path must have a gap before or after the wind blows."""
    state: State = situation.state
    found = [(wind, pile) for wind in _winds(state) for pile in range(len(PILES)) if _flies_over(state, wind, pile)]
    flying = [(wind, pile) for wind, pile in found if pile in _sources(wind)]
    if flying and roll(STAYS_IN):
        found = flying
    if not found:
        return None
    wind, pile = found[roll(len(found))]
    target = next((target for source, target, _ in wind.flights if source == pile), pile)
    return MultipleChoice(
        f"{situation.names[wind.seat]} plays {wind.card.code}. "
        f"Where does the {state.grid[pile].face_up[0]} on {PILES[pile]} go?",
        (STAYS, *(f"To {PILES[each]}" for each in _downwind(wind, pile)), AWAY),
        STAYS if target == pile else AWAY if target == OFF else f"To {PILES[target]}",
        _why(situation, wind),
    )


def _flies_over(state: State, wind: Blew, pile: int) -> bool:
    """Return whether a pile has a matching Single with a gap in its path, before or after the wind blows."""
    downwind = _downwind(wind, pile)
    if not downwind or not state.grid[pile].face_up:
        return False
    after = blow(state.grid, wind.seat, wind.card.mask).grid
    fits = any(card.mask & wind.card.mask for card in state.grid[pile].face_up)
    return fits and any(GAP in (state.grid[each], after[each]) for each in downwind)


def _sources(wind: Blew) -> set[int]:
    return {source for source, _, _ in wind.flights}


def _downwind(wind: Blew, pile: int) -> tuple[int, ...]:
    """Return the piles downwind of this pile. The nearest pile comes first."""
    row, column = divmod(pile, len(COLUMNS))
    down, right = STEPS[wind.seat]
    steps = ((row + down * step, column + right * step) for step in range(1, len(ROWS)))
    return tuple(y * len(COLUMNS) + x for y, x in steps if y in range(len(ROWS)) and x in range(len(COLUMNS)))


def _why(situation: Situation, wind: Blew) -> str:
    """Return the log that results from playing a Complete."""
    log = GAME.describe(wind, situation.names)
    return log if _count_gone(wind) or not wind.flights else f"{log} Nothing leaves the grid."


_ANY, _HARD = Options(), Options(true_cards=MIN_TRUE + 1)
DRILLS = (
    Drill(
        "Which Complete wins you the most points now?",
        RightAnswers(best="net"),
        SEATS,
        set_up=_first_state(_something_to_win, _ANY),
    ),
    Drill(
        "Which Complete blows nothing off the grid?",
        RightAnswers(lowest="gone"),
        SEATS,
        set_up=_first_state(_one_blows_nothing_off, _ANY),
    ),
    Drill(
        "Every Complete costs points. Which one costs the fewest points?",
        RightAnswers(best="net"),
        SEATS,
        set_up=_first_state(_nothing_to_win, _HARD),
    ),
    Drill("", None, SEATS, MAX_TURNS, ask=_what_scores),
    Drill("", None, SEATS, MAX_TURNS, ask=_what_is_collected),
    Drill("", None, SEATS, MAX_TURNS, _has_gaps, ask=_where_to),
)
