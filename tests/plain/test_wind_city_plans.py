"""How plain mode reads out the plans in Wind City."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, permutations

from cardtable.engine.games.wind_city.hidden import forecast
from cardtable.engine.games.wind_city.model import Moved
from cardtable.engine.games.wind_city.outlook import house_bought
from cardtable.games.wind_city.view.plans import plan_details, plan_overview
from cardtable.games.wind_city.view.view import VIEW
from cardtable.plain.view import brief_move_lines
from cardtable.practice.exercises import PracticeExercise
from cardtable.practice.sources import OneExercise
from cardtable.rooms.kit.goto import ToPracticeExercises
from cardtable.table.seen import Seen
from tests.games.wind_city_positions import state, with_card
from tests.plain.transcripts import last_turn, opened, output_of
from tests.table.sittings import truth
from tests.tui.boards.boards import random_turns
from tests.tui.boards.wind_city_boards import sit, sit_at

ONE_NORTH = with_card("N1:2 S2:1 E1:1 W1:1 H:4")


def test_moves_says_what_players_can_do_and_where_the_hurricane_then_stops() -> None:
    output = output_of(sit_at(state("A7", "E5 F6", at="D5", card=1, options=ONE_NORTH)), "moves")
    card, *_ = output.partition("Your card is ")[2].splitlines()
    assert card == (
        "1. Action 1: north 1, costs 2. Action 2: south 2, costs 1. Action 3: east 1, costs 1. "
        "Action 4: west 1, costs 1. Action 5: buy back a house, costs 4."
    )
    assert last_turn(output) == [
        "Action 1 alone: to D6; you get 3 (calm) and pay 2.",
        "Action 2 alone: to D3; you pay 1.",
        "Action 3 alone: to E5 (or F5 if E5 is insured), destroys Bob's E5; you pay 1.",
        "Action 4 alone: to C5; you get 3 (calm) and pay 1.",
        "Action 5, in some plans: you buy back a house and pay 4; type moves house.",
        "Destroy only others' houses: Bob's E5 (stop on D3, E3, E4, D5, E5, D6 or E6).",
        "Get 5 coins or more, and destroy nothing: stop on E6.",
        "Get 3 coins, and destroy nothing: stop on C4, D4, E4, C5, D5, C6 or D6.",
        "Destroy nothing: stop on C3, D3 or E3.",
        "To hear the plans for a stop, type its space.",
    ]


def test_every_turn_tells_in_brief_what_to_destroy_to_get_and_to_avoid() -> None:
    told = [
        "Destroy Bob's E5 with 3 1 (costs 3, earns 5).",
        "Gain 5 coins in all with 1 3.",
        "Lose a house of yours: stop on C5.",
        "To hear more, type moves, or a space to stop on.",
    ]
    session = sit_at(state("A7 C5", "E5 F6 D9", at="D5", card=1, options=ONE_NORTH))
    first, again, _ = output_of(session, "look").split("Your move, Ann:\n")
    assert first.splitlines()[-4:] == again.splitlines()[-4:] == told
    later = output_of(session, "4", "no", "4", "no").split("Ann's turn.\n")[-1].splitlines()
    assert later[1] == "Your houses: A7."
    assert later[4].startswith("Your card is 2. Action 1: ")
    assert later[6:] == [
        "Gain 2 coins in all with 3.",
        "To hear more, type moves, or a space to stop on.",
        "Your move, Ann:",
        "You left the game.",
    ]


def test_the_plan_named_for_a_purpose_can_be_typed_and_does_what_is_said() -> None:
    is_told = set[str]()
    for seen in islice(plan_turns(), 0, None, 8):
        for line in brief_move_lines(seen, VIEW):
            verb = line.partition(" ")[0]
            for what, plan, cost in re.findall(r" ([^:;]+) with (\d(?: \d)*) \(costs (\d+)", line):
                effect = VIEW.effect(seen, seen.game.parse(plan))
                assert f"destroys {what};" in effect, line
                assert effect.endswith(f"pay {cost}"), line
                is_told.add(verb)
            for gain, plan in re.findall(r"^Gain (\d+) coins? in all with (\d(?: \d)*)\.", line):
                effect = VIEW.effect(seen, seen.game.parse(plan))
                (earned,), (paid,) = re.findall(r"you get (\d+)", effect), re.findall(r"pay (\d+)$", effect)
                assert int(earned) - int(paid) == int(gain), (line, effect)
                is_told.add(verb)
    assert is_told == {"Destroy", "Gain"}


def test_a_space_on_its_own_reads_the_plans_that_stop_there() -> None:
    session = sit_at(state("A7", "E5 F6", at="D5", card=1, options=ONE_NORTH))
    output = output_of(session, "moves e6", "e6", "c9")
    assert last_turn(output) == ["No plan makes the hurricane stop on C9. To hear where it can stop, type moves."]
    turns = output.split("Your move, Ann:\n")
    assert turns[1] == turns[2]
    assert turns[1].startswith("3 1: to E6, destroys Bob's E5; ")


def test_of_many_houses_to_destroy_two_choices_are_told_every_turn() -> None:
    many = state("A7", "C5 E5 D6 D4 B4", at="D5", card=1, options=ONE_NORTH)
    (line,) = re.findall("^Destroy .*", output_of(sit_at(many)), re.MULTILINE)
    assert re.fullmatch(r"Destroy [^;]+ with \d[^;]+; [^;]+ with \d[^;]+; and \d+ other choices\.", line), line


def test_a_stop_that_costs_too_much_and_a_win_are_told_every_turn_too() -> None:
    poor = state("A7 C5", "E5", at="D5", card=1, options=ONE_NORTH, coins=(1, 40))
    assert "\nPay more than you have: stop on E3.\n" in output_of(sit_at(poor))
    winning = output_of(sit_at(state("A7 B7", "E5", at="D11", card=1, options=ONE_NORTH)))
    losing = output_of(sit_at(state("A7", "E5 F5", at="D11", card=1, options=ONE_NORTH)))
    assert "\nEnd the game and win with 1.\n" in winning
    assert "\nEnd the game and lose: type moves end.\n" in losing
    options = with_card("N1:1 W1:1 W1:1 W1:1 H:1")  # north at once loses, but not after a step west
    winning_later = output_of(sit_at(state("E11 A5", "A11 B11 C11", at="D11", card=1, options=options)))
    assert "\nEnd the game and win with 2 1.\n" in winning_later


def test_a_house_is_bought_back_in_the_same_words_everywhere() -> None:
    output = output_of(sit_at(state("A7 C7", "E5 F6", at="D5", card=1, options=ONE_NORTH)), "3 5", "no", "c7")
    assert "Action 5: buy back a house, costs 4." in output
    assert "Ann shows card 1: east 1, then buy back a house.\n" in output
    assert "\nPlace the house you buy back: type the space of one of your houses, or done.\n" in output
    assert "\ndone: don't buy back a house.\n" in output
    assert "\nAnn buys back a house and adds it to C7.\n" in output


def test_moves_warns_of_stops_that_cost_too_much_and_names_each_stop_for_its_best_use() -> None:
    poor = state("A7 C5", "E5", at="D5", card=1, options=ONE_NORTH, coins=(1, 40))
    overview = last_turn(output_of(sit_at(poor), "moves"))
    assert "Pay more than you have, so that you may be out: stop on E3." in overview
    assert "Destroy only others' houses: Bob's E5 (stop on E5 or E6)." in overview
    assert not any(line.startswith("Lose") and "E5" in line for line in overview)


def test_moves_and_a_space_reads_the_plans_for_that_stop_the_best_first() -> None:
    output = output_of(sit_at(state("A7", "E5 F6", at="D5", card=1, options=ONE_NORTH)), "moves e6")
    assert last_turn(output) == [
        "3 1: to E6, destroys Bob's E5; you get 5 (station) and pay 3.",
        "3 1 5, 3 5 1 or 5 3 1: to E6, destroys Bob's E5; you buy back a house, get 5 (station) and pay 7.",
        "1 3: to E6; you get 8 (station and calm) and pay 3.",
        "1 3 5, 1 5 3 or 5 1 3: to E6; you buy back a house, get 8 (station and calm) and pay 7.",
    ]


def test_moves_end_reads_the_plans_that_end_the_game() -> None:
    output = output_of(sit_at(state("A7 B7", "E5", at="D11", card=1, options=ONE_NORTH)), "moves", "moves end")
    assert "End the game: you win with 20 points. To hear how, type moves end.\n" in output
    first = last_turn(output)[0]
    assert first.startswith("1, 3 1, ")
    assert first.endswith(": leaves the board: the game ends and you win with 20 points.")
    assert "1 2" not in first, "what comes after the end is never carried out"


def test_moves_says_who_would_win_if_the_game_ended() -> None:
    tight = state("E11 A5", "A11 B11 C11", at="D11", card=1, options=with_card("N1:1 W1:1 W1:1 W1:1 H:1"))
    output = output_of(sit_at(tight), "moves", "moves end")
    assert (
        "End the game: you and Bob win with 20 points, you win with 20 points or Bob wins with 30 points. "
        "To hear how, type moves end.\n"
    ) in output
    assert last_turn(output)[-1] == "1: leaves the board: the game ends and Bob wins with 30 points."


def test_moves_offers_no_house_that_only_the_end_of_the_game_would_leave_out() -> None:
    tight = state("E11 A5", "A11 B11 C11", at="D11", card=1, options=with_card("N1:1 W1:1 W1:1 W1:1 H:1"))
    output = output_of(sit_at(tight), "moves", "moves house")
    assert "Action 5: you'd buy no house so far north.\n" in output
    assert "type moves house" not in output
    assert "No plan would buy back a house. Action 5: you'd buy no house so far north.\n" in output


def test_an_overview_is_short_and_its_groups_hold_every_plan() -> None:
    for seen in islice(plan_turns(), 0, None, 8):
        overview = tuple(plan_overview(seen))
        assert len(overview) <= 13
        assert ("type moves house" in "\n".join(overview)) is bool(details_or_nothing(seen, "house"))
        listed = {space for line in overview for space in re.findall(r"\b[A-J][0-9]+\b", line)}
        groups = [*listed, *(["end"] if any(line.startswith("End the game") for line in overview) else [])]
        details = (line for group in groups for line in details_or_nothing(seen, group))
        read = {plan for line in details for plan in read_plans(line)}
        for plan in (action.plan for action in seen.legal):
            buys_nothing = house_bought(seen.state, plan).startswith("no ")
            ends_sooner = any(plan[:at] in read and has_left(seen, plan[:at]) for at in range(1, len(plan)))
            assert (plan in read) is not (buys_nothing or ends_sooner), plan


def plan_turns() -> Iterator[Seen]:
    """Yield every turn of some random games on which a player chooses actions."""
    for seats in (2, 3, 5):
        for session in random_turns(sit(seats), seats):
            if truth(session).phase == "plan":
                yield session.look(session.turn)


def has_left(seen: Seen, plan: tuple[int, ...]) -> bool:
    return any(isinstance(event, Moved) and event.left for event in forecast(seen.state, plan))


def details_or_nothing(seen: Seen, group: str) -> tuple[str, ...]:
    """Return the details of a group, or nothing for a space that isn't a stop, as that of a house."""
    try:
        return plan_details(seen, group)
    except ValueError:
        return ()


def read_plans(line: str) -> Iterator[tuple[int, ...]]:
    """Yield the plans at the beginning of a line such as `1 3 or 2 4 in any order: to E6`."""
    for text in re.split(", | or ", line.partition(":")[0]):
        plan = tuple(map(int, text.removesuffix(" in any order").split()))
        yield from permutations(plan) if text.endswith("order") else [plan]


def test_moves_refuses_a_group_that_is_not_there() -> None:
    output = output_of(
        sit_at(state("A7", "F6", at="D5", card=1, options=ONE_NORTH)), "moves C9", "moves end", "moves all"
    )
    assert "No plan makes the hurricane stop on C9. To hear where it can stop, type moves.\n" in output
    assert "No plan ends the game. To hear where it can stop, type moves.\n" in output
    assert last_turn(output) == [
        "Type moves and the space where the hurricane should stop, or moves house or moves end."
    ]


def test_help_says_how_to_hear_a_group_of_moves() -> None:
    output = output_of(sit_at(state("A7", "F6", at="D5", card=1, options=ONE_NORTH)), "help")
    assert last_turn(output)[:2] == [
        "To play, type a move's numbers, in order.",
        "To hear the plans for a stop, type its space.",
    ]


def test_why_names_the_houses_that_a_plan_destroys_once() -> None:
    session = sit_at(state("A7", "C5 E5 C6 D6", at="D5", card=1, options=ONE_NORTH))
    two, three = output_of(session, "why 1 4", "why 1 4 2", "quit").split("Effect: ")[1:]
    assert "destroys Bob's D6 and C6; " in two
    assert "It would destroy" not in two
    assert "destroys 3 of Bob's houses; " in three
    assert "\nIt would destroy Bob's D6, C6 and C5.\n" in three


def test_moves_says_why_no_house_can_be_bought() -> None:
    twelve = "A4 B4 C4 A5 B5 A6 B6 A8 B8 C8 D8 E8"
    output = output_of(sit_at(state(twelve, "F6", at="E5", card=1, options=ONE_NORTH)), "moves", "moves house")
    assert "Action 5: you'd buy no house, because none is lost.\n" in output
    assert last_turn(output) == ["No plan would buy back a house. Action 5: you'd buy no house, because none is lost."]


def test_an_exercise_reads_the_plans_for_a_stop_as_a_game_does() -> None:
    position = state("A7", "E5 F6", at="D5", card=1, options=ONE_NORTH)
    seen = sit_at(position).look(0)
    exercise = PracticeExercise("", "", seen.game, position, 0, seen.names, "")
    read = {typed: heard(exercise, typed) for typed in ("e6", "moves e6", "moves")}
    assert read["e6"].startswith("3 1: to E6, destroys Bob's E5; ")
    assert read["moves e6"] == read["e6"]
    assert tuple(read["moves"].splitlines()) == tuple(plan_overview(seen))


def heard(exercise: PracticeExercise, typed: str) -> str:
    """Return what is said in an exercise to something that doesn't answer it."""
    place = ToPracticeExercises(OneExercise(exercise, is_known=False))
    return opened(place, typed, "quit").split("Your move:\n")[1]
