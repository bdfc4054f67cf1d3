"""Set-up, the opening and validation in Clash (CL-1, CL-2)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cardtable.engine.cards import CHARDS, COMPLETES, Chard, Complete
from cardtable.engine.chance import DealCode, Key, shuffle
from cardtable.engine.game import Step
from cardtable.engine.game import start as begin
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import BOX, PILE_OF, Dealt, Hand, Options, Showed, State, cards_left, sort_hand
from cardtable.engine.games.clash.rules import certain_cards, draw_to_open, turn_up
from cardtable.engine.zones import subtract
from tests.builders import chards, codes, validated
from tests.games.clash_positions import CODE_WITH_SHOWN_HAND, after, cards, choices, refusal, start, state

# CL-1: the set-up


@pytest.mark.parametrize("code", range(20))
def test_cl_1_a_chard_of_each_category_starts_its_pile(code: int) -> None:
    opening = start(code=code)
    assert [len(pile) for pile in opening.piles] == [1, 1, 1, 0]
    assert [pile[0].characteristics[0].category for pile in opening.piles[:3]] == ["pattern", "colour", "shape"]
    assert all(isinstance(pile[0], Chard) for pile in opening.piles[:3])


def test_cl_1_each_player_has_thirty_cards_seven_of_them_in_hand() -> None:
    opening = start()
    assert [len(cards) for cards in opening.hands] == [7, 7]
    assert [len(cards) for cards in opening.draw_piles] == [23, 23]
    assert cards_left(opening) == (30, 30)


def test_cl_1_the_box_is_all_completes_and_all_chards() -> None:
    assert Counter(GAME.box(start())) == Counter(COMPLETES) + Counter(CHARDS)
    assert len(BOX) == 63


def test_cl_1_the_first_chard_of_each_category_that_is_turned_up_starts() -> None:
    """Each Chard starts its pile in about a third of 300 deals."""
    starters = Counter(pile[0] for code in range(300) for pile in start(code=code).piles[:3])
    assert len(starters) == 9
    assert all(70 < count < 130 for count in starters.values())


def test_cl_1_all_cards_except_the_starters_are_dealt() -> None:
    for key in range(50):
        starters, others, following = turn_up(Key(key))
        assert [PILE_OF[card] for card in starters] == [0, 1, 2]
        assert Counter((*starters, *others)) == Counter(BOX)
        assert following != key


def test_cl_1_hands_are_sorted_so_that_they_do_not_show_the_deal() -> None:
    for code in range(20):
        for held in start(code=code).hands:
            kinds = [isinstance(card, Complete) for card in held]
            assert kinds == sorted(kinds)
            assert held == sort_hand(held)


# CL-2: the opening


def test_cl_2_the_dealer_opens_with_one_complete_and_draws_one_card() -> None:
    opening = start(Options(first=1))
    assert GAME.turn(opening) == opening.dealer == 0
    assert choices(opening) == [str(card) for card in opening.hands[0] if isinstance(card, Complete)]
    result = after(opening, choices(opening)[0])
    assert (GAME.turn(result), result.played, result.passed) == (1, 0, False)
    assert [len(cards) for cards in result.hands] == [7, 7]
    assert [len(cards) for cards in result.draw_piles] == [22, 23]
    assert [len(pile) for pile in result.piles] == [1, 1, 1, 1]


@pytest.mark.parametrize("typed", ["end", "{} last", "{}"])
def test_cl_2_only_a_complete_opens(typed: str) -> None:
    opening = start()
    chard = next(card for card in opening.hands[opening.dealer] if isinstance(card, Chard))
    assert "CL-2" in refusal(opening, typed.format(chard))


def test_cl_2_any_complete_opens() -> None:
    for code in range(30):
        opening = start(code=code)
        held = [card for card in opening.hands[opening.dealer] if isinstance(card, Complete)]
        assert len(choices(opening)) == len(held) >= 1


def test_cl_2_a_dealer_without_a_complete_shows_the_hand_and_draws_another() -> None:
    dealt, *shows = _setup(CODE_WITH_SHOWN_HAND).events
    assert isinstance(dealt, Dealt)
    assert shows
    for show in shows:
        assert isinstance(show, Showed)
        assert show.seat == dealt.seat
        assert show.SECRET_FIELDS == (), "everyone sees it"
        assert len(show.cards) == 7
        assert all(isinstance(card, Chard) for card in show.cards)


def _setup(code: int) -> Step[State]:
    return begin(GAME, Options(), 2, DealCode(code).key())


def test_cl_2_a_shown_hand_is_shuffled_into_the_dealers_pile() -> None:
    opening, (_, show, *_) = _setup(CODE_WITH_SHOWN_HAND)
    assert isinstance(show, Showed)
    own = opening.hands[opening.dealer] + opening.draw_piles[opening.dealer]
    assert subtract(show.cards, own) == ()
    assert opening.shown == show.cards
    assert any(isinstance(card, Complete) for card in opening.hands[opening.dealer])


def test_cl_2_of_several_shown_hands_the_most_of_each_face_is_certain() -> None:
    assert codes(certain_cards([chards("H R R G"), chards("H H R B")])) == "H H R R G B"
    assert certain_cards([]) == ()


def test_cl_2_the_dealer_draws_until_there_is_a_complete() -> None:
    pile: Hand = (*chards("H H P P F F R"), *COMPLETES[:2], *chards("R G G"))
    for key in range(200):
        drawn, shows, following = draw_to_open(pile, Key(key))
        assert Counter(drawn) == Counter(pile)
        assert any(isinstance(card, Complete) for card in drawn[:7])
        assert shows[0] == pile[:7]
        assert not any(isinstance(card, Complete) for show in shows for card in show)
        assert following != key


def test_cl_2_a_hand_with_a_complete_is_kept() -> None:
    pile: Hand = (*chards("H H P P F F"), COMPLETES[0], *chards("R G G"))
    assert draw_to_open(pile, Key(5)) == (pile, [], Key(5))


def test_cl_2_the_deal_is_repeated_if_the_dealers_cards_have_no_complete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Here the first shuffle is replaced by sorting, so that the dealer gets only Chards."""
    packs = list[Hand]()

    def stacked(pack: Hand, key: Key) -> tuple[Hand, Key]:
        packs.append(pack)
        return (sort_hand(pack), key) if len(packs) == 1 else shuffle(pack, key)

    monkeypatch.setattr("cardtable.engine.games.clash.rules.shuffle", stacked)
    opening = validated(GAME, GAME.setup(Options(), 2, Key(1)).state)
    assert len(packs) >= 2
    assert any(isinstance(card, Complete) for card in opening.hands[opening.dealer])


# Positions


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"hands": ((), (), ())}, "for 2 players, not 3"),
        ({"draw_piles": ((), (), ())}, "two face-down piles"),
        ({"scores": (0,)}, "two scores"),
        ({"piles": (chards("H"), chards("R"), chards("C"))}, "four piles"),
        ({"turn": 2}, "two players"),
        ({"dealer": 5}, "two players"),
        ({"options": Options(target=101)}, "from 0 to 100"),
        ({"piles": (chards("R"), chards("H"), chards("C"), cards("FGS"))}, "CL-1"),
        ({"piles": ((), chards("R"), chards("C"), cards("FGS"))}, "CL-1"),
        ({"hands": (cards("R H"), cards("R G"))}, "isn't sorted"),
        ({"hands": (cards("H H P P R R G G"), cards("R G"))}, "CL-5"),
        ({"hands": (cards("H R"), cards("R")), "draw_piles": ((), cards("G"))}, "CL-5"),
        ({"hands": ((), cards("R G"))}, "CL-5"),
        ({"hands": (cards("H R"), ())}, "CL-6"),
        ({"hands": (cards("H R"), cards("G")), "draw_piles": (cards("B"), ()), "played": 0}, "CL-5"),
        ({"shown": chards("S")}, "CL-2"),
        ({"scores": (10, 0)}, "CL-8"),
        ({"scores": (-1, 0)}, "counted"),
        ({"round": 0}, "counted"),
        ({"played": -1}, "counted"),
        ({"turn": None}, "CL-8"),
        ({"piles": (chards("H"), chards("R"), chards("C"), ())}, "CL-2"),
    ],
)
def test_an_invalid_state_is_refused_with_the_reason(change: dict[str, Any], sentence: str) -> None:
    faults = GAME.validate_state(state()._replace(**change))
    assert any(sentence in fault for fault in faults), faults
    assert all(fault.endswith(".") for fault in faults)
