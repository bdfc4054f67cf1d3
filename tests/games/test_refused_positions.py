"""States that contradict themselves are refused with one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame
from cardtable.engine.games import exit_stage_right, wind_city
from cardtable.engine.games.clash import GAME as CL
from cardtable.engine.games.clash import model as clash
from cardtable.engine.games.wind_city.board import space_at
from cardtable.engine.games.wind_city.model import Options, State
from tests.games import clash_positions, exit_stage_right_positions, wind_city_positions
from tests.games.wind_city_positions import space, spaces


def check_refused(game: AnyGame, state: Any, sentence: str, **change: Any) -> None:
    """Assert that the state is valid, and that after the changes it is refused with only this sentence."""
    assert game.validate_state(state) == ()
    assert game.validate_state(state._replace(**change)) == (sentence,)


# Wind City: set-up
WC = wind_city.GAME


def fresh(seats: int = 2, **options: Any) -> State:
    """Return a state before anything has been placed."""
    return WC.setup(Options(**options), seats, Key(1)).state


def placing(houses: int = 0, **options: Any) -> State:
    """Return a state after the hurricane and this many houses have been placed."""
    state = fresh(**options)
    for _ in range(houses + 1):
        state = WC.apply(state, WC.legal(state)[0]).state
    return state


def test_wc_3_no_house_is_placed_before_the_hurricane() -> None:
    check_refused(WC, fresh(), "The hurricane must be placed before the houses (WC-3).", houses=(spaces("A4"), ()))


def test_wc_3_the_hurricane_stays_in_the_southernmost_row_while_houses_are_placed() -> None:
    sentence = "While houses are being placed, the hurricane must be in the southernmost row (WC-3)."
    check_refused(WC, placing(), sentence, hurricane=space("A2"))


@pytest.mark.parametrize("field", ["two_family", "insured"])
def test_wc_4_no_house_is_two_family_or_insured_while_houses_are_placed(field: str) -> None:
    sentence = "While houses are being placed, none can be insured or two-family (WC-4)."
    state = placing(1)
    check_refused(WC, state, sentence, **{field: tuple(at for own in state.houses for at in own)})


@pytest.mark.parametrize("coins", [(39, 40), (40, 0)])
def test_wc_2_nobody_has_paid_while_houses_are_placed(coins: tuple[int, ...]) -> None:
    check_refused(WC, placing(), "While houses are being placed, every player must have 40 coins (WC-2).", coins=coins)


def test_wc_2_nobody_is_out_while_houses_are_placed() -> None:
    sentence = "While houses are being placed, every player must have 40 coins (WC-2)."
    check_refused(WC, fresh(3, first=1), sentence, out=(1,), coins=(40, 0, 40))


def test_wc_4_no_card_is_drawn_while_houses_are_placed() -> None:
    state, sentence = placing(), "While houses are being placed, every card must be in the pile (WC-4)."
    check_refused(WC, state, sentence, run_out=1)
    check_refused(WC, state, sentence, pile=state.pile[1:], discards=state.pile[:1])


@pytest.mark.parametrize(
    ("own", "sentence"),
    [
        ("A4 A5 B5 C5 D5 F5 G5", "A player has more than 6 houses in a section (WC-3)."),
        (
            "A5 B5 C5 D5 F5 G5 A10",
            "A player has all the houses of the first section, but none on the coast (WC-3).",
        ),
    ],
)
def test_wc_3_houses_are_placed_section_by_section(own: str, sentence: str) -> None:
    others = spaces("J4 J5 J6 I5 J10 I10 H10")
    state = placing(first=1)._replace(houses=(spaces("A4 A5 B5 C5 D5 A10 B10"), others))
    check_refused(WC, state, sentence, houses=(spaces(own), others))


def test_wc_3_a_position_during_a_turn_may_have_any_active_player() -> None:
    """Lessons start in the middle of a game."""
    later = wind_city_positions.state("A9", "C9", pile=(*range(3, 26),), options=Options(first=2))
    assert WC.validate_state(later._replace(active=1, turn=1)) == ()


# Wind City: turns
def test_wc_14_the_pile_has_not_run_out_more_often_than_agreed() -> None:
    position = wind_city_positions.state("A9", "C9")
    over = position._replace(
        turn=None, phase="over", ending="northern-edge", hurricane=None, card=None, pile=(1, *position.pile)
    )
    check_refused(WC, over, "The pile can't run out more than 3 times (WC-14).", run_out=4)


def building() -> State:
    """Return a state with a house being bought after a move from C5 to C6, before another move and house."""
    options = wind_city_positions.with_card("N1:1 W1:2 H:3 H:4 S1:1")
    position = wind_city_positions.state("A8! A9 C9", "J9", at="C5", options=options, coins=(40, 0))
    state = wind_city_positions.play_plan(position, "1 3 2")[0]
    assert (state.phase, state.done, state.hurricane) == ("build", 1, space("C6"))
    return state


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"owed": 0}, "The amount owed must be the cost of the actions carried out so far (WC-12)."),
        ({"owed": 2}, "The amount owed must be the cost of the actions carried out so far (WC-12)."),
        ({"start": 2**31}, "The hurricane must have started this turn on a space on the board (WC-7)."),
        ({"start": space_at(0, 12)}, "The hurricane must have started this turn on a space on the board (WC-7)."),
        ({"start": space("C6")}, "The hurricane isn't where this turn's moves have taken it (WC-7)."),
        ({"start": space("C11")}, "The hurricane isn't where this turn's moves have taken it (WC-7)."),
        (
            {"moved": False},
            "The fields 'moved' and 'calm' don't agree with the hurricane's route (WC-10).",
        ),
    ],
)
def test_a_trip_must_agree_with_the_chosen_actions(change: dict[str, Any], sentence: str) -> None:
    state = building()
    assert state.trip is not None
    check_refused(WC, state, sentence, trip=state.trip._replace(**change))


def test_wc_10_a_trip_past_a_house_is_not_calm() -> None:
    state = building()
    sentence = "The fields 'moved' and 'calm' don't agree with the hurricane's route (WC-10)."
    check_refused(WC, state, sentence, houses=(spaces("C6 A8 A9"), state.houses[1]), insured=spaces("A8 C6"))


def test_wc_8_no_uninsured_house_is_left_on_the_hurricanes_path() -> None:
    state = building()
    sentence = "An uninsured house is still standing where the hurricane has been this turn (WC-8)."
    check_refused(WC, state, sentence, houses=(spaces("C6 A8 A9"), state.houses[1]))


def test_wc_11_a_house_is_placed_only_where_one_was_chosen() -> None:
    check_refused(WC, building(), "A house is being bought, but the action chosen is a move (WC-11).", done=2)


def test_wc_9_a_hurricane_that_moved_on_past_insured_houses_is_accepted() -> None:
    options = wind_city_positions.with_card("N1:1 W1:2 H:3 H:4 S1:1")
    position = wind_city_positions.state("A9", "C6! C7! J9", at="C5", options=options, active=1, coins=(0, 40))
    state, _ = wind_city_positions.play_typed(position, "1 3", "renew C6", "renew C7")
    assert (state.phase, state.hurricane) == ("build", space("C8"))


# Clash


def test_cl_8_the_dealer_must_agree_with_the_options_and_the_round() -> None:
    state = clash_positions.opened(clash.Options(first=1))
    sentence = "With these options, the other player deals this round (CL-8)."
    check_refused(CL, state, sentence, round=2)
    check_refused(CL, state, sentence, options=clash.Options(first=2))


def test_cl_8_without_a_target_there_is_one_round() -> None:
    check_refused(
        CL, clash_positions.opened(clash.Options(target=0)), "Without a target there is only one round (CL-8).", round=3
    )


@pytest.mark.parametrize(("number", "scores"), [(1, (1, 0)), (2, (25, 6))])
def test_cl_6_scores_must_be_possible_in_the_rounds_played(number: int, scores: tuple[int, int]) -> None:
    state = clash_positions.opened(clash.Options(target=50))
    sentence = "The scores are too high: each round before this one could be worth at most 30 points (CL-6)."
    check_refused(CL, state, sentence, round=number, scores=scores)


@pytest.mark.parametrize("played", [1, 6, 8])
def test_cl_5_the_hand_size_must_agree_with_the_cards_played(played: int) -> None:
    sentence = "This turn didn't begin with seven cards in hand, or all that were left (CL-5)."
    state = clash_positions.state(hands=("R G B H C F F", "R G"), draw=(10, ""), played=0)
    check_refused(CL, state, sentence, played=played)
    assert CL.validate_state(state._replace(played=7)) == ()


def test_cl_2_the_cards_played_must_be_on_the_table() -> None:
    check_refused(
        CL, clash_positions.opened(), "More cards were played this turn than are on the table (CL-2).", played=7
    )


def test_cl_2_after_the_opening_the_dealer_has_fewer_cards() -> None:
    state = clash_positions.opened()
    sentence = "A player has at most 30 cards; the dealer has one fewer after the opening (CL-2)."
    check_refused(CL, state, sentence, dealer=1 - state.dealer)


def test_cl_2_shown_cards_are_in_deck_order() -> None:
    state, sentence = clash_positions.state(), "The list of shown cards isn't in deck order."
    check_refused(CL, state, sentence, shown=clash_positions.cards("G R"))


def ended(**options: Any) -> clash.State:
    """Return a match in which South won the only round by two cards."""
    position = clash_positions.state("H R S", "FGC", ("F", "R G"), played=1, options=clash.Options(**options))
    return clash_positions.after(position, "F")


@pytest.mark.parametrize(
    ("options", "scores"), [({"target": 0}, (3, 0)), ({"target": 0}, (0, 2)), ({"target": 1}, (2**40, 0))]
)
def test_cl_8_the_final_scores_must_come_from_the_last_round(options: dict[str, int], scores: tuple[int, int]) -> None:
    check_refused(
        CL,
        ended(**options),
        "The final scores don't agree with the cards left at the end of the last round (CL-8).",
        scores=scores,
    )


def test_cl_7_a_finished_round_must_have_ended_by_the_rules() -> None:
    position = clash_positions.state(
        "H R S", "FGC", ("F B", "R G G"), passed=True, played=0, options=clash.Options(target=0)
    )
    over, sentence = (
        clash_positions.after(position, "end"),
        "A round ends only when a player has no cards left or both players pass (CL-7).",
    )
    check_refused(CL, over, sentence, passed=False)
    check_refused(CL, over, sentence, played=1)


# Exit Stage Right
def test_es_12_the_first_player_must_agree_with_the_options() -> None:
    state = exit_stage_right_positions.start(3, exit_stage_right.GAME.options(first=2))
    check_refused(exit_stage_right.GAME, state, "With these options, another player begins (ES-12).", turn=0)
