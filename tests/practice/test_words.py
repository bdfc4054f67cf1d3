"""Sentences of reviews, for moves whose reviews are made by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cardtable.engine.cards import COMPLETES, is_hidden, name_codes
from cardtable.engine.games import SHIPPED
from cardtable.plain.review_report import review_lines
from cardtable.practice import words
from cardtable.practice.decisions import Decision, decisions_of
from cardtable.practice.review import Interval, Review, Usual, Verdict
from cardtable.rooms.kit.review_page import ReviewPage
from cardtable.table.grades import GradedResult, Par
from cardtable.table.session import Session
from cardtable.tui.screens.review_text import ReviewText
from tests.builders import from_zones, start_state
from tests.practice.blamed_games import finished_game, review_of
from tests.practice.move_reviews import around, as_good_as_any, candidate, reviewed, worse
from tests.table.sittings import played, sit

ES = SHIPPED["exit-stage-right"]
WINDS = SHIPPED["tradewinds"]
CLASH = SHIPPED["clash"]

EMPTY = [". . . . ."] * 3
STAGE = [". . HRC FGS .", ". . PBT . .", ". . . . ."]
HAND = "red red filled blue square"


def decision_in(stage: list[str], play: str, *, hand: str = HAND, **zones: Any) -> Decision:
    """Return a decision in Exit Stage Right, played alone with the options of the Challenge."""
    deal = start_state(ES, 1, ES.options(hand_size=5, refill_count="all"))
    view = ES.view(from_zones(ES, deal, stage=stage, hands=[hand], **zones), 0)
    return Decision(12, 0, view, ES.legal(view), ES.parse(play))


def alone() -> Session:
    return played(ES, seats=1)


# Numbers
@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (Interval(0.62, 0.58, 0.66), "62%"),
        (Interval(0.02, -0.01, 0.05), "2%"),
        (Interval(0.999, 0.98, 1.02), "over 99%"),
        (Interval(0.001, 0.0, 0.002), "under 1%"),
        (Interval(1.0, 1.0, 1.0), "100%"),
    ],
)
def test_only_a_certain_win_chance_is_shown_as_certain(chance: Interval, shown: str) -> None:
    assert words.percent(chance) == shown


def test_a_margin_is_counted_in_what_the_game_counts() -> None:
    assert words.margin_text(ES, Interval(1.4, 1.0, 1.8)) == "+1.4 Completes (+1.0 to +1.8)"
    spoken = words.margin_text(ES, Interval(-0.3, -0.9, 0.04), is_spoken=True)
    assert spoken == "minus 0.3 Completes, between minus 0.9 and 0"
    assert words.margin_text(WINDS, Interval(1.0, 1.0, 1.0)) == "+1 point"


# One move
MARGIN = "expected margin from +1.4 to +0.2 Completes"


@pytest.mark.parametrize(
    ("chances", "sentence"),
    [
        ((0.62, 0.59), f"not the best move: it lowered your {MARGIN} and your win chance from 62% to 59%."),
        ((0.62, 0.55), f"an inaccuracy: it lowered your {MARGIN} and your win chance from 62% to 55%."),
        ((0.62, 0.5), f"a mistake: it lowered your {MARGIN} and your win chance from 62% to 50%."),
        ((0.62, 0.4), f"a blunder: it lowered your {MARGIN} and your win chance from 62% to 40%."),
        (
            (0.99, 0.98),
            f"not the best move: it lowered your {MARGIN}.",
        ),
        (None, f"not the best move: it lowered your {MARGIN}."),
    ],
)
def test_a_move_is_named_with_its_class_and_what_it_gave_away(
    chances: tuple[float, float] | None, sentence: str
) -> None:
    move = worse(decision_in(STAGE, "red"), "filled", chances)
    assert words.move_sentence(ES, move) == f"Red was {sentence}"


@pytest.mark.parametrize(
    ("chances", "sentence"),
    [
        ((0.62, 0.59), f"it lowered your {MARGIN} and your win chance from 62% to 59%."),
        ((0.621, 0.62), f"it lowered your {MARGIN}."),
    ],
)
def test_a_move_that_gave_little_away_is_no_error(chances: tuple[float, float], sentence: str) -> None:
    move = replace(worse(decision_in(STAGE, "red"), "filled", chances), margin_loss=Interval(0.3, 0.2, 0.4))
    assert not move.is_lesson
    assert words.move_sentence(ES, move) == f"Red was not the best move: {sentence}"


@pytest.mark.parametrize(("margin", "word"), [(1.16, "good"), (1.14, "not the best")])
def test_a_move_is_good_only_if_it_lost_less_than_the_numbers_show(margin: float, word: str) -> None:
    move = worse(decision_in(STAGE, "red"), "filled", (0.62, 0.61))
    move = replace(
        move, played=move.played._replace(margin=Interval(margin, 1.0, 1.3)), margin_loss=Interval(0.2, 0.1, 0.3)
    )
    assert words.move_word(move) == word
    assert words.move_sentence(ES, move).startswith(f"Red was {word.removesuffix(' the best')}")


@pytest.mark.parametrize(
    ("chances", "more"),
    [((0.99, 0.98), ""), ((0.02, 0.01), ""), ((0.62, 0.59), " and 3% of the win chance"), ((0.5, 0.6), "")],
)
def test_margin_given_away_counts_where_the_win_chance_hardly_changed(chances: tuple[float, float], more: str) -> None:
    move = worse(decision_in(STAGE, "red"), "filled", chances)
    assert move.is_lesson
    assert words.given_away_text(ES, move) == f"1.2 Completes{more}"


def test_a_move_that_only_lowers_the_win_chance_says_so() -> None:
    move = worse(decision_in(STAGE, "red"), "filled", (0.62, 0.5), (1.0, 1.0))
    assert words.move_sentence(ES, move) == "Red was a mistake: it lowered your win chance from 62% to 50%."
    assert words.given_away_text(ES, move) == "12% of the win chance"
    assert words.given_away(move) == "12% win"


def test_a_move_that_gave_nothing_away_is_not_blamed() -> None:
    move = as_good_as_any(decision_in(STAGE, "refill bottom"))
    assert words.move_sentence(ES, move) == "Refilling bottom was as good as the best move that was found."
    higher = candidate("red", 0.54)
    assert words.move_sentence(ES, replace(move, others=(higher,))).endswith(
        " was a good move: no other was clearly better."
    )
    assert words.move_sentence(ES, replace(move, simulations=0)) == "Refilling bottom was the best move."
    forced = replace(move, verdict=Verdict.FORCED)
    assert words.move_sentence(ES, forced) == "Refilling bottom was the only legal move."
    assert words.better_sentence(ES, ("Ann",), decision_in(STAGE, "refill bottom"), move) == ""


def test_without_win_chances_no_move_is_classed() -> None:
    move = worse(decision_in(STAGE, "red"), "filled", None)
    assert (move.verdict, words.move_word(move)) == (Verdict.GOOD, "not the best")
    assert words.verdict_word(Verdict.GOOD) == "good"


def test_the_better_move_is_told_with_what_it_brings_and_what_it_surely_does() -> None:
    decision = decision_in(STAGE, "blue")
    sentence = words.better_sentence(ES, ("Ann",), decision, worse(decision, "red"))
    brings = "Better was Red, expected margin +1.4 Completes (+1.0 to +1.8), win chance 62%"
    later = "In simulations, HRC is lost 2% of the time after Red, 11% after Blue"
    assert sentence == f"{brings}. {later}: Red puts it in column 5, Blue in column 2."
    clear = words.better_sentence(ES, ("Ann",), decision, worse(decision, "red", (0.01, 0.0)), is_spoken=True)
    assert clear.startswith("Better was Red, expected margin +1.4 Completes, between +1.0 and +1.8. ")
    assert "Hollow-Red-Circle" in clear


def test_a_sentence_names_no_card_that_the_player_could_not_see() -> None:
    session = alone()
    for decision in decisions_of(session)[::6]:
        told = [words.better_sentence(ES, ("Ann",), decision, worse(decision, each)) for each in decision.legal[::4]]
        shown = [card for row in decision.view.stage for card in row]
        assert not any(card.code in sentence for sentence in told for card in COMPLETES if card not in shown)
        assert is_hidden(decision.view.complete_deck[0]) or not decision.view.complete_deck


# Lessons
FULL_ROW = [". HRC FRT PBS .", ". . . . .", ". . . . ."]
JUMP = [". . HBS FRT .", ". . . . .", ". . PGC . ."]


@pytest.mark.parametrize(
    ("stage", "play", "better", "lesson", "shows"),
    [
        (EMPTY, "red", "refill top middle bottom", "10-few-at-a-time", "why to refill an empty stage"),
        (STAGE, "red", "refill bottom", "11-a-crowd", "when to bring out more Completes"),
        (STAGE, "refill bottom", "red", "10-few-at-a-time", "when not to refill"),
        (STAGE, "red", "square down top", "06-counting", "when to play face down"),
        (FULL_ROW, "red", "square down top", "11-a-crowd", "when to send a full row to the right, face down"),
        (JUMP, "red", "square", "04-jumping", "how Completes gain columns by jumping"),
        (STAGE, "red", "blue", "06-counting", "how to compare what your Singles do"),
    ],
)
def test_a_lesson_is_named_by_what_the_better_move_does(
    stage: list[str], play: str, better: str, lesson: str, shows: str
) -> None:
    decision = decision_in(stage, play)
    found = words.lesson_sentence(ES, decision, worse(decision, ES.parse(better)))
    assert found is not None
    sentence, game, name = found
    assert (game, name) == (ES.id, lesson)
    assert sentence.startswith(f"Lesson {int(lesson[:2])}, '")
    assert sentence.endswith(f"', shows {shows}.")


def test_the_last_turns_and_a_sure_win_have_lessons_of_their_own() -> None:
    decision = decision_in([". . . FGS PBC", *EMPTY[1:]], "red", hand="red red", draw_deck="")
    assert _lesson(decision, "red down top") == "07-last-turns"
    by_the_book = decision.view._replace(options=ES.resolve_defaults(ES.options(hand_size=5), 1))
    sure = replace(decision, view=by_the_book)
    assert _lesson(sure, "red down top") == "13-a-sure-way"
    found = words.lesson_sentence(ES, sure, worse(sure, ES.parse("red down top")))
    assert found is not None
    assert found[0].startswith(f"{words.LOST_SURE_WAY} Lesson 13, ")


def _lesson(decision: Decision, better: str) -> str:
    found = words.lesson_sentence(ES, decision, worse(decision, ES.parse(better)))
    assert found is not None
    return found[2]


@pytest.mark.parametrize(("game", "seats", "persons"), [(WINDS, 4, (0, 0, 0, 0)), (CLASH, 2, (0, 0))])
def test_other_games_have_lessons_too(game: Any, seats: int, persons: tuple[int, ...]) -> None:
    session = played(game, seats, persons=persons)
    for decision in decisions_of(session)[:8]:
        move = worse(decision, decision.legal[-1], None)
        found = words.lesson_sentence(game, decision, move)
        assert found is not None
        assert found[1] == game.id
        assert words.better_sentence(game, session.names, decision, move).count("\n") == 0


@pytest.mark.parametrize(("game", "persons"), [(WINDS, (0, 0, 0, 0)), (CLASH, (0, 0))])
def test_both_front_ends_give_the_same_reason(game: Any, persons: tuple[int, ...]) -> None:
    session = played(game, len(persons), persons=persons)
    decisions = decisions_of(session)
    at = next(at for at, each in enumerate(decisions) if at > 3 and len(each.legal) > 2)
    better = next(each for each in decisions[at].legal if each != decisions[at].played)
    review = reviewed(session, [worse(decisions[at], better, None)], calibrated=False)
    shown = ReviewText(ReviewPage(session, decisions, review), False, False).about_move(at, tells_better=True).text
    reason = words.why_better(game, session.names, decisions[at].view, better, decisions[at].played)
    assert name_codes(reason) != reason in shown, "it names a Complete"
    assert name_codes(reason) in " ".join(review_lines(ReviewPage(session, decisions, review)))


def test_the_better_move_is_compared_with_the_one_played() -> None:
    for game, verb in ((CLASH, "With "), (SHIPPED["rummy-like"], "If you ")):
        session = played(game, persons=(0,) * max(2, game.seats[0]))
        decisions = [each for each in decisions_of(session) if len(each.legal) > 1][::9]
        told = [
            words.better_sentence(game, session.names, each, worse(each, better, None))
            for each in decisions
            for better in each.legal
            if better != each.played
        ]
        assert any(f". {verb}" in each for each in told), game.title
        assert all("  " not in each and each.endswith(".") for each in told)


def test_a_refill_of_several_rows_is_a_list_in_sentences() -> None:
    decision = decision_in(EMPTY, "refill top middle bottom", complete_deck="HRC FGS PBT HGC")
    move = worse(decision, ES.parse("red"))
    assert words.move_sentence(ES, move).startswith("Refilling top, middle and bottom was a ")
    better = worse(replace(decision, played=ES.parse("red")), ES.parse("refill top middle"))
    told = words.better_sentence(ES, ("Ann",), decision, better)
    assert told.startswith("Better was refill top and middle, ")
    assert ES.parse(words.action_text(ES, "refill top middle bottom")) == decision.played


# The whole game
def test_a_summary_by_win_chance_counts_mistakes_by_class() -> None:
    session = alone()
    first, *_, last = decisions_of(session)
    worst = worse(first, first.legal[-1], (0.5, 0.3))
    review = replace(reviewed(session, [worst, worse(last, last.legal[-1], (0.5, 0.42))]), is_won=False, margin=-2)
    assert words.summary_lines(ES, replace(review, par=5)) == [
        "You lost by 2 (Completes won minus lost).",
        "You made 1 blunder and 1 inaccuracy.",
        "With all cards known, +5 was possible.",
        f"Moves are judged in Completes, because the margin earns stars. {words.EXPECTED}",
        "At the start, you could expect +1.4 Completes and a win chance of 50%.",
    ]
    assert "With all cards known, nothing better than minus 2 was found." in words.summary_lines(
        ES, replace(review, par=-2), is_spoken=True
    )


def test_a_summary_without_win_chances_speaks_of_margins() -> None:
    session = alone()
    first = decisions_of(session)[0]
    review = replace(reviewed(session, [worse(first, first.legal[-1], None)], calibrated=False), margin=3, is_won=True)
    result, moves = words.summary_lines(ES, review, is_spoken=True)  # an older review, without `usual`
    assert result == "You won by 3 (Completes won minus lost)."
    assert moves == "1 move clearly gave away half a Complete or more, compared with the best move found."


def test_a_tie_that_is_lost_has_a_margin_of_0() -> None:
    review = replace(reviewed(alone()), margin=0, is_won=False)
    assert words.result_lines(ES, review)[0] == "You lost with a margin of 0 (Completes won minus lost)."


def test_someone_who_played_for_both_sides_has_not_won_or_lost() -> None:
    session = played(CLASH, 2, persons=(0, 0))
    assert session.outcome is not None
    (winner,) = session.outcome.winners
    told = f"{session.names[winner]} won by {session.outcome.margin} points."
    review = reviewed(session, calibrated=False)
    assert words.result_lines(CLASH, review, winner=words.winner_of(session))[0] == told
    assert next(iter(list(review_lines(ReviewPage(session, decisions_of(session), review)))[1:])) == told
    shown = ReviewText(ReviewPage(session, decisions_of(session), review), False, False)
    assert told in shown.summary().text
    assert (
        words.winner_of(alone())
        == words.winner_of(played(CLASH, 2))
        == words.winner_of(played(WINDS, 4, persons=(0,) * 4))
        == ""
    )


def usual_review(*usual: tuple[float, float], margin: float) -> Review:
    """Return a review by margins, given the mean margin before each of the first moves and the gain by the move."""
    review = reviewed(alone(), calibrated=False)
    known = [*usual, *[(usual[-1][0] + usual[-1][1], 0.0)] * (review.length - len(usual))]
    moves = [replace(move, usual=Usual(*each)) for move, each in zip(review.moves, known, strict=True)]
    return replace(review, moves=tuple(moves), margin=margin)


@pytest.mark.parametrize(
    ("usual", "margin", "sentence"),
    [
        (
            ((0.4, -2.5), (-1.0, 0.3)),
            -4,
            "Luck, such as the cards that came between your moves, cost you about 2.2 Completes.",
        ),
        (
            ((-0.4, 0.0), (0.6, 1.0)),
            3,
            "Luck, such as the cards that came between your moves, brought you about 2.4 Completes.",
        ),
        (((0.5, 0.0), (0.5, 0.5)), 1, "Luck, such as the cards that came between your moves, made no difference."),
    ],
)
def test_a_summary_tells_luck_without_another_yardstick_for_the_moves(
    usual: tuple[tuple[float, float], ...], margin: float, sentence: str
) -> None:
    """Simulations play worse than hard players, so their margins beside its win chances would seem to contradict."""
    lines = words.summary_lines(ES, usual_review(*usual, margin=margin))
    assert lines[-1] == sentence
    assert not any("simulation" in line.lower() for line in lines)


def test_luck_by_margin_is_what_changes_between_moves() -> None:
    """The better play of people isn't luck: see `share`."""
    review = usual_review((0.4, 0.0), (4.4, 0.0), margin=-2)
    luck = [point for point in words.turning_points(ES, review) if point.is_luck]
    assert [(point.number, round(point.change, 1)) for point in luck] == [(1, 4.0), (review.length, -6.4)]
    assert not words.turning_points(ES, reviewed(alone(), calibrated=False))


def test_a_summary_counts_the_moves_that_are_marked() -> None:
    """Without win chances, too, small losses don't count."""
    session = alone()
    first, second, *_ = decisions_of(session)
    small = worse(second, second.legal[-1], None)
    small = replace(small, margin_loss=Interval(0.6, 0.4, 0.8))  # perhaps less than half a Complete
    clear = worse(first, first.legal[-1], None)
    for moves, sentence in (
        ([clear, small], "1 move clearly gave away half a Complete or more, compared with the best move found."),
        ([small], "You made no inaccuracies, mistakes or blunders."),
    ):
        review = reviewed(session, moves, calibrated=False)
        assert words.summary_lines(ES, review)[-1] == sentence
        assert sum(move.is_lesson for move in review.moves) == len(moves) - 1


def test_a_lost_game_without_marked_moves_names_the_costliest_move() -> None:
    """Check the move, its numbers as they are shown beside it, and that a won game isn't told about it."""
    session = played(CLASH, 2)
    first = decisions_of(session)[0]
    costliest = worse(first, first.legal[-1], None)
    review = replace(reviewed(session, [replace(costliest, margin_loss=Interval(0.5, 0.1, 0.9))], calibrated=False))
    *_, clear, told = words.result_lines(CLASH, replace(review, is_won=False))
    assert clear == "No moves clearly gave away half a point or more, compared with the best move found."
    assert told.startswith(f"Your costliest move is move {costliest.number}, ")
    before, after = (round(each.margin.mean, 1) for each in (costliest.best, costliest.played))
    assert told.endswith(f": from {before:+} to {after:+} points, which may be chance.")
    assert words.result_lines(CLASH, replace(review, is_won=True))[-1] == clear


def test_a_game_without_mistakes_is_told_as_one() -> None:
    assert "You made no inaccuracies, mistakes or blunders." in words.summary_lines(ES, reviewed(alone()))


def test_mistakes_are_counted_so_far_while_moves_are_missing() -> None:
    session = alone()
    review, first = reviewed(session), decisions_of(session)[0]
    part = replace(review, moves=review.moves[:-1])
    assert "So far, you have made no inaccuracies, mistakes or blunders." in words.summary_lines(ES, part)
    part = replace(part, moves=(worse(first, first.legal[-1], (0.5, 0.3)), *part.moves[1:]))
    assert "So far, you have made 1 blunder." in words.summary_lines(ES, part)
    part = replace(reviewed(session, calibrated=False), moves=reviewed(session, calibrated=False).moves[:-1])
    told = "So far, you have made no inaccuracies, mistakes or blunders."
    assert told in words.summary_lines(ES, part)


def test_nothing_is_counted_so_far_once_every_move_is_reviewed() -> None:
    review = replace(reviewed(alone()), stage=1)
    assert "You made no inaccuracies, mistakes or blunders." in words.summary_lines(ES, review)


def test_nothing_is_expected_of_a_certain_margin() -> None:
    """Check the last Single, after which the game is over."""
    played, best = (candidate("red", 0.5)._replace(margin=Interval(at, at, at)) for at in (1.0, 2.0))
    played, best = played._replace(chance=None), best._replace(chance=None)
    move = replace(worse(decision_in(STAGE, "red"), "filled", None), played=played, best=best, simulations=0)
    assert words.move_sentence(ES, move).endswith("it lowered your margin from +2 to +1 Completes.")
    told = "it lowered your certain margin from +2 to +1 Completes."
    assert words.move_sentence(ES, replace(move, simulations=4_000)).endswith(told)
    half = replace(move, best=best._replace(margin=Interval(1.5, 1.5, 1.5)))
    assert "your expected margin from +1.5" in words.move_sentence(ES, half)


@pytest.mark.parametrize(("simulations", "changes"), [(0, False), (4_000, True), (16_000, False), (64_000, False)])
def test_a_move_may_change_until_it_has_had_its_last_check(simulations: int, changes: bool) -> None:
    first = decisions_of(alone())[0]
    move = replace(worse(first, first.legal[-1], (0.5, 0.3)), simulations=simulations)
    assert words.may_change(move) == changes
    assert not words.may_change(replace(move, verdict=Verdict.FORCED))


def test_luck_in_a_match_is_not_told_apart_from_the_other_players() -> None:
    session = played(CLASH, 2, persons=(0, 0))
    lines = words.summary_lines(CLASH, reviewed(session, calibrated=False))
    assert lines[0].endswith(" (your points minus those of the others).")
    assert not any("uck" in line for line in lines)
    assert not any(point.is_luck for point in words.turning_points(CLASH, reviewed(session, calibrated=False)))


def test_progress_counts_the_moves_of_a_stage() -> None:
    session = alone()
    review = replace(reviewed(session), stage=0)
    length = len(session.actions)
    assert words.progress_sentence(replace(review, moves=review.moves[:12])) == f"check 1 of 2, 12 of {length} moves"
    settled = sum(map(words.is_settled, review.moves))
    assert words.progress_sentence(replace(review, stage=1)) == f"check 2 of 2, {settled} of {length} moves"
    assert words.progress_sentence(replace(review, stage=2)) == f"{length} of {length} moves"


# Turning points
def points_of(review: Review) -> list[str]:
    return [words.turning_sentence(ES, review, point) for point in words.turning_points(ES, review)]


def test_the_turning_points_are_the_big_changes_by_luck_and_by_moves() -> None:
    session = alone()
    decisions = decisions_of(session)
    review = reviewed(session, [worse(decisions[2], decisions[2].legal[-1], (0.5, 0.3))])
    usual = [Usual(4.0 if at > 4 else 1.0, 0.0) for at in range(review.length)]
    moves = [replace(move, usual=each) for move, each in zip(review.moves, usual, strict=True)]
    told = points_of(replace(review, moves=tuple(moves), is_won=True, margin=9))
    name = decisions[2].played
    assert told[0] == f"Move 3, {name}, blunder: your expected margin fell from +1.4 to +0.2 Completes."
    assert "Move 5, luck: what came after refill middle and bottom brought you about 3 Completes." in told
    assert told[-1].endswith(" brought you about 5 Completes.")
    assert len(told) <= words.MAX_TURNING_POINTS


def test_what_may_be_chance_in_the_estimates_is_no_turning_point() -> None:
    session = alone()
    decision = decisions_of(session)[5]
    unsure = candidate(decision.played)._replace(chance=around(0.7, 0.3))
    review = reviewed(session, [replace(as_good_as_any(decision), played=unsure, best=unsure)])
    assert not [point for point in words.turning_points(ES, review) if point.number in (5, 6)]


def test_nothing_is_said_about_luck_while_moves_are_missing() -> None:
    review = reviewed(sit_and_play())
    part = replace(review, moves=review.moves[:-1])
    assert words.turning_points(ES, part) == []
    lines = words.summary_lines(ES, part)
    assert not any("Luck" in line for line in lines)
    assert f"Reviewed: {review.length - 1} of {review.length} moves." in lines


def sit_and_play() -> Session:
    session = sit(ES, 1, 3, hand_size=5, draw="none")
    while session.turn is not None:
        session.act(session.look(0).legal[0])
    return session


def test_a_summary_has_the_grade_once_par_is_known() -> None:
    session = finished_game()
    review = review_of(session, {})
    graded = GradedResult(round(review.margin), Par(9, 4))
    assert graded.sentence in words.summary_lines(session.game, review, graded=graded)
    without = words.summary_lines(session.game, review, graded=replace(graded, par=None))
    assert without == words.summary_lines(session.game, review)
