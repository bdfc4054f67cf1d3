"""What players of Rummy-like know about each other's cards (RM-14, RM-15), and sampling hidden cards."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from cardtable.engine.cards import CHARDS, FACE_DOWN, TriCard, in_order, is_hidden, matches
from cardtable.engine.chance import Key
from cardtable.engine.game import Seat, start
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import MIDDLE, SEATS, Options, State
from cardtable.engine.games.rummy_like.scoring import points_of, sets_of
from cardtable.engine.games.rummy_like.trick import chain
from cardtable.engine.walk import turns
from cardtable.engine.zones import subtract
from tests.builders import chards, codes, play_randomly, tricards, validated
from tests.games.rummy_like_positions import (
    HANDS_WITHOUT_MATCH,
    LED,
    A,
    B,
    C,
    after,
    after_call,
    before_instant_win,
    ends,
    only_b_matches,
    start_state,
    state,
    visible_chards,
)


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


# Sampling hidden cards
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


VIEWERS = (None, A, B, C)
KEYS = range(12)


# What players remember
def test_rm_15_a_chard_played_alone_stays_known_after_it_returns() -> None:
    played = after(only_b_matches(), "discard HRS", "R")
    assert (visible_chards(played, A, B), visible_chards(played, C, B)) == ("H", "")
    taken_back = after(played, "discard FRC")
    assert (visible_chards(taken_back, A, B), visible_chards(taken_back, C, B)) == ("H H R", "C")


def test_rm_15_a_chard_returned_at_the_end_of_the_round_stays_known() -> None:
    """Here the second bust ends the match, and the Chards played return to their hands."""
    position = state(
        ("P P P P F F F F G G G B", "H H H H R R R R C C C C", "G B B B S S S S T T T T"),
        ("", "PBC PBS PBT", ""),
        led="HRC", leader=B, turn=B, bust=[A], known={(A, B): "H H R"}, scores=(0, 20, 0),
    )  # fmt: skip
    over = after(position, "R", "bust")
    assert GAME.outcome(over) is not None
    assert codes(over.known[A][B]) == "H H R"


def test_rm_15_a_chard_that_others_picked_up_is_no_longer_known() -> None:
    picked_up = after(state(led="HRC", known={(A, B): "H G"}), "H", "C", "C")
    assert visible_chards(picked_up, A, B) == codes(picked_up.known[A][B]) == "G"


def test_rm_15_determinize_leaves_known_chards_in_the_hand_or_on_the_table() -> None:
    """Chards that a player knows another to hold are still there when the trick ends."""
    played = after(only_b_matches(), "discard HRS", "R")
    seen = GAME.view(played, A)
    truths = [validated(GAME, GAME.determinize(seen, A, Key(key))) for key in range(300)]
    for again in truths:
        assert not subtract(chards("H H R"), (*again.chards[B], again.played[B]))
    assert {str(again.played[B]) for again in truths} == {"Hollow", "Red", "Circle"}


# Views at the end
@pytest.mark.parametrize("name", ends())
def test_determinize_keeps_the_result_of_a_finished_match(name: str) -> None:
    over = ends()[name]
    outcome = GAME.outcome(over)
    assert outcome is not None
    for viewer in VIEWERS:
        seen = GAME.view(over, viewer)
        for key in KEYS:
            again = validated(GAME, GAME.determinize(seen, viewer, Key(key)))
            assert GAME.view(again, viewer) == seen
            assert GAME.outcome(again) == outcome
            assert over.at_once is not None or scoring(again) == scoring(over)


def scoring(position: State) -> list[int]:
    """Return the points of each hand."""
    return [points_of(*each) for each in zip(position.tricards, map(sets_of, position.chards), strict=True)]


def test_rm_8_determinize_leaves_the_instant_winner_their_sets() -> None:
    over = after(before_instant_win(), "send C")
    for viewer in VIEWERS:
        seen = GAME.view(over, viewer)
        assert codes(seen.chards[A]) == "H H H H R R R R C C C C"
        assert codes(seen.tricards[A]) == ("HRC FGS FBS" if viewer == A else "HRC ? ?")
        for key in KEYS:
            again = GAME.determinize(seen, viewer, Key(key))
            assert again.chards[A] == over.chards[A]
            assert tricards("HRC")[0] in again.tricards[A]
    others = [GAME.determinize(GAME.view(over, None), None, Key(key)).tricards[A] for key in range(30)]
    assert len(set(others)) > 10


def test_rm_6_cards_shown_at_the_end_of_the_match_stay_visible() -> None:
    """They are the TriCards and the sets that score; the other Chards stay hidden."""
    over = after_call((8, 5, 3))
    seen = GAME.view(over, None)
    assert seen.tricards == over.tricards
    assert [codes(card for card in hand if not is_hidden(card)) for hand in seen.chards] == [
        "H H H H", "B B B B", "T T T T",
    ]  # fmt: skip
    bust = GAME.view(ends()["bust"], None)
    assert [hand.count(FACE_DOWN) for hand in bust.chards] == [12, 8, 12]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_determinize_gives_the_same_for_a_state_and_its_view(viewer: Seat | None) -> None:
    """A caller that passes the true state by mistake learns no more than from the view."""
    for position in (only_b_matches(), after(only_b_matches(), "discard HRS", "R"), *ends().values()):
        seen = GAME.view(position, viewer)
        assert GAME.determinize(position, viewer, Key(3)) == GAME.determinize(seen, viewer, Key(3))
