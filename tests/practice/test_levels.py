"""Levels: each can be reached, goals are checked from what everybody sees, and mistakes in a file are told."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from cardtable.engine.games.exit_stage_right import GAME
from cardtable.formats.codec import options_text
from cardtable.games.exit_stage_right.practice.goals import StageGoal
from cardtable.lessons.bad_script import BadScript
from cardtable.practice.levels import (
    MEDIUM_GAMES,
    OPEN_AT_A_TIME,
    TIERS,
    PracticeLevel,
    all_levels,
    level_after,
    level_of,
    load_stars,
    open_levels,
    parse_levels,
    save_stars,
    tries,
)
from cardtable.store.rows import GameEntry
from cardtable.table.grades import MAX_STARS
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session
from tests.engine.walks import PROFILE
from tests.practice.rote import play_by_rote, rote_players
from tests.table.entries import row

LEVELS = all_levels()
FIRST = LEVELS[0]
STRONG_GAMES = 10
"""The number of games of hard with which the difficulty of a level is measured."""
TEACHING_LEVELS = 3
DEAL = 'deal = "exit-stage-right, 1 player, hand-size 8, K7QF-2M9X"'
WRITTEN = (
    f'[[levels]]\ntheme = "Wins"\n{DEAL}\ngoal = {{ margin = 2 }}\nstars = [3, 4]\n'
    "medium = 9\nhard = 9\nsolution = []\n"
)


def test_forty_levels_of_eight_themes_grow_harder() -> None:
    """The easiest come first, as measured with medium and, where medium is the same, with hard."""
    assert sorted(Counter(level.theme for level in LEVELS).values()) == [5] * 8
    assert [*LEVELS] == sorted(LEVELS, key=lambda level: (-level.medium, -level.hard))
    assert Counter(level.tier for level in LEVELS) == dict.fromkeys(TIERS, 10)
    assert LEVELS[0].medium == MEDIUM_GAMES
    for level in LEVELS:
        assert level.hard >= max(1, level.medium * STRONG_GAMES / MEDIUM_GAMES), "no level is harder for hard"


def test_by_rote_only_the_goals_of_the_levels_that_teach_are_reached() -> None:
    """Playing without a look at the cards is enough for the first three levels."""
    for level in LEVELS if PROFILE == "deep" else LEVELS[: TEACHING_LEVELS + 2] + LEVELS[TEACHING_LEVELS + 2 :: 4]:
        games = [play_by_rote(level.deal, rote) for rote in rote_players()]
        reached = [game for game in games if not level.goal.missed(game)]
        assert bool(reached) == (level.number <= TEACHING_LEVELS), level.number


def test_the_finished_games_of_a_level_are_counted() -> None:
    def entry(margin: int, **more: Any) -> GameEntry:
        return replace(row(margin + 99, margin, **more), deal=str(deal.deal_code), options=options_text(deal.options))

    deal = FIRST.deal
    others = [row(1), replace(entry(9), options="{}"), replace(entry(9), outcome=None)]
    others += [replace(entry(9), levels=("hard",)), replace(entry(9), inherited_actions=3)]
    assert tries(others, FIRST) == "Not tried yet."
    assert tries([*others, entry(-3)], FIRST) == "Tried once: lost by 3."
    assert tries([entry(-3), entry(2), entry(0)], FIRST) == "Tried 3 times, best: won by 2."


def test_a_won_level_leads_to_the_next_one_without_a_star_which_is_open() -> None:
    """Stars stay with their deals, so a level far ahead may be won."""
    assert level_after(FIRST, {1: 1}) is LEVELS[1]
    assert level_after(FIRST, {1: 1, 2: 2}) is LEVELS[2]
    assert level_after(LEVELS[39], dict.fromkeys((1, 3, 40), 1)) is LEVELS[1]
    everything = dict.fromkeys(range(1, 41), 1)
    assert level_after(FIRST, everything) is LEVELS[1]
    assert level_after(LEVELS[39], everything) is FIRST


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: str(level.number))
def test_the_solution_of_each_level_gets_three_stars(level: PracticeLevel) -> None:
    session = level.solved()
    assert session.outcome is not None
    assert level.goal.missed(session) == []
    assert level.stars(session) == MAX_STARS
    assert level_of(session) is level


def test_a_level_is_found_only_with_its_own_options_and_from_its_deal() -> None:
    other = GAME.resolve_defaults(GAME.options(hand_size=5), 1)
    assert level_of(Session(GAME, other, ("Ann",), FIRST.deal.deal_code)) is None
    assert level_of(FIRST.session(("Ann",))) is FIRST


def solved_with(**goal: object) -> list[str]:
    """Return what the solution of the first level misses of this goal."""
    return StageGoal.model_validate(goal).missed(FIRST.solved())


def test_each_condition_can_be_met_and_missed() -> None:
    assert not solved_with(margin=1)
    assert solved_with(margin=24) == ["win by 24 or more"]
    assert solved_with(face_down=99) == ["play at least 99 Singles face down"]
    assert solved_with(jumps=99) == ["let Completes jump to the right at least 99 times"]


def test_the_solutions_tell_refills_of_an_empty_stage_from_others() -> None:
    missed = {tuple(StageGoal(empty_stage=True).missed(level.solved())) for level in LEVELS}
    assert missed == {(), ("refill only an empty stage",)}


def test_the_solutions_tell_games_with_a_single_face_down_from_others() -> None:
    missed = {tuple(StageGoal(face_down=1).missed(level.solved())) for level in LEVELS}
    assert missed == {(), ("play at least 1 Single face down",)}


def test_hints_and_undos_count_only_where_the_goal_says_so() -> None:
    session = FIRST.solved()
    session.note_hint()
    session.undone = 1
    assert StageGoal().missed(session) == []
    assert StageGoal(hints=False, undos=False).missed(session) == ["use no hints", "undo nothing"]


def test_a_goal_is_one_sentence() -> None:
    assert StageGoal().sentence == "Win."
    assert StageGoal(margin=3, hints=False, undos=False).sentence == "Win by 3 or more, use no hints and undo nothing."


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("margin = 2", "margni = 2", "there is no field 'margni' in levels[1].goal."),
        ("margin = 2", 'margin = "2"', "levels[1].goal.margin must be a whole number, not '2'."),
        ("stars = [3, 4]\n", "", "'levels[1].stars' is missing."),
        ("[3, 4]", "[1, 4]", "level 1: more stars can't need a smaller margin."),
        ("exit-stage-right, 1", "exit-stage-right, 2", "level 1: the deal must be of Exit Stage Right for one player."),
    ],
)
def test_a_mistake_in_a_file_is_one_sentence(old: str, new: str, sentence: str) -> None:
    assert len(parse_levels(WRITTEN, "mine.toml")) == 1
    with pytest.raises(BadScript) as error:
        parse_levels(WRITTEN.replace(old, new), "mine.toml")
    assert str(error.value) == f"mine.toml: {sentence}"


def test_a_deal_twice_is_a_mistake() -> None:
    with pytest.raises(BadScript, match="level 2: another level has this deal code"):
        parse_levels(WRITTEN * 2, "mine.toml")


def test_three_levels_are_open_besides_those_that_are_won() -> None:
    assert open_levels({}) == [1, 2, 3]
    assert open_levels({2: 1, 9: 3}) == [1, 2, 3, 4, 9]
    assert len(open_levels(dict.fromkeys(range(1, 39), 1))) == 38 + OPEN_AT_A_TIME - 1


def test_stars_stay_with_their_deal_when_the_order_changes() -> None:
    saved_games = LazyArchive()
    try:
        saved_games.archive.save_progress("level 1 8ZMC-V1H1", {"stars": 2})
        stars = load_stars(saved_games.archive)
    finally:
        saved_games.close()
    assert {str(LEVELS[number - 1].deal.deal_code): each for number, each in stars.items() if each} == {"8ZMC-V1H1": 2}


def test_the_most_stars_are_saved_and_odd_values_count_as_none() -> None:
    saved_games = LazyArchive()
    try:
        archive = saved_games.archive
        save_stars(archive, FIRST, 2)
        save_stars(archive, FIRST, 1)
        archive.save_progress(LEVELS[1].name, ["odd"])
        archive.save_progress(LEVELS[2].name, {"stars": 99})
        assert list(load_stars(archive).values())[:4] == [2, 0, MAX_STARS, 0]
    finally:
        saved_games.close()
