"""Rummy-like in plain mode."""

from __future__ import annotations

from cardtable.engine.games.rummy_like import GAME
from cardtable.plain.views import view_of
from cardtable.table.session import Session
from tests.games.rummy_like_positions import A, B, state
from tests.table.sittings import sit_at


def test_only_the_first_player_of_a_trick_gets_the_chard_back() -> None:
    hands = ("R R R R H P F F B C C S", "B H H H P P P F G G G C", "F G B B S S S C T T T T")
    leads = sit_at(GAME, state(hands, led="PRC", leader=A, turn=A))
    assert effect(leads, "R") == "comes back"
    follows = sit_at(GAME, state(hands[1:2] + hands[:1] + hands[2:], led="PRC", leader=A, turn=B, played=("C", "", "")))
    assert effect(follows, "R") == "breaks a set"
    assert effect(follows, "P") == "you keep 0"


def effect(session: Session, action: str) -> str:
    """Return what plain mode says that an action does."""
    return view_of(GAME).effect(session.look(session.turn), GAME.parse(action))
