"""Clash in plain mode."""

from __future__ import annotations

import re

import pytest

from cardtable.engine.cards import Chard
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import Drew, State
from cardtable.engine.games.clash.tips import FIT_IN_FULL, TURN
from cardtable.games.clash.view import VIEW
from cardtable.store.settings import Settings, save_settings
from tests.games.clash_positions import state
from tests.plain.transcripts import output_of
from tests.tui.boards.boards import sit_after_deal
from tests.tui.boards.clash_boards import sit_at

ENDINGS = {
    state("H R S", "FGC", ("B B", "R G G"), played=0): ("you score 1 point", "Ann scores 1 point"),
    state("H R S", "FGC", ("B B B", "R G"), played=0): ("Bob scores 1 point", "you score 1 point"),
    state("H R S", "FGC", ("B B", "R G"), played=0): ("nobody scores", "nobody scores"),
}


@pytest.mark.parametrize(("position", "results"), ENDINGS.items())
def test_each_of_two_passes_says_who_scores_if_the_round_ends(position: State, results: tuple[str, str]) -> None:
    first, second = results
    output = output_of(sit_at(position), "", "why end", "end", "", "", "quit")
    assert f" end (pass, may end the round): if Bob passes too, the round ends and {first}\n" in output
    assert f"\nend: If Bob passes too, the round ends and {first}.\nYour move" in output
    assert f"\nAnn passed. If you pass too, that ends the round, and {second}.\n" in output


def test_a_list_without_effects_says_that_a_pass_may_end_the_round() -> None:
    here = state("H R S", "FGC", ("B B G HBT", "R G G"), played=0)
    output = output_of(sit_after_deal(GAME, here, ("Ann", "Bob"), (0, 0)), "1", "end", "end", "quit")
    assert "; 2 end.\n" in output, "Ann has played a card"
    assert "; 3 end (pass, may end the round).\n" in output
    assert re.search(r"\nBob passed\. [^\n]+\n2 moves: 1 Blue last; 2 end \(pass, ends the round\)\.\n", output)


def test_a_brief_list_names_the_moves_that_make_the_piles_match_or_end_the_round() -> None:
    here = state("H R S", "FGC", ("F G C HBT", "R"), played=0)
    output = output_of(sit_after_deal(GAME, here, ("Ann", "Bob"), (0, 0)), "1", "1", "1", "quit")
    assert "\n3 moves: 1 Circle: all piles match; 2 Circle last; 3 end.\n" in output
    assert "\n2 moves: 1 Hollow-Blue-Triangle: ends the round, and you score 1 point; 2 end.\n" in output
    matched = ("so now any Complete fits", "All four piles match: any Complete can be played")
    assert sum(map(output.count, matched)) == 1


def test_the_complete_on_top_is_read_out_every_turn() -> None:
    here = state("H R S", "FGC", ("B B G HBT", "R G G"), played=0)
    output = output_of(sit_after_deal(GAME, here, ("Ann", "Bob"), (0, 0)), "green", "end", "red last", "quit")
    _, first, second, third = re.split(r"\n(?:Ann|Bob)'s turn\.\n", output)
    for turn in first, second, third:
        assert turn.count("Complete on top: Filled-Green-Circle.\n") == 1


def test_a_chard_that_can_only_go_last_says_how_to_play_it() -> None:
    here = state("H R S", "FGC", ("B B G HBT", "R G G"), played=0)
    output = output_of(sit_at(here), "", "blue", "why blue last", "1", "quit")
    assert "Blue doesn't match the top Complete; alone, it can only go last (CL-3, CL-4)." in output
    assert "(CL-3, CL-4). To do that, type blue last.\n" in output
    assert "Blue doesn't match the top Complete, so it goes as a last Chard.\n" in output


def test_the_first_turn_says_that_the_chards_on_top_can_make_a_complete() -> None:
    here = state("H R S", "FGC", ("B B G HBT", "R G G"), played=0)
    output = output_of(sit_at(here), "", "1", "quit")
    assert output.count(f"{FIT_IN_FULL}\n{TURN}\n") == 1
    assert "or if the three Chards on top make it" in FIT_IN_FULL
    assert f"{FIT_IN_FULL} {TURN}".count(". ") == 1, "two sentences, read once"


def test_a_player_may_look_for_the_chain_alone() -> None:
    save_settings(Settings(chains="hidden"))
    here = state("H R S", "FGC", ("B B G HBT", "R G G"), played=0)
    output = output_of(sit_at(here), "", "green", "moves", "quit")
    before, after = output.split("Your move, Ann:\n")[:2]
    assert "Green" not in before.splitlines()[-1]
    assert "Type moves to hear what you can play." in before
    assert after.count("Type moves to hear what you can play.") == 0, "said once"
    assert re.search(r"^\d+ Blue last: ", output, re.MULTILINE), "moves still lists them"


@pytest.mark.parametrize(
    ("goes_on", "line"),
    [(False, "You end the turn and draw Red."), (True, "You have an empty hand and draw Red: the turn goes on.")],
)
def test_drawing_ends_the_turn_unless_the_hand_was_empty(*, goes_on: bool, line: str) -> None:
    assert VIEW.retell(Drew(0, (Chard.parse("R"),), goes_on), ("You", "Bob")) == (line,)


def test_a_turn_that_ends_without_a_card_to_draw_says_so_once() -> None:
    here = state("H R S", "FGC", ("B B G HBT", "R G G"), played=0)
    output = output_of(sit_after_deal(GAME, here, ("Ann", "Bob"), (0, 0)), "green", "end", "red last", "quit")
    for name, before in (("Ann", "Your move, Ann:"), ("Bob", "Bob plays Red last.")):
        line = f"{name} ends the turn: no cards are left to draw."
        assert f"\n{before}\n{line}\n" in output
        assert output.count(line) == 1


def test_a_turn_that_ends_with_a_full_hand_only_says_that_it_ends() -> None:
    here = state("H R S", "FGC", ("F", "R G"), draw=(9, 3))
    output = output_of(sit_after_deal(GAME, here, ("Ann", "Bob"), (0, 0)), "filled", "end", "quit")
    assert "\nYour move, Ann: Ann ends the turn.\n" in output.replace(":\n", ": ")
    assert "left to draw" not in output
