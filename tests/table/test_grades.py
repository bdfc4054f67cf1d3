"""Grades of games alone, and the signs of their turns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import Key
from cardtable.engine.game import start
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import Options, Refill
from cardtable.engine.games.info import INFO
from cardtable.games import GAMES
from cardtable.table.grades import GRADES, GradedResult, Par, Progress, grade_of, is_graded, strip_of, to_ascii
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.lobby_words import record_text
from cardtable.table.pars import Pars, load_par, par_name, save_par
from tests.engine.walks import KEYS
from tests.games.exit_stage_right_positions import stage, state
from tests.table.entries import row
from tests.table.sittings import play_on, sit, sit_at

MARGINS = st.integers(-27, 27)


@given(MARGINS, st.builds(Par, MARGINS, MARGINS))
def test_a_win_has_a_star_and_a_larger_margin_never_a_lower_grade(margin: int, par: Par) -> None:
    grade, better = grade_of(margin, par), grade_of(margin + 1, par)
    assert (grade.stars > 0) == (margin > 0)
    assert GRADES.index(better) >= GRADES.index(grade)
    assert grade.is_above == (margin > max(0, par.par))
    assert (grade.stars == 3) == (margin >= max(1, par.par))


def test_the_grades_of_a_usual_deal() -> None:
    par = Par(9, 4)
    found = [grade_of(margin, par).signs for margin in (0, 1, 3, 4, 8, 9, 10)]
    assert found == ["☆☆☆", "★☆☆", "★☆☆", "★★☆", "★★☆", "★★★", "★★★+"]
    assert to_ascii(found[3]) == "**."
    assert GradedResult(6, par).sentence == "Strong win: 2 of 3 stars, 3 short of par. You +6, par +9, medium +4."
    assert GradedResult(-2, par).sentence == "Loss: no stars, 3 short of a win. You -2, par +9, medium +4."
    assert GradedResult(11, par).sentence == "Above par: 3 of 3 stars. You +11, par +9, medium +4."


@pytest.mark.parametrize(
    ("margin", "signs", "sentence"),
    [
        (-2, "-2 ☆☆☆, 3 to ★☆☆", "-2: no stars, 3 short of 1 star."),
        (1, "+1 ★☆☆, 3 to ★★☆", "+1: 1 star, 3 short of 2 stars."),
        (9, "+9 ★★★, 1 to ★★★+", "+9: 3 stars, 1 short of 3 stars and a plus."),
        (12, "+12 ★★★+", "+12: 3 stars and a plus."),
    ],
)
def test_the_way_to_the_next_star_is_told_during_the_game(margin: int, signs: str, sentence: str) -> None:
    progress = Progress(margin, Par(9, 4).steps)
    assert (progress.signs, progress.sentence) == (signs, sentence)


@pytest.mark.parametrize(
    ("par", "sentence", "way"),
    [
        (Par(9, 4), "Par +9. One star from +1, two from +4, three from +9.", "0 ☆☆☆, 1 to ★☆☆"),
        (Par(0, -2), "Par 0. Three stars from +1.", "0 ☆☆☆, 1 to ★★★+"),
        (Par(2, 4), "Par +2. One star from +1, three from +2.", "0 ☆☆☆, 1 to ★☆☆"),
    ],
)
def test_stars_with_the_same_margin_are_told_once(par: Par, sentence: str, way: str) -> None:
    assert par.sentence == sentence
    assert Progress(0, par.steps).signs == way


def test_a_level_has_nothing_above_three_stars() -> None:
    assert Progress(12, (1, 4, 9)).signs == "+12 ★★★"


def test_without_par_only_the_win_itself_is_certain() -> None:
    assert GradedResult(3, None).sentence == "A win: at least 1 of 3 stars. Par hasn't been worked out yet."
    assert GradedResult(3, None).signs == ""
    assert GradedResult(0, None).sentence == "Loss: no stars."


def test_only_a_game_alone_from_its_deal_is_graded() -> None:
    assert is_graded(sit(GAME, 1))
    assert not is_graded(sit(GAME, 2))
    assert not is_graded(sit(GAMES["tradewinds"], 4))
    assert not is_graded(sit_at(GAME, state(stage("HRC . . . ."), "R")))
    continued = sit(GAME, 1)
    continued.inherited_actions = 1
    assert not is_graded(continued)


def test_the_strip_has_a_sign_for_each_turn() -> None:
    session = sit_at(GAME, state(stage(". . . . HRC", "FBS . . . .", "HBT . . . FRT"), "R R B G", complete_deck="PGC"))
    for action in ("Red", "refill top", "Blue", "Green"):
        session.act(GAME.parse(action))
    assert strip_of(session) == "±o"
    assert to_ascii(strip_of(session)) == "xo"


def test_a_long_strip_is_in_groups_of_ten() -> None:
    session = sit(GAME, 1)
    play_on(session, Key(3), 999)
    groups = strip_of(session).split(" ")
    assert {len(each) for each in groups[:-1]} == {10}
    assert set("".join(groups)) <= set("+−±o·")


@given(KEYS, KEYS, st.integers(0, 40), st.sampled_from(("up-to", "all")))
def test_signs_give_nothing_hidden_away(key: Key, other: Key, length: int, refill: str) -> None:
    """Compare states that differ only in what is hidden: the signs of all actions are the same."""
    options = GAME.resolve_defaults(Options(refill_count=refill), 1)  # type: ignore[arg-type]
    first = start(GAME, options, 1, key).state
    for _ in range(length):
        if legal := GAME.legal(first):
            first = GAME.advance(first, legal[(key + length) % len(legal)], None)
    second = GAME.determinize(GAME.view(first, 0), 0, other)
    assert GAME.turn_sign is not None
    for action in GAME.legal(first):
        signs = [GAME.turn_sign(GAME.apply(each, action).events) for each in (first, second)]
        assert signs[0] == signs[1]
        assert (signs[0] == "o") == isinstance(action, Refill)


def test_saved_pars_grade_saved_games(saved_games: LazyArchive) -> None:
    archive = saved_games.archive
    game, old, together = row(1, 5), row(2, 5), row(3, 5, seats=2)
    save_par(archive, par_name(game.deal, game.options), Par(7, 2))
    pars = Pars.load(archive)
    assert pars.result_of(game) == GradedResult(5, Par(7, 2))
    assert pars.result_of(old) == GradedResult(5, None)
    assert pars.result_of(together) is None
    assert pars.unknown([game, old, old, together]) == [old]


@pytest.mark.parametrize(
    "bad", [None, [], {"par": 3}, {"par": "3", "medium": 1}, {"par": 10**9, "medium": 1}, {"par": 3, "medium": None}]
)
def test_a_bad_row_counts_as_no_par(saved_games: LazyArchive, bad: object) -> None:
    name = par_name("K7QF-2M9X", "{}")
    saved_games.archive.save_progress(name, bad)
    assert load_par(saved_games.archive, name) is None
    assert Pars.load(saved_games.archive).unknown([row(1)]) == [row(1)]


def test_the_lobby_shows_the_stars_of_the_best_win() -> None:
    game, lost = row(1, 6), row(2, -1)
    pars = Pars({par_name(each.deal, each.options): Par(9, 4) for each in (game, lost)})
    assert record_text([game, lost], INFO["exit-stage-right"], pars) == "best +6 ★★☆"
    assert record_text([lost], INFO["exit-stage-right"], pars) == "best -1"
    assert record_text([game], INFO["exit-stage-right"]) == "best +6"
