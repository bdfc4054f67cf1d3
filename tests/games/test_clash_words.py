"""Typed actions, refusals, explanations and log lines of Clash."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from cardtable.engine.cards import CHARDS, COMPLETES, Chard, Complete
from cardtable.engine.game import Event
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.explain import find_fault
from cardtable.engine.games.clash.model import (
    Action,
    Dealt,
    DrewNothing,
    EndedTurn,
    EndTurn,
    Passed,
    PlayChard,
    PlayComplete,
    Played,
    PlayLast,
    PlayPair,
    PlayThree,
    RoundEnded,
    Showed,
)
from cardtable.engine.games.clash.outlook import foresee
from cardtable.engine.games.clash.words import GIVES_FREE_PLAY
from cardtable.games.clash.view import _foretell
from tests.builders import chards, explain, play_randomly
from tests.games.clash_positions import NAMES, SINGLE, cards, start, state
from tests.players.test_players import seen_from


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("hrc", PlayComplete(Complete("hollow-red-circle"))),
        ("Hollow red circle", PlayComplete(Complete("hollow-red-circle"))),
        ("r", PlayChard(Chard("red"))),
        ("r last", PlayLast(Chard("red"))),
        ("last Red", PlayLast(Chard("red"))),
        ("t+fgt", PlayPair(Chard("triangle"), Complete("filled-green-triangle"))),
        ("FGT and T", PlayPair(Chard("triangle"), Complete("filled-green-triangle"))),
        ("fgt with triangle", PlayPair(Chard("triangle"), Complete("filled-green-triangle"))),
        ("t, h, b", PlayThree(Chard("hollow"), Chard("blue"), Chard("triangle"))),
        ("h + b + t", PlayThree(Chard("hollow"), Chard("blue"), Chard("triangle"))),
        ("pass", EndTurn()),
        ("End turn", EndTurn()),
    ],
)
def test_short_forms_are_parsed(typed: str, action: Action) -> None:
    assert GAME.parse(typed) == action
    assert GAME.parse(str(action)) == action


@pytest.mark.parametrize(
    "typed", ["", "+", "purple", "r + g", "hrc + fgt", "h r c", "last", "hrc last", "r + g + h + t"]
)
def test_invalid_text_is_refused_with_a_sentence(typed: str) -> None:
    with pytest.raises(ValueError, match=r"[.']$"):
        GAME.parse(typed)


def test_a_refusal_quotes_only_the_beginning_of_the_text() -> None:
    with pytest.raises(ValueError, match="no Chard or Complete called") as error:
        GAME.parse("purple" * 1_000_000)
    assert len(str(error.value)) < 100


def test_explanations_have_short_sentences() -> None:
    for _, before, *_ in play_randomly(GAME, start(code=2), 5):
        for action in every_action():
            line = explain(GAME, before, action)
            assert len(line) <= 150, line


def test_an_action_is_refused_exactly_if_it_is_not_legal() -> None:
    for _, before, *_ in play_randomly(GAME, start(SINGLE, code=3), 5):
        listed = set(GAME.legal(before))
        assert {action for action in every_action() if not find_fault(before, action)} == listed


def every_action() -> Iterator[Action]:
    faces = list(dict.fromkeys(CHARDS))
    yield EndTurn()
    yield from map(PlayComplete, COMPLETES)
    yield from map(PlayChard, faces)
    yield from map(PlayLast, faces)
    yield from (PlayPair(chard, card) for chard in faces for card in COMPLETES)
    yield from (PlayThree(*three) for three in combinations(faces, 3))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Dealt(1, 3, chards("H R C")), "Round 3: Hollow, Red and Circle are face up. Ben deals and opens."),
        (Showed(0, chards("H H R")), "Ann shows H, H and R: no Complete, so Ann draws a new hand."),
        (Played(0, cards("R"), last=False), "Ann plays Red."),
        (Played(0, cards("R"), last=True), "Ann plays Red last."),
        (Played(1, cards("T FGT"), last=False), "Ben plays Triangle and Filled-Green-Triangle together."),
        (Played(1, cards("H R C"), last=False), "Ben plays Hollow, Red and Circle together."),
        (Passed(0), "Ann passes."),
        (DrewNothing(0), "Ann has no cards left to draw."),
        (EndedTurn(0), "Ann ends the turn."),
        (
            RoundEnded(0, (0, 4), (0, 3), 0, (7, 2)),
            "Ann has no cards left, Ben 4: 4 points for Ann (Ann 7, Ben 2).",
        ),
        (
            RoundEnded(0, (9, 4), (7, 4), 1, (7, 7)),
            "Ben has 4 cards left, Ann 9: 5 points for Ben (Ann 7, Ben 7).",
        ),
        (
            RoundEnded(0, (4, 4), (4, 4), None, (0, 0)),
            "Both players have 4 cards left, so nobody scores (Ann 0, Ben 0).",
        ),
    ],
)
def test_log_lines_of_events(event: Event, line: str) -> None:
    assert GAME.describe(event, NAMES) == line


def test_a_last_chard_that_makes_all_piles_match_gives_a_free_play() -> None:
    position = state("H R T", "HRC")
    for name, gives in (("C last", True), ("B last", False), ("C", False)):
        action = GAME.parse(name)
        assert foresee(position, action).gives_free_play == gives
        told = _foretell(seen_from(GAME, position, 0), action)
        assert (GIVES_FREE_PLAY in told) == gives
