"""Exercises of Tradewinds: what scores for whom, what a wind carries where, and which Complete is worth most."""

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
from cardtable.lessons.drill import Dice, Drill, Question
from cardtable.lessons.script import RightAnswers
from cardtable.lessons.situation import Situation

CHOICES = 4
"""Answers to choose from."""
ENOUGH = 3
"""Completes in hand at least, so that there is something to compare."""
LATE = 20
"""Turns played before another question, at the most."""
MOSTLY = 4
"""All but one in so many questions are about a Single that flies."""
STAYS, AWAY = "It stays", "Off the grid"


def _winds(state: State) -> tuple[Blew, ...]:
    """What each Complete in hand would do."""
    played = (GAME.apply(state, action).events for action in GAME.legal(state))
    return tuple(event for events in played for event in events if isinstance(event, Blew))


def _gone(wind: Blew) -> int:
    return len(wind.scored) + len(wind.deducted)


# Positions in which a question is worth asking
def _something_to_win(state: State) -> bool:
    """One Complete brings more than all others."""
    nets = sorted(wind.net for wind in _winds(state))
    return nets[-1] > 0 and nets[-1] > nets[-2]


def _nothing_to_win(state: State) -> bool:
    """Every Complete costs something, and one costs least."""
    nets = sorted(wind.net for wind in _winds(state))
    return nets[-2] < nets[-1] < 0


def _one_blows_nothing_off(state: State) -> bool:
    """And it moves something all the same: what moves nothing at all is seen too soon."""
    still = [wind for wind in _winds(state) if not _gone(wind)]
    return len(still) == 1 and bool(still[0].flights)


def _has_gaps(state: State) -> bool:
    return GAP in state.grid


def _where(fits: Callable[[State], bool], options: Options) -> Callable[[int, Key], State]:
    """Lays the first state that fits, of as many random games as it takes."""

    def lay(seats: int, key: Key) -> State:
        while True:
            drawn, key = draw_below(key, 1 << CODE_BITS)
            earliest, key = draw_below(key, TURNS - SEATS * ENOUGH)
            dealt = GAME.setup(options, seats, DealCode(drawn).key()).state
            for turn, (state, _, _) in enumerate(islice(turns(GAME, dealt, key), TURNS - SEATS * (ENOUGH - 1))):
                if turn >= earliest and fits(state):
                    return state

    return lay


# Questions
def _what_scores(scene: Situation, dice: Dice) -> Question:
    """Which Singles score for a player: among the other answers are those of the other players."""
    state: State = scene.state
    seat = dice(SEATS)
    sides = [tuple(side) for side in (*state.sides[seat:], *state.sides[:seat])]
    rest = [each for each in product((TRUE, FALSE), repeat=len(state.covering)) if each not in sides]
    while rest:
        sides.append(rest.pop(dice(len(rest))))
    answers = {side: _named(scoring_mask(state.covering, side)) for side in dict.fromkeys(sides)}
    offered = sorted(list(answers)[:CHOICES], key=lambda side: (-side.count(TRUE), answers[side]))
    true = [card for card, verdict in zip(state.covering, state.sides[seat], strict=True) if verdict is TRUE]
    return Question(
        f"Which Singles score for {scene.names[seat]}?",
        tuple(answers[side] for side in offered),
        answers[state.sides[seat]],
        f"{_trues(true)} on {scene.names[seat]}'s side, so what scores is this: {answers[state.sides[seat]]}.",
    )


def _trues(cards: Sequence[Complete]) -> str:
    if not cards:
        return "There is no True"
    return f"True lies at {join_words(card.code for card in cards)}"


def _named(mask: int) -> str:
    """Characteristics in words, those that are missing where these are fewer."""
    names = [each.name for each in CHARACTERISTICS if each.mask & mask]
    others = [each.name for each in CHARACTERISTICS if not each.mask & mask]
    if not names or not others:
        return "Everything" if names else "Nothing"
    return ", ".join(names) if len(names) <= len(others) else f"All but {', '.join(others)}"


def _what_comes_of_it(scene: Situation, dice: Dice) -> Question | None:
    """How many Singles leave the grid, and what they count: the others are answers of a hasty look."""
    state: State = scene.state
    winds = [wind for wind in _winds(state) if len(wind.flights) > 1]
    if not winds:
        return None
    wind = winds[dice(len(winds))]
    right = (len(wind.scored), len(wind.deducted))
    near = [(right[0] + more, right[1] + less) for more, less in product((-1, 0, 1), repeat=2) if more or less]
    near = [each for each in (right[::-1], *near) if min(each) >= 0 and each != right]
    offered = {right}
    while len(offered) < CHOICES:
        offered.add(near.pop(dice(len(near))))
    return Question(
        f"{scene.names[wind.seat]} plays {wind.card.code}. What does {scene.names[opposite(wind.seat)]} collect?",
        tuple(_collected(*each) for each in sorted(offered, key=lambda each: (each[0] - each[1], each))),
        _collected(*right),
        _why(scene, wind),
    )


def _collected(scored: int, deducted: int) -> str:
    """In words, as in `2 that score, 1 that deducts`."""
    parts = (
        f"{scored} that {'scores' if scored == 1 else 'score'}" if scored else "",
        f"{deducted} that {'deducts' if deducted == 1 else 'deduct'}" if deducted else "",
    )
    return ", ".join(filter(None, parts)) or "Nothing"


def _where_to(scene: Situation, dice: Dice) -> Question | None:
    """Where the top Single of a pile goes that has a gap on its way, before the wind or once it has blown."""
    state: State = scene.state
    found = [(wind, pile) for wind in _winds(state) for pile in range(len(PILES)) if _flies_over(state, wind, pile)]
    flying = [(wind, pile) for wind, pile in found if pile in _sources(wind)]
    if flying and dice(MOSTLY):
        found = flying
    if not found:
        return None
    wind, pile = found[dice(len(found))]
    target = next((target for source, target, _ in wind.flights if source == pile), pile)
    return Question(
        f"{scene.names[wind.seat]} plays {wind.card.code}. "
        f"Where does the {state.grid[pile].face_up[0]} on {PILES[pile]} go?",
        (STAYS, *(f"To {PILES[each]}" for each in _downwind(wind, pile)), AWAY),
        STAYS if target == pile else AWAY if target == OFF else f"To {PILES[target]}",
        _why(scene, wind),
    )


def _flies_over(state: State, wind: Blew, pile: int) -> bool:
    """Whether there is a gap on its way; of those that stay, only such as lie on a card that would fly."""
    way = _downwind(wind, pile)
    if not way or not state.grid[pile].face_up:
        return False
    after = blow(state.grid, wind.seat, wind.card.mask).grid
    fits = any(card.mask & wind.card.mask for card in state.grid[pile].face_up)
    return fits and any(GAP in (state.grid[each], after[each]) for each in way)


def _sources(wind: Blew) -> set[int]:
    return {source for source, _, _ in wind.flights}


def _downwind(wind: Blew, pile: int) -> tuple[int, ...]:
    """The piles on the way of what is blown from there."""
    row, column = divmod(pile, len(COLUMNS))
    down, right = STEPS[wind.seat]
    steps = ((row + down * step, column + right * step) for step in range(1, len(ROWS)))
    return tuple(y * len(COLUMNS) + x for y, x in steps if y in range(len(ROWS)) and x in range(len(COLUMNS)))


def _why(scene: Situation, wind: Blew) -> str:
    """What the log would say."""
    told = GAME.describe(wind, scene.names)
    return told if _gone(wind) or not wind.flights else f"{told} Nothing leaves the grid."


_ANY, _HARD = Options(), Options(true_cards=MIN_TRUE + 1)
DRILLS = (
    Drill(
        "Which Complete brings the most points now?",
        RightAnswers(best="net"),
        SEATS,
        lay=_where(_something_to_win, _ANY),
    ),
    Drill(
        "Which Complete blows nothing off the grid?",
        RightAnswers(lowest="gone"),
        SEATS,
        lay=_where(_one_blows_nothing_off, _ANY),
    ),
    Drill(
        "Every Complete costs something. Which one costs least?",
        RightAnswers(best="net"),
        SEATS,
        lay=_where(_nothing_to_win, _HARD),
    ),
    Drill("", None, SEATS, LATE, ask=_what_scores),
    Drill("", None, SEATS, LATE, ask=_what_comes_of_it),
    Drill("", None, SEATS, LATE, _has_gaps, ask=_where_to),
)
"""The kinds of Tradewinds."""
