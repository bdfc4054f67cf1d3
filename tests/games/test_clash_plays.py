"""The plays of a turn of Clash (CL-3, CL-4, CL-5, CL-10)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.cards import CHARACTERISTICS, Chard
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import (
    COMPLETE_PILE,
    Drew,
    EndedTurn,
    EndTurn,
    Options,
    PlayComplete,
    Played,
    PlayLast,
    PlayPair,
    PlayThree,
    State,
    sort_hand,
)
from cardtable.engine.games.clash.rules import is_matched, three_plays
from tests.builders import codes, explain, play_randomly
from tests.games.clash_positions import after, cards, choices, events_of, hand, opened, refusal, showing, state

keys = st.integers(0, 2**40 - 1)


def without_legal_plays(turns: int = 0, **more: Any) -> State:
    """Return a state whose seat to move holds only Completes that it can't play."""
    return state("H R C", "FBS", ("PRT PGC", "R G H"), passed=bool(turns), **more)


# CL-3: every play but a last Chard


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


# CL-4: a last Chard


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
    assert "nothing to play" in explain(GAME, position, EndTurn())


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


def test_cl_5_a_turn_that_ends_right_after_the_refill_draws_nothing() -> None:
    position = after(state("H R S", "FGC", ("F", "R G"), draw=(9, 3)), "F")
    assert events_of(position, "end") == (EndedTurn(0),)
    assert after(position, "end").draw_piles == position.draw_piles


def test_cl_5_a_hand_with_cards_is_not_refilled_during_the_turn() -> None:
    assert len(events_of(state("H R S", "FGC", ("F B", "R G"), draw=(9, 3)), "F")) == 1


# CL-10: the legal actions


def test_cl_10_a_complete_that_several_plays_allow_is_one_action() -> None:
    position = state("P R S", "PRS", ("PRT HGT B", "R G"))
    assert choices(position).count("Partial-Red-Triangle") == 1


@pytest.mark.parametrize(
    ("top", "card", "reason"),
    [
        ("PRT", "PBT", "Partial-Blue-Triangle is a sharing Complete, with Partial and Triangle (CL-3)."),
        ("HGC", "PRS", "Partial-Red-Square is the made Complete: the top Chards make it (CL-3)."),
        ("PRS", "HGT", "Hollow-Green-Triangle is a free play: all four piles match (CL-3)."),
        ("PRT", "PRS", "Partial-Red-Square is the made Complete, and a sharing one (CL-3)."),
        ("PRS", "PRT", "Partial-Red-Triangle is a free play, and a sharing Complete (CL-3)."),
    ],
)
def test_cl_10_the_explanation_names_every_play_that_allows_a_complete(top: str, card: str, reason: str) -> None:
    position = state("P R S", top, (f"{card} B", "R G"))
    assert explain(GAME, position, GAME.parse(card)) == reason


@given(keys)
def test_cl_10_the_explanation_names_every_play_in_any_position(key: int) -> None:
    for _, before, *_ in play_randomly(GAME, opened(code=key), key):
        if before.round > 1:
            break
        top, three = set(before.piles[COMPLETE_PILE][0].code), {pile[0].code for pile in before.piles[:3]}
        for action in GAME.legal(before):
            if not isinstance(action, PlayComplete):
                continue
            card, reason = set(action.card.code), explain(GAME, before, action)
            assert ("sharing" in reason) == (len(card & top) == 2), reason
            assert ("the made Complete" in reason) == (card == three), reason
            assert ("a free play" in reason) == (top == three), reason


def test_cl_10_a_matching_chard_and_the_same_one_as_a_last_chard_are_two_actions() -> None:
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
