"""`cardtable engine`, and the transcript in docs/engine.md."""

from __future__ import annotations

import json
import os
import re
import threading
from io import StringIO
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from cardtable import cli
from cardtable.engine.chance import DealCode, Key
from cardtable.engine.games import SHIPPED
from cardtable.formats.computers import MAX_SIMULATIONS
from cardtable.players import ComputerPlayer, knowledge_of
from cardtable.players.analysis import analyze
from cardtable.players.engine import Engine, choose
from cardtable.players.protocol import Go, game_line, hello_line, key_of, legal_line, position_line
from cardtable.table.seen import Seen
from cardtable.table.session import Session
from tests.plain.transcripts import keyboard

PAGE = Path(__file__).parents[2] / "docs" / "engine.md"
WRITE = os.environ.get("CARDTABLE_WRITE_GOLDENS") == "1"
TRANSCRIPT = re.compile(r"(?<=<!-- transcript -->\n```text\n)(.*?)(?=```)", re.DOTALL)


def answers(*lines: str, level: str = "--medium", monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", keyboard(*lines))
    assert cli.main(["engine", level]) == 0


def first_choice(game_id: str) -> Seen:
    game = SHIPPED[game_id]
    names = tuple(f"Player {seat + 1}" for seat in range(game.seats[-1]))
    session = Session(game, game.options(), names, DealCode.parse("K7QF-2M9X"))
    while len((seen := session.look(session.turn)).legal) == 1:
        session.act(seen.legal[0])
    return seen


def questions() -> list[str]:
    seen = first_choice("clash")
    return [
        re.sub(r" \S+$", " 0.1.0", hello_line()),
        game_line(seen),
        position_line(seen),
        legal_line(seen),
        "go simulations 100",
        "analyze simulations 100",
        "refused Only a joke (CL-1).",
        "quit",
    ]


def test_the_transcript_on_the_page_is_true(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that Cardtable would send these lines, and that the engine answers as shown."""
    page = PAGE.read_text("utf-8")
    shown = TRANSCRIPT.search(page)
    assert shown is not None
    lines = questions()
    answers(*lines, monkeypatch=monkeypatch)
    ready, best, *infos = [f"< {line}" for line in capsys.readouterr().out.splitlines()]
    ready = re.sub(r"Cardtable \S+", "Cardtable 0.1.0", ready)
    asked = [f"> {line}" for line in lines]
    story = [asked[0], ready, *asked[1:5], best, asked[5], *infos, asked[-1]]
    written = "".join(f"{line}\n" for line in story)
    if WRITE:
        PAGE.write_text(
            page.replace(shown[0], written) if shown[0] else TRANSCRIPT.sub(lambda _: written, page), "utf-8"
        )
    assert TRANSCRIPT.findall(PAGE.read_text("utf-8")) == [written]


def test_a_number_of_simulations_leads_to_the_choice_of_the_same_level() -> None:
    for game_id in ("clash", "exit-stage-right", "tradewinds"):
        seen = first_choice(game_id)
        found = choose(seen, "hard", "position", Go(simulations=60), threading.Event())
        player = ComputerPlayer(knowledge_of(seen.game), "hard")
        assert found == player.choose(seen, key_of("position"), 60)
        assert found.value is not None
        assert 0 <= found.value <= 1


def test_a_search_stops_when_it_is_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """It then plays what its last whole search found, or else what a sound player would."""
    seen, stop = first_choice("clash"), threading.Event()
    clock = SimpleNamespace(monotonic=count().__next__)  # each look at it is a second later
    monkeypatch.setattr("cardtable.players.engine.time", clock)
    found = choose(seen, "hard", "position", Go(milliseconds=100_000), stop)
    assert 32 <= found.simulations < MAX_SIMULATIONS
    assert clock.monotonic() < 200
    stop.set()
    sound = ComputerPlayer(knowledge_of(seen.game), "medium").choose(seen, key_of("position"), 1)
    assert choose(seen, "hard", "position", Go(milliseconds=60_000), stop).action == sound.action


class StopLater(threading.Event):
    """A stop that comes after so many looks at it."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self._looks = iter(range(looks))

    def is_set(self) -> bool:
        return next(self._looks, None) is None


def test_a_search_for_simulations_uses_those_before_the_stop() -> None:
    stop = StopLater(20)
    found = choose(first_choice("clash"), "hard", "position", Go(simulations=100_000), stop)
    assert found.fault is None
    assert found.value is not None
    assert stop.is_set()


def test_stop_ends_a_search_of_the_engine() -> None:
    seen, out = first_choice("clash"), StringIO()
    Engine("hard", out, StringIO()).run((game_line(seen), position_line(seen), "go time 99999", "stop", "quit"))
    assert out.getvalue().startswith("best ")


def test_analyze_gives_the_values_of_the_function_analyze() -> None:
    seen, out = first_choice("exit-stage-right"), StringIO()
    position = position_line(seen).partition(" ")[2]
    Engine("easy", out, StringIO()).run((game_line(seen), f"position {position}", "analyze simulations 60", "quit"))
    *infos, best = out.getvalue().splitlines()
    values = analyze(seen, 60, Random(key_of(position)))
    assert [json.loads(line.removeprefix("info ")) for line in infos] == [
        pytest.approx(value.as_data(), abs=0.001) for value in values
    ]
    assert best == f"best {values[0].action}"
    assert len(infos) == len(seen.legal)


WRONG = {
    "analyze": "There's no position in which this seat is to move.",
    "hello there": "Ignored: hello there",
    "go": "There's no position in which this seat is to move.",
    "position {}": "There's a position, but no game before it.",
    "game chess {}": "There's no game 'chess'.",
    "game clash": "This game is empty.",
    "game clash []": "After game, there must be an object in JSON.",
    "game clash {}": "This game is invalid: the field 'seat' is missing.",
    "\x1b[2J": "Ignored: [2J",
}


@pytest.mark.parametrize("line", WRONG)
def test_a_line_that_makes_no_sense_is_noted(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers(line, hello_line(), monkeypatch=monkeypatch)
    output = capsys.readouterr()
    assert output.err.startswith(WRONG[line])
    assert output.err.count("\n") == 1
    assert output.out.startswith("ready 1 Cardtable")


def test_a_wrong_position_is_noted(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    seen = first_choice("clash")
    position = position_line(seen)
    no_hands = re.sub(r'"hands":\[\[.*?\]\]', '"hands":[]', position)
    answers(game_line(seen), position.replace("face-down", "face-up"), "go", no_hands, "go", monkeypatch=monkeypatch)
    notes = capsys.readouterr().err.splitlines()
    assert notes[0].startswith("This position is invalid: state.hands[")
    assert notes[2] == "This position is invalid: the rules can't be applied to it."
    assert notes[1] == notes[3] == "There's no position in which this seat is to move."


def test_an_engine_has_one_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["engine", "--easy", "--hard"]) == 2
    assert capsys.readouterr().err == "An engine has one level: use only one of --easy, --medium and --hard.\n"


def test_the_key_of_a_position_differs() -> None:
    assert key_of("a") != key_of("b")
    assert key_of("a") == key_of("a") != Key(0)
