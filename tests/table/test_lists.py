"""Computer players in lists of games, in results and in the daily deal."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import Outcome
from cardtable.engine.games import SHIPPED
from cardtable.formats.computers import Computer
from cardtable.store.rows import GameEntry
from cardtable.table.daily import daily_of, day_of
from cardtable.table.entries import (
    chosen_names,
    labels_text,
    line,
    outcome_text,
    progress_text,
    short_line,
    spoken_line,
    status_text,
)
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.lobby_words import SavedScores, score_of
from cardtable.table.session import Session
from cardtable.table.statistics_words import games_played
from tests.table.entries import NOON, row
from tests.table.sittings import finished as finished_session
from tests.table.sittings import play_on, result_sentences, sit

NAMES = ("Ann", "Ada", "Emmy")
MEDIUM = Computer("medium", 1)


def in_progress() -> GameEntry:
    """Return a game of a person and two computer players."""
    entry = row(0, kind="wind-city", seats=3, names=NAMES, levels=("", "medium", "hard"))
    return replace(entry, outcome=None, turn=0, length=12)


def test_the_players_are_recognisable_in_lists() -> None:
    entry = in_progress()
    assert labels_text(entry) == "Ann, Ada (medium), Emmy (hard)"
    assert line(entry, NOON).startswith("Wind City, Ann, Ada (medium), Emmy (hard): Ann's turn since ")
    assert line(replace(entry, levels=()), NOON).startswith("Wind City, Ann, Ada, Emmy: Ann's turn since ")
    nobody = replace(entry, levels=(), names=("Player 1", "Player 2", "Player 3"))
    assert line(nobody, NOON).startswith("Wind City: Player 1's turn since ")
    assert short_line(entry).startswith("Wind City: Ann's turn since ")
    assert spoken_line(entry).startswith("Wind City: Ann, Ada (medium), Emmy (hard), Ann's turn since ")
    assert progress_text(replace(entry, turn=1)) == "12 moves, Ada's turn, with Ann and Emmy"
    four = replace(entry, names=(*NAMES, "Grace"), levels=())
    assert progress_text(four) == "12 moves, Ann's turn, with 3 others"
    assert progress_text(four, most_others=3) == "12 moves, Ann's turn, with Ada, Emmy and Grace"


@pytest.mark.parametrize(
    ("touched", "when"),
    [
        (NOON, "last played at "),
        (NOON - timedelta(days=1), "last played yesterday at "),
        (NOON - timedelta(days=40), "last played on "),
    ],
)
def test_a_list_says_when_a_game_alone_was_last_played(touched: datetime, when: str) -> None:
    alone = replace(
        in_progress(), kind="exit-stage-right", names=("Ann",), levels=(), has_one_player=True, touched=touched
    )
    assert re.fullmatch(rf"{when}(?:\d+ \w+ at )?\d\d:\d\d, 12 moves", status_text(alone, NOON))


def test_a_player_without_a_name_is_you_in_every_list() -> None:
    entry = replace(in_progress(), names=("Player 1", "Ada", "Emmy"))
    assert labels_text(entry) == "You, Ada (medium), Emmy (hard)"
    assert progress_text(entry, "You 4 – Ada (medium) 2") == "You 4 – Ada (medium) 2, your turn"
    assert progress_text(entry, "You 4 – Ada 2", turn_first=True) == "Your turn, you 4 – Ada 2"
    assert progress_text(entry, "+1", turn_first=True).startswith("score +1, 12 moves, ")
    assert progress_text(entry, "+1") == "score +1, 12 moves, your turn, with Ada and Emmy"
    assert progress_text(replace(entry, turn=1), "+1") == "score +1, 12 moves, Ada's turn, with you and Emmy"
    assert line(entry, NOON).startswith("Wind City, you, Ada (medium), Emmy (hard): your turn since ")
    assert spoken_line(entry).startswith("Wind City: you, Ada (medium), Emmy (hard), your turn since ")
    assert spoken_line(entry, "-2").startswith("Wind City: you, Ada (medium), Emmy (hard), score minus 2, your turn")
    won = Outcome((30, 20, 30), (0, 2), False, 0, "Player 1 and Emmy each win with 30 points.", "WC-15")
    assert outcome_text(replace(entry, outcome=won)) == "You and Emmy won 30–30–20"
    alone = replace(won, winners=(0,), reason="The pile has run out. Player 1 wins with 30 points.")
    assert outcome_text(replace(entry, outcome=alone)) == "You won 30–30–20 (by coins)", (
        "not how the game ended, which takes a line"
    )
    people = replace(entry, outcome=alone, levels=())
    assert outcome_text(people) == "Player 1 won 30–30–20 (by coins)", "three people may have played"
    nobody = replace(won, winners=(), reason="Nobody wins.")
    assert outcome_text(replace(entry, outcome=nobody)) == "Nobody wins."
    assert ": Nobody wins (" in line(replace(entry, outcome=nobody), NOON)


def test_the_result_of_a_team_says_once_who_has_won() -> None:
    told = set[str]()
    for luck in range(6):
        session = finished_session(SHIPPED["tradewinds"], luck)
        first, *_ = result_sentences(session)
        assert len(re.findall(r"\b(?:won|lost)\b", first)) == 1
        told.add(first.split()[1].rstrip("."))
    assert told == {"won", "lost"}, "choose other deals"


def test_a_result_says_you_but_is_saved_with_the_name() -> None:
    game = SHIPPED["rummy-like"]
    session = Session(game, game.options(), ("Player 1", "Ada", "Emmy"), DealCode(3), None, (None, MEDIUM, MEDIUM))
    play_on(session, Key(1), 20_000)
    assert session.outcome is not None
    assert session.outcome.winners == (0,), "choose another deal"
    first, *more = result_sentences(session)
    assert first.startswith("You win")
    assert "Player 1" not in " ".join(more)
    assert session.outcome.reason.startswith("Player 1 wins"), "this is saved"


def test_the_result_of_computer_players_alone_is_not_yours() -> None:
    session = sit(SHIPPED["exit-stage-right"], 1, computers=(MEDIUM,))
    play_on(session, Key(1), 20_000)
    assert not re.search(r"\byou", " ".join(result_sentences(session)), re.IGNORECASE)


def test_names_of_computer_players_are_not_offered() -> None:
    assert chosen_names([in_progress()]) == ["Ann"]


def test_the_score_names_the_levels() -> None:
    session = sit(SHIPPED["clash"], 2, computers=(None, MEDIUM))
    assert score_of(session) == "Ann 0 – Bob (medium) 0"


def test_the_score_of_a_saved_game_is_found_again_only_once_it_has_gone_on(monkeypatch: pytest.MonkeyPatch) -> None:
    saved_games, loaded, load = LazyArchive(), list[int](), LazyArchive.load

    def note(self: LazyArchive, number: int) -> Session:
        loaded.append(number)
        return load(self, number)

    monkeypatch.setattr(LazyArchive, "load", note)
    saved_games.save(session := sit(SHIPPED["clash"], 2))
    scores = SavedScores(saved_games)
    for moves in (1, 2):
        play_on(session, Key(1), 1)
        for entry in saved_games.archive.entries() * 2:
            assert scores.of(entry) == "Ann 0 – Bob 0"
        assert loaded == [1] * moves
    assert scores.of(row(99)) == "", "there is no such game"
    saved_games.close()


@pytest.mark.parametrize("kind", ["clash", "exit-stage-right"])
def test_a_result_is_compared_with_games_against_the_same_levels(kind: str) -> None:
    game = SHIPPED[kind]
    options: dict[str, Any] = {"target": 0} if kind == "clash" else {}
    session = sit(game, 2, 7, computers=(None, MEDIUM), **options)
    play_on(session, Key(4), 20_000)
    assert session.outcome is not None
    entries = [
        row(1, -90, kind=kind, seats=2, levels=("", "medium")),
        row(2, 90, kind=kind, seats=2, levels=("", "hard")),
        row(3, 90, kind=kind, seats=2),
        row(4, session.outcome.margin, kind=kind, seats=2, levels=("", "medium")),
    ]
    text = " ".join(result_sentences(session, entries, 4))
    best = "Your best result with a medium player so far; before, it was -90."
    assert (best if game.together else "Games won against medium: Ann 1 of 2.") in text


def test_a_result_with_a_deal_that_was_left_unfinished_before_is_no_record() -> None:
    game = SHIPPED["exit-stage-right"]
    session = sit(game, 1, 7)
    play_on(session, Key(4), 20_000)
    assert session.outcome is not None
    own = row(3, session.outcome.margin)
    before = row(2, session.outcome.margin - 1)
    left = replace(row(1), outcome=None, turn=0, deal=own.deal)
    assert "Your best result so far" in " ".join(result_sentences(session, [before, own], 3))
    assert "Your best result so far" not in " ".join(result_sentences(session, [left, before, own], 3))


def test_hints_are_named_in_the_result() -> None:
    session = sit(SHIPPED["clash"], 2, 7, target=0)
    session.note_hint()
    play_on(session, Key(4), 20_000)
    last = "Hints used: 1. In the statistics, this game counts under 'with hints or undos'."
    assert result_sentences(session, [], 1)[-1] == last


def test_the_daily_deal_is_played_without_computer_players() -> None:
    day = date(2026, 11, 20)
    entry = row(1, deal=str(daily_of(day).deal_code), daily=day.isoformat())
    assert day_of(entry) == day
    assert day_of(replace(entry, levels=("hard",))) is None


def test_every_finished_game_is_in_the_overview() -> None:
    entry = row(1, kind="wind-city", seats=3, levels=("", "medium", "hard"), undone=1)
    (played,) = games_played([entry])
    assert (played.game.id, played.summary) == ("wind-city", "1 played with hints or undos, 1 won")


@pytest.mark.parametrize(("kind", "summary"), [("wind-city", ""), ("exit-stage-right", ", 1 won")])
def test_people_win_only_together(kind: str, summary: str) -> None:
    (played,) = games_played([row(1, kind=kind, seats=2, undone=1)])
    assert played.summary == f"1 played with hints or undos{summary}"
