"""The deal and the tricks of Rummy-like (RM-1 to RM-5, RM-16)."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import Any

from cardtable.engine.cards import CHARDS, TRICARDS, Chard, TriCard
from cardtable.engine.chance import Key
from cardtable.engine.game import start
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import (
    HAND_SIZE,
    SEATS,
    Dealt,
    Discard,
    Discarded,
    Lead,
    Options,
    Reshuffled,
    ReturnedToHand,
    Scored,
    Send,
    State,
    WentBust,
)
from cardtable.engine.games.rummy_like.trick import chain
from tests.builders import codes, play_randomly
from tests.games.rummy_like_positions import (
    HANDS_WITHOUT_MATCH,
    LED,
    PLAIN_TRICARDS,
    A,
    B,
    C,
    after,
    choices,
    events_of,
    hand,
    refusal,
    start_state,
    state,
    top_of_deck,
)


# The deal
def test_the_game_is_for_three() -> None:
    assert list(GAME.seats) == [SEATS]
    assert start(GAME, Options(), SEATS, Key(1)).state.turn in range(SEATS)
    assert top_of_deck(start_state(1)) != top_of_deck(start_state(2))
    for key in range(6):
        opening = start(GAME, Options(), SEATS, Key(key))
        assert opening.events[0] == Dealt(opening.state.turn or A, 1)


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
