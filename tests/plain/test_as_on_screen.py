"""Effects, questions, the rest of a game, hints and presets, about which plain mode says what the screen says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.exit_stage_right.model import State
from cardtable.plain.view import view_of
from cardtable.table.seen import Seen
from cardtable.tui.board.widget import BoardWidget, board_for
from cardtable.tui.drawing.faces import BLOCKS
from tests.games.exit_stage_right_positions import stage, state
from tests.plain.tables import new_session
from tests.plain.transcripts import output_of
from tests.tui.boards.boards import LARGE, shown, status
from tests.tui.screens import sit_at

OFFER = (
    "Stop here: win by 3. Then nothing moves any more, and the deck keeps 2 Completes. That earns at least 1 star. "
    "To stop, type stop."
)
HINTS_COUNT = "Hints count as help in the result."
AHEAD = state(stage(), "R G B H", complete_deck="HRC FRC", won=14)
SETTLED = state(stage(), "R G B H", complete_deck="")
FILLERS = {
    "clash": {"you go on"},
    "rummy-like": {"then you lead one of them", "costs you no set"},
}
"""The effects of moves about which the board says nothing."""
UNASKED = {
    "clash": {"Open the round", "N passed"},
    "rummy-like": {"Lead one of these TriCards", "Send two Chards to N"},
    "tradewinds": {"You blow W"},
    "wind-city": {"Choose one to three actions", "Type more spaces"},
}
"""The questions, or reminders in their place, that players of the app needn't read because they see the table."""
BEHIND = state(stage(), "R G B H", complete_deck="HRC FRC", won=12)


def test_players_who_are_ahead_on_an_empty_stage_can_play_the_rest() -> None:
    session = sit_at(AHEAD)
    output = output_of(session, "", "stop", "")
    assert f"{OFFER}\n" in output
    assert session.turn is None
    assert len(session.actions) == 4
    assert output.index("Type the number") < output.index("The game is over."), "Enter alone plays nothing"


def test_the_rest_is_offered_once_and_when_everything_is_read() -> None:
    assert output_of(sit_at(AHEAD), "1", "1").count(OFFER) == 1
    assert output_of(sit_at(AHEAD), "1", "look").count(OFFER) == 2


def test_rest_plays_a_settled_game_too() -> None:
    session = sit_at(SETTLED)
    output = output_of(session, "rest", "")
    assert session.turn is None
    assert f"{len(session.actions)} moves are played, and this is the last one:\nYou play " in output
    assert output.count("You play ") == 1


def test_moves_on_an_empty_stage_have_no_numbers_of_cards() -> None:
    _, first, second, *_ = output_of(sit_at(BEHIND), "look", "1").split("Your move:\n")
    assert "\n1 Hollow: nothing moves\n" in first
    assert re.search(r"^\d moves: 1 \w+; 2 \w+; ", second, re.MULTILINE)


@pytest.mark.parametrize("position", [AHEAD, SETTLED], ids=["ahead", "settled"])
def test_one_undo_takes_back_the_whole_rest(position: State) -> None:
    session = sit_at(position)
    output = output_of(session, "rest", "undo", "redo", "undo", "quit")
    assert output.count("and 3 moves after it. To play them again, type redo.") == 2
    assert session.actions == ()


def test_the_first_hint_says_that_hints_count_as_the_screen_does() -> None:
    output = output_of(new_session(), "hint", "hint", "quit")
    assert output.count(HINTS_COUNT) == 1
    assert output.index(HINTS_COUNT) < output.index("These moves look best")


def test_the_introduction_names_the_preset() -> None:
    assert output_of(new_session(refill_count="all", empty_grid="refill-first"), "quit").startswith(
        "Exit Stage Right, Challenge.\n"
    )
    assert output_of(new_session(), "quit").startswith("Exit Stage Right.\n")


@pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
def test_every_move_in_a_list_has_its_effect(game: AnyGame) -> None:
    session, kinds = new_session(game.seats[-1], game), set[type]()
    random = Random(3)
    while session.turn is not None and len(session.actions) < 400:
        seen, view = session.look(session.turn), view_of(game)
        for action in view.list_moves(seen).numbered:
            assert view.effect(seen, action), action
            kinds.add(type(action))
        session.act(random.choice(seen.legal))
    assert kinds, "some moves were listed"


def positions(game: AnyGame) -> Iterator[tuple[Seen, BoardWidget]]:
    """Yield what a player sees before each move of random games, with the board that shows it."""
    board, random = board_for(game.id)(BLOCKS), Random(1)
    for places in {game.seats[0], game.seats[-1]}:
        session = new_session(places, game)
        while session.turn is not None and len(session.actions) < 150:
            seen = session.look(session.turn)
            board.show(seen)
            yield seen, board
            session.act(random.choice(seen.legal))


@pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
def test_an_effect_has_the_words_of_the_board(game: AnyGame) -> None:
    """Each effect that is read out stands beside the choice on the board or, if not even its start does, below it."""
    fillers, kinds = set[str](), set[type]()
    for seen, board in positions(game):
        for action in seen.legal[:: max(1, len(seen.legal) // 8)]:
            board.point_to(action)
            beside, spoken = board.effect(seen, action), view_of(game).effect(seen, action)
            below = f"{status(board)} {board.explanation(seen)}".lower()
            if not (beside and beside in spoken) and spoken.partition(", ")[0].lower() not in below:
                fillers.add(spoken)
                assert not beside, action
            kinds.add(type(action))
    assert fillers == FILLERS.get(game.id, set()), "a list read out has an effect for each move"
    assert len(kinds) > len(game.actions) // 2, "most kinds of actions were compared"


@pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
def test_the_question_is_the_same_on_the_board(game: AnyGame) -> None:
    unasked = set[str]()
    for seen, board in positions(game):
        question = re.split(r"[:.?,]| with ", view_of(game).question(seen))[0]
        question = re.sub(r"(\w)\w+-(\w)\w+-(\w)\w+", r"\1\2\3", question)  # the board has a card's initials
        on_screen = " ".join(f"{shown(board, LARGE)} {status(board)}".split())
        if question.lower() not in on_screen.lower():
            question = re.sub("|".join(seen.names), "N", question)
            unasked.add(re.sub("east|north|south|west", "W", question))
    assert unasked == UNASKED.get(game.id, set())


def test_the_lists_of_an_opening_and_of_a_trick_have_effects() -> None:
    opening = output_of(new_session(2, SHIPPED["clash"]), "", "quit")
    assert re.search(r"^1 \w+-\w+-\w+: ends turn, draw 1$", opening, re.MULTILINE)
    trick = output_of(new_session(3, SHIPPED["rummy-like"]), "", "1", "1", "", "", "quit")
    assert re.search(r"^1 \w+: you get it back$", trick, re.MULTILINE), "the leader's Chard"
    assert re.search(r"^1 \w+: (you have \d left|your only one)$", trick, re.MULTILINE), "the next player's Chard"
