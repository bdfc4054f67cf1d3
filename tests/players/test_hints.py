"""Hints: the best actions, their results and the reasons, from the view of their seat."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import AnyGame, start
from cardtable.engine.games.clash import GAME as CLASH
from cardtable.engine.games.exit_stage_right import GAME as STAGE
from cardtable.engine.games.exit_stage_right.model import Refill
from cardtable.engine.games.rummy_like import GAME as RUMMY_LIKE
from cardtable.engine.walk import turns
from cardtable.formats.computers import Computer
from cardtable.games.rummy_like.player.reasons import reason
from cardtable.players import at_table, hints, knowledge_of, levels
from cardtable.players.calibration import worth
from cardtable.players.hints import MAX_HINTS, ONLY_ONE, Forecast
from cardtable.players.search import SimulationResult
from cardtable.store.paths import log_folder
from tests.engine.walks import each_game
from tests.games import clash_positions, exit_stage_right_positions
from tests.games.rummy_like_positions import state as rummy_like_state
from tests.players.endgames import endgames, evened_out
from tests.players.test_players import seen_from

SIMULATIONS = 20
EXPECTED = (
    r"|won in \d+% of quick simulations|[+-]?[\d.]+ Completes?, win chance \d+%"
    r"|the same|(final result )?about .+|at least \+\d+ Completes?|at least \+\d+, about \+.+"
)


def decisions(game: AnyGame, count: int) -> list[Any]:
    """Return states of a random game, from start to end, in which the seat to move has a choice."""
    state = start(game, game.options(), game.seats[0], DealCode(5).key()).state
    states = [turn.before for turn in islice(turns(game, state, Key(5)), 200) if len(game.legal(turn.before)) > 1]
    return states[:: max(1, len(states) // count)]


@each_game
def test_hints_name_the_best_actions_with_a_reason(game: AnyGame) -> None:
    """Check that each hint is legal, and that its reason is one sentence without the number of a ruling."""
    for state in decisions(game, 8):
        seen = seen_from(game, state, game.turn(state) or 0)
        found = hints.hints(seen, Key(1), SIMULATIONS)
        assert len(found) == min(MAX_HINTS, len(seen.legal))
        assert len({hint.action for hint in found}) == len(found)
        assert {hint.action for hint in found} <= set(seen.legal)
        for hint in found:
            assert re.fullmatch(r"[A-Z0-9][^.]*[^.\s]\.", hint.why.replace("Dr. ", ""))
            assert not re.search(r"[A-Z]{2}-\d|\bno \w+s that\b|None|  ", f"{hint.why} {hint.expected}")
            assert re.fullmatch(EXPECTED, hint.expected)
            assert re.fullmatch(r"|(With |If you [a-z])?[A-Za-z0-9].*[^.]\.", hint.difference)
            assert len(hint.difference) <= 350


@pytest.mark.parametrize(("lead", "is_close"), [(0.05, True), (0.15, False)])
def test_a_difference_that_nobody_would_notice_does_not_count(lead: float, *, is_close: bool) -> None:
    """Check two moves of which one is better in each simulation, by the same small margin."""
    best, other = (
        Forecast(None, 0.5, margin, is_calibrated=True, results=[SimulationResult(0.5, 0.5, margin)] * 30)
        for margin in (lead, 0.0)
    )
    assert hints._is_close(best, other, by_wins=False) is is_close


def test_hints_for_the_last_singles_are_exact() -> None:
    """Check the order of the hints, and that no simulations are mentioned."""
    exact, told = knowledge_of(STAGE).exact, set[str]()
    assert exact is not None
    for state in map(evened_out, islice(endgames(12, 3, 20), 6, None)):
        seen = seen_from(STAGE, state, 0)
        known = exact(seen.state, seen.legal)
        if known is None:
            continue
        values = dict(zip(seen.legal, known, strict=True))
        found = hints.hints(seen, Key(1), SIMULATIONS)
        best = sorted((worth(margin, chance) for chance, margin in values.values()), reverse=True)
        assert [worth(*reversed(values[hint.action])) for hint in found] == best[: len(found)]
        told |= {re.sub(r"[^a-z ]", "", hint.expected) for hint in found}
    assert any(text.endswith(" win chance ") for text in told)
    assert not any("simulations" in text for text in told)


@each_game
def test_hints_depend_only_on_what_their_seat_sees(game: AnyGame) -> None:
    """Check that hints stay the same when cards hidden from the seat change."""
    for state in decisions(game, 4):
        seat = game.turn(state) or 0
        found = hints.hints(seen_from(game, state, seat), Key(1), SIMULATIONS)
        for number in range(3):
            other = game.determinize(state, seat, Key(number))
            assert hints.hints(seen_from(game, other, seat), Key(1), SIMULATIONS) == found


def test_the_only_legal_action_is_named_as_that() -> None:
    """Check that the hint for a single legal move has no comparison."""
    state = clash_positions.start()
    seen = seen_from(CLASH, state, CLASH.turn(state) or 0)
    only = replace(seen, legal=seen.legal[-1:])
    assert hints.hints(only, Key(1), SIMULATIONS) == ((only.legal[0], "", ONLY_ONE, str(only.legal[0]), "", "", ""),)


@pytest.mark.parametrize("broken", [(hints, "estimates"), (levels, "estimates")], ids=["hints", "choice"])
def test_a_fault_in_a_search_is_logged_once_and_the_game_goes_on(
    broken: tuple[Any, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that hints and choices then follow a sound player's ratings."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(*broken, fail)
    monkeypatch.setattr(at_table, "_logged", set())
    state = clash_positions.start()
    seen = seen_from(CLASH, state, CLASH.turn(state) or 0)
    for number in range(2):
        assert len(hints.hints(seen, Key(number), SIMULATIONS)) > 1
        assert at_table.choose(seen, Computer("hard", SIMULATIONS), Key(number)).action in seen.legal
    assert len(list(log_folder().glob("fault-*.log"))) == 1


@each_game
def test_hard_thinks_less_where_simulations_are_slow(game: AnyGame) -> None:
    """Check that each game has its own number, which players can replace."""
    assert 100 <= at_table.default_simulations(game) <= 10_000
    me, computer = at_table.seat_computers(game, [None, "hard"])
    assert (me, computer) == (None, Computer("hard", knowledge_of(game).simulations))
    assert at_table.seat_computers(game, ["easy"], 7) == (Computer("easy", 1),)
    assert at_table.seat_computers(game, [None, None]) == ()


def test_reasons_are_facts_about_the_action() -> None:
    """Check the words if a play ends the round, and if a Single moves Completes both ways."""
    state = clash_positions.state("H R S", "FGS", ("R G B H C P F", "C HRC"), turn=1)
    best = hints.hints(seen_from(CLASH, state, 1), Key(1), 60)[0]
    assert (str(best.action), best.why) == ("Circle + Hollow-Red-Circle", "It ends the round, and you score 7 points.")
    stage = exit_stage_right_positions.stage("HRC . . . HRS", ". . HGC . .")
    seen = seen_from(STAGE, exit_stage_right_positions.state(stage, "R R G"), 0)
    reasons = {str(hint.action): hint.why for hint in hints.hints(seen, Key(1), 60)}
    assert reasons["Red"] == "1 won; 2 right, 1 left."


def test_hints_say_how_they_compare() -> None:
    """Check a solved position, where the equally good actions are known."""
    stage = exit_stage_right_positions.stage(". . . . HRC", "HGS . . . HGT")
    seen = seen_from(STAGE, exit_stage_right_positions.state(stage, "R B"), 0)
    worse = (
        "At once, naming the middle row wins HGT; Red face up wins HRC and loses HGS. "
        "With best play, you always win after naming the middle row; after Red face up, a win is impossible."
    )
    found = hints.hints(seen, Key(1), SIMULATIONS)
    assert {str(hint.action): (hint.as_well, hint.difference) for hint in found} == {
        "Red down middle": ("With Blue face down, middle row, you do just as well.", worse),
        "Blue down middle": ("With Red face down, middle row, you do just as well.", ""),
        "Red": ("", worse),
    }
    assert [each.text.startswith("With ") for each in found] == [bool(each.as_well) for each in found]


@pytest.mark.parametrize(
    ("row", "changes", "first", "second"),
    [
        (
            "HBS . . . HBT",
            (3.0, -2.0),
            "At once, Blue wins HBT and loses HRC; Red loses HBS.",
            "At once, Blue wins HBT and loses HRC; Red loses HBS.",
        ),
        (
            "HBS . . . HBT",
            (3.0, -2.6),
            "With Red, you may do just as well. At once, Blue wins HBT and loses HRC; Red loses HBS.",
            "With Blue, you may do just as well.",
        ),
        (
            "HBS . . . HBT",
            (3.0, 2.0),
            "At once, Blue wins HBT and loses HRC; Red loses HBS.",
            "At once, Blue wins HBT and loses HRC; Red loses HBS.",
        ),
        (
            "HBS . . . .",
            (3.0, 2.0),
            "At once, Blue loses HRC; Red loses HBS.",
            "At once, Blue loses HRC; Red loses HBS.",
        ),
    ],
    ids=["unclear, but it looks worse", "unclear", "clear", "clear only later"],
)
def test_hints_compare_what_simulations_found(row: str, changes: tuple[float, float], first: str, second: str) -> None:
    """Check the words if Blue brings this much more than Red in two simulations with the same deals."""
    stage = exit_stage_right_positions.stage("HRC . . . .", row)
    seen = seen_from(STAGE, exit_stage_right_positions.state(stage, "R B"), 0)
    forecasts = [
        hints._forecast(STAGE.parse(name), [SimulationResult(0.0, None, margin) for margin in margins])
        for name, margins in (("Red", (0.0, 0.0)), ("Blue", changes))
    ]
    found = [
        " ".join(filter(None, (hint.as_well, hint.difference)))
        for hint in hints._hints(knowledge_of(STAGE), seen, forecasts)
    ]
    assert found == [first, second]


def test_the_best_action_is_compared_with_what_a_beginner_would_play() -> None:
    stage = exit_stage_right_positions.stage("HRC . . . .", "HBS . . . HBT")
    seen = seen_from(STAGE, exit_stage_right_positions.state(stage, "R B"), 0)
    forecasts = [
        hints._forecast(STAGE.parse(name), [SimulationResult(0.0, None, margin)] * 2)
        for name, margin in (("Red down middle", 3.0), ("Red", 2.0), ("Blue", 1.0))
    ]
    best, *others = hints._hints(knowledge_of(STAGE), seen, forecasts)
    assert [each.name for each in others] == ["Red", "Blue"]
    assert "Blue" in best.difference
    assert "; Red" not in best.difference


def test_a_hint_says_why_chards_are_worth_giving_away() -> None:
    hands = ("H H H P P P F F F R R", "P F R G G G B B B C C", "G B C S S S S T T T T")
    position = rummy_like_state(hands, led="HRC", picked="H R C")
    found = {
        codes: reason(position, RUMMY_LIKE.parse(f"send {codes}"), ("Ann", "Bo", "Cy"))
        for codes in ("P P", "C P", "H P", "R R")
    }
    four = "you keep your four Hollows, which 3 TriCards of yours have."
    remaining = "so nobody else can get all four"
    assert found["P P"] == f"No TriCard of yours has Partial; you still have one Partial, {remaining}; {four}"
    assert found["R R"] == f"You still have one Red, {remaining}; {four}"
    assert found["C P"].startswith(
        "No TriCard of yours has Partial; you have only one Circle (1 TriCard of yours has it); you still have two "
    )
    assert "this breaks up your four Hollow" in found["H P"]


def test_the_last_single_leads_nowhere() -> None:
    """Check that no reason or comparison mentions a next turn after the end of the game."""
    stage = exit_stage_right_positions.stage("HRC . . . HRS", "HBC . . . .")
    state = exit_stage_right_positions.state(stage, "R", options=exit_stage_right_positions.NO_DRAWING)
    found = hints.hints(seen_from(STAGE, state, 0), Key(1), 60)
    plays = [hint for hint in found if not isinstance(hint.action, Refill)]
    assert plays
    assert all("next" not in f"{hint.why} {hint.difference}" for hint in plays)


def test_hints_have_numbers_with_units_and_sentences_about_them() -> None:
    """Check a pair of moves if the better one still loses points to the others."""
    state = start(RUMMY_LIKE, RUMMY_LIKE.presets[0].options, 3, DealCode(5).key()).state
    drawn = RUMMY_LIKE.advance(state, RUMMY_LIKE.parse("draw"), None)
    seen = seen_from(RUMMY_LIKE, drawn, drawn.turn or 0)
    actions = seen.legal[:2]
    forecasts = [hints._forecast(action, [SimulationResult(0.0, None, -0.7)] * 2) for action in actions]
    found = hints._hints(knowledge_of(RUMMY_LIKE), seen, forecasts)
    assert [(hint.expected, hint.brief) for hint in found] == [
        ("about 0.7 points fewer than the others this round", "-0.7 points")
    ] * 2
    assert found[0].text.startswith(f"If you {RUMMY_LIKE.name_action(actions[1])}, you may do")
    assert hints.condition("end") == "If you end"


def test_hints_speak_of_what_a_review_would_speak_of() -> None:
    """By the book, nothing is calibrated, so both compare margins; but there, a win is sure."""
    calibrated = STAGE.presets[1].options
    for options, scale in ((STAGE.options(), "at least +"), (calibrated, "about +")):
        state = start(STAGE, options, 1, DealCode(5).key()).state
        found = hints.hints(seen_from(STAGE, state, 0), Key(1), 600)
        assert found[0].expected.startswith(scale)


def test_a_result_below_zero_has_the_sign_that_the_board_shows() -> None:
    state = start(STAGE, STAGE.presets[0].options, 1, DealCode(5).key()).state
    seen = seen_from(STAGE, state, 0)
    assert hints._margin_text(knowledge_of(STAGE), seen, -0.3) == "final result about -0.3 Completes"
    assert hints._margin_text(knowledge_of(STAGE), seen, 1.0) == "final result about +1 Complete"
