"""A test for each ruling of Tradewinds.  The worked examples of its source rules are in tests/examples."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from itertools import combinations
from typing import Any

import pytest

from cardtable.engine.cards import COMPLETES, FACE_DOWN, FALSE, SINGLES, TRUE, Complete, TFCard, face_down, in_order
from cardtable.engine.chance import Key
from cardtable.engine.game import BadOptions, Event, Seat, Step, reveals, seen_by
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import (
    COVERINGS,
    GAP,
    OFF,
    PILES,
    Began,
    Blew,
    Blow,
    Ended,
    Flight,
    Options,
    Pile,
    State,
    TurnedUp,
    count_true,
    opposite,
)
from cardtable.engine.games.tradewinds.rules import scoring_mask
from cardtable.engine.games.tradewinds.words import PRESETS, SEAT_NAMES, name_flights, name_result
from cardtable.engine.phrases import without_rulings
from tests.builders import codes, completes, parse_cards, play_randomly, play_to_the_end, singles, validated
from tests.engine.reference_tradewinds import PileCard, Piles
from tests.engine.reference_tradewinds import blow as blow_by_hand
from tests.games.tradewinds_positions import (
    EAST,
    NORTH,
    SIDES,
    SOUTH,
    WEST,
    after,
    blew,
    choices,
    events_of,
    routes,
    rows,
    start,
    state,
)
from tests.games.tradewinds_positions import refusal as why_not

NAMES = ("Ann", "Ben", "Cleo", "Dan")
UNSEEN: Any = FACE_DOWN
CALM = ("B??? G??? S???", "P??? . F???", "T??? B??? G???")
"""A grid in which Hollow-Red-Circle moves nothing."""
OPEN = Options(open_hands=True)
OPTION_SETS = (
    Options(),
    OPEN,
    *(Options(first=wind) for wind in ("north", "east", "south", "west")),
    *(Options(true_cards=number) for number in range(3, 10)),
    *(preset.options for preset in PRESETS),
    Options("south", 5, open_hands=True),
)
"""Options with every value of every option, the presets, and one set without any default."""


def outcome(position: State) -> Any:
    ended = GAME.outcome(position)
    assert ended is not None
    return ended


# TW-1: seats


def test_tw_1_the_seats_are_the_four_winds() -> None:
    assert GAME.seat_names == SEAT_NAMES == ("North", "East", "South", "West")
    assert list(GAME.seats) == [4]


@pytest.mark.parametrize("first", range(4))
def test_tw_1_play_passes_north_east_south_west(first: Seat) -> None:
    position, seats = state(CALM, "HRC", first), []
    while (seat := GAME.turn(position)) is not None:
        seats.append(seat)
        position = after(position, GAME.legal(position)[0])
    assert seats == [(first + turn) % 4 for turn in range(4)]


@pytest.mark.parametrize("seats", [0, 1, 3, 5])
def test_tw_1_the_game_is_for_four(seats: int) -> None:
    from cardtable.engine.game import start as start_game

    with pytest.raises(BadOptions, match=f"for 4 players, not {seats}"):
        start_game(GAME, Options(), seats, Key(1))


# TW-2: the covering Completes


def test_tw_2_there_are_36_sets_with_all_nine_characteristics() -> None:
    by_hand = {
        frozenset(three)
        for three in combinations(COMPLETES, 3)
        if len({each for card in three for each in card.code}) == 9
    }
    assert {frozenset(three) for three in COVERINGS} == by_hand
    assert len(COVERINGS) == len(by_hand) == 36


def test_tw_2_each_of_the_sets_is_drawn() -> None:
    drawn = Counter(start(code=code).covering for code in range(1200))
    assert drawn.keys() == set(COVERINGS)
    assert max(drawn.values()) < 70


def test_tw_2_the_other_24_are_dealt_six_to_each() -> None:
    for code in range(20):
        opening = start(code=code)
        assert [len(hand) for hand in opening.hands] == [6] * 4
        assert all(hand == in_order(hand) for hand in opening.hands)
        assert Counter((*opening.covering, *(card for hand in opening.hands for card in hand))) == Counter(COMPLETES)


def test_tw_2_nobody_plays_a_covering_complete() -> None:
    assert why_not(start(), f"{start().covering[0]}").endswith("it can't be played (TW-2).")


# TW-3: what scores


@pytest.mark.parametrize(
    ("side", "scores"),
    [("+ - -", "PBS"), ("- + -", "FGC"), ("- - +", "HRT"), ("+ - +", "PBSHRT"), ("+ + +", "PBSFGCHRT"), ("- - -", "")],
)
def test_tw_3_the_characteristics_beside_a_true_card_score(side: str, scores: str) -> None:
    mask = scoring_mask(completes("PBS FGC HRT"), parse_cards(TFCard, side))
    assert {card.code for card in SINGLES if card.mask & mask} == set(scores)


@pytest.mark.parametrize(("seat", "net"), [(NORTH, -1), (EAST, -1), (SOUTH, 1), (WEST, 1)])
def test_tw_3_the_side_of_the_collecting_player_counts(seat: Seat, net: int) -> None:
    """Blue scores for North and East, but not for South and West."""
    position = state(("B? . B?", ". . .", "B? . B?"), "HBC", seat)
    assert blew(position, "HBC").net == 2 * net
    result = after(position, "HBC")
    piles = (result.scored, result.deducted) if net == 1 else (result.deducted, result.scored)
    assert codes(piles[0][opposite(seat)][-2:]) == "B B"
    assert "B" not in codes(piles[1][opposite(seat)])


def test_tw_3_one_turn_can_score_and_deduct() -> None:
    both = state(("B . .", "R . .", "C . ."), "FBC HRC", EAST, rest=SOUTH)
    assert routes(both, "FBC") == ["B A1 > West -", "C C1 > West +"]
    assert after(both, "FBC").deducted[WEST] == singles("B")
    assert after(both, "FBC").scored[WEST] == singles("C")


def test_tw_3_twelve_of_the_eighteen_tf_cards_are_used() -> None:
    for code in range(200):
        sides = start(code=code).sides
        assert [len(side) for side in sides] == [3] * 4
        assert 3 <= count_true(sides) <= 9


def test_tw_3_the_twelve_are_drawn_without_replacement() -> None:
    """Six of twelve are True with probability C(9, 6)² / C(18, 12) = .380; with replacement it would be .226."""
    drawn = Counter(count_true(start(code=code).sides) for code in range(1500))
    assert drawn.keys() == set(range(3, 10))
    assert 0.34 < drawn[6] / 1500 < 0.42


# TW-4: the first player


@pytest.mark.parametrize(("wind", "seat"), [("north", 0), ("east", 1), ("south", 2), ("west", 3)])
def test_tw_4_the_player_named_by_the_wind_begins(wind: Any, seat: Seat) -> None:
    assert {start(Options(first=wind), code=code).turn for code in range(10)} == {seat}


def test_tw_4_by_default_the_deal_chooses_the_first_player() -> None:
    drawn = Counter(start(code=code).turn for code in range(200))
    assert drawn.keys() == set(range(4))
    assert max(drawn.values()) < 80


def test_tw_4_choosing_the_first_player_does_not_change_the_deal() -> None:
    drawn, named = start(code=5), start(Options(first="south"), code=5)
    assert named == drawn._replace(turn=SOUTH, options=named.options)


def test_tw_4_the_option_is_worded_as_in_the_source_rules() -> None:
    (first,) = (each for each in fields(Options) if each.name == "first")
    assert "wind that last blew" in GAME.option_texts[first.name].help


# TW-5: the wind


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        (NORTH, ["R C2 > South -", "R B2 > C2", "R A2 > B2"]),
        (SOUTH, ["R A2 > North -", "R B2 > A2", "R C2 > B2"]),
    ],
)
def test_tw_5_north_and_south_blow_towards_each_other(seat: Seat, expected: list[str]) -> None:
    position = state((". R? .", ". R? .", ". R? ."), "HRC", seat)
    assert routes(position, "HRC") == expected


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        (EAST, ["R B1 > West +", "R B2 > B1", "R B3 > B2"]),
        (WEST, ["R B3 > East +", "R B2 > B3", "R B1 > B2"]),
    ],
)
def test_tw_5_east_and_west_blow_towards_each_other(seat: Seat, expected: list[str]) -> None:
    position = state((". . .", "R? R? R?", ". . ."), "HRC", seat)
    assert routes(position, "HRC") == expected


def test_tw_5_flights_start_at_the_downwind_edge_from_the_north_or_west() -> None:
    full = ("H? R? C?", "R? C? H?", "C? H? R?")
    by_seat = {seat: [way[2:4] for way in routes(state(full, "HRC", seat), "HRC")] for seat in range(4)}
    assert by_seat == {
        NORTH: ["C1", "C2", "C3", "B1", "B2", "B3", "A1", "A2", "A3"],
        EAST: ["A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"],
        SOUTH: ["A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3"],
        WEST: ["A3", "B3", "C3", "A2", "B2", "C2", "A1", "B1", "C1"],
    }


@pytest.mark.parametrize("card", ["HRC", "PGT", "FBC"])
def test_tw_5_only_matching_singles_move(card: str) -> None:
    position = state(("H? P? F?", "R? G? B?", "C? S? T?"), card, NORTH)
    assert {way[0] for way in routes(position, card)} == set(card)


def test_tw_5_an_uncovered_face_up_single_that_matches_follows_and_lands_on_top() -> None:
    position = state((". . .", "S? TRH? .", ". . ."), "HRC FRT", EAST)
    assert routes(position, "FRT") == ["T B2 > B1", "R B2 > B1"]
    assert rows(after(position, "FRT"))[1] == "RTS? H? ."


def test_tw_5_an_uncovered_face_down_single_does_not_follow() -> None:
    position = state((". . .", "S? Tr? .", ". . ."), "HRC FRT", EAST)
    assert routes(position, "FRT") == ["T B2 > B1"]
    assert rows(after(position, "FRT"))[1] == "TS? R? ."


def test_tw_5_a_single_that_does_not_match_holds_those_below_it() -> None:
    position = state((". . .", "S? TBR? .", ". . ."), "HRC FRT", EAST)
    assert routes(position, "FRT") == ["T B2 > B1"]


def test_tw_5_singles_that_landed_do_not_move_again() -> None:
    position = state((". . .", "SR? R? R?", ". . ."), "HRC", EAST)
    assert routes(position, "HRC") == ["R B2 > B1", "R B3 > B2"]
    assert rows(after(position, "HRC"))[1] == "RSR? R? " + rows(after(position, "HRC"))[1].split()[2]


def test_tw_5_a_pile_of_face_down_cards_is_not_a_gap() -> None:
    position = state((". . .", "R?? R? .", ". . ."), "HRC", EAST)
    assert routes(position, "HRC") == ["R B1 > West +", "R B2 > B1"]
    assert rows(after(position, "HRC"))[1].split()[0] == "R??"


def test_tw_5_lines_are_independent() -> None:
    whole = ("R? B? R?", "S? R? .", "R? . CS?")
    together = routes(state(whole, "HRC", WEST), "HRC")
    alone = []
    for row in range(3):
        grid = [whole[each] if each == row else ". . ." for each in range(3)]
        alone += routes(state(grid, "HRC", WEST), "HRC")
    assert sorted(together) == sorted(alone)


def test_tw_5_the_wind_agrees_with_a_reference_implementation() -> None:
    """At every turn of many games."""
    for code in range(60):
        for seat, before, action, step in play_randomly(GAME, start(code=code), code):
            piles: Piles = {divmod(at, 3): _reference_pile(pile) for at, pile in enumerate(before.grid)}
            gone = blow_by_hand(piles, SEAT_NAMES[seat], action.card.code)
            assert [_reference_pile(pile) for pile in step.state.grid] == list(piles.values())
            event = step.events[0]
            assert isinstance(event, Blew)
            assert codes(card for _, target, cards in event.flights if target == OFF for card in cards) == " ".join(
                gone
            )
            assert Counter(event.scored + event.deducted) == Counter(singles(" ".join(gone)))


def _reference_pile(pile: Pile) -> list[PileCard]:
    """Return the pile in the format of the reference implementation."""
    down = [PileCard(card.code, face_up=False) for card in reversed(pile.face_down)]
    return down + [PileCard(card.code, face_up=True) for card in reversed(pile.face_up)]


# TW-6: gaps


def test_tw_6_singles_fly_over_gaps_to_the_next_pile_or_off_the_grid() -> None:
    position = state(("S? . R?", ". . R?", "S? S? R?"), "HRC", EAST)
    assert routes(position, "HRC") == ["R A3 > A1", "R B3 > West +", "R C3 > C2"]


def test_tw_6_nothing_lands_on_a_pile_that_runs_out_in_the_same_turn() -> None:
    position = state(("S? R R?", ". . .", ". R R?"), "HRC", EAST)
    assert routes(position, "HRC") == ["R A2 > A1", "R C2 > West +", "R A3 > A1", "R C3 > West +"]
    assert rows(after(position, "HRC"))[0].split()[1] == "."


def test_tw_6_a_gap_stays_a_gap() -> None:
    for code in range(30):
        gaps: set[int] = set()
        for _, _, _, step in play_randomly(GAME, start(code=code), code):
            now = {at for at, pile in enumerate(step.state.grid) if pile == GAP}
            assert gaps <= now
            gaps = now


# TW-7: the order in a turn


def test_tw_7_face_down_top_cards_are_turned_up_after_the_wind() -> None:
    position = state(("Rbg? S? S?", "S? Rt? P?", "P? P? Rh?"), "HRC", NORTH)
    assert rows(after(position, "HRC")) == ["B?? S? S?", "RS? T? P?", "P? RP? H?"]


def test_tw_7_cards_turned_up_do_not_move_in_the_same_turn() -> None:
    position = state((". . .", "Rr? . .", ". . ."), "HRC", EAST)
    assert routes(position, "HRC") == ["R B1 > West +"]
    assert rows(after(position, "HRC"))[1] == "R? . ."


def test_tw_7_a_face_down_card_that_is_covered_again_stays_face_down() -> None:
    position = state((". . .", "Rg? R? .", ". . ."), "HRC", EAST)
    result = after(position, "HRC")
    assert result.grid[3] == Pile(singles("R"), (*singles("G"), position.grid[3].face_down[1]))
    *_, turned_up = events_of(position, "HRC")
    assert isinstance(turned_up, TurnedUp)
    assert turned_up.piles == (4,)


def test_tw_7_completes_are_discarded_in_order() -> None:
    position = state(CALM, "HRC PGT", NORTH)
    result = after(position, "HRC")
    assert result.discards == (*position.discards, Complete.parse("HRC"))
    assert Complete.parse("HRC") not in result.hands[NORTH]


def test_tw_7_the_events_are_the_wind_and_then_the_cards_turned_up() -> None:
    position = state(("R? . .", ". . .", ". . ."), "HRC", EAST)
    assert [type(event) for event in events_of(position, "HRC")] == [Blew, TurnedUp]
    assert [type(event) for event in events_of(state(CALM, "HRC", EAST), "HRC")] == [Blew]


def test_tw_7_between_turns_every_pile_shows_its_top_card() -> None:
    for _, _, _, step in play_randomly(GAME, start(code=3), 3):
        assert all(pile.face_up or pile == GAP for pile in step.state.grid)


# TW-9, TW-10, TW-15: hidden cards


@pytest.mark.parametrize("viewer", [None, *range(4)])
def test_tw_9_players_see_only_their_own_hand(viewer: Seat | None) -> None:
    opening = start(code=4)
    seen = GAME.view(opening, viewer)
    for owner, hand in enumerate(opening.hands):
        assert seen.hands[owner] == (hand if owner == viewer else face_down(hand))


def test_tw_9_as_an_option_everyone_sees_every_hand() -> None:
    opening = start(OPEN, code=4)
    assert GAME.view(opening, None).hands == opening.hands
    assert all(pile.face_down == (UNSEEN,) * 3 for pile in GAME.view(opening, 0).grid)


def test_tw_10_a_complete_is_shown_when_it_is_played() -> None:
    position = state(CALM, "HRC", NORTH)
    event = events_of(position, "HRC")[0]
    assert all(seen_by(event, viewer) == event for viewer in (None, *range(4)))
    assert GAME.describe(event, NAMES).startswith("Ann plays HRC")


def test_tw_15_cards_turned_up_stay_visible() -> None:
    position = state(("RTC?? . .", ". . .", ". . ."), "HRC", EAST, collected={WEST: "R G", EAST: "B"})
    seen = GAME.view(position, None)
    assert seen.grid[0] == Pile(singles("R T C"), (UNSEEN, UNSEEN))
    assert (seen.scored, seen.deducted, seen.discards) == (position.scored, position.deducted, position.discards)
    assert (seen.covering, seen.sides) == (position.covering, position.sides)
    assert [len(hand) for hand in seen.hands] == [len(hand) for hand in position.hands]


# TW-16: talking


def test_tw_16_players_have_no_action_for_telling_others_about_their_hands() -> None:
    assert GAME.actions == (Blow,)
    for _, _, _, step in play_randomly(GAME, start(code=5), 5):
        line = " ".join(GAME.describe(event, NAMES) for event in step.events)
        assert [card.code for hand in step.state.hands for card in hand if card.code in line] == []


# TW-11: how many are True


@pytest.mark.parametrize("number", range(3, 10))
def test_tw_11_the_number_of_true_cards_is_an_option(number: int) -> None:
    openings = [start(Options(true_cards=number), code=code) for code in range(10)]
    assert {count_true(opening.sides) for opening in openings} == {number}
    assert len({opening.sides for opening in openings}) > 5


@pytest.mark.parametrize("number", [2, 10])
def test_tw_11_there_are_3_to_9_true_cards(number: int) -> None:
    with pytest.raises(BadOptions, match="from 3 to 9"):
        start(Options(true_cards=number))


def test_tw_11_choosing_the_number_does_not_change_other_cards() -> None:
    drawn, chosen = start(code=5), start(Options(true_cards=6), code=5)
    assert (chosen.grid, chosen.hands, chosen.covering) == (drawn.grid, drawn.hands, drawn.covering)


def test_tw_11_the_first_event_has_the_number() -> None:
    opening, (began,) = GAME.setup(Options(first="east", true_cards=7), 4, Key(7))
    assert began == Began(EAST, opening.covering, opening.sides, tuple(pile.face_up[0] for pile in opening.grid))
    assert GAME.describe(began, NAMES).endswith("; 7 of 12 T/F cards are True. Ben begins.")


# TW-12: the end


def test_tw_12_a_game_has_24_turns_six_for_each() -> None:
    for code in range(5):
        turns = [seat for seat, *_ in play_randomly(GAME, start(code=code), code)]
        assert Counter(turns) == Counter(dict.fromkeys(range(4), 6))


@pytest.mark.parametrize(("plus", "minus"), [("R R R", "B"), ("R", ""), ("R G C T", "B P S")])
def test_tw_12_all_win_with_a_score_above_zero(plus: str, minus: str) -> None:
    """For West everything except Partial, Blue and Square scores; for South nothing does."""
    rest = _rest_in_piles(plus, minus)
    ended = outcome(state(rest, turn=None, collected={WEST: f"{plus} {minus}"}))
    assert ended.margin == len(plus.split()) - len(minus.split()) > 0
    assert ended.winners == (0, 1, 2, 3)
    assert ended.ruling == "TW-12"


@pytest.mark.parametrize(("plus", "minus"), [("", ""), ("R", "B"), ("", "B"), ("R C", "B P S")])
def test_tw_12_all_lose_with_a_score_of_zero_or_less(plus: str, minus: str) -> None:
    ended = outcome(state(_rest_in_piles(plus, minus), turn=None, collected={WEST: f"{plus} {minus}"}))
    assert ended.margin == len(plus.split()) - len(minus.split()) <= 0
    assert ended.winners == ()
    assert "lost" in ended.reason


def _rest_in_piles(*gone: str) -> tuple[str, str, str]:
    """Return a finished game in which most Singles are still on the grid, where they don't count."""
    left = Counter(card.code for card in SINGLES) - Counter(" ".join(gone).split())
    cards = "".join(left.elements())
    return f"{cards[:12]} {cards[12:24]} {cards[24:] or '.'}", ". . .", ". . ."


def test_tw_12_the_scores_of_all_four_are_added_up() -> None:
    gains = {NORTH: "P R", EAST: "G", SOUTH: "C", WEST: "T H B"}
    ended = outcome(state(_rest_in_piles(*gains.values()), turn=None, collected=gains))
    assert ended.points == (0, 1, -1, 1)
    assert ended.margin == 1


def test_tw_12_there_is_no_outcome_before_the_end() -> None:
    assert all(GAME.outcome(before) is None for _, before, *_ in play_randomly(GAME, start(), 1))


def test_tw_12_the_last_turn_has_the_final_event() -> None:
    position = state(("R? . .", ". . .", ". . ."), "HRC", EAST, hands={}, left=1, collected={NORTH: "P"}, rest=SOUTH)
    *_, ended = events_of(position, "HRC")
    assert ended == Ended(EAST, 2, 33)
    assert after(position, "HRC").turn is None


# TW-13: names


def test_tw_13_piles_are_named_from_the_north_west_corner() -> None:
    assert PILES == ("A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3")
    position = state(("R . .", ". . .", ". . C"), "HRC", WEST)
    assert name_flights(blew(position, "HRC")) == ("C3 scores", "A1 scores")


# TW-14: words for the result


@pytest.mark.parametrize(
    ("score", "words"),
    [
        *((score, "the table has lost") for score in (-36, -1, 0)),
        *((score, "a narrow victory") for score in (1, 5)),
        *((score, "a clear victory") for score in (6, 11)),
        *((score, "a strong victory") for score in (12, 17)),
        *((score, "a triumph") for score in (18, 36)),
    ],
)
def test_tw_14_a_result_has_a_name(score: int, words: str) -> None:
    assert name_result(score) == words


def test_tw_14_the_outcome_has_that_name() -> None:
    ended = outcome(state(_rest_in_piles("R R G"), turn=None, collected={WEST: "R R G"}))
    assert ended.reason == "3 Singles scored, 0 deducted: a narrow victory."


# Refusals and explanations

COVERING_REASON = "a covering Complete; it can't be played (TW-2)."


@pytest.mark.parametrize(
    ("position", "action", "sentence"),
    [
        (state(CALM, "HRC", hands={NORTH: "FRC"}), "FRC", "You don't have Filled-Red-Circle."),
        (state(CALM, "HRC"), "PBS", f"Partial-Blue-Square is {COVERING_REASON}"),
        (state(_rest_in_piles(), turn=None), "HRC", "The game is over: every hand is empty (TW-12)."),
        (after(state(CALM, "HRC"), "HRC"), "HRC", "Hollow-Red-Circle has already been played (TW-7)."),
    ],
)  # fmt: skip
def test_illegal_actions_are_refused_with_a_sentence(position: State, action: str, sentence: str) -> None:
    assert why_not(position, action) == sentence


def test_the_hand_of_the_seat_to_move_is_legal() -> None:
    position = state(CALM, "FRC HRC PGT")
    assert choices(position) == ["Hollow-Red-Circle", "Partial-Green-Triangle", "Filled-Red-Circle"]
    assert GAME.legal(position) == tuple(Blow(card) for card in completes("HRC PGT FRC"))


@pytest.mark.parametrize(
    ("position", "line"),
    [
        (state(CALM, "HRC"), "Nothing moves: the score stays +4 (TW-5)."),
        (
            state(("R B? S?", ". . .", ". . C?"), "HRC"),
            "East collects 1 that scores: the score goes from +29 to +30 (TW-5).",
        ),
        (
            state((". RTB? .", ". B? .", ". . ."), "FRT", SOUTH),
            "North collects 2 that deduct: the score goes from +30 to +28 (TW-5).",
        ),
        (
            state((". S? .", ". . .", ". RTB? ."), "FRT", SOUTH),
            "2 Singles land on other piles: the score stays +30 (TW-5).",
        ),
    ],
)
def test_legal_actions_are_explained(position: State, line: str) -> None:
    (action,) = GAME.legal(position)
    assert GAME.explain(position, action) == line


def test_every_explanation_fits_in_two_lines_of_the_smallest_terminal() -> None:
    longest = max(
        len(without_rulings(GAME.explain(before, action)))
        for code in range(40)
        for _, before, *_ in play_randomly(GAME, start(code=code), code)
        for action in GAME.legal(before)
    )
    assert 60 < longest <= 80


# Typed actions


@pytest.mark.parametrize(
    "text",
    [
        "Hollow-Red-Circle",
        "hollow red circle",
        "HRC",
        " hrc ",
        "blow hrc",
        "Play  Hollow-Red-Circle",
        "hollow, red, circle",
    ],
)
def test_actions_may_be_typed_in_many_ways(text: str) -> None:
    assert GAME.parse(text) == Blow(Complete.parse("HRC"))


@pytest.mark.parametrize(
    ("text", "sentence"), [("", "Type a Complete"), ("blow", "Type a Complete"), ("red", "no Complete called")]
)
def test_invalid_texts_are_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        GAME.parse(text)


# Options


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_every_option_value_plays_to_an_end(options: Options) -> None:
    last = play_to_the_end(GAME, start(options), 11)
    assert outcome(last).margin == sum(map(len, last.scored)) - sum(map(len, last.deducted))
    assert GAME.resolve_defaults(options, 4) == options


def test_the_presets() -> None:
    assert {preset.name: preset.options for preset in PRESETS} == {
        "By the book": Options(), "Fair winds": Options(true_cards=8), "Headwinds": Options(true_cards=4),
    }  # fmt: skip


# Previews


@pytest.mark.parametrize("options", [Options(), OPEN])
def test_a_preview_agrees_with_what_happens_except_for_cards_turned_up(options: Options) -> None:
    turned = 0
    for seat, before, action, step in play_randomly(GAME, start(options, code=3), 3):
        preview = GAME.preview(GAME.view(before, seat), action)
        seen = tuple(seen_by(event, seat) for event in step.events)
        assert [type(event) for event in preview] == [type(event) for event in seen]
        turns_up = False
        for one, other in zip(preview, seen, strict=True):
            if isinstance(one, TurnedUp):
                turns_up = True
                assert isinstance(other, TurnedUp)
                assert one == TurnedUp(seat, other.piles, face_down(other.cards))
            else:
                assert one == other
        assert reveals(GAME, before, action, step.events) is turns_up
        turned += turns_up
    assert 0 < turned < 24


# Validation, and sampling hidden cards


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"hands": ((),) * 3}, "for 4 players"),
        ({"sides": ((),) * 3}, "TW-1"),
        ({"scored": ((),) * 5}, "TW-1"),
        ({"options": Options(true_cards=2)}, "from 3 to 9"),
        ({"options": Options(true_cards=7)}, "TW-11"),
        ({"sides": (parse_cards(TFCard, "- - -"),) * 4}, "TW-11"),
        ({"sides": (parse_cards(TFCard, "+ + +"),) * 4}, "TW-11"),
        ({"covering": completes("PBS FGC HRC")}, "TW-2"),
        ({"covering": completes("PBS FGC")}, "TW-2"),
        ({"sides": (*(parse_cards(TFCard, side) for side in SIDES[:3]), parse_cards(TFCard, "- + + -"))}, "TW-3"),
        ({"scored": (singles("R"), (), (), ())}, "North collected"),
        ({"deducted": ((), (), (), singles("R"))}, "West collected"),
        ({"grid": (GAP,) * 8}, "nine piles"),
        ({"grid": (Pile((), singles("R")), *(GAP,) * 8)}, "TW-7"),
        ({"grid": (Pile(singles("R"), singles("R R G G")), *(GAP,) * 8)}, "TW-7"),
        ({"hands": (completes("FRC HRC"), *(completes("HGC HGS"),) * 3)}, "deck order"),
        ({"turn": None}, "TW-12"),
        ({"turn": 4}, "TW-12"),
        ({"turn": -1}, "TW-12"),
        ({"hands": ((),) * 4}, "TW-12"),
        ({"hands": (completes("HRC HRS"), completes("HGS"), completes("HGC"), completes("FRS"))}, "TW-1"),
        ({"hands": (completes("HRC HRS HGC HGS HBC HBS HBT"),) * 4}, "TW-1"),
        ({"options": Options(first="north")}, "TW-4"),
    ],
)
def test_an_invalid_state_is_refused_with_the_reason(change: dict[str, Any], sentence: str) -> None:
    faults = GAME.validate_state(state(CALM, "HRC PGT", WEST, hands={})._replace(**change))
    assert any(sentence in fault for fault in faults), faults
    assert all(fault.endswith(".") for fault in faults)


def test_the_first_player_must_agree_with_the_options() -> None:
    assert GAME.validate_state(state(CALM, "HRC PGT", WEST, options=Options(first="west"))) == ()
    assert GAME.validate_state(state(CALM, "HRC PGT", WEST, left=7, options=Options(first="south"))) == ()


def test_the_box_has_twelve_tf_cards_and_every_single_and_complete() -> None:
    assert Counter(GAME.box(start())) == Counter(
        (*SINGLES, *COMPLETES, *(card for side in start().sides for card in side))
    )
    assert GAME.box(start(Options(true_cards=9))).count(TRUE) == 9
    assert GAME.box(start(Options(true_cards=9))).count(FALSE) == 3


def test_determinize_keeps_the_view_and_changes_hidden_cards() -> None:
    differ = 0
    for _, before, *_ in play_randomly(GAME, start(), 5):
        for viewer in (None, *range(4)):
            seen = GAME.view(before, viewer)
            again = validated(GAME, GAME.determinize(seen, viewer, Key(99)))
            assert GAME.view(again, viewer) == seen
            differ += again != before
    assert differ > 100


# Log lines


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Blew(WEST, Complete.parse("FRC"), (), (), ()), "Dan plays FRC. Nothing moves."),
        (
            Blew(
                WEST,
                Complete.parse("FRC"),
                (Flight(2, OFF, singles("R C")), Flight(0, 1, singles("C"))),
                singles("R"),
                singles("C"),
            ),
            "Dan plays FRC. Ben collects Red from A3 (+1) and Circle from A3 (-1). Circle moves from A1 to A2.",
        ),
        (TurnedUp(0, (0, 8), singles("R C")), "Turned up: Red on A1, Circle on C3."),
        (TurnedUp(0, (0, 8), (UNSEEN, UNSEEN)), "Then A1 and C3 will be turned up."),
        (Ended(3, 20, 7), "Every hand is empty: 20 Singles scored, 7 deducted."),
    ],
)
def test_log_lines_of_events(event: Event, line: str) -> None:
    assert GAME.describe(event, NAMES) == line


def test_a_step_has_a_state_and_events() -> None:
    step = GAME.setup(Options(), 4, Key(1))
    assert isinstance(step, Step)
    assert GAME.turn(step.state) == step.events[0].seat
