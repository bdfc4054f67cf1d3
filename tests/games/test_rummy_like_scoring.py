"""Scoring, instant wins, and the end of a round and of the match in Rummy-like (RM-6 to RM-13)."""

from __future__ import annotations

import pytest

from cardtable.engine.cards import CHARDS, Chard, TriCard
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import SEATS, Call, Dealt, Draw, Options, Scored, State, WonAtOnce
from cardtable.engine.games.rummy_like.rules import end_if_won_at_once
from cardtable.engine.games.rummy_like.scoring import instant_win, match_winner, points_of, sets_of
from cardtable.engine.games.rummy_like.texts import PRESETS
from tests.builders import chards, tricards
from tests.games.rummy_like_positions import (
    PLAIN_HANDS,
    A,
    B,
    C,
    after,
    after_call,
    before_instant_win,
    choices,
    events_of,
    refusal,
    start_state,
    state,
)


# Scoring
def test_rm_6_a_call_needs_a_set_of_four() -> None:
    position = state(leader=C, turn=C)
    assert choices(position) == ["draw", "score"]
    assert refusal(state(), "score") == 'You need all four Chards of a kind to say "Score" (RM-6).'
    assert refusal(after(position, "draw"), "score").startswith('You can say "Score" only when')


def test_rm_6_each_set_scores_once_for_each_matching_tricard() -> None:
    assert points_of(tricards("FRC FGS FBT"), Chard("filled").mask) == 3
    assert points_of(tricards("HRC PGC"), Chard("hollow").mask) == 1
    assert points_of(tricards("PBC HBS"), Chard("blue").mask | Chard("circle").mask) == 3
    assert points_of(tricards("PBC HBS"), 0) == 0
    assert sets_of(chards("H H H H R R R C C C C T")) == Chard("hollow").mask | Chard("circle").mask


def test_rm_6_every_player_scores() -> None:
    position = state(
        ("H H H H P P P F F R R R", "F F B B B B G G G C C P", "G R C C S S S S T T T T"),
        ("HGS HRS FRC", "PBC PBS HBT", "FRT FGT PGC"),
        scores=(1, 2, 3),
    )
    called, scored, dealt_anew = events_of(position, "score")
    assert scored == Scored(
        A,
        "called",
        tuple(tricards(each) for each in ("HRS HGS FRC", "HBT PBC PBS", "PGC FRT FGT")),
        (chards("H"), chards("B"), chards("T")),
        (2, 3, 2),
        (3, 5, 5),
    )
    assert isinstance(dealt_anew, Dealt)
    assert called.seat == A


def test_rm_6_a_set_without_a_tricard_allows_a_call_but_is_not_shown() -> None:
    position = state(
        ("H H H H P P P F F R R R", "F F B B B B G G G C C P", "G R C C S S S S T T T T"),
        ("PGS FRS FRC", "PBC PBS HBT", "FRT FGT PGC"),
    )
    scored = events_of(position, "score")[1]
    assert isinstance(scored, Scored)
    assert (scored.sets[A], scored.gains[A]) == ((), 0)


# The match
def test_rm_7_ten_points_win_and_the_highest_of_several() -> None:
    over = after_call((8, 5, 3))
    outcome = GAME.outcome(over)
    assert outcome is not None
    assert (outcome.points, outcome.winners, outcome.margin, outcome.ruling) == ((10, 8, 5), (A,), 2, "RM-7")
    higher = GAME.outcome(after_call((8, 8, 3)))
    assert higher is not None
    assert higher.winners == (B,)
    assert GAME.outcome(after_call((7, 6, 7))) is None


def test_rm_7_after_a_tie_all_players_play_on() -> None:
    tied = after_call((9, 8, 3))
    assert tied.scores == (11, 11, 5)
    assert (GAME.outcome(tied), tied.round, tied.turn) == (None, 2, B)
    assert match_winner(tied._replace(scores=(11, 11, 12))) == C  # the third player may overtake both
    assert match_winner(tied._replace(scores=(11, 11, 10))) is None


def test_rm_7_the_target_is_an_option() -> None:
    assert GAME.outcome(after_call((0, 0, 0), target=3)) is not None
    assert GAME.outcome(after_call((8, 5, 3), target=100)) is None
    for wrong in (-1, 101):
        assert GAME.validate_options(Options(target=wrong), SEATS)


# Instant wins
def test_rm_8_three_sets_of_one_tricard_win_instantly_after_passing() -> None:
    position = before_instant_win(scores=(0, 9, 0))
    over = after(position, "send C")
    assert events_of(position, "send C")[-1] == WonAtOnce(A, TriCard("hollow-red-circle"))
    outcome = GAME.outcome(over)
    assert outcome is not None
    assert (outcome.winners, outcome.points, outcome.margin, outcome.ruling) == ((A,), (0, 9, 0), 0, "RM-8")
    assert GAME.legal(over) == ()
    assert refusal(over, "draw") == "The match is over (RM-8)."


def test_rm_8_the_sets_must_belong_to_one_tricard() -> None:
    position = before_instant_win()
    other = position._replace(tricards=(position.tricards[B], position.tricards[A], ()))
    assert GAME.outcome(after(other, "send C")) is None


def test_rm_8_an_instant_win_is_checked_after_the_deal() -> None:
    lucky = before_instant_win()._replace(
        phase="draw", led=None, picked=(), sat_out=(False,) * 3, leader=A, turn=A,
        chards=tuple(map(chards, ("H H H H R R R R C C C C", "P P P F F F F G G G B B", "P G B B S S S S T T T T"))),
    )  # fmt: skip
    assert end_if_won_at_once(lucky, None).at_once == A
    assert "A player has won instantly, so the match must be over (RM-8)." in GAME.validate_state(lucky)


def test_rm_8_of_two_instant_wins_the_one_nearer_to_the_leader_counts() -> None:
    both = (chards("H H H H R R R R C C C C"), chards("P P P P G G G G S S S S"), chards("F F F F B B B B T T T T"))
    own = (tricards("HRC FGS FBS"), tricards("PGS PBS PBT"), tricards("FRC HRS HGC"))
    for leader, winner in ((A, A), (B, B), (C, A)):
        position = state()._replace(chards=both, tricards=own, leader=leader)
        win = instant_win(position)
        assert win is not None
        assert win.seat == winner


# The next round
def test_rm_9_the_player_after_the_caller_leads_the_next_round() -> None:
    for leader in range(SEATS):
        hands = tuple(PLAIN_HANDS[(seat - leader - 1) % SEATS] for seat in range(SEATS))
        following = after(state(hands, leader=leader, turn=leader, number=4), "score")
        assert (following.turn, following.round) == ((leader + 1) % SEATS, 5)
        assert following.chards != state(hands).chards
    assert len({after(state(leader=C, turn=C, key=key), "score").chards for key in range(1, 9)}) == 8


def test_rm_9_the_first_leader_is_drawn_or_chosen() -> None:
    assert {start_state(code).turn for code in range(20)} == {A, B, C}
    for first in (1, 2, 3):
        assert {start_state(code, first=first).turn for code in range(5)} == {first - 1}
    assert GAME.validate_options(Options(first=4), SEATS)


def test_rm_10_when_a_second_player_goes_bust_the_round_is_scored_immediately() -> None:
    position = state(
        ("P P P P F F F F G G G B", "H H R R R G B B B C C C", "S S S S T T T T H R C"),
        ("", "", "FRC FGS FBS"),
        led="HRT", bust=[B], played=("", "", "H"), leader=C, turn=A, scores=(4, 0, 1),
    )  # fmt: skip
    events = events_of(position, "bust")
    scored = events[1]
    assert isinstance(scored, Scored)
    assert (scored.cause, scored.seat) == ("bust", C)
    assert scored.gains == (0, 0, 2)  # the Hollow returned, and the Squares score for two TriCards
    following = after(position, "bust")
    assert (following.round, following.turn, following.scores) == (2, A, (0, 0, 3))


def test_rm_10_the_chards_played_return_to_the_hands() -> None:
    position = state(
        ("P P P P F F F F G G G B", "S R R R G B B B C C C T", "H H H S S S T T T R C"),
        ("", "", "HRC HGS FBS"),
        led="HRT", bust=[B], played=("", "", "H"), leader=C, turn=A,
    )  # fmt: skip
    scored = events_of(position, "bust")[1]
    assert isinstance(scored, Scored)
    assert scored.sets[C] == chards("H")
    assert scored.gains[C] == 2


def test_rm_11_a_chard_has_one_characteristic() -> None:
    assert all(len(card.characteristics) == 1 for card in CHARDS)
    with pytest.raises(ValueError, match="no Chard"):
        GAME.parse("green-circle")


# Rounds that end without a call
def short_deck(reshuffled: bool, deck: str = "HRS FGT") -> State:
    """Return a state in which B sends C the last Chard of a trick, and only these TriCards are left in the deck."""
    return state(
        ("H H H P P P P R R R S S", "F F F G G G G B B C C", "H R B C C S S T T T T"),
        ("HRC FRC HGC", "PBC PBS PBT", "FBC FGS FBS"),
        led="FBT", picked="F B", turn=B, leader=B, sat_out=[A], deck=deck,
        reshuffled="HRT HGS HGT" if reshuffled else "",
    )  # fmt: skip


def test_rm_12_the_second_short_deck_of_a_round_scores_it() -> None:
    first, second = short_deck(False), short_deck(True)
    assert after(first, "send B").turn == C
    assert after(first, "send B").round == 1
    events = events_of(second, "send B")
    scored = events[1]
    assert isinstance(scored, Scored)
    assert (scored.cause, scored.seat) == ("deck", C)
    following = after(second, "send B")
    assert (following.round, following.turn) == (2, A)


def test_rm_12_three_tricards_in_the_deck_are_enough() -> None:
    enough = short_deck(True, "HRS FGT HRT")
    following = after(enough, "send B")
    assert (following.round, following.turn) == (1, C)


def test_rm_12_rounds_end_without_a_call() -> None:
    """If nobody calls, a round ends when the deck runs short for the second time."""
    for seed in range(8):
        state, key, tricks = start_state(seed), seed, 0
        while state.round == 1 and state.turn is not None:
            actions = [action for action in GAME.legal(state) if not isinstance(action, Call)]
            key = (key * 1103515245 + 12345) % 2**31
            tricks += isinstance(actions[0], Draw)
            state = GAME.apply(state, actions[key // 65536 % len(actions)]).state
        assert tricks <= 16 + 16 + 9


# Low targets
def test_rm_13_a_target_of_0_is_a_single_round() -> None:
    single = GAME.outcome(after_call((0, 0, 0), target=0))
    assert single is not None
    assert (single.winners, single.points, single.margin, single.ruling) == ((B,), (2, 3, 2), 1, "RM-13")
    assert GAME.outcome(after_call((0, 0, 1), target=0)) is None  # a tie: another round
    assert PRESETS[1].options == Options(target=0)


def test_rm_13_a_target_of_1_needs_one_point() -> None:
    nothing = state(
        ("H H H H P P P F F R R R", "F F B B B B G G G C C P", "G R C C S S S S T T T T"),
        ("PGS FRS FRT", "PGC PRS FRC", "FGC FBC PRC"),
        options=Options(target=1),
    )
    assert GAME.outcome(after(nothing, "score")) is None
    assert match_winner(nothing) is None
    assert match_winner(nothing._replace(scores=(1, 0, 0))) == A
