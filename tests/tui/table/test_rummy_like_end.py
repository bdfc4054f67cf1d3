"""Tests of what everybody sees of the hands once a match of Rummy-like is over."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from cardtable.engine.cards import Card, is_hidden
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import SEATS
from cardtable.formats.opening import StartPosition
from cardtable.games.rummy_like.board import RummyLikeBoard
from cardtable.plain.view import view_of
from cardtable.table.session import Session
from cardtable.tui.screens.result import ResultScreen
from tests.builders import codes
from tests.games.rummy_like_positions import C, before_instant_win, state
from tests.table.sittings import NAMES, sit_at, truth
from tests.tui.boards.boards import SIZES
from tests.tui.screens import click_item, flowing_text, on, press, rest, run, screen_text, table_of

TRICARDS = ("HRC HGC HBC", "PRC PGC PBC", "FRS FGC FBC")
CALLED = state(leader=C, turn=C, own=TRICARDS, scores=(12, 0, 8))
"""C can say "Score", which ends the match."""


def finished(name: str) -> Session:
    session = sit_at(GAME, {"called": CALLED, "at once": before_instant_win()}[name], NAMES[:SEATS])
    session.act(GAME.parse({"called": "score", "at once": "send C"}[name]))
    assert session.turn is None
    return session


def by_kind(hand: tuple[Card, ...]) -> str:
    """Return text such as `HHH PP R`."""
    return " ".join(each.code * hand.count(each) for each in dict.fromkeys(hand))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["called", "at once"])
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_final_board_shows_every_hand(name: str, size: tuple[int, int], viewer: int | None) -> None:
    session, board = finished(name), RummyLikeBoard()
    board.show(session.look(viewer))
    text = board.drawn(*size).text()
    over = truth(session)
    for hand in over.chards:
        assert f"Chards {by_kind(hand)}" in text
    for card in (card for own in over.tricards for card in own):
        assert card.code in text
    if name == "at once" and size != (40, 11):
        assert "every Hollow, Red and Circle" in text


def test_the_hands_stay_hidden_if_the_match_goes_on() -> None:
    """Also on the screen that shows the scoring, and with the cards dealt for the next round."""
    session = sit_at(GAME, CALLED._replace(scores=(2, 0, 0)), NAMES[:SEATS])
    session.act(GAME.parse("score"))
    assert session.turn is not None
    board, public = RummyLikeBoard(), session.look(None)
    assert all(is_hidden(card) for hand in (*public.state.chards, *public.state.tricards) for card in hand)
    board.moment = next(event for event in public.log[-1] if isinstance(event, GAME.moments))
    board.show(public)
    text = board.drawn(80, 23).text()
    assert "Everybody shows their TriCards." in text
    assert "Chards" not in text


def test_a_wide_scoring_leaves_room_for_the_hand() -> None:
    hands = ("P P P F F F G G G B B B", "H H H H R R R R C C C C", "P F G B S S S S T T T T")
    position = state(hands, ("PGT PBT FGC", "HRS HGT FGT", "PRT FBS FGS"), leader=1, turn=1, scores=(0, 12, 0))
    session, board = sit_at(GAME, position, NAMES[:SEATS]), RummyLikeBoard()
    session.act(GAME.parse("score"))
    board.show(session.look(0))
    text = board.drawn(60, 19).text()
    assert "four Hollows on HRS HGT, four\n" in text
    assert "  Reds on HRS\n" in text
    assert "Chards HHHH RRRR CCCC" in text


@pytest.mark.parametrize("viewer", [0, None])
def test_plain_mode_reads_out_every_other_hand_at_the_end(viewer: int | None) -> None:
    session = finished("called")
    lines = view_of(GAME).table(session.look(viewer))
    assert "Bob's Chards: 1 Hollow, 1 Partial, 1 Filled, 1 Red, 3 Green, 3 Blue, 2 Circle." in lines
    assert "Bob's TriCards: Partial-Red-Circle, Partial-Green-Circle, Partial-Blue-Circle." in lines
    assert ("Ann's Chards: 3 Hollow, 3 Partial, 3 Filled, 3 Red." in lines) == (viewer is None)
    assert not any("known to hold" in line for line in lines)
    assert codes(truth(session).chards[0]).startswith("H H H P P P")


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20), (40, 12)], ids=str)
@pytest.mark.parametrize("by_mouse", [False, True])
def test_the_final_board_has_every_score_and_hand(size: tuple[int, int], by_mouse: bool) -> None:
    session = Session(GAME, CALLED.options, NAMES[:SEATS], StartPosition(CALLED), (0, 0, 0))

    async def play(pilot: Pilot[int]) -> None:
        table_of(pilot).act(GAME.parse("score"))
        await rest(pilot)
        assert on(pilot, ResultScreen)
        result = screen_text(pilot)
        assert all(word in result for word in ("wins", "the", "match"))
        if by_mouse:
            await click_item(pilot, "more")
        await (click_item(pilot, "look") if by_mouse else press(pilot, "t"))
        assert "The game is over." in flowing_text(pilot)
        board, over = screen_text(pilot), truth(session)
        for name, score, tricards, hand in zip(session.names, over.scores, over.tricards, over.chards, strict=True):
            assert re.search(rf"{name}\b.*\b{score}\b", board)
            assert all(card.code in board for card in tricards)
            assert by_kind(hand) in board or by_kind(hand).replace(" ", "") in board
        assert size < (80, 24) or "─Blue╯" in board, "the cards are large"
        await press(pilot, "enter")
        assert on(pilot, ResultScreen)

    run(play, session, size=size)
