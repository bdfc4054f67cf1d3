"""Clash in plain mode."""

from __future__ import annotations

import re

import pytest

from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import State
from tests.games.clash_positions import state
from tests.plain.transcripts import output_of
from tests.tui.boards import sit_after_deal
from tests.tui.clash_boards import sit_at

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
    explained = first.replace("Bob", "your opponent")
    assert f"\nend: If your opponent passes too, the round ends and {explained} (CL-5, CL-7).\nYour move" in output
    assert f"\nAnn passed. If you pass too, that ends the round, and {second}.\n" in output


def test_a_list_without_effects_says_that_a_pass_may_end_the_round() -> None:
    here = state("H R S", "FGC", ("B B G HBT", "R G G"), played=0)
    output = output_of(sit_after_deal(GAME, here, ("Ann", "Bob"), (0, 0)), "1", "end", "end", "quit")
    assert "; 2 end.\n" in output, "Ann has played a card"
    assert "; 3 end (pass, may end the round).\n" in output
    assert re.search(r"\nBob passed\. [^\n]+\n2 moves: 1 Blue last; 2 end \(pass, ends the round\)\.\n", output)


def test_the_complete_on_top_is_read_out_every_turn() -> None:
    here = state("H R S", "FGC", ("B B G HBT", "R G G"), played=0)
    output = output_of(sit_after_deal(GAME, here, ("Ann", "Bob"), (0, 0)), "green", "end", "red last", "quit")
    _, first, second, third = re.split(r"\n(?:Ann|Bob)'s turn\.\n", output)
    for turn in first, second, third:
        assert turn.count("Complete on top: Filled-Green-Circle.\n") == 1


def test_a_chard_that_can_only_go_last_says_how_to_play_it() -> None:
    here = state("H R S", "FGC", ("B B G HBT", "R G G"), played=0)
    output = output_of(sit_at(here), "", "blue", "why blue last", "1", "quit")
    assert "Blue isn't part of the top Complete; alone, it can only go last (CL-3, CL-4)." in output
    assert "(CL-3, CL-4). To do that, type blue last.\n" in output
    assert "Blue last: Any Chard can go last; Blue ends your turn (CL-4).\n" in output


def test_the_first_turn_says_that_the_chards_on_top_can_make_a_complete() -> None:
    here = state("H R S", "FGC", ("B B G HBT", "R G G"), played=0)
    assert "A Complete also fits if the three Chards on top make it.\n" in output_of(sit_at(here), "", "quit")
