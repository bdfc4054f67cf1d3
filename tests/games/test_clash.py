"""A test for each ruling of Clash.  The worked examples of its source rules are in tests/examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from cardtable.engine.cards import CHARACTERISTICS, CHARDS, COMPLETES, Chard, Complete, face_down
from cardtable.engine.chance import DealCode, Key, shuffle
from cardtable.engine.game import BadOptions, Event, Seat, Step, play, reveals, seen_by
from cardtable.engine.game import start as begin
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.explain import find_fault
from cardtable.engine.games.clash.model import (
    BOX,
    COMPLETE_PILE,
    PILE_OF,
    Action,
    Dealt,
    Drew,
    EndTurn,
    Hand,
    Options,
    Passed,
    PlayChard,
    PlayComplete,
    Played,
    PlayLast,
    PlayPair,
    PlayThree,
    RoundEnded,
    Showed,
    State,
    cards_left,
    sort_hand,
)
from cardtable.engine.games.clash.rules import (
    certain_cards,
    draw_to_open,
    is_matched,
    three_plays,
    turn_up,
)
from cardtable.engine.zones import subtract
from tests.builders import chards, codes, play_randomly, validated
from tests.games.clash_positions import (
    after,
    cards,
    choices,
    events_of,
    hand,
    opened,
    refusal,
    showing,
    start,
    state,
)

NAMES = ("Ann", "Ben")
SINGLE = Options(target=0)
CODE_WITH_SHOWN_HAND = 55
"""A deal in which the dealer shows a hand (CL-2)."""


def outcome(position: State) -> Any:
    found = GAME.outcome(position)
    assert found is not None
    return found


def without_legal_plays(turns: int = 0, **more: Any) -> State:
    """Return a state whose seat to move holds only Completes that it can't play."""
    return state("H R C", "FBS", ("PRT PGC", "R G H"), passed=bool(turns), **more)


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


# CL-3: plays 1 to 5


@pytest.mark.parametrize(
    ("card", "top", "fits"),
    [
        ("HRC", "HRS", True),
        ("HRC", "HBC", True),
        ("HRC", "PRC", True),
        ("PBT", "PGS", False),
        ("HRC", "HGS", False),
        ("HRC", "FGS", False),
    ],
)
def test_cl_3_play_1_shares_exactly_two_characteristics_with_the_top_complete(card: str, top: str, fits: bool) -> None:
    position = state("P B T" if card != "PBT" else "H R C", top, (f"{card} R", "R G"))
    assert (str(cards(card)[0]) in choices(position)) == fits
    if fits:
        assert showing(after(position, card)).split()[-1] == card
    else:
        assert "CL-3" in refusal(position, card)


@pytest.mark.parametrize(("chard", "fits"), [("F", True), ("G", True), ("S", False), ("R", False), ("H", False)])
def test_cl_3_play_2_matches_the_top_complete_and_differs_from_the_top_chard(chard: str, fits: bool) -> None:
    position = state("H R S", "FGS", (f"{chard} B B", "R G"))
    name = str(cards(chard)[0])
    assert (name in choices(position)) == fits
    if fits:
        result = after(position, chard)
        assert chard in showing(result).split()[:3]
        assert GAME.turn(result) == 0
    else:
        assert "CL-3" in refusal(position, chard)


def test_cl_3_play_2_goes_on_top_of_its_category_pile() -> None:
    result = after(state("H R S", "FGC", ("F G C B", "R G")), "F", "G", "C")
    assert [codes(pile[:2]) for pile in result.piles[:3]] == ["F H", "G R", "C S"]


def test_cl_3_play_3_is_the_complete_of_the_three_top_chards() -> None:
    position = state("P R S", "HGT", ("PRS B", "R G"))
    assert choices(position)[0] == "Partial-Red-Square"
    assert is_matched(after(position, "PRS"))


def test_cl_3_play_4_allows_any_complete_if_all_four_piles_match() -> None:
    position = state("P R S", "PRS", ("HGT FBC PGT B", "R G"))
    assert is_matched(position)
    assert choices(position)[:3] == ["Hollow-Green-Triangle", "Partial-Green-Triangle", "Filled-Blue-Circle"]


def test_cl_3_play_4_allows_any_three_chards_of_different_categories() -> None:
    position = state("P R S", "PRS", ("H F B C T T", "R G"))
    threes = [action for action in GAME.legal(position) if isinstance(action, PlayThree)]
    assert [str(each) for each in threes] == [
        "Hollow + Blue + Circle",
        "Hollow + Blue + Triangle",
        "Filled + Blue + Circle",
        "Filled + Blue + Triangle",
    ]
    result = after(position, "F + B + T")
    assert showing(result) == "F B T PRS"
    assert hand(result, 0) == "H C T"
    assert (GAME.turn(result), result.played) == (0, 3)


def test_cl_3_play_4_needs_all_four_piles() -> None:
    position = state("P R T", "PRS", ("H B C HGC", "R G"))
    assert "match" in refusal(position, "H + B + C")
    assert "CL-3" in refusal(position, "HGC")


def test_cl_3_play_4_needs_a_chard_of_each_category() -> None:
    position = state("P R S", "PRS", ("H F B", "R G"))
    assert not any(isinstance(action, PlayThree) for action in GAME.legal(position))
    twice = PlayThree(Chard("hollow"), Chard("filled"), Chard("blue"))
    assert "a pattern, a colour and a shape (CL-3)" in refusal(position, twice)


def test_cl_3_play_5_plays_a_complete_and_the_chard_of_its_third_characteristic() -> None:
    position = state("F G S", "FRS", ("T FGT B", "R G"))
    assert "Triangle + Filled-Green-Triangle" in choices(position)
    result = after(position, "T + FGT")
    assert showing(result) == "F G T FGT"
    assert is_matched(result)
    assert result.played == 2
    assert GAME.turn(result) == 0


def test_cl_3_play_5_needs_exactly_two_matches_and_the_third_chard() -> None:
    position = state("F G S", "HRC", ("T S B FGT FGS PBT", "R G"))
    pairs = [str(action) for action in GAME.legal(position) if isinstance(action, PlayPair)]
    assert pairs == ["Triangle + Filled-Green-Triangle"]
    assert "must be Triangle (CL-3)" in refusal(position, "B + FGT")
    assert "exactly two (CL-3)" in refusal(position, "S + FGS")
    assert "exactly two (CL-3)" in refusal(position, "B + PBT")


def test_cl_3_play_5_does_not_depend_on_the_top_complete() -> None:
    for top in ("HRC", "PBC", "FRS", "FGS"):
        assert "Triangle + Filled-Green-Triangle" in choices(state("F G S", top, ("T FGT", "R G")))


def test_cl_3_plays_may_be_repeated_in_any_order() -> None:
    position = state("H R S", "FGC", ("F G HGC HBC HBT B C", "R G"), draw=(5, 5), played=0)
    result = after(position, "F", "HGC", "G", "HBC", "B", "HBT")
    assert (GAME.turn(result), result.played, hand(result, 0)) == (0, 6, "C")
    assert showing(result) == "F B S HBT"


def legal_by_the_page(position: State) -> set[str]:
    """Return the legal actions after the opening, computed from card names as the rules page describes them."""
    assert position.turn is not None
    held = [str(card).split("-") for card in position.hands[position.turn]]
    shows = [str(pile[0]) for pile in position.piles[:3]]
    top = str(position.piles[3][0]).split("-")
    kinds = [[str(each) for each in CHARACTERISTICS[at : at + 3]] for at in (0, 3, 6)]
    ones, triples = [each[0] for each in held if len(each) == 1], [each for each in held if len(each) == 3]
    open_ = {"end"} | {f"{one} last" for one in ones} | {one for one in ones if one in top and one not in shows}
    for three in triples:
        if len(set(three) & set(top)) == 2 or shows in (three, top):
            open_.add("-".join(three))
        if len(set(three) & set(shows)) == 2:
            (third,) = set(three) - set(shows)
            open_ |= {f"{third} + {'-'.join(three)}"} if third in ones else set()
    if top == shows:
        for some in combinations(ones, 3):
            order = [one for kind in kinds for one in some if one in kind]
            if all(one in kind for one, kind in zip(order, kinds, strict=True)):
                open_.add(" + ".join(order))
    return open_


@pytest.mark.parametrize("code", range(12))
def test_cl_3_the_legal_actions_are_those_of_the_rules_page(code: int) -> None:
    matched = 0
    for _, before, *_ in play_randomly(GAME, opened(Options(target=30), code=code), code):
        if before.piles[COMPLETE_PILE]:
            assert set(choices(before)) == legal_by_the_page(before)
            matched += is_matched(before)
    assert matched


# CL-4: play 6


@pytest.mark.parametrize("chard", ["H", "P", "F", "B", "T"])
def test_cl_4_any_chard_may_be_the_last_card(chard: str) -> None:
    position = state("H R S", "FGC", (f"{chard} PBT", "R G"), draw=(5, 5))
    result = after(position, f"{chard} last")
    assert chard in showing(result).split()
    assert GAME.turn(result) == 1
    assert len(result.hands[0]) == 6


def test_cl_4_a_complete_cannot_be_the_last_card() -> None:
    with pytest.raises(ValueError, match="no Chard"):
        GAME.parse("FGC last")
    strange: Any = PlayLast(cards("FGC")[0])  # type: ignore[arg-type]  # on purpose
    assert "isn't a Chard" in refusal(state("H R S", "FGT", ("FGC R", "R G")), strange)


def test_cl_4_the_last_card_ends_the_turn_even_with_an_empty_hand() -> None:
    result = after(state("H R S", "FGC", ("B", "R G"), draw=(5, 5), dealer=1), "B last")
    assert GAME.turn(result) == 1
    assert len(result.hands[0]) == 5


# CL-5: ending the turn, and drawing


def test_cl_5_a_turn_may_be_ended_at_any_point() -> None:
    position = state("H R S", "FGC", ("F G B B B B T", "R G"), draw=(9, 5), played=0)
    assert "end" in choices(position)
    result = after(position, "F", "end")
    assert (GAME.turn(result), result.played, result.passed) == (1, 0, False)
    assert len(result.hands[0]) == 7


def test_cl_5_a_player_may_pass_with_cards_to_play() -> None:
    result = after(state("H R S", "FGC", ("F G B", "R G"), played=0), "end")
    assert (GAME.turn(result), result.passed) == (1, True)
    assert hand(result, 0) == "F G B"


def test_cl_5_without_a_legal_play_a_player_must_pass() -> None:
    position = without_legal_plays()
    assert GAME.legal(position) == (EndTurn(),)
    assert "nothing to play" in GAME.explain(position, EndTurn())


@pytest.mark.parametrize(("pile", "size"), [(0, 4), (1, 5), (3, 7), (9, 7)])
def test_cl_5_the_hand_is_refilled_to_seven_as_far_as_the_pile_allows(pile: int, size: int) -> None:
    position = state("H R S", "FGC", ("F G B B B", "R G"), draw=(pile, 3))
    result = after(position, "B last")
    assert len(result.hands[0]) == size
    assert len(result.draw_piles[0]) == max(0, pile - 3)
    assert result.draw_piles[0] == position.draw_piles[0][size - 4 :]
    assert Counter(result.hands[0]) == Counter((*cards("F G B B"), *position.draw_piles[0][: size - 4]))


def test_cl_5_a_hand_emptied_by_plays_1_to_5_is_refilled_and_the_turn_continues() -> None:
    position = state("H R S", "FGC", ("F", "R G"), draw=(9, 3))
    played, drew = events_of(position, "F")
    assert isinstance(played, Played)
    assert isinstance(drew, Drew)
    assert drew.cards == sort_hand(position.draw_piles[0][:7])
    result = after(position, "F")
    assert (GAME.turn(result), len(result.hands[0]), len(result.draw_piles[0])) == (0, 7, 2)
    assert result.played == position.played + 1


def test_cl_5_a_hand_with_cards_is_not_refilled_during_the_turn() -> None:
    assert len(events_of(state("H R S", "FGC", ("F B", "R G"), draw=(9, 3)), "F")) == 1


# CL-6: the last card


@pytest.mark.parametrize(
    ("shows", "top", "last", "typed"),
    [
        ("H R S", "FGC", "FGS", "FGS"),
        ("H R S", "FGC", "F", "F"),
        ("P R S", "HGT", "PRS", "PRS"),
        ("P R S", "PRS", "HGT", "HGT"),
        ("P R S", "PRS", "H B C", "H + B + C"),
        ("F G S", "FRS", "T FGT", "T + FGT"),
        ("H R S", "FGC", "B", "B last"),
    ],
)
def test_cl_6_playing_the_last_card_wins_immediately_by_any_play(shows: str, top: str, last: str, typed: str) -> None:
    position = state(shows, top, (last, "R G"), draw=(0, 0), options=SINGLE, played=1)
    result = after(position, typed)
    assert GAME.turn(result) is None
    assert outcome(result).winners == (0,)
    assert (outcome(result).points, outcome(result).ruling) == ((2, 0), "CL-6")


@pytest.mark.parametrize("pile", [0, 1, 8])
def test_cl_6_the_opponents_hand_and_pile_are_scored(pile: int) -> None:
    full = "R G H H P P B"
    position = state("H R S", "FGC", (full, "F"), draw=(pile, 0), turn=1, options=SINGLE, played=3)
    assert outcome(after(position, "F")).points == (0, 7 + pile)


def test_cl_6_the_last_card_in_hand_does_not_win_if_the_pile_has_cards() -> None:
    assert GAME.turn(after(state("H R S", "FGC", ("F", "R G"), draw=(1, 0), options=SINGLE), "F")) == 0


# CL-7: two turns without a card


@pytest.mark.parametrize("dealer", [0, 1])
def test_cl_7_two_turns_in_a_row_without_a_card_end_the_round(dealer: Seat) -> None:
    position = state("H R S", "FGC", ("B B", "R G G"), options=SINGLE, played=0, dealer=dealer)
    assert events_of(position, "end") == (Passed(0),)
    one = after(position, "end")
    assert GAME.outcome(one) is None
    result = after(one, "end")
    assert (outcome(result).points, outcome(result).winners, outcome(result).ruling) == ((1, 0), (0,), "CL-7")


def test_cl_7_a_card_between_two_passes_resets_the_count() -> None:
    position = state("H R S", "FGC", ("B B B", "R G G G"), options=SINGLE, played=0)
    assert GAME.turn(after(position, "end", "R last", "end")) == 1
    assert GAME.turn(after(position, "end", "G", "end", "end")) == 1
    assert GAME.turn(after(position, "end", "G", "end", "end", "end")) is None


def test_cl_7_the_player_with_fewer_cards_scores_the_difference() -> None:
    position = state(
        "H R S", "FGC", ("B B B B H H H", "R G G G"), draw=("T T", ""), options=SINGLE, passed=True, played=0
    )
    assert outcome(after(position, "end")).points == (0, 5)


def test_cl_7_equal_counts_score_nothing() -> None:
    position = state("H R S", "FGC", ("B B", "R G"), options=SINGLE, passed=True, played=0)
    result = outcome(after(position, "end"))
    assert (result.points, result.winners, result.margin, result.ruling) == ((0, 0), (), 0, "CL-7")


def test_cl_7_two_passes_end_the_round_even_with_legal_plays() -> None:
    position = state("H R S", "FGC", ("F G C", "R G"), options=SINGLE, passed=True, played=0)
    assert len(choices(position)) > 1
    assert "CL-7" in GAME.explain(position, EndTurn())
    assert GAME.turn(after(position, "end")) is None


@pytest.mark.parametrize("code", range(10))
def test_cl_7_a_round_has_at_most_182_actions(code: int) -> None:
    assert sum(1 for _ in play_randomly(GAME, start(SINGLE, code=code), code)) <= 60 + 2 * 60 + 2


# CL-8: the match


def test_cl_8_a_match_runs_to_ten_points() -> None:
    assert Options().target == 10
    position = state("H R S", "FGC", ("F", "R G"), scores=(8, 3), played=1)
    result = outcome(after(position, "F"))
    assert (result.points, result.winners, result.margin, result.ruling) == ((10, 3), (0,), 7, "CL-8")
    assert result.reason == "{winners} wins 10–3."
    position = state("H R S", "FGC", ("F", "R G"), scores=(7, 9), played=1)
    assert GAME.outcome(after(position, "F")) is None


@pytest.mark.parametrize("target", [1, 50, 100])
def test_cl_8_the_target_is_an_option(target: int) -> None:
    position = state("H R S", "FGC", ("F", "R G"), scores=(target - 1, 0), played=1, options=Options(target=target))
    assert outcome(after(position, "F")).points == (target + 1, 0)


def test_cl_8_the_next_round_is_dealt_immediately_by_the_other_player() -> None:
    for dealer in (0, 1):
        position = state("H R S", "FGC", ("F", "R G"), scores=(3, 4), played=1, dealer=dealer)
        result = validated(GAME, after(position, "F"))
        assert (result.round, result.dealer, GAME.turn(result)) == (position.round + 1, 1 - dealer, 1 - dealer)
        assert (result.scores, result.played, result.passed) == ((5, 4), 0, False)
        assert cards_left(result) == (30, 30)
        types = [type(event) for event in events_of(position, "F")]
        assert types[:3] == [Played, RoundEnded, Dealt]


def test_cl_8_the_deal_alternates_even_if_nobody_scored() -> None:
    position = state("H R S", "FGC", ("B B", "R G"), passed=True, played=0, dealer=1)
    result = after(position, "end")
    assert (result.round, result.dealer, result.scores) == (2, 0, (0, 0))


def test_cl_8_each_round_has_a_different_deal() -> None:
    deals = [
        (before.hands, before.key)
        for _, before, *_ in play_randomly(GAME, start(Options(target=40)), 3)
        if not before.piles[COMPLETE_PILE]
    ]
    assert len(deals) > 3
    assert len(set(deals)) == len(deals)
    assert len({key for _, key in deals}) == len(deals)


def test_cl_8_the_deal_chooses_the_first_dealer_unless_one_is_set() -> None:
    assert {start(code=code).dealer for code in range(20)} == {0, 1}
    for first in (1, 2):
        assert {start(Options(first=first), code=code).dealer for code in range(8)} == {first - 1}


def test_cl_8_a_target_of_0_is_a_single_round() -> None:
    for code in range(5):
        ends = [step.state for *_, step in play_randomly(GAME, start(SINGLE, code=code), code)]
        assert {each.round for each in ends} == {1}
        assert outcome(ends[-1]).ruling in ("CL-6", "CL-7")
    assert "disadvantage" in next(preset.help for preset in GAME.presets if preset.options.target == 0)


@pytest.mark.parametrize("wrong", [Options(target=-1), Options(target=101), Options(first=0), Options(first=3)])
def test_cl_8_other_targets_and_dealers_are_refused(wrong: Options) -> None:
    with pytest.raises(BadOptions):
        start(wrong)


@pytest.mark.parametrize("seats", [1, 3])
def test_cl_8_clash_is_for_two(seats: int) -> None:
    with pytest.raises(BadOptions, match="for 2 players"):
        begin(GAME, Options(), seats, Key(1))


# CL-10: the legal actions


def test_cl_10_a_complete_that_several_plays_allow_is_one_action() -> None:
    position = state("P R S", "PRS", ("PRT HGT B", "R G"))
    assert choices(position).count("Partial-Red-Triangle") == 1
    reason = GAME.explain(position, PlayComplete(Complete("partial-red-triangle")))
    assert "Plays 1 and 4: it shares Partial and Red;" in reason
    assert GAME.explain(position, PlayComplete(Complete("hollow-green-triangle"))).startswith("Play 4:")
    position = state("P R S", "PRT", ("PRS B", "R G"))
    assert "Plays 1 and 3" in GAME.explain(position, PlayComplete(Complete("partial-red-square")))


def test_cl_10_a_chard_as_play_2_and_as_play_6_are_two_actions() -> None:
    position = state("H R S", "FGC", ("F B", "R G"), draw=(5, 5))
    assert {"Filled", "Filled last"} <= set(choices(position))
    assert GAME.turn(after(position, "Filled")) == 0
    assert GAME.turn(after(position, "Filled last")) == 1


def test_cl_10_two_copies_are_one_action() -> None:
    listed = choices(state("H R S", "FGC", ("F F B B", "R G")))
    assert listed == ["Filled", "Filled last", "Blue last", "end"]


def test_cl_10_three_chards_may_equal_the_top_ones() -> None:
    position = state("P R S", "PRS", ("P R S", "R G"), draw=(2, 0))
    assert "Partial + Red + Square" in choices(position)
    assert is_matched(after(position, "P + R + S"))


def test_cl_10_there_are_at_most_27_plays_of_three_chards() -> None:
    assert len(three_plays(511)) == 27


def test_cl_10_plays_of_three_chards_are_created_once() -> None:
    assert three_plays(511) is three_plays(511)


# CL-11: who sees what


def test_cl_11_a_player_sees_their_own_hand_but_no_face_down_pile() -> None:
    position = opened()
    for seat in (0, 1):
        seen = GAME.view(position, seat)
        assert seen.hands[seat] == position.hands[seat]
        assert seen.hands[1 - seat] == face_down(position.hands[1 - seat])
        assert seen.draw_piles == tuple(map(face_down, position.draw_piles))
        assert (seen.piles, seen.scores, seen.key) == (position.piles, position.scores, 0)
    assert GAME.view(position, None).hands == tuple(map(face_down, position.hands))


def test_cl_11_cards_left_at_the_end_stay_hidden() -> None:
    result = after(state("H R S", "FGC", ("F", "R G"), options=SINGLE, played=1), "F")
    assert GAME.view(result, 0).hands[1] == face_down(result.hands[1])


def test_cl_11_only_the_player_who_draws_sees_the_cards() -> None:
    position = state("H R S", "FGC", ("B", "R G"), draw=("T T", 3), dealer=1)
    *_, drew = events_of(position, "B last")
    assert GAME.describe(drew, NAMES) == "Ann draws 2 cards: T T."
    assert GAME.describe(seen_by(drew, 1), NAMES) == "Ann draws 2 cards."


def test_cl_11_the_order_of_drawn_cards_is_not_shown() -> None:
    for order in ("T S R", "R S T", "S R T"):
        *_, drew = events_of(state("H R S", "FGC", ("B", "R G"), draw=(order, 3), dealer=1), "B last")
        assert GAME.describe(drew, NAMES) == "Ann draws 3 cards: R S T."


# CL-2: hands that were shown


def shown_position(dealer: Seat = 0) -> State:
    """Return a state whose dealer has shown H H R G and holds one Hollow and the Green."""
    hands = ["H G B B FGT FBT HBT", "P P P B B G F"]
    draws = ["R H C C C", "T T T S S"]
    if dealer:
        hands, draws = hands[::-1], draws[::-1]
    return state("P R S", "PRC", hands, draw=draws, shown="H H R G", dealer=dealer, turn=dealer, played=0)


def test_cl_2_a_shown_card_is_removed_from_the_notes_once_it_is_played() -> None:
    position = shown_position()
    assert codes(after(position, "B last").shown) == "H H R G"
    assert codes(after(position, "H last").shown) == "H R G"
    assert after(position, "end", "P last").shown == position.shown


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_cl_2_determinize_leaves_shown_cards_with_the_dealer(dealer: Seat, viewer: Seat | None) -> None:
    position = shown_position(dealer)
    seen = GAME.view(position, viewer)
    places: Counter[int] = Counter()
    for key in range(300):
        again = validated(GAME, GAME.determinize(seen, viewer, Key(key)))
        assert GAME.view(again, viewer) == seen
        own = again.hands[dealer] + again.draw_piles[dealer]
        assert subtract(chards("H H R G"), own) == ()
        places.update(at for at, card in enumerate(again.draw_piles[dealer]) if card is Chard("red"))
    assert set(places) == set(range(5)), "they may be anywhere in the pile"


def test_cl_2_determinize_gives_the_dealer_a_complete_before_the_opening() -> None:
    opening = start(code=CODE_WITH_SHOWN_HAND)
    for key in range(300):
        again = GAME.determinize(GAME.view(opening, None), None, Key(key))
        assert GAME.validate_state(again) == ()


# Previews and revealing actions


def test_a_play_that_draws_nothing_reveals_nothing() -> None:
    position = state("H R S", "FGC", ("F G B B B B T", "R G"), draw=(9, 5), played=0)
    assert not _reveals(position, "F")
    assert not _reveals(position, "end")
    assert not _reveals(after(position, "F"), "G")
    assert _reveals(after(position, "F"), "end")
    assert _reveals(position, "B last")


def test_refilling_an_empty_hand_reveals_cards() -> None:
    assert _reveals(state("H R S", "FGC", ("F", "R G"), draw=(9, 3)), "F")
    assert not _reveals(state("H R S", "FGC", ("F", "R G"), draw=(0, 0), options=SINGLE, played=1), "F")


def test_a_preview_has_the_number_of_drawn_cards_and_the_score_but_not_the_next_deal() -> None:
    position = state("H R S", "FGC", ("F", "R G"), draw=(9, 3))
    seen = GAME.view(position, 0)
    assert [type(event) for event in GAME.preview(seen, GAME.parse("F"))] == [Played, Drew]
    assert GAME.preview(seen, GAME.parse("F"))[1] == Drew(0, face_down(position.draw_piles[0][:7]))
    ends = GAME.view(state("H R S", "FGC", ("F", "R G"), played=1), 0)
    _, ended = GAME.preview(ends, GAME.parse("F"))
    assert ended == RoundEnded(0, (0, 2), (0, 2), 0, (2, 0))


def _reveals(position: State, typed: str) -> bool:
    action = GAME.parse(typed)
    return reveals(GAME, position, action, play(GAME, position, action).events)


# Words


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("hrc", PlayComplete(Complete("hollow-red-circle"))),
        ("Hollow red circle", PlayComplete(Complete("hollow-red-circle"))),
        ("r", PlayChard(Chard("red"))),
        ("r last", PlayLast(Chard("red"))),
        ("last Red", PlayLast(Chard("red"))),
        ("t+fgt", PlayPair(Chard("triangle"), Complete("filled-green-triangle"))),
        ("FGT and T", PlayPair(Chard("triangle"), Complete("filled-green-triangle"))),
        ("fgt with triangle", PlayPair(Chard("triangle"), Complete("filled-green-triangle"))),
        ("t, h, b", PlayThree(Chard("hollow"), Chard("blue"), Chard("triangle"))),
        ("h + b + t", PlayThree(Chard("hollow"), Chard("blue"), Chard("triangle"))),
        ("pass", EndTurn()),
        ("End turn", EndTurn()),
    ],
)
def test_short_forms_are_parsed(typed: str, action: Action) -> None:
    assert GAME.parse(typed) == action
    assert GAME.parse(str(action)) == action


@pytest.mark.parametrize(
    "typed", ["", "+", "purple", "r + g", "hrc + fgt", "h r c", "last", "hrc last", "r + g + h + t"]
)
def test_invalid_text_is_refused_with_a_sentence(typed: str) -> None:
    with pytest.raises(ValueError, match=r"[.']$"):
        GAME.parse(typed)


def test_a_refusal_quotes_only_the_beginning_of_the_text() -> None:
    with pytest.raises(ValueError, match="no Chard or Complete called") as error:
        GAME.parse("purple" * 1_000_000)
    assert len(str(error.value)) < 100


def test_explanations_have_short_sentences() -> None:
    for _, before, *_ in play_randomly(GAME, start(code=2), 5):
        for action in every_action():
            line = GAME.explain(before, action)
            assert len(line) <= 150, line


def test_an_action_is_refused_exactly_if_it_is_not_legal() -> None:
    for _, before, *_ in play_randomly(GAME, start(SINGLE, code=3), 5):
        listed = set(GAME.legal(before))
        assert {action for action in every_action() if not find_fault(before, action)} == listed


def every_action() -> Iterator[Action]:
    faces = list(dict.fromkeys(CHARDS))
    yield EndTurn()
    yield from map(PlayComplete, COMPLETES)
    yield from map(PlayChard, faces)
    yield from map(PlayLast, faces)
    yield from (PlayPair(chard, card) for chard in faces for card in COMPLETES)
    yield from (PlayThree(*three) for three in combinations(faces, 3))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Dealt(1, 3, chards("H R C")), "Round 3: Hollow, Red and Circle are face up. Ben deals and opens."),
        (Showed(0, chards("H H R")), "Ann shows a hand with no Complete (H H R) and draws again."),
        (Played(0, cards("R"), last=False), "Ann plays Red."),
        (Played(0, cards("R"), last=True), "Ann plays Red last."),
        (Played(1, cards("T FGT"), last=False), "Ben plays Triangle and Filled-Green-Triangle together."),
        (Played(1, cards("H R C"), last=False), "Ben plays Hollow, Red and Circle together."),
        (Passed(0), "Ann passes."),
        (
            RoundEnded(0, (0, 4), (0, 3), 0, (7, 2)),
            "Ann has no cards left, Ben 4: 4 points for Ann (Ann 7, Ben 2).",
        ),
        (
            RoundEnded(0, (9, 4), (7, 4), 1, (7, 7)),
            "Ben has 4 cards left, Ann 9: 5 points for Ben (Ann 7, Ben 7).",
        ),
        (
            RoundEnded(0, (4, 4), (4, 4), None, (0, 0)),
            "Both players have 4 cards left, so nobody scores (Ann 0, Ben 0).",
        ),
    ],
)
def test_log_lines_of_events(event: Event, line: str) -> None:
    assert GAME.describe(event, NAMES) == line


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
