"""Clash for players who look for the chain by themselves: nothing marks, lists or previews what they can play."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from cardtable.engine.games.clash.model import PlayPair, PlayThree
from cardtable.games.clash.board import ClashBoard
from cardtable.store.settings import Settings
from tests.games.clash_positions import state
from tests.tui.boards.boards import LAYOUTS, shown, status
from tests.tui.boards.clash_boards import CHAIN, MATCHED, board_of, random_boards, sit_at
from tests.tui.boards.rummy_like_boards import sit
from tests.tui.screens import board_on, lift_curtain, press, run, screen_text, table_of

SEARCH = Settings(chains="hidden", speed="off")


def searching(board: ClashBoard) -> ClashBoard:
    board.hide_moves(True)
    return board


@LAYOUTS
def test_nothing_tells_a_legal_choice_from_an_illegal_one(size: tuple[int, int]) -> None:
    """The same hand is shown in the same way over any piles, except for the piles themselves."""
    hand = ("H R S FRC FGC", "B B")
    pictures = []
    for tops, complete in (("H R S", "HRT"), ("P B T", "FGT")):
        board = searching(board_of(sit_at(state(tops, complete, hand, played=0))))
        labels = [[listed.label for listed in group.actions] for group in board.groups]
        marks = re.findall(r"play(?: it)?|last|not now|match|draw", shown(board, size))
        pictures.append((labels, board.group, status(board), marks))
    assert pictures[0] == pictures[1]


def test_every_legal_play_can_be_chosen_and_is_no_different_from_others() -> None:
    for board in random_boards(1):
        assert board.seen is not None
        legal = set(board.seen.legal)
        searching(board)
        listed = {each.action for group in board.groups for each in group.actions}
        assert legal <= listed
        assert all(board.is_allowed(each) for group in board.groups for each in group.actions)


def test_cards_that_could_ever_go_together_are_listed() -> None:
    board = searching(board_of(sit_at(MATCHED._replace(piles=CHAIN.piles))))
    actions = [each.action for group in board.groups for each in group.actions]
    assert {type(each) for each in actions} >= {PlayPair, PlayThree}


@pytest.mark.parametrize("keys", [("2", "enter")])
def test_a_card_that_does_not_fit_is_refused_with_the_reason(keys: tuple[str, ...]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        board = board_on(pilot)
        assert board.hides_moves
        assert " play " not in screen_text(pilot).split("Complete", 1)[0]
        await press(pilot, *keys)
        assert not table_of(pilot).session.actions
        assert "doesn't match the top Complete" in screen_text(pilot)

    run(play, sit_at(state("P B T", "FGT", ("H R S FRC", "B B"), played=0)), settings=SEARCH)


def test_other_games_show_their_moves_as_before() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        assert not board_on(pilot).hides_moves

    run(play, sit(), settings=SEARCH)
