"""Exercises by theme, with generated positions for one player.

Each position comes from sound play and has a plausible move that is at least an inaccuracy. Answers are judged like
moves in a review, so several answers can be right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from statistics import fmean

from cardtable.engine.cards import matches
from cardtable.engine.chance import CODE_BITS, DealCode, Key, draw_below
from cardtable.engine.game import start
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import ROWS, Action, FaceDown, Refill, State
from cardtable.engine.games.exit_stage_right.outlook import foresee
from cardtable.engine.phrases import counted, join_words
from cardtable.games.exit_stage_right.player.calibration import calibration_for, singles_left
from cardtable.games.exit_stage_right.practice import CHALLENGE
from cardtable.players.knowledge import pick_best
from cardtable.players.known_games import knowledge_of
from cardtable.players.search import simulator_for
from cardtable.practice.decisions import Decision
from cardtable.practice.judge import STAGES, judge
from cardtable.practice.review import STEPS
from cardtable.practice.theme import Theme

OPTIONS = CHALLENGE.options
"""Options for which win chances and margins are calibrated, so that mistakes can be recognised."""
TRIES = 300
"""The maximum number of positions to try. After that, the position with the largest loss is used."""
_MAX_EXACT = 3
"""Moves are judged exactly if at most this many Singles are left, even if the options aren't calibrated."""
_REFILLING = 8
"""The limit of a random number: an empty centre is refilled during that many Singles before the position."""
_ROUGHLY = 150
"""The number of simulations per action in the first, rough check of a position."""
_MAX_RIVALS = 3
_KNOWLEDGE = knowledge_of(GAME)

ActionRatings = dict[Action, float]
"""A sound player's rating of each legal action."""
Rivals = tuple[Sequence[Action], Sequence[Action]]
"""Plausible actions that may be wrong, and actions that follow the theme and may be better."""
FindRivals = Callable[[State, ActionRatings], Rivals]


def _find(singles: range, rivals: FindRivals, key: Key) -> State:
    """Return the first position with a plausible but certainly wrong action, or else the one with the largest loss.

    `singles` is the range of possible numbers of Singles left to play.
    """
    best: tuple[float, State] | None = None
    for state in _positions(singles, key):
        loss = _sure_loss(rivals, state)
        if best is None or loss > best[0]:
            best = loss, state
            if loss >= STEPS[0]:
                break
    assert best is not None, "there is at least one position"
    return best[1]


# Positions
def _positions(range_of_singles: range, key: Key) -> Iterator[State]:
    """Yield positions from different deals."""
    for _ in range(TRIES):
        code, key = draw_below(key, 1 << CODE_BITS)
        state = start(GAME, OPTIONS, 1, DealCode(code).key()).state
        singles = range_of_singles if calibration_for(state) else range(2, _MAX_EXACT + 1)
        number, key = draw_below(key, len(singles))
        yield _played(state, singles[number], Random(code))


def _played(state: State, singles: int, random: Random) -> State:
    """Return the state after sound play, with this many Singles left. Just before it, an empty centre is refilled."""
    refilling = singles + int(random.random() * _REFILLING)
    while (left := singles_left(state)) > singles:
        legal = GAME.legal(state)
        action = pick_best(_KNOWLEDGE.rate(state, legal, random), legal, random)
        if left <= refilling and isinstance(legal[-1], Refill) and len(legal[-1].rows) == len(ROWS):
            action = legal[-1]
        state = GAME.advance(state, action, None)
    return state


def _sure_loss(rivals: FindRivals, state: State) -> float:
    """Return the certain loss of win chance if the player chooses a plausible action instead of following the theme."""
    view = GAME.view(state, 0)
    legal = GAME.legal(view)
    plausible, good = rivals(view, dict(zip(legal, _KNOWLEDGE.rate(view, legal, Random(0)), strict=True)))
    chances = _rough_chances(view, tuple(dict.fromkeys((*plausible, *good)))) if plausible and good else {}
    if not chances:
        return 0.0
    worst, best = min(plausible, key=chances.__getitem__), max(good, key=chances.__getitem__)
    if chances[best] - chances[worst] < STEPS[0]:
        return 0.0
    review = judge(GAME, Decision(0, 0, view, legal, worst), STAGES[0])
    is_about_theme = GAME.parse(review.best.action) in good
    return review.loss.low if is_about_theme and review.loss is not None else 0.0


def _rough_chances(view: State, actions: Sequence[Action]) -> dict[Action, float]:
    """Return a rough win chance for each action, or an empty mapping if the options aren't calibrated."""
    assert _KNOWLEDGE.exact is not None, "endgames are solved"
    if (exact := _KNOWLEDGE.exact(view, actions)) is not None:
        return dict(zip(actions, [win for win, _ in exact], strict=True))
    calibration = calibration_for(view)
    if calibration is None:
        return {}
    chances = dict[Action, float]()
    for action, found in zip(
        actions, simulator_for(_KNOWLEDGE, view, Key(0)).results(actions, 0, _ROUGHLY), strict=True
    ):
        wins, margin = fmean(each.won or 0.0 for each in found), fmean(each.margin for each in found)
        chances[action] = calibration.chance(wins, margin)
    return chances


# Actions about each theme
def _jumps_or_not(view: State, ratings: ActionRatings) -> Rivals:
    """Return the best-looking actions without a jump to the right, and the best-looking actions with one."""
    jumps = [action for action in ratings if _has_jump(view, action)]
    return _best_looking(ratings, [action for action in ratings if action not in jumps]), _best_looking(ratings, jumps)


def _has_jump(view: State, action: Action) -> bool:
    """Return whether a Complete jumps over other Completes to the right, even if it leaves the stage."""
    return any(move.goes_right and move.jumps for move in foresee(view, action).moves)


def _refill_or_not(view: State, ratings: ActionRatings) -> Rivals:
    """Return the refills and the best-looking Singles. Which of these may be mistakes depends on the position."""
    refills = [action for action in ratings if isinstance(action, Refill)]
    singles = _best_looking(ratings, [action for action in ratings if not isinstance(action, Refill)])
    return (refills, singles) if len(view.lost) % 2 else (singles[:1], refills)


def _burns(view: State, ratings: ActionRatings) -> Rivals:
    """Return, for each Single, the action that plays it face down and names the best-looking row."""
    face_down = [action for action in ratings if isinstance(action, FaceDown)]
    named = max(face_down, key=ratings.__getitem__).row if face_down else None
    found = [action for action in face_down if action.row == named]
    return found, found


def _best_looking_or_not(view: State, ratings: ActionRatings) -> Rivals:
    first, *_ = _best_looking(ratings, list(ratings))
    return (first,), [action for action in ratings if action != first]


def _best_looking(ratings: ActionRatings, actions: Sequence[Action]) -> Sequence[Action]:
    return sorted(actions, key=ratings.__getitem__, reverse=True)[:_MAX_RIVALS]


# The answer to each theme's question
def _which_jumps(view: State, best: Action) -> str:
    """Return a sentence about the Completes that jump to the right after the best move."""
    jumps = [move for move in foresee(view, best).moves if move.goes_right and move.jumps]
    ends = [
        f"{move.card.code} jumps {'off the stage' if move.target.zone == 'won' else f'to column {move.end + 1}'}"
        for move in jumps
    ]
    return f"{join_words(ends)}." if ends else "No Complete should jump to the right now."


def _what_refilling_costs(view: State, best: Action) -> str:
    """Return the cost of the best move if it is a refill, otherwise of the largest refill, or "" if none is legal."""
    refills = [action for action in GAME.legal(view) if isinstance(action, Refill)]
    if not refills:
        return ""
    shifted, lead = foresee(view, best if isinstance(best, Refill) else refills[0]), len(view.won) - len(view.lost)
    lost, others = [card.code for card in shifted.lost], len(shifted.moves) - len(shifted.lost)
    cost = f"lose {join_words(lost)}" if lost else "lose nothing"
    moved = f" and move {counted(others, 'other Complete' if lost else 'Complete')} left" if others else ""
    ahead = f"You lead by {lead}, so you don't need new Completes. " if lead > 0 and best not in refills else ""
    return f"{ahead}The refill would {cost}{moved}."


def _why_spare(view: State, best: Action) -> str:
    """Return a sentence that explains why the player can spare the Single of the best move."""
    if not isinstance(best, FaceDown):
        return "No Single should be burned now."
    hand, spare = view.hands[0], best.card
    stage = [card for row in GAME.advance(view, best, None).stage for card in row if card is not None]
    counts = {single: sum(matches(card, single) for card in stage) for single in dict.fromkeys(hand)}
    most, others = max(counts, key=counts.__getitem__), [single for single in counts if single is not spare]
    if all(counts[spare] < counts[each] for each in others):
        return f"You can spare {spare}: it matches fewer of the Completes left on the stage than your other Singles do."
    if hand.count(spare) > max(1, *[hand.count(each) for each in others]):
        return f"You can spare {spare}: you hold {hand.count(spare)} of these, more than of any other kind."
    if counts[most] > counts[spare]:
        left = f"{counts[spare] or 'none'} of the Completes left on the stage"
        return f"You can spare {spare}: it matches {left}, and {most} matches {counts[most]}."
    return ""


THEMES = (
    Theme(
        "jumps",
        "Jumping cards",
        "is a jump to the right worth it?",
        "Completes jump over others to the next empty cell. Is a jump to the right worth it now?",
        partial(_find, range(4, 16), _jumps_or_not),
        _which_jumps,
    ),
    Theme(
        "refill",
        "When to refill",
        "refill now or play a Single?",
        "Is it better to refill the centre now, or to play a Single first?",
        partial(_find, range(2, 13), _refill_or_not),
        _what_refilling_costs,
    ),
    Theme(
        "burn",
        "Which Single to burn",
        "which one do you need least?",
        "To burn a Single is to play it face down. Which one do you need least?",
        partial(_find, range(2, 13), _burns),
        _why_spare,
    ),
    Theme(
        "last-five",
        "The last five Singles",
        "think the game through to its end",
        "So few Singles are left that you can think the game through to its end.",
        partial(_find, range(2, 6), _best_looking_or_not),
        lambda view, best: "",
    ),
)
"""The themes, in the order of the menu."""
