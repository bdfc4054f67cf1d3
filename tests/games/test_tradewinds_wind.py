"""How the wind moves Singles in Tradewinds (TW-5, TW-6, TW-7)."""

from __future__ import annotations

from collections import Counter

import pytest

from cardtable.engine.cards import Complete
from cardtable.engine.game import Seat
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import GAP, OFF, Blew, Pile, TurnedUp
from cardtable.engine.games.tradewinds.texts import SEAT_NAMES
from tests.builders import codes, play_randomly, singles
from tests.engine.reference_tradewinds import PileCard, Piles
from tests.engine.reference_tradewinds import blow as blow_by_hand
from tests.games.tradewinds_positions import (
    CALM,
    EAST,
    NORTH,
    SOUTH,
    WEST,
    after,
    events_of,
    routes,
    rows,
    start,
    state,
)

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
