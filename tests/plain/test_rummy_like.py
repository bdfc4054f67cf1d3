"""Rummy-like in plain mode."""

from __future__ import annotations

from cardtable.engine.chance import DealCode
from cardtable.engine.games.rummy_like import GAME
from cardtable.formats.computers import Computer
from cardtable.formats.opening import StartPosition
from cardtable.plain.views import view_of
from cardtable.table.session import Session
from tests.games.rummy_like_positions import PLAIN_HANDS, A, B, state
from tests.plain.transcripts import output_of
from tests.table.sittings import sit_at

AGAINST_TWO = (None, Computer("easy", 1), Computer("easy", 1))


def test_only_the_first_player_of_a_trick_gets_the_chard_back() -> None:
    hands = ("R R R R H P F F B C C S", "B H H H P P P F G G G C", "F G B B S S S C T T T T")
    leads = sit_at(GAME, state(hands, led="PRC", leader=A, turn=A))
    assert effect(leads, "R") == "comes back"
    follows = sit_at(GAME, state(hands[1:2] + hands[:1] + hands[2:], led="PRC", leader=A, turn=B, played=("C", "", "")))
    assert effect(follows, "R") == "breaks a set"
    assert effect(follows, "P") == "you keep 0"


def test_the_table_says_led_by_you_to_the_leader() -> None:
    position = state(PLAIN_HANDS, led="PRC", leader=A, turn=A)
    alone = Session(GAME, position.options, ("Player 1", "Ada", "Blaise"), StartPosition(position), None, AGAINST_TWO)
    assert "\nTriCard led by you: Partial-Red-Circle.\n" in output_of(alone, "quit")
    assert "\nTriCard led by Ann: Partial-Red-Circle.\n" in output_of(sit_at(GAME, position), "", "quit")


def test_the_tip_of_a_follower_says_when_the_leader_picks_up_the_chards() -> None:
    follows = sit_at(GAME, state(PLAIN_HANDS, led="PRC", leader=A, turn=B, played=("P", "", "")), persons=(0, 0, 0))
    output = output_of(follows, "quit")
    assert "\nWhen all have played, the leader picks up the Chards and sends two on" in output


def test_the_whole_hand_is_read_out_before_chards_are_sent() -> None:
    session = Session(GAME, GAME.options(first=1), ("Player 1", "Ada", "Blaise"), DealCode(5), None, AGAINST_TWO)
    output = output_of(session, "1", "1", "1", "quit")
    before, question, after = output.partition("Send 2 Chards to Ada.\n")
    seen = session.look(A)
    assert question, "the only person here leads the first trick and sends two of the Chards"
    hand = view_of(GAME).hand(seen)[0]
    assert f"\n{hand}\n" in before[before.rindex("You pick up ") :]
    assert "You got " not in before
    assert "Type send and the names of two Chards that you hold.\n" in after


def effect(session: Session, action: str) -> str:
    """Return what plain mode says that an action does."""
    return view_of(GAME).effect(session.look(session.turn), GAME.parse(action))
