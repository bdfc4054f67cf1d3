"""The values of all legal actions, as data and on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardtable import DealCode, Session, StartPosition, analyze, cli
from cardtable.engine.game import Game
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.exit_stage_right import GAME as STAGE
from cardtable.players.analysis import MIN_EACH

FOLDER = Path(__file__).parents[2] / "docs" / "perft"


def at_table(game: Game, code: int = 3) -> Session:  # type: ignore[type-arg]  # any game
    return Session(game, game.options(), tuple("ABCDEF"[: game.seats[0]]), DealCode(code))


@pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED)
def test_each_legal_action_has_a_value_and_the_best_comes_first(game: Game) -> None:  # type: ignore[type-arg]
    session = at_table(game)
    seen = session.look(session.turn)
    values = analyze(seen, simulations=1)
    assert {value.action for value in values} == {*seen.legal}
    assert all(value.low <= value.margin <= value.high for value in values)
    assert all(value.simulations == MIN_EACH for value in values)
    assert values == analyze(seen, simulations=1)
    assert values[0] in (max(values, key=lambda each: each.margin), max(values, key=lambda each: each.wins or 0.0))


def test_hidden_cards_make_no_difference() -> None:
    state = at_table(STAGE).full_state()
    swapped = state._replace(complete_deck=state.complete_deck[::-1], draw_deck=state.draw_deck[::-1])
    seen, other = (Session(STAGE, each.options, ("A",), StartPosition(each)).look(0) for each in (state, swapped))
    assert analyze(seen, simulations=1) == analyze(other, simulations=1)


def test_the_values_of_the_last_turns_are_exact() -> None:
    session = at_table(STAGE)
    while len(session.full_state().hands[0]) > 1:
        session.act(STAGE.legal(session.full_state())[0])
    values = analyze(session.look(0))
    assert all(value.simulations == 0 and value.low == value.margin == value.high for value in values)


def test_only_the_player_to_move_has_actions_to_analyze() -> None:
    with pytest.raises(ValueError, match="It isn't this viewer's turn"):
        analyze(at_table(STAGE).look(None))


def test_the_command_line_writes_a_table_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["analyze", str(FOLDER / "clash" / "2-middle.txt"), "--simulations", "20"]
    assert cli.main(words) == 0
    first, *moves = capsys.readouterr().out.splitlines()
    assert first.startswith("Clash: the margin that each move brings ")
    assert cli.main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], len(found["moves"])) == ("clash", len(moves))
    assert all(line.startswith(move["action"]) for line, move in zip(moves, found["moves"], strict=True))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "Which position? Give a file or a deal line, as in `cardtable analyze position.txt`."),
        (["gone.txt"], "Can't read the file 'gone.txt': No such file or directory."),
        (["clash, K7QF-2M9X", "--simulations", "0"], "--simulations must be a number from 1 to 100,000, not '0'."),
    ],
)
def test_an_invalid_request_gets_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["analyze", *words]) == 2
    assert capsys.readouterr().err == f"{sentence}\n"
