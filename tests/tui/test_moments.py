"""What everybody should see together: the end of a round, on a screen of its own before the next hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable.engine.cards import is_hidden
from cardtable.engine.chance import DealCode
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.clash.model import RoundEnded
from cardtable.engine.games.rummy_like.model import Scored
from cardtable.formats.computers import Computer
from cardtable.table.session import Session
from cardtable.tui.boards.clash import ClashBoard
from cardtable.tui.faces import BLOCKS
from cardtable.tui.screens.curtain import PublicMoment
from tests.games import clash_positions as clash
from tests.games import rummy_like_positions as rummy
from tests.tui.screens import NAMES, golden, lift_curtain, press, run, screen_text, table_of

SIZES = ((120, 40), (80, 24), (60, 20), (40, 12))
CALL = rummy.state(
    ("H H H H P P P F F R R R", "F F B B B B G G G C C P", "G R C C S S S S T T T T"),
    ("HGS HRS FRC", "PBC PBS HBT", "FRT FGT PGC"),
    number=3, scores=(1, 0, 4),
)  # fmt: skip
"""A call that scores for all three players."""
PASSED = clash.state(hands=("R R G G B H C", "R G B H H C C"), draw=(12, 11), passed=True, scores=(2, 0))
"""A position in which passing ends the round."""


def at(game_id: str) -> Session:
    """Return a game whose next action ends a round."""
    game = SHIPPED[game_id]
    state: Any = {"rummy-like": CALL, "clash": PASSED}[game_id]
    session = Session(game, state.options, NAMES[: game.seat_count(state)], DealCode(0))
    session._start = session._start._replace(state=state)
    return session


async def end_the_round(pilot: Pilot[int], action: str) -> PublicMoment:
    """Play an action that ends the round, and return the screen that shows the result."""
    await lift_curtain(pilot)
    table = table_of(pilot)
    table._act(table.session.game.parse(action))
    await press(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, PublicMoment)
    return screen


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(("game_id", "action"), [("rummy-like", "score"), ("clash", "pass")])
def test_snapshots_of_the_end_of_a_round(game_id: str, action: str, size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await end_the_round(pilot, action)
        golden(f"end-of-round-{game_id}-{size[0]}x{size[1]}.txt", screen_text(pilot))

    run(play, at(game_id), size=size)


def test_rm_6_all_players_who_are_not_bust_show_their_tricards() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await end_the_round(pilot, "score")
        event = screen.board.moment
        assert isinstance(event, Scored)
        text = screen_text(pilot)
        for tricards, gain, score in zip(event.tricards, event.gains, event.scores, strict=True):
            assert not any(map(is_hidden, tricards))
            assert all(card.code in text for card in tricards)
            assert f"+{gain}" in text
            assert f"{score} of 10" in text
        assert "Next: round 4." in text

    run(play, at("rummy-like"))


def test_the_end_of_a_round_shows_nothing_of_the_next_deal() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = await end_the_round(pilot, "pass")
        assert isinstance(screen.board.moment, RoundEnded)
        text = screen_text(pilot)
        assert "Bob: 18 cards left" in text
        assert "Round 3:" not in text
        assert "end of round 2" in text
        await lift_curtain(pilot)
        assert "round 3" in screen_text(pilot)

    run(play, at("clash"))


def test_the_end_of_a_round_says_that_you_deal() -> None:
    session = at("clash")
    alone = Session(session.game, PASSED.options, ("South", "Ada"), DealCode(0), None, (None, Computer("medium", 1)))
    alone._start = session._start
    alone.act(session.game.parse("pass"))
    seen = alone.look(None)
    moment = next(event for event in seen.log[-1] if isinstance(event, RoundEnded))
    board = ClashBoard(BLOCKS)
    board.moment = moment
    for dealer, told in ((0, "Next: round 3. You deal."), (1, "Next: round 3. Ada deals.")):
        board.show(replace(seen, state=seen.state._replace(dealer=dealer)))
        assert told in board.drawn(80, 23).text()
