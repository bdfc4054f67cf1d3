"""All sentences about a review, for the app and for plain mode.

Moves, chances and reasons are described from the player's view. Only the sentence about par uses hindsight, and it says
so. If `is_spoken` is true, the sentences suit plain mode and screen readers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from cardtable.engine.cards import name_codes
from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import (
    capitalized,
    counted,
    join_words,
    plural,
    signed,
    speak_signs,
    uncapitalized,
    without_rulings,
)
from cardtable.lessons.library import find_lesson
from cardtable.players.calibration import A_WIN
from cardtable.players.hints import amount_text, as_subject, condition
from cardtable.players.knowledge import LessonTopic
from cardtable.players.known_games import knowledge_of
from cardtable.practice.decisions import Decision
from cardtable.practice.judge import STAGES
from cardtable.practice.review import NOTABLE_LOSS, Candidate, Interval, MoveReview, Review, Verdict, share
from cardtable.table.grades import GradedResult
from cardtable.table.session import Session

MAX_TURNING_POINTS = 6
SMALL_CHANGE = 0.5
"""The largest change in a margin that is still too small for a turning point."""
LOST_SURE_WAY = (
    "Until this move, you had a sure way to win, whatever cards came. The numbers may not show it, because simulated "
    "games don't find this way."
)
STOPPED = "The review stopped because it couldn't start another process or got no answer from one."
EXPECTED = (
    "An expected margin is a strong computer player's average. Where a win is open, 5% of its chance counts as half "
    "a Complete."
)
MAY_CHANGE = "These numbers may still change."
"""The sentence about moves that will get more simulations at a later stage of the review."""
_CERTAIN_LOSS, _CERTAIN_WIN = Interval(0.0, 0.0, 0.0), Interval(1.0, 1.0, 1.0)
_ERRORS = Verdict.BLUNDER, Verdict.MISTAKE, Verdict.INACCURACY


# Words and numbers
def verdict_word(verdict: Verdict) -> str:
    """Return the word for a verdict, such as `mistake`."""
    return "only move" if verdict is Verdict.FORCED else verdict.value


def move_word(move: MoveReview) -> str:
    """Return the word for a move's class, or `not the best` if it has none but wasn't good either."""
    return "not the best" if _is_hardly_good(move) else verdict_word(move.verdict)


def _is_hardly_good(move: MoveReview) -> bool:
    """Return whether a move without an error is too bad to be called good, or can't be classed."""
    is_short = move.loss is None or move.margin_lost >= NOTABLE_LOSS
    return move.verdict is Verdict.GOOD and is_short


def action_text(game: AnyGame, notation: str) -> str:
    """Return an action's name for use in sentences, such as `refill top and middle`."""
    return game.name_action(game.parse(notation))


def clear_loss_text(game: AnyGame) -> str:
    """Return the smallest loss for which a move without a class is marked, such as `half a point or more`."""
    return f"half a {knowledge_of(game).unit} or more"


def percent(chance: Interval) -> str:
    """Return a win chance, such as `62%`. Only certain results are shown as 0% or 100%."""
    hundredths = _hundredths(chance.mean)
    if hundredths in (0, 100) and chance not in (_CERTAIN_LOSS, _CERTAIN_WIN):
        return "over 99%" if hundredths else "under 1%"
    return f"{hundredths}%"


def margin_text(game: AnyGame, margin: Interval, *, is_spoken: bool = False) -> str:
    """Return a margin as `+1.4 Completes (+1.0 to +1.8)` or, if spoken, `+1.4 Completes, between +1.0 and +1.8`."""
    mean = _mean_text(margin, is_spoken=is_spoken)
    low, high = (_signed(number, is_spoken=is_spoken) for number in margin[1:])
    text = f"{mean} {plural(_tenths(margin.mean) in (-1, 1), knowledge_of(game).unit)}"
    if low == high:
        return text
    return f"{text}, between {low} and {high}" if is_spoken else f"{text} ({low} to {high})"


def given_away(move: MoveReview) -> str:
    """Return the cost of a mistake without its unit, such as `0.8`, or `0.2, -12% win` if the win chance counts more.

    The cost is the difference between the displayed numbers, which may differ from the rounded loss.
    """
    lost, chance = move.margin_lost, _chance_lost(move)
    if A_WIN * chance / 100 <= 2 * lost:
        return f"{lost:.1f}"
    return f"{lost:.1f}, -{chance}% win" if lost > 0 else f"{chance}% win"


def given_away_text(game: AnyGame, move: MoveReview) -> str:
    """Return the cost of a move, such as `1.0 Complete and 12% of the win chance`."""
    lost, chance = f"{move.margin_lost:.1f}", _chance_lost(move)
    margin = f"{lost} {plural(1 if lost == '1.0' else 2, knowledge_of(game).unit)}" if move.margin_lost > 0 else ""
    return join_words(filter(None, [margin, f"{chance}% of the win chance" if chance else ""])) or "very little"


def _chance_lost(move: MoveReview) -> int:
    """Return the lost win chance in percent, or 0 if it isn't known or hardly matters."""
    if not move.is_win_open or move.best.chance is None or move.played.chance is None:
        return 0
    return max(0, _hundredths(move.best.chance.mean) - _hundredths(move.played.chance.mean))


def _mean_text(margin: Interval, *, is_spoken: bool) -> str:
    """Return the mean, such as `+1.4`. A whole number that is known exactly has no decimals."""
    if not margin.is_exact or margin.mean != round(margin.mean):
        return _signed(margin.mean, is_spoken=is_spoken)
    text = signed(round(margin.mean))
    return speak_signs(text) if is_spoken else text


def margin_meaning(game: AnyGame) -> str:
    """Return a description of the margin, such as `Completes won minus lost`."""
    return knowledge_of(game).margin_meaning


def yardstick_lines(game: AnyGame, review: Review) -> Iterator[str]:
    """Yield sentences that explain the numbers of a whole review, if it has win chances or certain margins."""
    if review.is_calibrated and review.moves:
        unit = knowledge_of(game).unit
        yield f"Moves are judged in {unit}s, because the margin earns stars. {EXPECTED}"
    elif any(move.simulations and move.best.margin.is_exact for move in review.moves):
        yield from filter(None, [knowledge_of(game).certain_meaning])


def outlook_text(game: AnyGame, move: MoveReview, candidate: Candidate, *, is_spoken: bool = False) -> str:
    """Return an action's expected result, such as `expected margin +1.4 Completes, win chance 62%`."""
    margin = f"{_margin_word(game, move, candidate.margin)} {margin_text(game, candidate.margin, is_spoken=is_spoken)}"
    if candidate.chance is None or not move.is_win_open:
        return margin
    return f"{margin}, win chance {percent(candidate.chance)}"


def _margin_word(game: AnyGame, move: MoveReview, *margins: Interval) -> str:
    """Return `expected margin`, or another name if all margins are exact whole numbers, as with the last Single."""
    if not all(each.is_exact and each.mean == round(each.mean) for each in margins):
        return "expected margin"
    return "margin" if move.simulations == 0 or knowledge_of(game).sure is None else "certain margin"


# One move
def move_sentence(game: AnyGame, move: MoveReview, *, is_spoken: bool = False) -> str:
    """Return a sentence about a move, its class and its cost, such as `Red was a mistake: it …`."""
    lowered = _lowered(game, move, is_spoken=is_spoken)
    match move.verdict:
        case Verdict.FORCED:
            what = "the only legal move"
        case Verdict.BEST:
            what = _best_word(move)
        case Verdict.GOOD:
            what = f"{'not' if _is_hardly_good(move) else 'good, but not'} the best move: {lowered}"
        case Verdict.INACCURACY:
            what = f"an inaccuracy: {lowered}"
        case _:
            what = f"a {verdict_word(move.verdict)}: {lowered}"
    return f"{capitalized(as_subject(action_text(game, move.played.action)))} was {what}."


def _best_word(move: MoveReview) -> str:
    """Return a phrase for a move that no other move clearly beats, even if another move has a higher number."""
    if move.simulations == 0:
        return "the best move"
    rivals = [each.margin if each.chance is None else each.chance for each in (move.played, *move.others)]
    is_top = rivals[0].mean >= max(each.mean for each in rivals)
    return "as good as the best move that was found" if is_top else "a good move: no other was clearly better"


def _lowered(game: AnyGame, move: MoveReview, *, is_spoken: bool) -> str:
    played, best, found = move.played, move.best, list[str]()
    before, after = (_mean_text(each.margin, is_spoken=is_spoken) for each in (best, played))
    if move.margin_lost > 0:
        what = _margin_word(game, move, best.margin, played.margin)
        found.append(f"{what} from {before} to {after} {knowledge_of(game).unit}s")
    if move.leaves_sure_win and not move.is_win_open:
        return f"it left a sure way to win{f', and lowered your {found[0]}' if found else ''}"
    if _chance_lost(move) and best.chance is not None and played.chance is not None:
        found.append(f"win chance from {percent(best.chance)} to {percent(played.chance)}")
    return f"it lowered your {' and your '.join(found)}" if found else "it was hardly worse than the best"


def better_sentence(
    game: AnyGame, names: Sequence[str], decision: Decision, move: MoveReview, *, is_spoken: bool = False
) -> str:
    """Return the expected and certain results of the better move, or an empty string if there was none."""
    if move.best.action == move.played.action:
        return ""
    action, brings = game.parse(move.best.action), outlook_text(game, move, move.best, is_spoken=is_spoken)
    reason = why_better(game, names, decision.view, action, decision.played, is_spoken=is_spoken)
    better = f"Better was {knowledge_of(game).name(decision.view, action)}, {brings}. {reason}"
    return f"{better} {_tempting(game, names, decision, move, is_spoken=is_spoken)}".rstrip()


def _tempting(game: AnyGame, names: Sequence[str], decision: Decision, move: MoveReview, *, is_spoken: bool) -> str:
    """Return why the better move also beats a move with a greater immediate gain, or "" if there is no such move."""
    find, best = knowledge_of(game).tempting, game.parse(move.best.action)
    found = None if find is None else find(decision.view, decision.legal, best, decision.played)
    other, advantage = found or (None, "")
    known = next((each for each in move.others if other is not None and each.action == str(other)), None)
    if other is None or (known is not None and known.margin.high >= move.best.margin.low):
        return ""
    name = capitalized(knowledge_of(game).name(decision.view, other))
    reason = why_better(game, names, decision.view, best, other, is_spoken=is_spoken)
    return f"{name} would {advantage} at once than both. {reason}"


def why_better(
    game: AnyGame, names: Sequence[str], view: Any, better: Any, worse: Any, *, is_spoken: bool = False
) -> str:
    """Return a sentence about a move's advantage over a worse move or, if none is known, about what the move does."""
    knowledge, is_compared = knowledge_of(game), worse is not None and worse != better
    reason = knowledge.contrast(view, better, worse) if knowledge.contrast is not None and is_compared else ""
    if not reason and knowledge.reason is not None:
        reason = knowledge.reason(view, better, names)
        if is_compared and (other := knowledge.reason(view, worse, names)) != reason:
            reason = f"{reason} {condition(knowledge.name(view, worse))}, {uncapitalized(other)}"
    reason = reason or without_rulings(game.explain(view, better, names))
    return name_codes(reason) if is_spoken else reason


def lesson_sentence(game: AnyGame, decision: Decision, move: MoveReview) -> tuple[str, str, str] | None:
    """Return a sentence about the lesson for the better move, with the game's id and the lesson's name.

    Return None if the game has no such lesson.
    """
    topic = topic_of(game, decision, game.parse(move.best.action))
    if topic is None:
        return None
    entry, lost = find_lesson(game.id, topic.lesson), f"{LOST_SURE_WAY} " if topic.is_certain else ""
    return f"{lost}Lesson {entry.number.lstrip('0')}, '{entry.title}', shows {topic.shows}.", entry.game_id, entry.name


def topic_of(game: AnyGame, decision: Decision, better: Any) -> LessonTopic | None:
    """Return the topic of a lesson that explains why a better move beats the played one, or None if there is none."""
    if (find := knowledge_of(game).topic) is None:
        return None
    return find(decision.view, decision.legal, better, decision.played)


# The whole game
def progress_sentence(review: Review) -> str:
    """Return a review's progress, such as `check 2 of 2, 12 of 36 moves` or, at the end, `36 of 36 moves`."""
    if is_final(review):
        return f"{review.length} of {counted(review.length, 'move')}"
    done = sum(is_settled(move) or move.simulations >= STAGES[review.stage] for move in review.moves)
    return f"check {review.stage + 1} of {len(STAGES)}, {done} of {counted(review.length, 'move')}"


def is_final(review: Review) -> bool:
    """Return whether the last check of every move is finished, so that the review can't change any more."""
    return review.stage >= len(STAGES)


def is_settled(move: MoveReview) -> bool:
    """Return whether the review of a move is settled. More simulations can't change the review."""
    return move.simulations == 0 or move.verdict is Verdict.FORCED


def may_change(move: MoveReview) -> bool:
    """Return whether a later check may change the review of a move."""
    return not is_settled(move) and move.simulations < STAGES[-1]


def winner_of(session: Session) -> str:
    """Return the winner's name if one person played every seat of a finished game, or else an empty string."""
    outcome = session.outcome
    if outcome is None or outcome.together or not session.has_one_player:
        return ""
    return join_words([session.names[seat] for seat in outcome.winners]) or "Nobody"


def person_name(session: Session, person: int) -> str:
    """Return the name of a person, or all their names if the person plays several seats."""
    return join_words([session.names[seat] for seat in session.seats_of(person)])


def for_whom(session: Session, review: Review) -> str:
    """Return whose moves are reviewed, such as ` for Ann`, or an empty string if only one person played."""
    return "" if review.person is None else f" for {person_name(session, review.person)}"


def summary_lines(
    game: AnyGame, review: Review, *, winner: str = "", graded: GradedResult | None = None, is_spoken: bool = False
) -> list[str]:
    """Return all lines about a game, with the most important first. `winner` comes from `winner_of`."""
    return [
        *result_lines(game, review, winner=winner, is_spoken=is_spoken),
        *([] if graded is None or graded.par is None else [graded.sentence]),
        *_par(review, is_spoken=is_spoken),
        *_luck(game, review),
        *yardstick_lines(game, review),
        *_start(game, review, is_spoken=is_spoken),
    ]


def result_lines(game: AnyGame, review: Review, *, winner: str = "", is_spoken: bool = False) -> list[str]:
    """Return the first lines of a summary: the result, the number of reviewed moves and the mistakes."""
    margin = abs(round(review.margin))
    if winner:
        lines = [f"{winner} won by {counted(margin, knowledge_of(game).unit)}." if margin else "Nobody won."]
    else:
        by = f"by {margin}" if margin else "with a margin of 0"
        lines = [f"You {'won' if review.is_won else 'lost'} {by} ({margin_meaning(game)})."]
    if len(review.moves) < review.length:
        lines.append(f"Reviewed: {len(review.moves)} of {counted(review.length, 'move')}.")
    return [*lines, *_errors(game, review, is_spoken=is_spoken)]


def _par(review: Review, *, is_spoken: bool) -> Iterator[str]:
    if review.par is not None:
        par = speak_signs(signed(review.par)) if is_spoken else signed(review.par)
        found = f"{par} was possible" if review.par > review.margin else f"nothing better than {par} was found"
        yield f"With all cards known, {found}."


def _start(game: AnyGame, review: Review, *, is_spoken: bool) -> Iterator[str]:
    """If the review has win chances, yield a sentence about the expected result at the start."""
    if review.is_calibrated and 0 < len(review.moves) == review.length:
        best = review.moves[0].best
        assert best.chance is not None, "every move has a win chance"
        margin = f"{_mean_text(best.margin, is_spoken=is_spoken)} {knowledge_of(game).unit}s"
        yield f"At the start, you could expect {margin} and a win chance of {percent(best.chance)}."


def _luck(game: AnyGame, review: Review) -> Iterator[str]:
    """Yield a sentence about the effect of luck, if this is a complete review of a team game.

    In other games, luck can't be distinguished from the other players' skill, and the outlook of one round says nothing
    about the next round.
    """
    if len(review.moves) < review.length or not game.together or (parts := share(review)) is None:
        return
    did = _brought(game, parts.luck) if _tenths(parts.luck) else "made no difference"
    yield f"Luck, such as the cards that came between your moves, {did}."


def _brought(game: AnyGame, margin: float) -> str:
    """Return what luck did, such as `cost you about 1.2 Completes`."""
    return f"{'brought' if margin > 0 else 'cost'} you about {amount_text(margin, knowledge_of(game).unit)}"


def _errors(game: AnyGame, review: Review, *, is_spoken: bool) -> Iterator[str]:
    if not review.moves:
        return
    verdicts = [move.verdict for move in review.moves]
    counts = [(verdicts.count(verdict), verdict) for verdict in _ERRORS]
    listed = [
        f"{number} {'inaccuracies' if verdict is Verdict.INACCURACY and number > 1 else plural(number, verdict.value)}"
        for number, verdict in counts
        if number
    ]
    so_far = "" if len(review.moves) == review.length else "so far, "
    made = "so far, you have made" if so_far else "you made"
    unclassed = sum(move.is_unclassed and move.is_lesson for move in review.moves)
    has_classes = bool(knowledge_of(game).margin_steps)
    if listed:
        yield f"{capitalized(made)} {join_words(listed)}."
    elif has_classes and not unclassed:
        yield f"{capitalized(made)} no inaccuracies, mistakes or blunders."
    if unclassed or not has_classes:
        move = "other move" if listed else "move"
        who = capitalized(so_far + counted(unclassed, move))
        yield f"{who} clearly gave away {clear_loss_text(game)}, compared with the best move found."
    if not (review.is_won or listed or unclassed or has_classes):
        yield from _costliest(game, review, is_spoken=is_spoken)


def _costliest(game: AnyGame, review: Review, *, is_spoken: bool) -> Iterator[str]:
    """Yield a sentence, when no move is marked, about the move that lost the most, if its displayed numbers differ."""
    move = max(review.moves, key=lambda each: each.margin_lost)
    if move.margin_lost <= 0:
        return
    unit = f"{knowledge_of(game).unit}s"
    before, after = (_mean_text(each.margin, is_spoken=is_spoken) for each in (move.best, move.played))
    name = as_subject(action_text(game, move.played.action))
    so_far = "" if is_final(review) else " so far"
    where = f"move {move.number}, {name}"
    yield f"Your costliest move{so_far} is {where}: from {before} to {after} {unit}, which may be chance."


# Turning points
class TurningPoint(NamedTuple):
    """A big change in the outlook of a game."""

    number: int
    """The number of the move that changed the outlook, or of the last move before luck changed it."""
    is_luck: bool
    """Whether luck, rather than the move, changed the outlook."""
    before: Interval
    after: Interval

    @property
    def change(self) -> float:
        """The change in the outlook."""
        return self.after.mean - self.before.mean


def turning_points(game: AnyGame, review: Review) -> list[TurningPoint]:
    """Return the biggest changes in the outlook, in game order. A change comes from luck or from a move.

    A change counts only if it is larger than the uncertainty of the estimates.
    """
    found = sorted(_changes(game, review), key=lambda point: -abs(point.change))
    found = [point for point in found if abs(point.change) > SMALL_CHANGE]
    return sorted(found[:MAX_TURNING_POINTS], key=lambda point: (point.number, point.is_luck))


def _changes(game: AnyGame, review: Review) -> Iterator[TurningPoint]:
    for move in review.moves:
        if move.is_lesson:
            yield TurningPoint(move.number, False, move.best.margin, move.played.margin)
    if not game.together or len(review.moves) < review.length or share(review) is None:
        return
    ends = [_usual_ends(move) for move in review.moves]
    following = [*[before for before, _ in ends[1:]], _around(float(review.margin), 0.0)]
    for move, (_, played), after in zip(review.moves, ends, following, strict=True):
        if abs(after.mean - played.mean) > math.hypot(_half(played), _half(after)):
            yield TurningPoint(move.number, True, played, after)


def _usual_ends(move: MoveReview) -> tuple[Interval, Interval]:
    """Return the mean margins of simulations before and after a move (see `share`)."""
    assert move.usual is not None, "luck is known"
    half = _half(move.played.margin)
    return _around(move.usual.margin, half), _around(move.usual.margin + move.usual.gained, half)


def _around(mean: float, half: float) -> Interval:
    return Interval(mean, mean - half, mean + half)


def turning_sentence(game: AnyGame, review: Review, point: TurningPoint, *, is_spoken: bool = False) -> str:
    """Return a sentence such as `Move 12, Red, mistake: your expected margin fell from +1.2 to -0.4 Completes.`"""
    move = review.of(point.number)
    assert move is not None, "turning points are reviewed moves"
    name = action_text(game, move.played.action)
    if point.is_luck:
        return f"Move {point.number}, luck: what came after {name} {_brought(game, point.change)}."
    what, unit = _margin_word(game, move, point.before, point.after), f"{knowledge_of(game).unit}s"
    before, after = (_mean_text(each, is_spoken=is_spoken) for each in (point.before, point.after))
    return f"Move {point.number}, {name}, {move_word(move)}: your {what} fell from {before} to {after} {unit}."


# Numbers
def _hundredths(chance: float) -> int:
    return round(100 * min(1.0, max(0.0, chance)))


def _signed(number: float, *, is_spoken: bool) -> str:
    text = signed(_tenths(number))
    return speak_signs(text) if is_spoken else text


def _tenths(number: float) -> float:
    return round(number, 1)


def _half(interval: Interval) -> float:
    return (interval.high - interval.low) / 2
