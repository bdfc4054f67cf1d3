"""Clash, ruling by ruling.  The worked examples of its text are in tests/examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from cardtable.engine import (
    BadOptions,
    Chard,
    Complete,
    DealCode,
    Event,
    Key,
    Seat,
    Step,
    play,
    reveals,
    seen_by,
)
from cardtable.engine import start as begin
from cardtable.engine.cards import CHARACTERISTICS, CHARDS, COMPLETES, face_down
from cardtable.engine.chance import shuffle
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
from cardtable.engine.zones import less
from tests.builders import chards, codes, moments, sound
from tests.games.clash_positions import (
    after,
    cards,
    choices,
    hand,
    happened,
    opened,
    refusal,
    showing,
    start,
    state,
)

NAMES = ("Ann", "Ben")
SINGLE = Options(target=0)
SHOWS = 55
"""A deal code in which the dealer had to show a hand (CL-2); found by trying."""


def outcome(position: State) -> Any:
    ended = GAME.outcome(position)
    assert ended is not None
    return ended


def without_moves(turns: int = 0, **more: Any) -> State:
    """A position in which the player on turn holds Completes of which none fits."""
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
    """Each face starts its pile about as often: 300 deals, three of a category."""
    came = Counter(pile[0] for code in range(300) for pile in start(code=code).piles[:3])
    assert len(came) == 9
    assert all(70 < count < 130 for count in came.values())


def test_cl_1_all_but_the_starters_are_dealt() -> None:
    for key in range(50):
        starters, others, following = turn_up(Key(key))
        assert [PILE_OF[card] for card in starters] == [0, 1, 2]
        assert Counter((*starters, *others)) == Counter(BOX)
        assert following != key


def test_cl_1_a_hand_lies_in_order_so_that_it_tells_nothing_of_the_deal() -> None:
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
    done = after(opening, choices(opening)[0])
    assert (GAME.turn(done), done.played, done.passed) == (1, 0, False)
    assert [len(cards) for cards in done.hands] == [7, 7]
    assert [len(cards) for cards in done.draw_piles] == [22, 23]
    assert [len(pile) for pile in done.piles] == [1, 1, 1, 1]


@pytest.mark.parametrize("typed", ["end", "{} last", "{}"])
def test_cl_2_nothing_else_opens(typed: str) -> None:
    opening = start()
    chard = next(card for card in opening.hands[opening.dealer] if isinstance(card, Chard))
    assert "CL-2" in refusal(opening, typed.format(chard))


def test_cl_2_any_complete_opens_whatever_shows() -> None:
    for code in range(30):
        opening = start(code=code)
        held = [card for card in opening.hands[opening.dealer] if isinstance(card, Complete)]
        assert len(choices(opening)) == len(held) >= 1


def test_cl_2_a_dealer_without_a_complete_shows_the_hand_and_draws_another() -> None:
    dealt, *shows = _setup(SHOWS).events
    assert isinstance(dealt, Dealt)
    assert shows
    for show in shows:
        assert isinstance(show, Showed)
        assert show.seat == dealt.seat
        assert show.SECRET == (), "everybody sees it"
        assert len(show.cards) == 7
        assert all(isinstance(card, Chard) for card in show.cards)


def _setup(code: int) -> Step[State]:
    return begin(GAME, Options(), 2, DealCode(code).key())


def test_cl_2_what_was_shown_is_shuffled_into_the_dealers_own_cards() -> None:
    opening, (_, show, *_) = _setup(SHOWS)
    assert isinstance(show, Showed)
    own = opening.hands[opening.dealer] + opening.draw_piles[opening.dealer]
    assert less(show.cards, own) == ()
    assert opening.shown == show.cards
    assert any(isinstance(card, Complete) for card in opening.hands[opening.dealer])


def test_cl_2_of_several_hands_shown_each_face_is_sure_as_often_as_one_of_them_held_it() -> None:
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


def test_cl_2_without_a_complete_among_the_thirty_the_cards_are_dealt_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first time the cards are stacked, so that the dealer gets Chards alone."""
    packs = list[Hand]()

    def stacked(pack: Hand, key: Key) -> tuple[Hand, Key]:
        packs.append(pack)
        return (sort_hand(pack), key) if len(packs) == 1 else shuffle(pack, key)

    monkeypatch.setattr("cardtable.engine.games.clash.rules.shuffle", stacked)
    opening = sound(GAME, GAME.setup(Options(), 2, Key(1)).state)
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
def test_cl_3_play_1_shares_exactly_two_characteristics_with_the_top(card: str, top: str, fits: bool) -> None:
    here = state("P B T" if card != "PBT" else "H R C", top, (f"{card} R", "R G"))
    assert (str(cards(card)[0]) in choices(here)) == fits
    if fits:
        assert showing(after(here, card)).split()[-1] == card
    else:
        assert "CL-3" in refusal(here, card)


@pytest.mark.parametrize(("chard", "fits"), [("F", True), ("G", True), ("S", False), ("R", False), ("H", False)])
def test_cl_3_play_2_is_borne_by_the_top_and_does_not_show(chard: str, fits: bool) -> None:
    here = state("H R S", "FGS", (f"{chard} B B", "R G"))
    name = str(cards(chard)[0])
    assert (name in choices(here)) == fits
    if fits:
        done = after(here, chard)
        assert chard in showing(done).split()[:3]
        assert GAME.turn(done) == 0
    else:
        assert "CL-3" in refusal(here, chard)


def test_cl_3_play_2_lies_on_its_category_pile_the_latest_on_top() -> None:
    done = after(state("H R S", "FGC", ("F G C B", "R G")), "F", "G", "C")
    assert [codes(pile[:2]) for pile in done.piles[:3]] == ["F H", "G R", "C S"]


def test_cl_3_play_3_is_what_the_chards_show_whatever_the_top() -> None:
    here = state("P R S", "HGT", ("PRS B", "R G"))
    assert choices(here)[0] == "Partial-Red-Square"
    assert is_matched(after(here, "PRS"))


def test_cl_3_play_4_takes_any_complete_where_all_four_match() -> None:
    here = state("P R S", "PRS", ("HGT FBC PGT B", "R G"))
    assert is_matched(here)
    assert choices(here)[:3] == ["Hollow-Green-Triangle", "Partial-Green-Triangle", "Filled-Blue-Circle"]


def test_cl_3_play_4_takes_any_three_chards_one_of_each_category() -> None:
    here = state("P R S", "PRS", ("H F B C T T", "R G"))
    threes = [action for action in GAME.legal(here) if isinstance(action, PlayThree)]
    assert [str(each) for each in threes] == [
        "Hollow + Blue + Circle",
        "Hollow + Blue + Triangle",
        "Filled + Blue + Circle",
        "Filled + Blue + Triangle",
    ]
    done = after(here, "F + B + T")
    assert showing(done) == "F B T PRS"
    assert hand(done, 0) == "H C T"
    assert (GAME.turn(done), done.played) == (0, 3)


def test_cl_3_play_4_needs_all_four_piles() -> None:
    here = state("P R T", "PRS", ("H B C HGC", "R G"))
    assert "match" in refusal(here, "H + B + C")
    assert "CL-3" in refusal(here, "HGC")


def test_cl_3_play_4_needs_a_chard_of_each_category() -> None:
    here = state("P R S", "PRS", ("H F B", "R G"))
    assert not any(isinstance(action, PlayThree) for action in GAME.legal(here))
    twice = PlayThree(Chard("hollow"), Chard("filled"), Chard("blue"))
    assert "a pattern, a colour and a shape (CL-3)" in refusal(here, twice)


def test_cl_3_play_5_lays_the_third_characteristic_and_the_complete_at_once() -> None:
    here = state("F G S", "FRS", ("T FGT B", "R G"))
    assert "Triangle + Filled-Green-Triangle" in choices(here)
    done = after(here, "T + FGT")
    assert showing(done) == "F G T FGT"
    assert is_matched(done)
    assert done.played == 2
    assert GAME.turn(done) == 0


def test_cl_3_play_5_needs_exactly_two_that_show_and_the_third_beside_it() -> None:
    here = state("F G S", "HRC", ("T S B FGT FGS PBT", "R G"))
    pairs = [str(action) for action in GAME.legal(here) if isinstance(action, PlayPair)]
    assert pairs == ["Triangle + Filled-Green-Triangle"]
    assert "must be Triangle (CL-3)" in refusal(here, "B + FGT")
    assert "exactly two (CL-3)" in refusal(here, "S + FGS")
    assert "exactly two (CL-3)" in refusal(here, "B + PBT")


def test_cl_3_play_5_does_not_ask_what_the_top_is() -> None:
    for top in ("HRC", "PBC", "FRS", "FGS"):
        assert "Triangle + Filled-Green-Triangle" in choices(state("F G S", top, ("T FGT", "R G")))


def test_cl_3_plays_come_in_any_order_and_as_often_as_they_can() -> None:
    here = state("H R S", "FGC", ("F G HGC HBC HBT B C", "R G"), draw=(5, 5), played=0)
    done = after(here, "F", "HGC", "G", "HBC", "B", "HBT")
    assert (GAME.turn(done), done.played, hand(done, 0)) == (0, 6, "C")
    assert showing(done) == "F B S HBT"


def by_the_page(here: State) -> set[str]:
    """What may be played after the opening, spelled out from the rules page with words alone."""
    assert here.turn is not None
    held = [str(card).split("-") for card in here.hands[here.turn]]
    shows = [str(pile[0]) for pile in here.piles[:3]]
    top = str(here.piles[3][0]).split("-")
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
def test_cl_3_all_along_random_matches_the_choices_are_those_of_the_page(code: int) -> None:
    matched = 0
    for _, before, *_ in moments(GAME, opened(Options(target=30), code=code), code):
        if before.piles[COMPLETE_PILE]:
            assert set(choices(before)) == by_the_page(before)
            matched += is_matched(before)
    assert matched


# CL-4: play 6


@pytest.mark.parametrize("chard", ["H", "P", "F", "B", "T"])
def test_cl_4_any_chard_may_be_the_last_card_whatever_shows(chard: str) -> None:
    here = state("H R S", "FGC", (f"{chard} PBT", "R G"), draw=(5, 5))
    done = after(here, f"{chard} last")
    assert chard in showing(done).split()
    assert GAME.turn(done) == 1
    assert len(done.hands[0]) == 6


def test_cl_4_a_complete_is_no_last_card() -> None:
    with pytest.raises(ValueError, match="no Chard"):
        GAME.parse("FGC last")
    strange: Any = PlayLast(cards("FGC")[0])  # type: ignore[arg-type]  # on purpose
    assert "isn't a Chard" in refusal(state("H R S", "FGT", ("FGC R", "R G")), strange)


def test_cl_4_the_turn_is_over_even_with_an_empty_hand() -> None:
    done = after(state("H R S", "FGC", ("B", "R G"), draw=(5, 5), dealer=1), "B last")
    assert GAME.turn(done) == 1
    assert len(done.hands[0]) == 5


# CL-5: ending the turn, and drawing


def test_cl_5_a_turn_may_be_ended_at_any_point() -> None:
    here = state("H R S", "FGC", ("F G B B B B T", "R G"), draw=(9, 5), played=0)
    assert "end" in choices(here)
    done = after(here, "F", "end")
    assert (GAME.turn(done), done.played, done.passed) == (1, 0, False)
    assert len(done.hands[0]) == 7


def test_cl_5_a_player_may_pass_with_cards_to_play() -> None:
    done = after(state("H R S", "FGC", ("F G B", "R G"), played=0), "end")
    assert (GAME.turn(done), done.passed) == (1, True)
    assert hand(done, 0) == "F G B"


def test_cl_5_where_nothing_can_be_played_passing_is_all_there_is() -> None:
    here = without_moves()
    assert GAME.legal(here) == (EndTurn(),)
    assert "nothing to play" in GAME.explain(here, EndTurn())


@pytest.mark.parametrize(("pile", "size"), [(0, 4), (1, 5), (3, 7), (9, 7)])
def test_cl_5_the_hand_is_drawn_back_to_seven_as_far_as_the_pile_reaches(pile: int, size: int) -> None:
    here = state("H R S", "FGC", ("F G B B B", "R G"), draw=(pile, 3))
    done = after(here, "B last")
    assert len(done.hands[0]) == size
    assert len(done.draw_piles[0]) == max(0, pile - 3)
    assert done.draw_piles[0] == here.draw_piles[0][size - 4 :]
    assert Counter(done.hands[0]) == Counter((*cards("F G B B"), *here.draw_piles[0][: size - 4]))


def test_cl_5_a_hand_emptied_by_plays_1_to_5_is_drawn_back_at_once_and_the_turn_goes_on() -> None:
    here = state("H R S", "FGC", ("F", "R G"), draw=(9, 3))
    played, drew = happened(here, "F")
    assert isinstance(played, Played)
    assert isinstance(drew, Drew)
    assert drew.cards == sort_hand(here.draw_piles[0][:7])
    done = after(here, "F")
    assert (GAME.turn(done), len(done.hands[0]), len(done.draw_piles[0])) == (0, 7, 2)
    assert done.played == here.played + 1


def test_cl_5_a_hand_that_is_not_empty_is_not_drawn_back_in_the_turn() -> None:
    assert len(happened(state("H R S", "FGC", ("F B", "R G"), draw=(9, 3)), "F")) == 1


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
def test_cl_6_the_last_card_wins_at_once_by_any_play(shows: str, top: str, last: str, typed: str) -> None:
    here = state(shows, top, (last, "R G"), draw=(0, 0), options=SINGLE, played=1)
    done = after(here, typed)
    assert GAME.turn(done) is None
    assert outcome(done).winners == (0,)
    assert (outcome(done).points, outcome(done).ruling) == ((2, 0), "CL-6")


@pytest.mark.parametrize("pile", [0, 1, 8])
def test_cl_6_the_other_players_hand_and_face_down_pile_are_scored(pile: int) -> None:
    full = "R G H H P P B"
    here = state("H R S", "FGC", (full, "F"), draw=(pile, 0), turn=1, options=SINGLE, played=3)
    assert outcome(after(here, "F")).points == (0, 7 + pile)


def test_cl_6_with_a_pile_left_the_last_card_of_the_hand_wins_nothing() -> None:
    assert GAME.turn(after(state("H R S", "FGC", ("F", "R G"), draw=(1, 0), options=SINGLE), "F")) == 0


# CL-7: two turns without a card


@pytest.mark.parametrize("dealer", [0, 1])
def test_cl_7_two_turns_in_a_row_without_a_card_end_the_round(dealer: Seat) -> None:
    here = state("H R S", "FGC", ("B B", "R G G"), options=SINGLE, played=0, dealer=dealer)
    assert happened(here, "end") == (Passed(0),)
    one = after(here, "end")
    assert GAME.outcome(one) is None
    done = after(one, "end")
    assert (outcome(done).points, outcome(done).winners, outcome(done).ruling) == ((1, 0), (0,), "CL-7")


def test_cl_7_a_card_between_them_starts_anew() -> None:
    here = state("H R S", "FGC", ("B B B", "R G G G"), options=SINGLE, played=0)
    assert GAME.turn(after(here, "end", "R last", "end")) == 1
    assert GAME.turn(after(here, "end", "G", "end", "end")) == 1
    assert GAME.turn(after(here, "end", "G", "end", "end", "end")) is None


def test_cl_7_fewer_cards_left_win_the_difference() -> None:
    here = state("H R S", "FGC", ("B B B B H H H", "R G G G"), draw=("T T", ""), options=SINGLE, passed=True, played=0)
    assert outcome(after(here, "end")).points == (0, 5)


def test_cl_7_equal_counts_score_nothing() -> None:
    here = state("H R S", "FGC", ("B B", "R G"), options=SINGLE, passed=True, played=0)
    done = outcome(after(here, "end"))
    assert (done.points, done.winners, done.margin, done.ruling) == ((0, 0), (), 0, "CL-7")


def test_cl_7_it_ends_the_round_also_where_cards_could_be_played() -> None:
    here = state("H R S", "FGC", ("F G C", "R G"), options=SINGLE, passed=True, played=0)
    assert len(choices(here)) > 1
    assert "CL-7" in GAME.explain(here, EndTurn())
    assert GAME.turn(after(here, "end")) is None


@pytest.mark.parametrize("code", range(10))
def test_cl_7_a_round_is_over_after_182_actions_at_most(code: int) -> None:
    assert sum(1 for _ in moments(GAME, start(SINGLE, code=code), code)) <= 60 + 2 * 60 + 2


# CL-8: the match


def test_cl_8_a_match_runs_to_ten_points() -> None:
    assert Options().target == 10
    here = state("H R S", "FGC", ("F", "R G"), scores=(8, 3), played=1)
    done = outcome(after(here, "F"))
    assert (done.points, done.winners, done.margin, done.ruling) == ((10, 3), (0,), 7, "CL-8")
    assert done.reason == "{winners} wins 10–3."
    here = state("H R S", "FGC", ("F", "R G"), scores=(7, 9), played=1)
    assert GAME.outcome(after(here, "F")) is None


@pytest.mark.parametrize("target", [1, 50, 100])
def test_cl_8_or_to_as_many_as_was_agreed(target: int) -> None:
    here = state("H R S", "FGC", ("F", "R G"), scores=(target - 1, 0), played=1, options=Options(target=target))
    assert outcome(after(here, "F")).points == (target + 1, 0)


def test_cl_8_the_next_deal_follows_at_once_and_the_deal_alternates() -> None:
    for dealer in (0, 1):
        here = state("H R S", "FGC", ("F", "R G"), scores=(3, 4), played=1, dealer=dealer)
        done = sound(GAME, after(here, "F"))
        assert (done.round, done.dealer, GAME.turn(done)) == (here.round + 1, 1 - dealer, 1 - dealer)
        assert (done.scores, done.played, done.passed) == ((5, 4), 0, False)
        assert cards_left(done) == (30, 30)
        told = [type(event) for event in happened(here, "F")]
        assert told[:3] == [Played, RoundEnded, Dealt]


def test_cl_8_the_deal_alternates_also_where_nobody_scored() -> None:
    here = state("H R S", "FGC", ("B B", "R G"), passed=True, played=0, dealer=1)
    done = after(here, "end")
    assert (done.round, done.dealer, done.scores) == (2, 0, (0, 0))


def test_cl_8_each_deal_of_a_match_is_another() -> None:
    deals = [
        (before.hands, before.key)
        for _, before, *_ in moments(GAME, start(Options(target=40)), 3)
        if not before.piles[COMPLETE_PILE]
    ]
    assert len(deals) > 3
    assert len(set(deals)) == len(deals)
    assert len({key for _, key in deals}) == len(deals)


def test_cl_8_the_deal_code_chooses_the_first_dealer_unless_one_is_named() -> None:
    assert {start(code=code).dealer for code in range(20)} == {0, 1}
    for first in (1, 2):
        assert {start(Options(first=first), code=code).dealer for code in range(8)} == {first - 1}


def test_cl_8_a_target_of_0_is_a_single_round() -> None:
    for code in range(5):
        ends = [step.state for *_, step in moments(GAME, start(SINGLE, code=code), code)]
        assert {each.round for each in ends} == {1}
        assert outcome(ends[-1]).ruling in ("CL-6", "CL-7")
    assert "disadvantage" in next(preset.help for preset in GAME.presets if preset.options.target == 0)


@pytest.mark.parametrize("wrong", [Options(target=-1), Options(target=101), Options(first=0), Options(first=3)])
def test_cl_8_no_other_targets_or_dealers(wrong: Options) -> None:
    with pytest.raises(BadOptions):
        start(wrong)


@pytest.mark.parametrize("seats", [1, 3])
def test_cl_8_clash_is_for_two(seats: int) -> None:
    with pytest.raises(BadOptions, match="for 2 players"):
        begin(GAME, Options(), seats, Key(1))


# CL-10: choices


def test_cl_10_a_complete_that_several_plays_allow_is_one_choice_and_all_are_named() -> None:
    here = state("P R S", "PRS", ("PRT HGT B", "R G"))
    assert choices(here).count("Partial-Red-Triangle") == 1
    assert "Plays 1 and 4: it shares Partial and Red;" in GAME.explain(
        here, PlayComplete(Complete("partial-red-triangle"))
    )
    assert GAME.explain(here, PlayComplete(Complete("hollow-green-triangle"))).startswith("Play 4:")
    here = state("P R S", "PRT", ("PRS B", "R G"))
    assert "Plays 1 and 3" in GAME.explain(here, PlayComplete(Complete("partial-red-square")))


def test_cl_10_a_chard_by_play_2_and_by_play_6_are_two_choices() -> None:
    here = state("H R S", "FGC", ("F B", "R G"), draw=(5, 5))
    assert {"Filled", "Filled last"} <= set(choices(here))
    assert GAME.turn(after(here, "Filled")) == 0
    assert GAME.turn(after(here, "Filled last")) == 1


def test_cl_10_two_copies_are_one_choice() -> None:
    listed = choices(state("H R S", "FGC", ("F F B B", "R G")))
    assert listed == ["Filled", "Filled last", "Blue last", "end"]


def test_cl_10_three_chards_may_be_like_the_ones_that_show() -> None:
    here = state("P R S", "PRS", ("P R S", "R G"), draw=(2, 0))
    assert "Partial + Red + Square" in choices(here)
    assert is_matched(after(here, "P + R + S"))


def test_cl_10_there_are_at_most_27_threes() -> None:
    assert len(three_plays(511)) == 27


def test_cl_10_the_threes_are_made_once() -> None:
    assert three_plays(511) is three_plays(511)


# CL-11: who sees what


def test_cl_11_a_player_sees_their_own_hand_and_no_face_down_pile() -> None:
    here = opened()
    for seat in (0, 1):
        seen = GAME.view(here, seat)
        assert seen.hands[seat] == here.hands[seat]
        assert seen.hands[1 - seat] == face_down(here.hands[1 - seat])
        assert seen.draw_piles == tuple(map(face_down, here.draw_piles))
        assert (seen.piles, seen.scores, seen.key) == (here.piles, here.scores, 0)
    assert GAME.view(here, None).hands == tuple(map(face_down, here.hands))


def test_cl_11_the_cards_that_are_left_stay_hidden_at_the_end() -> None:
    done = after(state("H R S", "FGC", ("F", "R G"), options=SINGLE, played=1), "F")
    assert GAME.view(done, 0).hands[1] == face_down(done.hands[1])


def test_cl_11_what_is_drawn_is_told_to_the_one_who_draws() -> None:
    here = state("H R S", "FGC", ("B", "R G"), draw=("T T", 3), dealer=1)
    *_, drew = happened(here, "B last")
    assert GAME.describe(drew, NAMES) == "Ann draws 2 cards: T T."
    assert GAME.describe(seen_by(drew, 1), NAMES) == "Ann draws 2 cards."


def test_cl_11_the_order_in_which_cards_were_drawn_is_not_told() -> None:
    for order in ("T S R", "R S T", "S R T"):
        *_, drew = happened(state("H R S", "FGC", ("B", "R G"), draw=(order, 3), dealer=1), "B last")
        assert GAME.describe(drew, NAMES) == "Ann draws 3 cards: R S T."


# CL-2 again: what was shown and is remembered


def shown_position(dealer: Seat = 0) -> State:
    """A dealer who has shown H H R G, and holds one of the two Hollows and the Green still."""
    hands = ["H G B B FGT FBT HBT", "P P P B B G F"]
    draws = ["R H C C C", "T T T S S"]
    if dealer:
        hands, draws = hands[::-1], draws[::-1]
    return state("P R S", "PRC", hands, draw=draws, shown="H H R G", dealer=dealer, turn=dealer, played=0)


def test_cl_2_a_card_that_was_shown_is_forgotten_once_it_is_played() -> None:
    here = shown_position()
    assert codes(after(here, "B last").shown) == "H H R G"
    assert codes(after(here, "H last").shown) == "H R G"
    assert after(here, "end", "P last").shown == here.shown


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_cl_2_whoever_deals_the_hidden_cards_anew_leaves_the_shown_ones_with_the_dealer(
    dealer: Seat, viewer: Seat | None
) -> None:
    here = shown_position(dealer)
    seen = GAME.view(here, viewer)
    places: Counter[int] = Counter()
    for key in range(300):
        again = sound(GAME, GAME.determinize(seen, viewer, Key(key)))
        assert GAME.view(again, viewer) == seen
        own = again.hands[dealer] + again.draw_piles[dealer]
        assert less(chards("H H R G"), own) == ()
        places.update(at for at, card in enumerate(again.draw_piles[dealer]) if card is Chard("red"))
    assert set(places) == set(range(5)), "and they lie anywhere among those"


def test_cl_2_a_redeal_before_the_opening_leaves_the_dealer_a_complete() -> None:
    opening = start(code=SHOWS)
    for key in range(300):
        again = GAME.determinize(GAME.view(opening, None), None, Key(key))
        assert GAME.validate_state(again) == ()


# Previews, and what can be taken back


def test_a_play_that_draws_nothing_reveals_nothing() -> None:
    here = state("H R S", "FGC", ("F G B B B B T", "R G"), draw=(9, 5), played=0)
    assert not _reveals(here, "F")
    assert not _reveals(here, "end")
    assert not _reveals(after(here, "F"), "G")
    assert _reveals(after(here, "F"), "end")
    assert _reveals(here, "B last")


def test_an_emptied_hand_reveals_what_it_draws() -> None:
    assert _reveals(state("H R S", "FGC", ("F", "R G"), draw=(9, 3)), "F")
    assert not _reveals(state("H R S", "FGC", ("F", "R G"), draw=(0, 0), options=SINGLE, played=1), "F")


def test_a_preview_tells_how_many_cards_are_drawn_and_the_score_but_not_the_next_deal() -> None:
    here = state("H R S", "FGC", ("F", "R G"), draw=(9, 3))
    seen = GAME.view(here, 0)
    assert [type(event) for event in GAME.preview(seen, GAME.parse("F"))] == [Played, Drew]
    assert GAME.preview(seen, GAME.parse("F"))[1] == Drew(0, face_down(here.draw_piles[0][:7]))
    ends = GAME.view(state("H R S", "FGC", ("F", "R G"), played=1), 0)
    _, ended = GAME.preview(ends, GAME.parse("F"))
    assert ended == RoundEnded(0, (0, 2), 0, (2, 0))


def _reveals(here: State, typed: str) -> bool:
    action = GAME.parse(typed)
    return reveals(GAME, here, action, play(GAME, here, action).events)


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
def test_short_forms_are_understood(typed: str, action: Action) -> None:
    assert GAME.parse(typed) == action
    assert GAME.parse(str(action)) == action


@pytest.mark.parametrize(
    "typed", ["", "+", "purple", "r + g", "hrc + fgt", "h r c", "last", "hrc last", "r + g + h + t"]
)
def test_what_is_no_action_is_refused_with_a_sentence(typed: str) -> None:
    with pytest.raises(ValueError, match=r"[.']$"):
        GAME.parse(typed)


def test_a_refusal_repeats_only_the_beginning_of_what_was_typed() -> None:
    with pytest.raises(ValueError, match="no Chard or Complete called") as refused:
        GAME.parse("purple" * 1_000_000)
    assert len(str(refused.value)) < 100


def test_no_sentence_of_an_explanation_is_long() -> None:
    for _, before, *_ in moments(GAME, start(code=2), 5):
        for action in every_action():
            told = GAME.explain(before, action)
            assert len(told) <= 150, told


def test_an_action_is_refused_exactly_where_it_is_not_listed() -> None:
    for _, before, *_ in moments(GAME, start(SINGLE, code=3), 5):
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
    ("event", "told"),
    [
        (Dealt(1, 3, chards("H R C")), "Round 3: Hollow, Red and Circle are face up. Ben deals and opens."),
        (Showed(0, chards("H H R")), "Ann shows a hand with no Complete (H H R) and draws again."),
        (Played(0, cards("R"), last=False), "Ann plays Red."),
        (Played(0, cards("R"), last=True), "Ann plays Red last."),
        (Played(1, cards("T FGT"), last=False), "Ben plays Triangle and Filled-Green-Triangle together."),
        (Played(1, cards("H R C"), last=False), "Ben plays Hollow, Red and Circle together."),
        (Passed(0), "Ann passes."),
        (RoundEnded(0, (0, 4), 0, (7, 2)), "Ann has no cards left and scores 4 points (Ann 7, Ben 2)."),
        (RoundEnded(0, (9, 4), 1, (7, 7)), "Ben has fewer cards left and scores 5 points (Ann 7, Ben 7)."),
        (RoundEnded(0, (4, 4), None, (0, 0)), "Both players have 4 cards left, so nobody scores (Ann 0, Ben 0)."),
    ],
)
def test_an_event_is_told_in_the_words_of_the_table(event: Event, told: str) -> None:
    assert GAME.describe(event, NAMES) == told


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
def test_a_position_that_cannot_be_is_told_why(change: dict[str, Any], sentence: str) -> None:
    flaws = GAME.validate_state(state()._replace(**change))
    assert any(sentence in flaw for flaw in flaws), flaws
    assert all(flaw.endswith(".") for flaw in flaws)
