"""A test for each ruling of Rummy-like, then for its views, previews, words and validation."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb
from typing import Any

import pytest

from cardtable.engine.cards import CHARDS, FACE_DOWN, TRICARDS, Chard, TriCard, in_order, is_hidden, matches
from cardtable.engine.chance import Key
from cardtable.engine.game import reveals, seen_by, start
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.explain import consequence
from cardtable.engine.games.rummy_like.model import (
    HAND_SIZE,
    MIDDLE,
    SEATS,
    Call,
    Dealt,
    Discard,
    Discarded,
    Draw,
    Drew,
    GoBust,
    Lead,
    Led,
    Options,
    PickedUp,
    Play,
    Played,
    Reshuffled,
    ReturnedToHand,
    Scored,
    Send,
    Sent,
    State,
    WentBust,
    WonAtOnce,
)
from cardtable.engine.games.rummy_like.rules import end_if_won_at_once
from cardtable.engine.games.rummy_like.scoring import instant_win, match_winner, points_of, sets_of
from cardtable.engine.games.rummy_like.trick import chain
from cardtable.engine.games.rummy_like.words import PRESETS
from cardtable.engine.walk import turns
from cardtable.engine.zones import subtract
from tests.builders import chards, codes, play_randomly, tricards
from tests.games.rummy_like_positions import (
    PLAIN_HANDS,
    PLAIN_TRICARDS,
    A,
    B,
    C,
    after,
    after_call,
    before_instant_win,
    choices,
    events_of,
    hand,
    refusal,
    start_state,
    state,
    top_of_deck,
    visible_chards,
)

LED = state(led="HRC")
"""A can match with Hollow and Red, B with all three, and C only with Circles."""
HANDS_WITHOUT_MATCH = ("P P P P F F F F G G G B", "H H R R R G B B B C C C", "H H R C S S S S T T T T")
"""A can't match Hollow-Red-Circle."""


# The deal
def test_rm_1_twelve_chards_and_three_tricards_each() -> None:
    for code in range(20):
        opening = start_state(code)
        assert [len(each) for each in opening.chards] == [HAND_SIZE] * SEATS
        assert [len(each) for each in opening.tricards] == [3] * SEATS
        assert len(opening.deck) == 18
        assert Counter(card for each in opening.chards for card in each) == Counter(CHARDS)
        assert {*opening.deck, *(card for each in opening.tricards for card in each)} == set(TRICARDS)


def test_rm_1_each_player_has_twelve_chards_after_every_trick() -> None:
    for _, before, _, _ in play_randomly(GAME, start_state(3), 3):
        if before.led is None:
            assert [len(each) for each in before.chards] == [HAND_SIZE] * SEATS


# Leading
def test_rm_2_three_are_drawn_one_is_led_and_two_go_under_the_deck() -> None:
    position = state(deck="HGS HBC FRT 3")
    drawn = after(position, "draw")
    assert codes(drawn.drawn) == "HGS HBC FRT"
    assert choices(drawn) == ["lead Hollow-Green-Square", "lead Hollow-Blue-Circle", "lead Filled-Red-Triangle"]
    led = after(drawn, "lead HBC")
    assert led.led is TriCard("hollow-blue-circle")
    assert codes(led.deck[-2:]) == "HGS FRT"
    assert led.deck[:3] == position.deck[3:]
    assert len(led.deck) == 5


def test_rm_2_face_up_tricards_are_shuffled_under_a_short_deck() -> None:
    position = state(deck="HGS HBC", discards="PGS")
    open_cards = {*position.led_pile, *position.discards}
    events = events_of(position, "draw")
    assert events[0] == Reshuffled(A, len(open_cards))
    drawn = after(position, "draw")
    assert codes(drawn.drawn[:2]) == "HGS HBC"
    assert {drawn.drawn[2], *drawn.deck} == open_cards
    assert (drawn.led_pile, drawn.discards) == ((), ())
    assert len({after(position._replace(key=Key(key)), "draw").deck for key in range(1, 9)}) == 8
    assert drawn.key != position.key  # the next shuffle uses a new key


def test_rm_2_a_deck_of_three_is_not_shuffled() -> None:
    drawn = after(state(deck="HGS HBC FRT"), "draw")
    assert not drawn.deck
    assert not drawn.reshuffled


# Playing
def test_rm_3_a_leader_may_lead_a_tricard_they_cannot_match() -> None:
    position = state(HANDS_WITHOUT_MATCH, drawn="HRC HGT HRT")
    led = after(position, "lead HRC")
    assert choices(led) == [f"discard {card}" for card in position.tricards[A]]


def test_rm_3_the_leader_plays_first_then_the_others_clockwise() -> None:
    position = state(leader=B, turn=B, drawn="HRT FRT PGC")
    led = after(position, "lead HRT")
    assert led.turn == B
    assert after(led, "H").turn == C
    assert after(led, "H", "T").turn == A
    assert after(led, "H", "T", "R").turn == B


def test_rm_3_a_chard_must_match_and_two_copies_are_one_action() -> None:
    assert choices(LED) == ["Hollow", "Red"]
    assert refusal(LED, "P") == "Partial doesn't match Hollow-Red-Circle (RM-3)."
    assert refusal(LED, "C") == "You don't have Circle."


def test_rm_3_chards_played_stay_hidden_until_they_are_picked_up() -> None:
    played = after(LED, "H", "C")
    for viewer in (None, A, C):
        assert codes((GAME.view(played, viewer).played[B],)) == "?"
    assert GAME.view(played, B).played[B] is Chard("circle")
    picked = after(played, "C")
    assert codes(GAME.view(picked, A).picked) == "H C C"
    assert codes(GAME.view(picked, None).picked) == "? ? ?"
    assert codes(GAME.view(picked, B).picked) == "C ? ?"  # B's own Chard


def test_rm_16_the_chards_played_are_mixed_before_they_are_picked_up() -> None:
    one = state(led="HRC", played=("H", "R", ""), turn=C)
    other = state(led="HRC", played=("R", "H", ""), turn=C)
    for position in (one, other):
        seen = GAME.view(after(position, "C"), A)
        assert codes(seen.picked) == "H R C"
        assert not any(seen.played)


# Players who can't match
def test_rm_4_a_player_who_cannot_match_discards_any_tricard() -> None:
    position = state(HANDS_WITHOUT_MATCH, led="HRC")
    assert choices(position) == [
        "discard Hollow-Red-Square",
        "discard Hollow-Green-Circle",
        "discard Hollow-Blue-Square",
    ]
    discarded = after(position, "discard HGC")
    assert codes(discarded.discards) == "HGC"
    assert codes(discarded.tricards[A]) == "HRS HBS"
    assert events_of(position, "discard HGC") == (Discarded(A, TriCard.parse("HGC")),)
    picked = after(discarded, "H", "H")
    assert (picked.turn, codes(picked.picked)) == (B, "H H")
    assert hand(after(picked, "send H"), A) == hand(position, A)


def test_rm_4_a_player_who_can_match_may_not_discard() -> None:
    assert refusal(LED, "discard HRS") == "Hollow matches Hollow-Red-Circle, so you must play a Chard (RM-4)."
    assert refusal(LED, "bust") == "Hollow matches Hollow-Red-Circle, so you must play a Chard (RM-4)."


def bust_next(**more: Any) -> State:
    """Return a state in which A can't match and has no TriCard left."""
    return state(HANDS_WITHOUT_MATCH, ("", *PLAIN_TRICARDS[1:]), led="HRT", **more)


def test_rm_4_a_player_without_a_tricard_goes_bust_and_loses_all_points() -> None:
    position = bust_next(scores=(7, 3, 2))
    assert choices(position) == ["bust"]
    assert events_of(position, "bust") == (WentBust(A),)
    broke = after(position, "bust")
    assert (broke.scores, broke.bust, broke.turn) == ((0, 3, 2), (True, False, False), B)
    assert broke.sat_out == (True, False, False)


def test_rm_4_a_player_with_a_tricard_cannot_go_bust() -> None:
    position = state(HANDS_WITHOUT_MATCH, led="HRT")
    assert refusal(position, "bust") == "You still have a TriCard to discard (RM-4)."


def test_rm_4_a_bust_player_neither_plays_nor_leads_nor_scores() -> None:
    broke = after(bust_next(), "bust", "H", "H", "send H")
    assert (broke.turn, broke.leader) == (B, B)
    following = after(broke, "draw")
    following = after(following, Lead(following.drawn[0]))
    assert chain(following) == (B, C)
    back = state(HANDS_WITHOUT_MATCH, ("", *PLAIN_TRICARDS[1:]), bust=[A], leader=C, turn=C)
    scored = next(event for event in events_of(back, "score") if isinstance(event, Scored))
    assert scored.gains[A] == 0
    assert scored.tricards[A] == ()
    again = after(back, "score")
    assert again.bust == (False, False, False)  # A takes part again


def test_rm_4_a_bust_player_is_skipped_as_leader() -> None:
    position = state(led="HGT", bust=[B], own=(PLAIN_TRICARDS[0], "", PLAIN_TRICARDS[2]), played=("H", "", ""), turn=C)
    assert after(position, "T", "send H").turn == C


# Passing
def test_rm_5_three_in_the_chain_send_two_and_one() -> None:
    picked = after(LED, "H", "C", "C")
    assert (picked.turn, codes(picked.picked)) == (A, "H C C")
    first = after(picked, "send H C")
    assert (first.turn, codes(first.picked), len(first.chards[A])) == (B, "H C", HAND_SIZE)
    result = after(first, "send C")
    assert [len(each) for each in result.chards] == [HAND_SIZE] * SEATS
    assert (result.turn, result.picked, result.led) == (B, (), None)


def test_rm_5_any_chards_in_hand_may_be_sent() -> None:
    picked = after(LED, "H", "C", "C")
    held = Counter(picked.chards[A] + picked.picked)
    expected = {(one, other) for one in held for other in held if one.order <= other.order}
    expected -= {(one, one) for one, count in held.items() if count < 2}
    assert {action.cards for action in GAME.legal(picked) if isinstance(action, Send)} == expected


def test_rm_5_there_are_at_most_45_choices_of_two_chards_to_send() -> None:
    most = 0
    for seed in range(6):
        for _, before, _, _ in play_randomly(GAME, start_state(seed, target=0), seed):
            most = max(most, len(GAME.legal(before)))
    assert 30 < most <= comb(9, 2) + 9


def test_rm_5_two_in_the_chain_send_one() -> None:
    position = state(HANDS_WITHOUT_MATCH, led="HRC", leader=A)
    picked = after(position, Discard(position.tricards[A][0]), "R", "H")
    assert (picked.turn, codes(picked.picked)) == (B, "H R")
    assert refusal(picked, "send H R") == "Send 1 Chard, not 2 (RM-5)."
    result = after(picked, "send G")
    assert "G" in hand(result, C)
    assert result.turn == B


def test_rm_5_a_chard_played_alone_returns_to_the_hand() -> None:
    position = state(
        ("H H H H R R R R C C C C", "P P P P F F F F G G G G", "B B B B S S S S T T T T"),
        ("FGS FBS FBT", "PBC PBS PBT", "FRC FGC HGC"),
        led="HRC",
    )
    alone = after(position, "H", "discard PBC")
    events = events_of(alone, "discard FRC")
    assert ReturnedToHand(A, Chard("hollow")) in events
    result = after(alone, "discard FRC")
    assert result.chards == position.chards
    assert result.turn == B


def test_rm_5_if_nobody_can_play_nothing_is_passed() -> None:
    """Here a bust player has every Chard that matches."""
    position = state(
        ("P P P P F F F F G G G G", "B B B B S S S S T T T T", "H H H H R R R R C C C C"),
        ("PGC PGS PGT", "PBC PBS PBT", ""), led="HRC", bust=[C], sat_out=[A], turn=B,
    )  # fmt: skip
    result = after(position, "discard PBC")
    assert (result.chards, result.turn, result.led) == (position.chards, B, None)


def test_rm_5_the_chain_starts_behind_a_leader_who_discarded() -> None:
    position = state(HANDS_WITHOUT_MATCH, led="HRC", sat_out=[A], played=("", "H", ""), turn=C)
    assert after(position, "H").turn == B


# Scoring
def test_rm_6_a_call_needs_a_set_of_four() -> None:
    position = state(leader=C, turn=C)
    assert choices(position) == ["draw", "score"]
    assert refusal(state(), "score") == 'You need all four Chards of a kind to say "Score" (RM-6).'
    assert refusal(after(position, "draw"), "score") == "Now lead one of the three TriCards you drew (RM-2)."


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
    assert "A player has already won at once, so the match must be over (RM-8)." in GAME.validate_state(lucky)


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


# Known TriCards
def test_rm_14_only_the_leader_knows_the_cards_put_under_the_deck() -> None:
    led = after(state(deck="HGS HBC FRT 3"), "draw", "lead HBC")
    assert codes(GAME.view(led, A).deck) == "? ? ? HGS FRT"
    assert codes(GAME.view(led, B).deck) == "? ? ? ? ?"
    assert codes(GAME.view(led, None).deck) == "? ? ? ? ?"


def test_rm_14_a_player_who_knows_a_tricard_follows_it_through_the_deck() -> None:
    position = state(deck="HGS HBC FRT", known_tricards={C: "HBC", B: "HGS"})
    drawn = after(position, "draw")
    assert codes(GAME.view(drawn, C).drawn) == "? HBC ?"
    assert codes(GAME.view(drawn, A).drawn) == "HGS HBC FRT"
    led = after(drawn, "lead FRT")
    assert codes(GAME.view(led, C).deck) == "? HBC"
    assert codes(GAME.view(led, B).deck) == "HGS ?"
    assert codes(GAME.view(led, A).deck) == "HGS HBC"


def test_rm_14_after_a_shuffle_players_know_which_tricards_are_in_the_deck_but_not_where() -> None:
    position = state(deck="HGS HBC", known_tricards={B: "HGS"})
    drawn = after(position, "draw")
    assert codes(GAME.view(drawn, B).drawn) == "HGS ? ?"
    assert set(codes(GAME.view(drawn, B).deck)) == {"?", " "}
    for key in range(30):
        again = GAME.determinize(GAME.view(drawn, B), B, Key(key))
        assert again.tricards[B] == drawn.tricards[B]
        assert set(again.deck) | {again.drawn[2]} == set(drawn.reshuffled)
        assert not {*again.tricards[A], *again.tricards[C], again.drawn[1]} & set(drawn.reshuffled)


# Known Chards
def test_rm_15_a_sender_knows_the_chards_sent() -> None:
    first = after(LED, "H", "C", "C", "send P C")
    assert codes(first.known[A][MIDDLE]) == "P C"
    assert codes(GAME.view(first, A).picked) == "P C"
    assert codes(GAME.view(first, C).picked) == "? ?"


def test_rm_15_chards_that_may_have_been_sent_on_are_no_longer_known() -> None:
    result = after(LED, "H", "C", "C", "send P F", "send G")
    assert visible_chards(result, A, B) == ""  # either of the two may have been sent on
    assert visible_chards(result, B, C) == "G"
    pair = after(LED, "H", "C", "C", "send P P", "send G")
    assert visible_chards(pair, A, B) == "P"  # one of two equal Chards is still there


def test_rm_15_players_know_that_their_own_chard_was_picked_up() -> None:
    result = after(LED, "H", "C", "C", "send P F")
    assert visible_chards(result, B, A) == "C"  # A sent B the P and F, so A kept the Circle
    assert visible_chards(result, C, A) == ""  # C didn't see what A sent


def test_rm_15_chards_that_may_have_been_played_are_no_longer_known() -> None:
    known = {(A, B): "G G B", (C, B): "P"}
    position = state(led="PGC", known=known, turn=B, played=("P", "", ""))
    for card in ("P", "G"):
        played = after(position, card)
        assert visible_chards(played, A, B) == "G B"  # one of the Greens may have been played
        assert visible_chards(played, C, B) == ""
    untouched = after(state(led="FRT", known=known, turn=B, played=("F", "", "")), "F")
    assert (visible_chards(untouched, A, B), visible_chards(untouched, C, B)) == ("G G B", "P")


def test_rm_15_everything_that_players_know_is_true() -> None:
    for seed in range(10):
        for _, before, _, step in play_randomly(GAME, start_state(seed, target=0), seed):
            for position in (before, step.state):
                for viewer in range(SEATS):
                    seen = GAME.view(position, viewer)
                    for owner in range(SEATS):
                        known = Counter(card for card in seen.chards[owner] if not is_hidden(card))
                        assert known <= Counter(position.chards[owner])
                        hidden = [is_hidden(card) for card in seen.chards[owner]]
                        assert hidden == sorted(hidden)  # known cards come first, so that their place shows nothing


def test_rm_15_players_who_sat_out_hold_no_matching_chard_until_the_trick_ends() -> None:
    position = state(HANDS_WITHOUT_MATCH, led="HRC", sat_out=[A], played=("", "H", ""), turn=C, discards="HBT")
    for viewer in (B, C, None):
        for key in range(20):
            again = GAME.determinize(GAME.view(position, viewer), viewer, Key(key))
            assert not any(matches(card, TriCard("hollow-red-circle")) for card in again.chards[A])
            played = again.played[B]
            assert played is not None
            assert matches(played, TriCard("hollow-red-circle"))


@pytest.mark.parametrize("sat_out", [(), (A,)])
def test_rm_15_determinize_samples_every_deal_uniformly(sat_out: tuple[int, ...]) -> None:
    """With only a few Chards unknown, every deal that the rules allow comes up equally often."""
    rounds = 1_500
    hands = ("P P P P F F F F G G G B", "H H R R R G B B B C C", "H R C C S S S S T T T T")
    if not sat_out:
        hands = ("P P P P F F F F G G H B", "G H R R R G B B B C C", "H R C C S S S S T T T T")
    position = state(
        hands, led="HRC", sat_out=sat_out, played=("", "H", ""), leader=A if sat_out else B,
        turn=C, known={(C, A): "P P P P F F F F G G", (C, B): "R R R B B B C C"},
    )  # fmt: skip
    seen = GAME.view(position, C)
    counts = Counter(
        (again.chards, again.played) for again in (GAME.determinize(seen, C, Key(key)) for key in range(rounds))
    )
    hidden = [card for zone in (position.chards[A][10:],) for card in zone]
    assert len(hidden) == 2
    deals = _possible_deals(seen, position)
    assert (position.chards, position.played) in counts  # the true deal is one of them
    assert counts.keys() == deals.keys()
    total = sum(deals.values())
    expected = {deal: rounds * weight / total for deal, weight in deals.items()}
    chi_square = sum((counts[deal] - mean) ** 2 / mean for deal, mean in expected.items())
    assert chi_square < 4 * len(deals) + 12


def _possible_deals(seen: State, truth: State) -> Counter[Any]:
    """Return every deal of the hidden Chards of A and B, each with the number of card orders that lead to it."""
    hidden = subtract(CHARDS, (card for zone in (*seen.chards, seen.played) for card in zone))
    a, b = (hand.count(FACE_DOWN) for hand in seen.chards[:2])
    of_a, of_b = (tuple(card for card in hand if not is_hidden(card)) for hand in seen.chards[:2])
    led, found = truth.led, Counter[Any]()
    assert led is not None
    for order in permutations(range(len(hidden))):
        cards = [hidden[at] for at in order]
        mine, others, played = cards[:a], cards[a : a + b], cards[a + b]
        if not matches(played, led) or (truth.sat_out[A] and any(matches(card, led) for card in mine)):
            continue
        if not subtract(seen.known[C][B], (*of_b, *others, played)):
            hands = (in_order((*of_a, *mine)), in_order((*of_b, *others)), truth.chards[C])
            found[hands, (None, played, None)] += 1
    return found


# Typed actions and explanations
def test_typed_actions_are_parsed() -> None:
    for text, action in {
        "draw": Draw(), "D": Draw(), "score": Call(), "call": Call(), "bust": GoBust(), "r": Play(Chard("red")),
        "red": Play(Chard("red")), "lead hrc": Lead(TriCard("hollow-red-circle")),
        "HRC": Lead(TriCard("hollow-red-circle")), "lead hollow red circle": Lead(TriCard("hollow-red-circle")),
        "discard hrc": Discard(TriCard("hollow-red-circle")), "send r": Send(chards("R")),
        "send t, p": Send(chards("P T")), "send partial and triangle": Send(chards("P T")),
    }.items():  # fmt: skip
        assert GAME.parse(text) == action


@pytest.mark.parametrize("text", ["", "send", "lead", "discard", "send r r r", "lead red", "send hrc", "r b", "lead x"])
def test_invalid_text_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
        GAME.parse(text)


def test_an_action_of_another_phase_is_refused_with_what_to_do_now() -> None:
    assert refusal(state(), "lead HBT") == "Draw three TriCards first (RM-2)."
    drawn = state(drawn="HGS HBC FRT")
    assert refusal(drawn, "draw") == "Now lead one of the three TriCards you drew (RM-2)."
    assert refusal(drawn, "lead PGS") == "Partial-Green-Square isn't one of the three TriCards you drew (RM-2)."
    assert refusal(LED, "draw") == "Hollow-Red-Circle was led: play a Chard that matches it (RM-3)."
    picked = after(LED, "H", "C", "C")
    assert refusal(picked, "draw") == "Now choose Chards to send (RM-5)."
    assert refusal(picked, "send H") == "Send 2 Chards, not 1 (RM-5)."
    assert refusal(picked, "send H S") == "You don't have Square."
    assert refusal(picked, Send(chards("P H"))) == "Name the Chards in deck order (RM-5)."


def test_explanations_of_sending_name_the_consequences() -> None:
    picked = after(LED, "H", "H", "C")
    assert codes(picked.picked) == "H H C"
    assert consequence(picked, chards("P F")) == "this keeps your four Hollows"
    assert consequence(picked, chards("H P")) == "this breaks up your four Hollows"
    assert consequence(after(LED, "H", "C", "C"), chards("H P")) == "no four is broken up"
    assert GAME.explain(picked, Send(chards("H P"))) == "Send 2 Chards; this breaks up your four Hollows (RM-5)."


def test_explanations_of_the_phases() -> None:
    assert GAME.explain(LED, Play(Chard("hollow"))) == "Hollow matches Hollow-Red-Circle (RM-3)."
    caller = state(leader=C, turn=C)
    assert (
        GAME.explain(caller, Call()) == "You have a set of four, so you can score the round: 2 points for you (RM-6)."
    )
    own = state(drawn="HGS HBC FBS", own=(PLAIN_TRICARDS[0], PLAIN_TRICARDS[1], "FRC FGS FGT"))
    lead = GAME.explain(own, Lead(TriCard("hollow-green-square")))
    assert lead == "You can match this TriCard with Hollow (RM-2)."


# Previews and revealing actions
def test_drawing_reveals_cards_but_leading_and_playing_do_not() -> None:
    position = state(deck="HGS HBC FRT")
    draw = events_of(position, "draw")
    assert reveals(GAME, position, Draw(), draw)
    assert GAME.preview(GAME.view(position, A), Draw()) == (Drew(A, (FACE_DOWN,) * 3),)  # type: ignore[arg-type]  # on purpose
    drawn = after(position, "draw")
    lead = Lead(TriCard("hollow-blue-circle"))
    assert not reveals(GAME, drawn, lead, events_of(drawn, lead))
    assert GAME.preview(GAME.view(drawn, A), lead) == (Led(A, lead.card, tricards("HGS FRT")),)
    assert not reveals(GAME, LED, Play(Chard("hollow")), events_of(LED, "H"))


def test_the_last_chard_played_reveals_nothing_to_its_player() -> None:
    position = state(led="HRC", played=("H", "R", ""), turn=C)
    events = events_of(position, "C")
    assert events == (Played(C, Chard("circle")), PickedUp(A, chards("H R C")))
    assert GAME.preview(GAME.view(position, C), Play(Chard("circle"))) == tuple(seen_by(each, C) for each in events)
    assert not reveals(GAME, position, Play(Chard("circle")), events)


def test_only_sender_and_receiver_see_the_chards_sent() -> None:
    picked = after(LED, "H", "C", "C")
    (sent,) = events_of(picked, "send P F")
    assert sent == Sent(A, chards("P F"), B)
    assert [seen_by(sent, seat) == sent for seat in (A, B, C, None)] == [True, True, False, False]
    assert GAME.describe(sent, ("Ann", "Bo", "Cy")) == "Ann sends 2 Chards to Bo: P F."
    assert GAME.describe(seen_by(sent, C), ("Ann", "Bo", "Cy")) == "Ann sends 2 Chards to Bo."


def test_a_preview_never_has_a_scoring() -> None:
    caller = state(leader=C, turn=C)
    assert [type(event).__name__ for event in GAME.preview(GAME.view(caller, C), Call())] == ["Called"]
    assert reveals(GAME, caller, Call(), events_of(caller, "score"))


def test_a_scoring_has_one_log_line() -> None:
    scored = events_of(state(leader=C, turn=C), "score")[1]
    assert (
        GAME.describe(scored, ("Ann", "Bo", "Cy"))
        == "Ann +0 with HRS HGC HBS (now 0); Bo +0 with PBC PBS PBT (now 0); "
        "Cy +2: four Squares on FGS FBS (now 2)."
    )


# Invalid states
@pytest.mark.parametrize(
    ("fault", "change"),
    [
        ("for 3 players", {"scores": (0, 0)}),
        ("for 3 players", {"leader": 3}),
        ("needs one mark", {"deck_marks": ()}),
        ("counted from 1", {"round": 0}),
        ("nobody has won it", {"turn": None, "phase": "over"}),
        ("already won at once", {"at_once": A}),
        ("leader can't be bust", {"turn": B}),
        ("Nobody can play before", {"sat_out": (True, False, False)}),
        ("deck order", {"chards": (state().chards[0][::-1], *state().chards[1:])}),
        ("twelve Chards", {"chards": (state().chards[0][1:], *state().chards[1:])}),
        ("bust player has none", {"bust": (False, True, False)}),
        ("knows it to be", {"known": (((), chards("S"), (), ()), ((),) * 4, ((),) * 4)}),
        ("one bit for each player", {"deck_marks": (99,) * 18}),
        ("been face up", {"deck_marks": (8,) * 18}),
        ("can't be in a hand", {"reshuffled": tricards("HRS")}),
    ],
)
def test_invalid_states_are_refused(fault: str, change: dict[str, Any]) -> None:
    assert any(fault in each for each in GAME.validate_state(state()._replace(**change))), GAME.validate_state(
        state()._replace(**change)
    )


@pytest.mark.parametrize(
    ("fault", "change"),
    [
        ("match the TriCard led", {"played": (None, Chard("square"), None)}),
        ("sat out", {"sat_out": (False, True, False)}),
        ("in turn must play", {"turn": B}),
        ("draw three TriCards and lead", {"drawn": tricards("HBT"), "drawn_marks": (1,)}),
        ("Only one player isn't bust", {"bust": (False, True, True)}),
        ("must fall by one", {"phase": "send", "picked": chards("H"), "turn": C}),
    ],
)
def test_invalid_tricks_are_refused(fault: str, change: dict[str, Any]) -> None:
    assert any(fault in each for each in GAME.validate_state(LED._replace(**change))), GAME.validate_state(
        LED._replace(**change)
    )


def test_the_game_is_for_three() -> None:
    assert list(GAME.seats) == [SEATS]
    assert start(GAME, Options(), SEATS, Key(1)).state.turn in range(SEATS)
    assert top_of_deck(start_state(1)) != top_of_deck(start_state(2))
    for key in range(6):
        opening = start(GAME, Options(), SEATS, Key(key))
        assert opening.events[0] == Dealt(opening.state.turn or A, 1)


def test_rm_5_determinize_keeps_the_matching_chards_of_the_first_in_the_chain() -> None:
    """The Chards picked up all matched the TriCard led, so the first player holds or has sent that many matches."""
    checked = 0
    for luck in range(4):
        for before, _, step in turns(GAME, start(GAME, Options(), 3, Key(luck)).state, Key(luck)):
            state, waiting = step.state, chain(before)
            if not state.picked or state.turn is None or state.led is None or state.turn == waiting[0]:
                continue
            for viewer in (waiting[-1], None):
                for key in range(4):
                    again = GAME.determinize(GAME.view(state, viewer), viewer, Key(key))
                    handled = (*again.picked, *again.chards[waiting[0]])
                    assert sum(matches(card, state.led) for card in handled) >= len(waiting)
                    checked += 1
    assert checked > 100
