"""Rummy-like in plain mode."""

from __future__ import annotations

import re

import pytest

from cardtable.engine.chance import DealCode
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import State
from cardtable.engine.games.rummy_like.outlook import round_end
from cardtable.formats.computers import Computer
from cardtable.formats.opening import StartPosition
from cardtable.plain.typed_moves import read_move
from cardtable.plain.view import view_of
from cardtable.table.session import Session
from tests.games.rummy_like_positions import HANDS_WITHOUT_MATCH, NO_POINTS, PLAIN_HANDS, A, B, C, state
from tests.plain.transcripts import output_of
from tests.table.sittings import sit_at

AGAINST_TWO = (None, Computer("easy", 1), Computer("easy", 1))


def test_only_the_first_player_of_a_trick_gets_the_chard_back() -> None:
    hands = ("R R R R H P F F B C C S", "B H H H P P P F G G G C", "F G B B S S S C T T T T")
    leads = sit_at(GAME, state(hands, led="PRC", leader=A, turn=A))
    assert effect(leads, "R") == "you get it back"
    follows = sit_at(GAME, state(hands[1:2] + hands[:1] + hands[2:], led="PRC", leader=A, turn=B, played=("C", "", "")))
    assert effect(follows, "R") == "loses 0, breaks a set"
    assert effect(follows, "P") == "your only one"


def test_a_player_with_a_set_that_scores_hears_once_when_to_say_score() -> None:
    offer = 'You can say "Score" when you next lead, before you draw.'
    hands = ("H H H R R P F B B C C S", "H G F P P P F G G S T T", "F R R B G C C S S T T B")
    own = ("HRC HBT FGS", "PGS PGC PGT", "FBT FBC FBS")
    ready = sit_at(GAME, state(hands, own, led="HGC", leader=A, turn=A))
    moves = ("H", "", "H", "", "C", "", "send P F", "", "send F", "draw")
    output = output_of(ready, "", *moves, "quit")
    told = [line for line in output.splitlines() if offer in line]
    assert told == [f"Your sets of four: Hollow. {offer}", f"Your sets of four: Partial. {offer}"], "Ann's and Bob's"
    useless = sit_at(GAME, state(own=NO_POINTS))
    assert "Your sets of four: Square, Triangle." in view_of(GAME).hand(useless.look(C))


def test_the_table_says_led_by_you_to_the_leader() -> None:
    position = state(PLAIN_HANDS, led="PRC", leader=A, turn=A)
    alone = Session(GAME, position.options, ("Player 1", "Ada", "Blaise"), StartPosition(position), None, AGAINST_TWO)
    assert "\nTriCard led by you: Partial-Red-Circle.\n" in output_of(alone, "quit")
    assert "\nTriCard led by Ann: Partial-Red-Circle.\n" in output_of(sit_at(GAME, position), "", "quit")


def test_a_round_after_a_tie_is_not_called_a_single_round() -> None:
    position = state()._replace(options=GAME.options(target=0))
    for number, told in ((1, "A single round: "), (2, "Round 2, after a tie: ")):
        (score,) = view_of(GAME).score(sit_at(GAME, position._replace(round=number)).look(A))
        assert score.startswith(told)


def test_a_scoring_is_read_out_once_to_everybody_while_no_hand_is_shown() -> None:
    hands = ("H H H H R P F B B C C S", "B G F P P P F G G S T T", "F R R R B G C C S S T T")
    calls = sit_at(GAME, state(hands, ("HRC HBT FGS", "PGS PGC PGT", "FBT FBC FBS"), leader=A, turn=A))
    before, scored, after = output_of(calls, "", "score", "", "log", "quit").partition('Ann says "Score".\n')
    told, _, next_turn = after.partition("Pass the keyboard to Bob; Bob presses Enter.\n")
    assert scored, "Ann has a set and leads"
    assert "\n2 score: ends the round, and you score 2 points\n" in before
    assert "2 points for four Hollows.\n" in told
    assert told.endswith("Round 2 of a match to 10: Ann has 2, Bob has 0, Cleo has 0.\n")
    turn, _, log = next_turn.partition("Your move, Bob:\n")
    assert "Cleo shows " not in turn
    assert "Since your last turn:" not in turn
    assert log.count(" of a match to 10: ") == 1
    assert "Press Enter when you have read this." not in before + after


def test_a_follower_hears_only_which_tricard_was_led() -> None:
    session = Session(GAME, GAME.options(first=1), ("Ann", "Bob", "Cleo"), DealCode(5))
    leads, _, follows = output_of(session, "", "1", "1", "1", "", "log", "quit").partition("Pass the keyboard to Bob")
    heard, _, log = follows.partition("Your move, Bob")
    assert re.search(r"\nAnn draws [^\n]+\n", leads)
    assert re.search(r"\nAnn leads [\w-]+\.\nAnn plays a Chard face down\.\n", heard)
    for detail in "Ann draws 3 TriCards.", "Two TriCards go under the deck.":
        assert detail not in heard
        assert detail in log


def test_the_tip_of_a_follower_says_when_the_leader_picks_up_the_chards() -> None:
    follows = sit_at(GAME, state(PLAIN_HANDS, led="PRC", leader=A, turn=B, played=("P", "", "")), persons=(0, 0, 0))
    output = output_of(follows, "quit")
    assert "\nWhen all have played, the leader picks up the Chards and sends two on" in output


def test_the_whole_hand_is_read_out_before_chards_are_sent() -> None:
    session = Session(GAME, GAME.options(first=1), ("Player 1", "Ada", "Blaise"), DealCode(5), None, AGAINST_TWO)
    output = output_of(session, "1", "1", "1", "quit")
    before, question, after = output.partition("Send two Chards to Ada.\n")
    seen = session.look(A)
    assert question, "the only person here leads the first trick and sends two of the Chards"
    hand = view_of(GAME).hand(seen)[0]
    assert f"\n{hand}\n" in before[before.rindex("You pick up ") :]
    assert "You got " not in before
    assert re.match(r"1 \w+.*; 2 \w+.*; .*\. Type two of these numbers\.\n", after)


def test_the_leader_hears_why_a_chard_comes_back() -> None:
    leads = sit_at(GAME, state(PLAIN_HANDS, led="PRC", leader=A, turn=A), persons=(0, 0, 0))
    output = output_of(leads, "why P", "quit")
    assert "Red-Circle. It comes back to you, because the first to play picks up all the Chards.\n1 Partial: " in output
    assert ".\nYou play first in this trick, so you pick up all Chards played, and this one comes back" in output


@pytest.mark.parametrize(
    ("typed", "effect"),
    [
        ("R", "You would have one Red left; Ann picks up all Chards played.\n"),
        ("P", "You would have no Partials left; Ann picks up all Chards played.\n"),
    ],
)
def test_why_tells_a_follower_what_is_left_and_who_picks_up_the_chard(typed: str, effect: str) -> None:
    hands = ("H H H P P P F F F B G S", "P R R C F G G G B B C C", "H R R B S S S C T T T T")
    follows = sit_at(GAME, state(hands, led="PRC", leader=A, turn=B, played=("P", "", "")), persons=(0, 0, 0))
    assert effect in output_of(follows, f"why {typed}", "quit")


@pytest.mark.parametrize(
    ("position", "typed", "effect"),
    [
        (state(drawn="HRC HGT FBT", deck="..."), "1", "The other two TriCards would go under the deck."),
        (state(HANDS_WITHOUT_MATCH, led="HRC"), "1", "Effect: loses no points."),
        (state(turn=C, leader=C), "score", "The round would end, and everyone's sets would score."),
    ],
)
def test_why_tells_what_leading_discarding_and_scoring_lead_to(position: State, typed: str, effect: str) -> None:
    assert f"\n{effect}" in output_of(sit_at(GAME, position, persons=(0, 0, 0)), f"why {typed}", "quit")


def test_why_tells_what_sending_chards_leaves_and_that_they_are_of_no_use() -> None:
    breaks, no_use, useful, _ = output_of(sends_two(), "why 1 1", "why 3 2", "why R C", "quit").split(
        "Your move, Ann:\n"
    )[1:]
    assert "this breaks up your four Hollows.\nYou would have two Hollows left.\n" in breaks
    assert "You would have two Partials and two Filled left.\nNone of your TriCards has Partial or Filled.\n" in no_use
    assert useful.endswith("You would have two Reds and no Circles left.\n")


def test_every_pair_of_chards_to_send_has_listed_numbers() -> None:
    seen = sends_two().look(A)
    listed = dict(re.findall(r"^(\d+) (\w+): ", output_of(sends_two(), "moves", "quit"), re.MULTILINE))
    typed = {f"{first} {second}" for first in listed for second in listed}
    sent = {read_move(pair, seen, view_of(GAME)) for pair in typed}
    assert set(seen.legal) <= sent
    assert not any(view_of(GAME).effect(seen, each) == "" for each in sent)
    session = sends_two()
    output_of(session, "send 3 and 1")
    assert str(session.actions[0]) == f"send {listed['1']} {listed['3']}"


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        *((typed, "Type two of the numbers from 1 to 5.") for typed in ("1", "1 2 3", "0 1", "1 6", "1 R")),
        ("5 5", "You have only one Circle (RM-5)."),
        ("send", "That isn't a move. A move looks like this: send "),
    ],
)
def test_other_numbers_of_chards_are_refused(typed: str, refusal: str) -> None:
    session = sends_two()
    assert f"Your move, Ann:\n{refusal}" in output_of(session, typed, "quit")
    assert not session.actions


def test_later_the_numbers_of_the_chards_to_send_are_one_line() -> None:
    output = output_of(sends_two(), "1 1", "undo", "help", "quit")
    assert (
        "1 Hollow: loses 3, breaks a set; 2 Partial: no use to you; 3 Filled: no use to you; 4 Red; "
        "5 Circle: your only one. Type two of these numbers.\n" in output.partition("Undone: ")[2]
    )
    assert "To play, type two of the numbers from 1 to 5, or a move in words.\n" in output


def test_the_scores_so_far_are_told_when_a_match_is_left() -> None:
    scored = sit_at(GAME, state(scores=(3, 0, 4)), persons=(0, 0, 0))
    assert "You left the game.\nThe scores so far: Ann 3, Bob 0, Cleo 4.\n" in output_of(scored, "quit")
    assert "The scores so far" not in output_of(sit_at(GAME, state(), persons=(0, 0, 0)), "quit")


def test_a_single_chard_to_send_is_listed_by_its_name_and_effect() -> None:
    output = output_of(sends_two(), "1 1", "quit")
    assert "\nSend one Chard to Cleo.\n7 moves: 1 Hollow: no use to you; 2 Partial: your only one; " in output


def sends_two() -> Session:
    """Return a game in which Ann sends two of her Chards, of which she has five kinds, but only one Circle."""
    hands = ("H H H P P P F F F R R", "P F R G G G B B B C C", "G B C S S S S T T T T")
    return sit_at(GAME, state(hands, led="HRC", picked="H R C"), persons=(0, 0, 0))


def effect(session: Session, action: str) -> str:
    """Return what plain mode says that an action does."""
    return view_of(GAME).effect(session.look(session.turn), GAME.parse(action))


def test_the_table_says_how_the_round_ends_as_on_the_screen() -> None:
    ready = sit_at(GAME, state(PLAIN_HANDS, leader=A, turn=A))
    assert round_end(ready.look(A).state) == 'The round ends when a leader with a set says "Score".'
    assert round_end(ready.look(A).state) in output_of(ready, "", "look")
