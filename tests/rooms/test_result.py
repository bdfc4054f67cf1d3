"""The result of a game as both front ends tell it."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.clash.model import RoundEnded
from cardtable.engine.phrases import speak_signs
from cardtable.formats.computers import Computer
from cardtable.plain.ending import ON_COMMAND_LINE, ending_lines
from cardtable.plain.hearing import spoken_players
from cardtable.plain.view import view_of
from cardtable.rooms.result import MAX_STORY, ResultPage, result_of
from cardtable.rooms.table import TableRoom
from cardtable.table.session import Session
from tests.engine.walks import NAMES, each_game
from tests.table.sittings import play_on

MEDIUM = Computer("medium", 1)


def finished(
    game: Any, seats: int, luck: int = 1, options: Mapping[str, Any] = MappingProxyType({}), **more: Any
) -> tuple[Session, ResultPage]:
    """Return a game that was played at random, with its result."""
    session = Session(game, game.options(**options), NAMES[:seats], DealCode(luck), **more)
    play_on(session, Key(luck), 99_999)
    room = TableRoom(session, None)
    room.grading.is_graded = False  # par takes time, and has its own tests
    return session, result_of(room)


@each_game
def test_a_result_has_everything_that_the_game_knows(game: Any) -> None:
    for seats in game.seats:
        session, page = finished(game, seats, persons=(0,) * seats)
        seen = session.look(None)
        assert page.story == seen.tell_story()[:MAX_STORY]
        assert set(seen.describe_accounts()) <= set(page.more)
        told = list(page.told)
        assert told[: len(page.story)] == list(page.story)
        assert told[-1] == page.deal
        assert str(session.deal_code) in page.deal


def test_the_only_person_has_won_or_lost_but_rivals_have_not() -> None:
    clash, verdicts = SHIPPED["clash"], set[bool | None]()
    for luck in range(1, 5):
        session, page = finished(clash, 2, luck, computers=(None, MEDIUM))
        assert session.outcome is not None
        own, other = session.outcome.points
        assert page.is_won == (own > other)
        assert page.score == f"{own}–{other}"
        verdicts.add(page.is_won)
    assert verdicts == {True, False}, "choose other deals"
    assert finished(clash, 2)[1].is_won is None


def test_a_team_has_won_if_its_margin_is_positive() -> None:
    for luck in range(1, 5):
        session, page = finished(SHIPPED["tradewinds"], 4, luck, persons=(0,) * 4)
        assert session.outcome is not None
        assert page.is_won == (session.outcome.margin > 0)
        assert int(page.score) == session.outcome.margin
        assert sum(len(cards) * (1 if heading == "Scored" else -1) for heading, cards in page.trophies) == int(
            page.score
        )


@pytest.mark.parametrize(("game_id", "seats"), [("clash", 2), ("rummy-like", 3)])
def test_a_score_sheet_has_the_scores_after_each_round(game_id: str, seats: int) -> None:
    session, page = finished(SHIPPED[game_id], seats)
    assert page.sheet is not None
    assert session.outcome is not None
    rounds = page.sheet.rounds
    assert rounds[-1] == session.outcome.points
    assert all(
        before <= after for one, two in itertools.pairwise(rounds) for before, after in zip(one, two, strict=True)
    )
    last = ", ".join(str(scores[0]) for scores in rounds)
    assert page.sheet.sentence.startswith(f"Scores after each round: {NAMES[0]} {last}; {NAMES[1]} ")
    assert page.sheet.sentence in page.told


def test_a_game_without_rounds_has_no_score_sheet() -> None:
    assert finished(SHIPPED["exit-stage-right"], 1)[1].sheet is None
    assert finished(SHIPPED["wind-city"], 2)[1].sheet is None


@pytest.mark.parametrize("luck", range(1, 5))
def test_clash_tells_the_race_of_the_last_round(luck: int) -> None:
    session, page = finished(SHIPPED["clash"], 2, luck)
    assert page.race is not None
    end = next(event for event in reversed(session.look(None).log[-1]) if isinstance(event, RoundEnded))
    assert tuple(left[-1] for left in page.race.left) == end.left
    for left in page.race.left:
        assert list(left) == sorted(left, reverse=True)
        assert left[0] == 30
    assert f"{NAMES[0]} {page.race.left[0][0]}, " in page.race.sentence
    assert page.race.sentence in page.told
    assert finished(SHIPPED["rummy-like"], 3)[1].race is None


@each_game
def test_both_front_ends_tell_the_result_and_the_points_once(game: Any) -> None:
    for seats, luck in itertools.product(game.seats, range(1, 4)):
        session, page = finished(game, seats, luck)
        heard = [
            line
            for event in session.look(None).log[-1]
            for line in view_of(game).retell(event, spoken_players(session))
        ]
        read = [*heard, *ending_lines(session, ON_COMMAND_LINE, page)]
        for told, write in ((" ".join(page.ending.shown), str), (" ".join(read), speak_signs)):
            assert [told.count(write(each)) for each in page.ending.result.split(". ")] in ([1], [1, 1])
            assert page.ending.points == "" or told.count(write(page.ending.points)) == 1


def test_points_are_told_again_only_if_the_score_does_not_say_who_has_them() -> None:
    rummy_like = SHIPPED["rummy-like"]
    for luck, points, is_told in ((1, (5, 6, 10), True), (2, (9, 10, 9), False)):
        session, page = finished(rummy_like, 3, luck)
        assert session.outcome is not None
        assert session.outcome.points == points, "choose another deal"
        assert ("Points: Ann 5, Bo 6, Cy 10." in page.ending.shown) == is_told
        assert page.ending.spoken()[1:] == page.ending.shown[2:]
