"""The judgement of a move from its player's view."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from random import Random
from statistics import fmean
from typing import Any

import pytest

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import AnyGame, start
from cardtable.engine.games.clash import GAME as CLASH
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Action, Options, State
from cardtable.engine.games.rummy_like import GAME as RUMMY_LIKE
from cardtable.engine.games.tradewinds import GAME as TRADEWINDS
from cardtable.engine.walk import turns
from cardtable.formats.opening import StartPosition
from cardtable.games.exit_stage_right.player import calibration
from cardtable.games.exit_stage_right.player.calibration import FittedCalibration, singles_left
from cardtable.players.calibration import CLEAR, worth
from cardtable.players.knowledge import Knowledge, pick_at_random
from cardtable.players.known_games import knowledge_of
from cardtable.players.search import SimulationResult, Simulator, halve, simulator_for
from cardtable.practice import words
from cardtable.practice.decisions import Decision, decisions_of
from cardtable.practice.judge import STAGES, Contender, WinChances, judge
from cardtable.practice.review import STEPS, Interval, MoveReview, Review, Verdict, share
from cardtable.table.session import Session
from tests.games import exit_stage_right_positions as positions
from tests.players.endgames import KNOWLEDGE, endgames, evened_out, exact_values, win_and_margin
from tests.practice.weights import by_name, weights

IS_DEEP = os.environ.get("CARDTABLE_PROFILE") == "deep"
CHALLENGE = start(GAME, Options(refill_count="all"), 1, DealCode(1).key()).state.options
WEIGHTS = weights((-1.408, 6.117, -3.44), (0.0, 0.353, 4.79, 0.0), (0.0, 0.795, 6.537, 1.387))
"""Weights as a calibration of the preset Challenge gives them."""
QUICKLY = 1_000
MARGIN_STEPS = knowledge_of(GAME).margin_steps
VERDICTS = Verdict.GOOD, Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER


@pytest.fixture(autouse=True)
def calibrated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(calibration._file(), "weights", by_name(CHALLENGE, WEIGHTS))


def decision(game: AnyGame, state: object, played: object, number: int = 1) -> Decision:
    """Return the decision to play an action in a state."""
    seat = game.turn(state)
    view = game.view(state, seat)
    return Decision(number, seat or 0, view, game.legal(view), played)


def middle_games(count: int, most: int = 36) -> Iterator[State]:
    """Yield positions with more than three Singles to play, with a choice, after games played well for a beginner."""
    for number in range(count):
        random, state = Random(number), start(GAME, CHALLENGE, 1, DealCode(number).key()).state
        singles = 4 + int(random.random() * (most - 4))
        while singles_left(state) > singles or len(GAME.legal(state)) == 1:
            state = GAME.advance(state, KNOWLEDGE.policy(state, GAME.legal(state), random), None)
        yield state


# Exact values
def test_verdicts_in_endgames_are_those_of_an_exact_search() -> None:
    """Check every action of endgames with two and three Singles."""
    found = set[Verdict]()
    for state in map(evened_out, (*endgames(16, 2, 3), *endgames(3, 3, 2))):
        values = exact_values(state, win_and_margin)
        best = max(values.values(), key=lambda value: worth(value[1], value[0]))
        for action, (win, margin) in values.items():
            review = judge(GAME, decision(GAME, state, action), QUICKLY)
            losses = round(best[0] - win, 9), round(best[1] - margin, 9)
            is_worse = round(worth(best[1], best[0]) - worth(margin, win), 9) > 0
            by_chance, by_margin = (
                sum(loss >= step for step in steps) for loss, steps in zip(losses, (STEPS, MARGIN_STEPS), strict=True)
            )
            expected = VERDICTS[max(by_chance, by_margin, best[0] == 1 > win)] if is_worse else Verdict.BEST
            assert review.verdict is (expected if len(values) > 1 else Verdict.FORCED)
            assert review.loss is not None
            assert review.loss.is_exact
            if is_worse:
                assert (review.loss.mean, review.margin_loss.mean) == pytest.approx(losses, abs=1e-9)
            most = values[GAME.parse(review.best.action)]
            assert worth(most[1], most[0]) == pytest.approx(worth(best[1], best[0]), abs=1e-9)
            found.add(review.verdict)
    assert found >= {Verdict.BEST, Verdict.MISTAKE, Verdict.BLUNDER}


# Simulations
LOST = "HBC PGC FGC FBC HGS HBS PBS"


def three_to_win(draw: str, lost: str) -> State:
    """Return a position in which a Red wins three Completes at once, and the other moves give away most of them."""
    stage = positions.stage(". . . . HRS", ". . . . FRC", ". . . . PRT")
    return positions.state(stage, "R G B H C F S", draw=draw, won="HGC", lost=lost, options=CHALLENGE)


@pytest.mark.parametrize(("draw", "lost", "steps"), [("", "HBC PGC", 3), ("", "HBC PGC FGC", 3), ("...", LOST, 1)])
def test_a_planted_mistake_is_found(draw: str, lost: str, steps: int) -> None:
    """Check that the worse move is a blunder near the end, and at least an inaccuracy with all Singles left.

    The review names the better move, and doesn't blame that.
    """
    state = three_to_win(draw, lost)
    assert (singles_left(state) > 30) == (steps == 1)
    for number, bad in enumerate(("Green", "Blue", "refill top middle bottom"), 1):
        review = judge(GAME, decision(GAME, state, GAME.parse(bad), number), STAGES[0])
        assert VERDICTS.index(review.verdict) >= steps, bad
        assert review.best.action == "Red"
        assert review.loss is not None
        assert review.loss.low >= STEPS[steps - 1]
    assert judge(GAME, decision(GAME, state, GAME.parse("Red")), STAGES[0]).verdict is Verdict.BEST


def test_what_a_move_gives_away_in_a_lost_game_is_margin() -> None:
    """Check that the class comes from the margin."""
    state = three_to_win("", LOST)
    review = judge(GAME, decision(GAME, state, GAME.parse("Green")), STAGES[0])
    assert review.verdict is VERDICTS[sum(review.margin_lost >= step for step in MARGIN_STEPS)]
    assert review.verdict.is_error
    assert review.best.action == "Red"
    assert review.margin_loss.low > 0.5
    assert review.loss is not None
    assert abs(review.loss.mean) < 1 - CLEAR


def test_without_a_chance_the_margin_finds_the_best_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Win chances that are all but 0 can't tell which move is better."""
    monkeypatch.setattr(WinChances, "mean", lambda chances, each: 0.02 if str(each.action) == "Green" else 0.01)
    state = three_to_win("", LOST)
    for played in ("Green", "Blue"):
        review = judge(GAME, decision(GAME, state, GAME.parse(played)), QUICKLY)
        assert review.best.action == "Red"
        assert review.verdict.is_error


def test_a_forced_move_is_never_blamed() -> None:
    state = positions.state(positions.stage(". . HRS . ."), "R R R R", complete_deck="", options=CHALLENGE)
    (only,) = GAME.legal(state)
    review = judge(GAME, decision(GAME, state, only), QUICKLY)
    assert review.verdict is Verdict.FORCED
    assert review.played == review.best


def test_the_best_move_is_hardly_ever_blamed() -> None:
    """Check that far fewer new simulations agree with the choice of many."""
    count, many, few = (200, 64_000, 4_000) if IS_DEEP else (8, 8_000, 1_000)
    verdicts = list[Verdict]()
    for number, state in enumerate(middle_games(count), 1):
        view = GAME.view(state, 0)
        best = halve(simulator_for(KNOWLEDGE, view, Key(-1 & 0xFFFF)), GAME.legal(view), many)[0].action
        verdicts.append(judge(GAME, decision(GAME, state, best, number), few).verdict)
    assert sum(verdict.is_error for verdict in verdicts) <= 0.03 * count
    assert verdicts.count(Verdict.BEST) >= 0.9 * count


def test_what_looks_best_is_compared_in_new_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that the luck that made an action look best isn't counted again."""
    keys = list[Key]()

    def with_key(knowledge: Knowledge[Any, Any], view: Any, key: Key) -> Simulator:
        keys.append(key)
        return simulator_for(knowledge, view, key)

    monkeypatch.setattr("cardtable.practice.judge.simulator_for", with_key)
    for number in (0, 1, 7):
        judge(GAME, decision(GAME, three_to_win("", LOST), GAME.parse("Red"), number), QUICKLY)
    assert len(keys) == len(set(keys)) == 6


def test_more_simulations_refine_a_verdict() -> None:
    """Check that the intervals of the loss overlap, and that they get narrower."""
    for number, state in enumerate(middle_games(5), 1):
        worst = min(GAME.legal(state), key=lambda action: KNOWLEDGE.rate(state, [action], Random(0))[0])
        quick, slow = (judge(GAME, decision(GAME, state, worst, number), each) for each in (QUICKLY, 8 * QUICKLY))
        assert quick.loss is not None
        assert slow.loss is not None
        if quick.verdict.is_error:
            assert slow.verdict is not Verdict.BEST
            assert slow.loss.high >= quick.loss.low
            assert slow.loss.high - slow.loss.low < quick.loss.high - quick.loss.low


def test_intervals_allow_for_what_few_simulations_can_not_show() -> None:
    """Check that an action isn't surely lost because none of its simulations was won."""
    chances = WinChances(FittedCalibration(5, WEIGHTS))
    lost = Contender("lost", [SimulationResult(0.0, 0.0, -2.0)] * 500)
    rare = Contender("rare", [SimulationResult(0.0, float(at < 3), -2.0) for at in range(500)])
    often = Contender("often", [SimulationResult(1.0, float(at < 400), 1.0) for at in range(500)])
    assert chances.loss(lost, lost).low < 0 < chances.loss(lost, lost).high
    assert chances.loss(rare, lost).low < 0 < chances.loss(rare, lost).mean
    assert chances.loss(often, lost).low > STEPS[-1]
    assert 0 <= chances.chance(lost).low < chances.chance(lost).high


# The player's view
def finished(options: Options, code: int) -> Session:
    """Return a finished game of a beginner."""
    session, random = Session(GAME, options, ("Ann",), DealCode(code)), Random(code)
    while session.turn is not None:
        state = session.look(0).state
        session.act(KNOWLEDGE.policy(state, GAME.legal(state), random))
    return session


def test_luck_is_never_blamed() -> None:
    """Check that the order of the cards that nobody drew makes no difference to the review of a game."""
    options = Options(hand_size=5, refill_count="all", draw="none")
    session = finished(options, 2)
    left = len(session.look(0).state.complete_deck)
    first = start(GAME, options, 1, DealCode(2).key()).state
    drawn = first.complete_deck[: len(first.complete_deck) - left]
    assert left > 1
    other_deck = (*drawn, *reversed(first.complete_deck[len(drawn) :]))
    other = Session(GAME, first.options, ("Ann",), StartPosition(first._replace(complete_deck=other_deck)))
    for action in session.actions:
        other.act(action)
    assert other.look(0).state.complete_deck == session.look(0).state.complete_deck
    one, same = ([judge(GAME, each, 200) for each in decisions_of(game)] for game in (session, other))
    assert one == same


@pytest.mark.parametrize("game", [GAME, TRADEWINDS, CLASH, RUMMY_LIKE], ids=lambda game: str(game.id))
def test_nothing_hidden_changes_a_verdict(game: AnyGame) -> None:
    """Check also that only Exit Stage Right knows classes."""
    state = start(game, game.options(), game.seats[0], DealCode(5).key()).state
    befores = [turn.before for turn in turns(game, state, Key(5)) if len(game.legal(turn.before)) > 1]
    for before in befores[:: len(befores) // 3][:3]:
        seat = game.turn(before)
        action = game.legal(before)[-1]
        review = judge(game, decision(game, before, action), 40)
        other = game.determinize(before, seat, Key(3))
        assert judge(game, decision(game, other, action), 40) == review
        if review.simulations:
            assert review.loss is None
            assert game is GAME or review.verdict in (Verdict.BEST, Verdict.GOOD, Verdict.FORCED)


def first_call(number: int, scores: int = 0) -> Any:
    """Return the position in this deal of Rummy-like where a player can first call, and has these points already."""
    random, state = Random(number), start(RUMMY_LIKE, RUMMY_LIKE.options(target=10), 3, DealCode(number).key()).state
    while RUMMY_LIKE.parse("score") not in (legal := RUMMY_LIKE.legal(state)):
        state = RUMMY_LIKE.advance(state, knowledge_of(RUMMY_LIKE).policy(state, legal, random), None)
    return state._replace(scores=tuple(scores * (seat == state.turn) for seat in range(3)))


def test_a_call_that_is_not_made_is_blamed_by_margin() -> None:
    state = first_call(5)
    draw, score = (judge(RUMMY_LIKE, decision(RUMMY_LIKE, state, each), STAGES[0]) for each in RUMMY_LIKE.legal(state))
    assert (draw.best.action, draw.verdict, draw.is_lesson, draw.loss) == ("score", Verdict.GOOD, True, None)
    assert score.verdict is Verdict.BEST


def test_a_move_that_wins_the_game_is_not_blamed_for_a_small_margin() -> None:
    """Check that the same call loses margin when it doesn't end the game."""
    verdicts = [
        judge(RUMMY_LIKE, decision(RUMMY_LIKE, first_call(10, scores), RUMMY_LIKE.parse("score")), STAGES[0]).verdict
        for scores in (0, 9)
    ]
    assert verdicts == [Verdict.GOOD, Verdict.BEST]


def test_every_candidate_is_a_legal_action() -> None:
    """Check that no action is compared twice, and that the better ones come first, as far as chances are in doubt."""
    for state in middle_games(4):
        legal: dict[str, Action] = {str(action): action for action in GAME.legal(state)}
        played = list(legal.values())[-1]
        review = judge(GAME, decision(GAME, state, played), QUICKLY)
        shown = {review.best.action, review.played.action, *[each.action for each in review.others]}
        assert shown <= legal.keys()
        assert len({each.action for each in review.others}) == len(review.others)
        assert not {review.best.action, review.played.action} & {each.action for each in review.others}
        chances = [min(CLEAR, each.chance.mean) for each in review.others if each.chance is not None]
        assert chances == sorted(chances, reverse=True)
        assert review.played.action == str(played)


# Skill and luck
SHORT = Options(hand_size=9, draw="none")
SIMULATIONS = 400 if IS_DEEP else 150


def reviewed_game(number: int, policy: Callable[[State, Random], Action]) -> Review:
    """Return the review of a short game that is played by a policy."""
    random, moves = Random(number), list[MoveReview]()
    state = start(GAME, SHORT, 1, DealCode(number).key()).state
    while GAME.turn(state) is not None:
        action = policy(state, random)
        moves.append(judge(GAME, decision(GAME, state, action, len(moves) + 1), SIMULATIONS))
        state = GAME.advance(state, action, None)
    outcome = GAME.outcome(state)
    assert outcome is not None
    return Review("", len(moves), outcome.margin, bool(outcome.winners), tuple(moves))


def test_skill_and_luck_by_margin_add_up_and_are_unbiased() -> None:
    """Players like those of the simulations have no skill, and bad players aren't lucky because of that."""

    def as_simulated(state: State, random: Random) -> Action:
        action: Action = KNOWLEDGE.policy(state, GAME.legal(state), random)
        return action

    def at_random(state: State, random: Random) -> Action:
        return pick_at_random(state, GAME.legal(state), random)

    for policy, low, high in ((as_simulated, -1.5, 1.5), (at_random, -12.0, -3.0)):
        parts = [share(reviewed_game(number, policy)) for number in range(5)]
        found = [each for each in parts if each is not None]
        assert len(found) == len(parts)
        for each in found:
            assert each.start + each.luck + each.skill == pytest.approx(each.end)
        assert low < fmean(each.skill for each in found) < high
        assert fmean(each.luck for each in found) == pytest.approx(0, abs=1.5)


def test_a_move_is_compared_with_simulations_that_choose_it_themselves() -> None:
    by_the_book = start(GAME, Options(), 1, DealCode(1).key()).state
    usual = judge(GAME, decision(GAME, by_the_book, GAME.legal(by_the_book)[0]), QUICKLY).usual
    assert usual is not None
    others = simulator_for(KNOWLEDGE, GAME.view(by_the_book, 0), Key(5)).unguided(0, 2_000)
    assert usual.margin == pytest.approx(fmean(each.margin for each in others), abs=1.5)


# Certain wins
def ahead_on_an_empty_stage(won: str = "FGS FRC", lost: str = "PBT", singles: str = "R R G G B H C") -> State:
    """Return a position of the Challenge in which a player who never refills surely wins."""
    return positions.state(positions.stage(), singles, complete_deck="...", won=won, lost=lost, options=CHALLENGE)


def test_a_refill_out_of_a_certain_win_is_blamed() -> None:
    """Check also that certain values are shown as exact, and that the sentence mentions the lost win."""
    state = ahead_on_an_empty_stage()
    refill = GAME.legal(state)[-1]
    played = decision(GAME, state, refill)
    review = judge(GAME, played, QUICKLY)
    assert review.verdict.is_error
    assert review.best.chance == Interval(1, 1, 1)
    assert review.best.margin == Interval(1, 1, 1)
    assert GAME.parse(review.best.action) != refill
    assert review.played.chance is not None
    assert review.played.chance.mean < 1
    assert " and your win chance from 100% to " in words.move_sentence(GAME, review)
    assert "win chance 100%" in words.better_sentence(GAME, ("Ann",), played, review)


@pytest.mark.parametrize("singles", ["R R G G B H C", "R R G"])
def test_giving_up_a_certain_win_is_an_inaccuracy_however_likely_it_still_is(singles: str) -> None:
    """Check this with an estimate, and in an endgame that is solved."""
    state = ahead_on_an_empty_stage("FGS FRC FRS", singles=singles)
    refill = GAME.legal(state)[-1]
    review = judge(GAME, decision(GAME, state, refill), QUICKLY)
    assert review.loss is not None
    assert 0 < review.loss.mean < STEPS[0]
    assert review.verdict.is_error
    assert review.best.chance == Interval(1, 1, 1)


def test_keeping_a_certain_win_is_the_best_move() -> None:
    state = ahead_on_an_empty_stage()
    review = judge(GAME, decision(GAME, state, GAME.legal(state)[0]), QUICKLY)
    assert review.verdict is Verdict.BEST
    assert review.played.chance == Interval(1, 1, 1)


def test_a_refill_that_can_not_lose_a_certain_win_is_judged_by_its_margin() -> None:
    """With four Completes ahead, not even three lost ones lose the game."""
    state = ahead_on_an_empty_stage("FGS FRC FRS FRT FGC", "PBT")
    review = judge(GAME, decision(GAME, state, GAME.legal(state)[-1]), QUICKLY)
    assert review.played.chance == Interval(1, 1, 1)
    assert review.verdict is VERDICTS[sum(review.margin_lost >= step for step in MARGIN_STEPS)]
    assert "win chance" not in words.move_sentence(GAME, review)
