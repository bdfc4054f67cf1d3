"""Statistics of saved games: laws for any rows, and examples."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import Key
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.info import INFO
from cardtable.formats.options import fields_of
from cardtable.store.rows import GameEntry
from cardtable.table.chart import MAX_BINS, WIDTH, bars, bin_sentences, bins
from cardtable.table.daily import daily_history
from cardtable.table.daily_words import daily_lines
from cardtable.table.grades import Par
from cardtable.table.lobby_words import record_text
from cardtable.table.pars import Pars, par_name
from cardtable.table.statistics import (
    by_category,
    by_levels,
    by_option,
    category_of,
    count,
    finished,
    is_unaided,
    longest_of,
    streak_of,
    varying_options,
)
from cardtable.table.statistics_words import NOTHING_FINISHED, WHY_SEPARATE, game_lines, games_played, overview
from tests.table.entries import hostile_rows, row, rows
from tests.table.saved_games import number_of, saved_games_in
from tests.table.sittings import play_on, sit

STAGE, CLASH = SHIPPED["exit-stage-right"], SHIPPED["clash"]
HAND_SIZE = next(field for field in fields_of(STAGE) if field.name == "hand_size")
TODAY = date(2026, 11, 20)
NUMBERS = st.lists(st.integers(-200, 200), min_size=1, max_size=60)


# Laws


@given(rows())
def test_the_figures_are_consistent(entries: list[GameEntry]) -> None:
    figures = count(entries)
    assert 0 <= figures.streak <= figures.longest <= figures.won <= figures.played
    assert 0 <= figures.aided_won <= figures.aided
    assert figures.played == len(figures.margins) == len(figures.lengths)
    assert (figures.best is None) == (figures.played == 0)
    for tally in figures.tallies:
        assert 0 <= tally.streak <= tally.longest <= tally.won <= tally.played <= figures.played


@given(rows(), st.randoms())
def test_the_order_of_the_rows_does_not_matter(entries: list[GameEntry], luck: Random) -> None:
    shuffled = list(entries)
    luck.shuffle(shuffled)
    assert count(shuffled) == count(entries)
    assert overview(shuffled, daily_history(shuffled, TODAY)) == overview(entries, daily_history(entries, TODAY))
    for kind in SHIPPED:
        assert by_category(shuffled, kind) == by_category(entries, kind)


@given(rows())
def test_every_finished_game_is_counted_once(entries: list[GameEntry]) -> None:
    """Together the categories have all games, and aided ones are always separate."""
    by_kind = [by_category(entries, kind) for kind in SHIPPED]
    parts = [figures for manners in by_kind for figures in manners.values()]
    over = [each for each in entries if each.outcome is not None and has_person(each)]
    assert sum(each.played for each in parts) == sum(map(is_unaided, over)) == count(entries).played
    assert sum(each.aided for each in parts) == len(over) - sum(map(is_unaided, over))


@given(rows())
def test_aided_games_change_only_their_own_figures(entries: list[GameEntry]) -> None:
    alone = [each for each in entries if is_unaided(each)]
    assert replace(count(entries), aided=0, aided_won=0) == count(alone)


def has_person(entry: GameEntry) -> bool:
    return not entry.levels or "" in entry.levels


@given(rows())
def test_games_of_computer_players_alone_change_nothing(entries: list[GameEntry]) -> None:
    assert count(entries) == count(filter(has_person, entries))


@given(rows())
def test_games_against_computer_players_change_no_other_figures(entries: list[GameEntry]) -> None:
    people = [each for each in entries if not each.levels]
    for kind in SHIPPED:
        assert by_levels(entries, kind).get(()) == by_levels(people, kind).get(())
        assert by_category(entries, kind).items() >= by_category(people, kind).items()


@given(rows(), st.integers(-30, 30))
def test_an_unfinished_game_changes_nothing(entries: list[GameEntry], margin: int) -> None:
    under_way = replace(row(99, margin), outcome=None, turn=0)
    assert count([*entries, under_way]) == count(entries)


@given(st.lists(st.booleans()))
def test_a_streak_is_the_wins_since_the_last_loss(wins: list[bool]) -> None:
    marks = "".join("x" if won else "-" for won in wins)
    runs = marks.split("-")
    assert streak_of(wins) == len(runs[-1])
    assert longest_of(wins) == max(map(len, runs))


@given(NUMBERS)
def test_the_bins_hold_every_number_once(numbers: list[int]) -> None:
    found = bins(numbers)
    assert 1 <= len(found) <= MAX_BINS
    for each in found:
        assert each.size == sum(each.low <= number <= each.high for number in numbers)
        assert not each.low <= 0 < each.high, "wins and losses are in different bins"
    assert sum(each.size for each in found) == len(numbers)
    assert all(one.high + 1 == other.low for one, other in pairwise(found))


@given(NUMBERS, st.sampled_from("█#"))
def test_a_chart_is_narrow_and_shows_every_number(numbers: list[int], sign: str) -> None:
    found = bins(numbers)
    for line, each in zip(bars(numbers, sign), found, strict=True):
        assert len(line) <= WIDTH
        assert line.split()[-1] == str(each.size)
        assert (sign in line) == bool(each.size)
    lengths = [line.count(sign) for line in bars(numbers, sign)]
    for one, more in zip(found, lengths, strict=True):
        assert all(more >= less for other, less in zip(found, lengths, strict=True) if other.size <= one.size)


@given(hostile_rows())
def test_hostile_rows_are_shown_safely(entries: list[GameEntry]) -> None:
    history = daily_history(entries, TODAY)
    lines = [*overview(entries, history), *daily_lines(history, Pars())]
    for game in SHIPPED.values():
        lines += game_lines(entries, game)
    for line in lines:
        assert line.isprintable(), line
        assert len(line) < 300


# Examples


def test_figures_of_a_few_games() -> None:
    entries = [row(1, 3), row(2, -2), row(3, 5), row(4, 5), row(5, 9, undone=1), row(6, 9, hinted=1), row(7, 0)]
    figures = count([*entries, row(8, 4, inherited_actions=3, length=90)])
    assert (figures.played, figures.won) == (5, 3)
    assert (figures.streak, figures.longest) == (0, 2)
    assert figures.margins == (3, -2, 5, 5, 0)
    assert figures.best == row(3, 5), "the oldest of the best"
    assert (figures.aided, figures.aided_won) == (3, 3)


def test_a_known_deal_makes_no_best_and_no_streak() -> None:
    """Check a deal that was finished earlier, with help, with other options or against computer players."""
    for earlier in (row(1, 1), row(1, 1, undone=1), row(1, 1, hand_size=5), row(1, 1, seats=2, levels=("", "hard"))):
        entries = [earlier, row(2, 2), row(3, 9, deal=earlier.deal)]
        figures = next(each for each in by_category(entries, STAGE.id).values() if 9 in each.margins)
        assert (figures.best, figures.best_margin) == (row(2, 2), 2)
        assert figures.streak == figures.played - 1
        assert record_text(entries, INFO[STAGE.id]) == "best +2"
    helped = row(1, 1, seats=2, levels=("", "hard"), undone=1)
    with_hard = [helped, replace(helped, id=2, undone=0)]
    assert record_text(with_hard, INFO[STAGE.id]) == ""
    tally = count([row(1, kind="clash", seats=2), row(2, kind="clash", seats=2, deal=row(1).deal)]).tallies[0]
    assert (tally.won, tally.streak, tally.longest) == (2, 1, 1)


def left(number: int, **more: Any) -> GameEntry:
    """Return a game that was left unfinished `number` minutes after noon."""
    return replace(row(number), outcome=None, turn=0, **more)


def test_a_deal_that_was_left_unfinished_is_known_when_it_is_dealt_again() -> None:
    entries = [left(1), row(2, 2), row(3, 9, deal=row(1).deal)]
    (figures,) = by_category(entries, STAGE.id).values()
    assert (figures.best, figures.streak) == (row(2, 2), 1)
    assert [each.best for each in by_levels(entries, STAGE.id).values()] == [row(2, 2)]
    (by_hand_size,) = by_option(entries, STAGE.id, HAND_SIZE).values()
    assert by_hand_size.best == row(2, 2)
    assert count(entries).best == row(2, 2)
    assert record_text(entries, INFO[STAGE.id]) == "best +2"


def test_a_deal_that_is_dealt_again_later_or_was_left_without_a_move_stays_new() -> None:
    for other in (left(4, started=row(4).touched, deal=row(3).deal), left(1, length=0, deal=row(3).deal)):
        assert count([other, row(2, 2), row(3, 9)]).best == row(3, 9)


def test_the_best_alone_is_not_that_of_a_game_together() -> None:
    assert record_text([row(1, 3), row(2, 9, seats=2)], INFO[STAGE.id]) == "best +3"
    assert record_text([row(2, 9, seats=2)], INFO[STAGE.id]) == "best +9"


def test_an_aided_game_does_not_affect_the_streak() -> None:
    for margin in (-1, 1):
        assert count([row(1), row(2, margin, undone=2), row(3)]).streak == 2


def test_games_count_in_the_order_they_end() -> None:
    """A game started before a loss and won after it starts a new streak."""
    lost = row(2, -1)
    won_later = replace(row(1, 1), touched=row(3).touched)
    assert [count([row(1, 1), lost]).streak, count([won_later, lost]).streak] == [0, 1]


@pytest.mark.parametrize(
    "changes",
    [{"winners": (5,)}, {"winners": (-1,)}, {"points": (1, 2)}, {"margin": 10**10}, {"points": (10**10,)}],
    ids=str,
)
def test_an_impossible_result_is_not_counted(changes: dict[str, Any]) -> None:
    sound = row(1)
    assert sound.outcome is not None
    odd = replace(row(2), outcome=replace(sound.outcome, **changes))
    crowded = row(3, kind="clash", seats=5)
    assert count([sound, odd, crowded]) == count([sound])


def test_each_player_has_a_tally() -> None:
    entries = [
        row(at, 1, kind="clash", seats=2, names=names) for at, names in enumerate([("Ann", "Bob"), ("BOB", "ann")])
    ]
    one, other = count(entries).tallies
    assert {(each.name, each.played, each.won) for each in (one, other)} == {("ann", 2, 1), ("BOB", 2, 1)}
    assert {(each.name, each.streak) for each in (one, other)} == {("ann", 0), ("BOB", 1)}
    lines = game_lines(entries, CLASH)
    assert any(line.startswith("- ann: 2 played, 1 won") for line in lines)


def test_one_player_in_every_seat_has_no_tally() -> None:
    figures = count([row(1, kind="clash", seats=2, has_one_player=True)])
    assert (figures.played, figures.tallies) == (1, ())


def test_one_player_in_every_seat_is_a_separate_category() -> None:
    entries = [row(1, kind="tradewinds", seats=4), row(2, kind="tradewinds", seats=4, has_one_player=True)]
    headings = [line for line in game_lines(entries, SHIPPED["tradewinds"]) if line.startswith("# ")]
    assert headings == ["# 4 players: default options", "# 4 seats, one player: default options", "# Medals"]


def against(*levels: str, number: int = 1, kind: str = "clash", **more: Any) -> GameEntry:
    """Return a game of a person, who won it, with these computer players."""
    return row(number, kind=kind, seats=1 + len(levels), levels=("", *levels), **more)


def test_results_against_each_level_are_told_apart() -> None:
    entries = [against("medium", number=1), against("medium", number=2), against("hard", number=3)]
    entries.append(row(4, kind="clash", seats=2))
    assert overview(entries, daily_history([], TODAY)) == [
        "Clash: 1 played.",
        "Clash, against medium: 2 played, 2 won.",
        "Clash, against hard: 1 played, 1 won.",
    ]
    lines = game_lines(entries, CLASH)
    assert [line for line in lines if line.startswith("# ")] == [
        "# 2 players: default options",
        "# Against medium: default options",
        "# Against hard: default options",
        "# Medals",
    ]
    assert [line for line in lines if line.startswith("- Ann")][1:] == [
        "- Ann: 2 played, 2 won, winning streak 2 (best 2); 2 points, 1 a game.",
        "- Ann: 1 played, 1 won, winning streak 1 (best 1); 1 point, 1 a game.",
    ]


@pytest.mark.parametrize(
    ("kind", "levels", "words"),
    [
        ("clash", ["medium"], "against medium"),
        ("rummy-like", ["hard", "hard"], "against two hard players"),
        ("wind-city", ["hard", "easy", "hard"], "against an easy player and two hard players"),
        ("exit-stage-right", ["hard"], "with a hard player"),
        ("tradewinds", ["hard", "hard", "hard"], "with three hard players"),
        ("tradewinds", ["medium", "hard", "easy"], "with an easy player, a medium player and a hard player"),
    ],
)
def test_the_words_for_computer_players(kind: str, levels: list[str], words: str) -> None:
    (played,) = games_played([against(*levels, kind=kind)])
    assert played.title == f"{SHIPPED[kind].title}, {words}"


def test_the_seats_of_computer_players_do_not_matter() -> None:
    one, other = against("easy", "hard", kind="wind-city"), against("hard", "easy", kind="wind-city", number=2)
    assert category_of(one) == category_of(other)
    assert category_of(one).levels == ("easy", "hard")
    several = row(3, kind="wind-city", seats=3, levels=("", "hard", ""))
    assert category_of(several) != category_of(one)
    assert "# 2 people against hard: default options" in game_lines([several], SHIPPED["wind-city"])


def test_a_computer_players_win_is_no_win() -> None:
    lost = row(1, kind="clash", seats=2, levels=("easy", ""))
    assert lost.outcome is not None
    assert lost.outcome.winners == (0,)
    figures = count([lost])
    assert (figures.played, figures.won, figures.longest, figures.margins) == (1, 0, 0, (-1,))
    won = row(2, 1, kind="clash", seats=2, levels=("", "easy"))
    assert count([replace(lost, outcome=replace(lost.outcome, margin=9)), won]).best == won
    assert [(each.name, each.won) for each in figures.tallies] == [("Bob", 0)]


def test_a_game_without_people_is_not_counted() -> None:
    entries = [row(1, kind="clash", seats=2, levels=("easy", "hard")), row(2, levels=("easy",))]
    assert overview(entries, daily_history(entries, TODAY)) == [NOTHING_FINISHED]


def test_the_record_in_the_lobby_is_that_of_people() -> None:
    stage_alone, stage = row(1, 3), row(2, 9, seats=2, levels=("", "hard"))
    assert record_text([stage_alone, stage], INFO[STAGE.id]) == "best +3"
    assert record_text([stage], INFO[STAGE.id]) == "best +9 with computer players"
    assert record_text([against("easy")], INFO[CLASH.id]) == "won 1 of 1 against computer players"
    assert record_text([against("easy"), row(2, kind="clash", seats=2)], INFO[CLASH.id]) == "Ann won 1 of 1"
    assert record_text([against("easy", hinted=1)], INFO[CLASH.id]) == ""


def test_solo_games_are_listed_by_hand_size() -> None:
    entries = [row(1, 1, hand_size=5), row(2, -3, hand_size=5), row(3, 4), row(4, 2, seats=2)]
    assert varying_options(entries, STAGE.id) == (HAND_SIZE,)
    figures = by_option(entries, STAGE.id, HAND_SIZE)
    assert {label: (each.played, each.won) for label, each in figures.items()} == {"5": (2, 1), "7": (1, 1)}
    lines = game_lines(entries, STAGE)
    assert lines[:3] == [
        "# Alone, by hand size",
        "- Hand size 5: 2 played, 1 won; best margin 1.",
        "- Hand size 7: 1 played, 1 won; best margin 4.",
    ]
    assert "# Alone: hand size 5" in lines
    assert "# 2 players: default options" in lines


def test_solo_games_of_one_hand_size_are_still_listed_by_it() -> None:
    assert varying_options([row(1)], STAGE.id) == (HAND_SIZE,)
    assert varying_options([row(1, seats=3)], STAGE.id) == ()


def test_solo_games_are_listed_by_every_option_that_differs() -> None:
    entries = [row(1), row(2, refill_count="all"), row(3, draw="none")]
    assert [field.name for field in varying_options(entries, STAGE.id)] == ["draw", "refill_count"]


def test_the_lines_of_a_game() -> None:
    entries = [row(1, 3, length=20), row(2, -2), row(3, 4, undone=1), row(4, 6, length=31)]
    pars = Pars({par_name(entries[0].deal, entries[0].options): Par(3, 1)})
    assert game_lines(entries, STAGE, pars, sign="")[3:] == [
        "# Alone: default options",
        "3 played, 2 won (67%).",
        "Winning streak: 1 (best 1).",
        "Margin: average 2.3, median 3, range -2 to 6.",
        f"Best: 6 on {row(4).touched.astimezone():%Y-%m-%d}, deal 0000-0004.",
        "Length: average 27 moves, range 20 to 31.",
        "Grades: par 1, loss 1; 1 without a par yet.",
        "With hints or undos: 1 played, 1 won.",
        "Games with margin -2: 1.",
        "Games with margin 3: 1.",
        "Games with margin 6: 1.",
        "",
        WHY_SEPARATE,
    ]


def test_presets_keep_their_names() -> None:
    for hand_size, title in ((None, "# Alone: Challenge"), (5, "# Alone: Challenge, hand size 5")):
        preset = replace(STAGE.presets[1].options, hand_size=hand_size)
        assert title in game_lines([row(1, **asdict(preset))], STAGE)


def test_a_chart_of_few_margins() -> None:
    assert bars([-1, 1, 1, 1, 2], "#") == ["    -1 # 1", "     0 0", "     1 ### 3", "     2 # 1"]
    assert bin_sentences([-1, 1, 1], "Margin") == ["Margin -1: 1.", "Margin 1: 2."]
    assert bars([]) == bin_sentences([], "Margin") == []


def test_a_chart_of_many_games_is_drawn_to_scale() -> None:
    longest, shorter, least = (line.count("█") for line in bars([1] * 400 + [2] * 200 + [3]))
    assert longest > 20
    assert shorter == longest // 2
    assert least == 1


def test_no_finished_game_is_one_sentence() -> None:
    assert overview([], daily_history([], TODAY)) == [NOTHING_FINISHED]
    assert game_lines([], STAGE) == ["You haven't finished a game of Exit Stage Right yet."]


@pytest.mark.parametrize("kind", ["exit-stage-right", "clash"])
def test_played_games_are_counted(kind: str, tmp_path: Path) -> None:
    """Of three games, one is unfinished and one has an undone move."""
    game, saved_games = SHIPPED[kind], saved_games_in(tmp_path)
    sessions = [sit(game, game.seats[0], code, (0,) * game.seats[0]) for code in range(3)]
    for session in sessions:
        saved_games.save(session)
    play_on(sessions[0], Key(1), 20_000)
    play_on(sessions[1], Key(2), 2)
    play_on(sessions[2], Key(3), 20_000)
    sessions[2].undo()
    play_on(sessions[2], Key(4), 20_000)
    entries = saved_games.archive.entries()
    figures = count(entries)
    assert (figures.played, figures.aided) == (1, 1)
    assert figures.best is not None
    assert figures.best.id == number_of(sessions[0])
    outcome = sessions[0].outcome
    assert outcome is not None
    assert figures.margins == (outcome.margin,)
    assert figures.lengths == (len(sessions[0].actions),)
    assert [each.id for each in finished(entries)] == [number_of(sessions[0]), number_of(sessions[2])]
    assert re.search(r"Margin -?\d+ on .*, deal 0000-0000, in \d+ moves\.", "\n".join(game_lines(entries, game)))
    saved_games.close()
