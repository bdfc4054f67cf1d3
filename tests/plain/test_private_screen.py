"""The private screen of plain mode: no hand scrolls off, and a long text is shown in pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from io import StringIO

import pytest

from cardtable.engine.chance import DealCode
from cardtable.games import GAMES
from cardtable.plain.lines import EndOfInput, Lines
from cardtable.plain.private_screen import MORE, TYPED_TOO_EARLY
from cardtable.store.settings import Settings, load_settings, save_settings
from cardtable.table.session import Session
from tests.emulator import Emulator
from tests.plain.test_hearing import at_one_keyboard
from tests.plain.transcripts import play

MINE = [f"mine {number}" for number in range(1, 41)]


class Echo(StringIO):
    """A terminal that draws its output and the typed input."""

    def __init__(self, emulator: Emulator, typed: Sequence[str] = ()) -> None:
        super().__init__()
        self.emulator = emulator
        self.typed = list(typed)
        self.asked: list[str] = []
        """The screen at each prompt."""

    def isatty(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        self.emulator.write(text.replace("\n", "\r\n"))
        return len(text)

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # its bases disagree
        self.asked.append(self.emulator.screen())
        line = f"{self.typed.pop(0)}\n" if self.typed else ""
        self.write(line)
        return line


def played(
    game_id: str,
    answer: Callable[[str], str],
    *,
    columns: int,
    rows: int,
    alternate: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> Echo:
    """Return a terminal after a whole game; `answer` gets the text of the screen at each prompt."""
    monkeypatch.setattr("cardtable.plain.private_screen.SMALL", (columns, rows))
    game = GAMES[game_id]
    seats = max(2, game.seats[0])
    session = Session(
        game,
        game.resolve_defaults(game.options(), seats),
        ("Ann", "Bo", "Cy", "Di")[:seats],
        DealCode.parse("K7QF-2M9X"),
    )
    terminal = Echo(Emulator(columns, rows, alternate=alternate))
    terminal.write("\n".join(MINE) + "\n")

    class Keyboard(Echo):
        def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # its bases disagree
            asked = " ".join(self.emulator.screen().split())
            terminal.typed.append(answer(asked))
            return terminal.readline()

    assert play(session, Lines(Keyboard(terminal.emulator), terminal, {"TERM": "xterm"})) == 0
    return terminal


@pytest.mark.parametrize("alternate", [True, False])
def test_a_player_who_is_asked_openly_sees_nothing_of_the_other_players_secret_plan(
    alternate: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtable.plain.private_screen.SMALL", (80, 60))
    terminal = Echo(Emulator(80, 60, alternate=alternate), ["", "4", "done", "offer", "done", "done", "quit"])
    assert play(at_one_keyboard(), Lines(terminal, terminal, {"TERM": "xterm"})) == 0
    renews, bob = terminal.asked[2], terminal.asked[4]
    assert "You chose action 4" in renews
    assert "Your move, Bob:" in bob
    for secret in ("You chose action 4", "Action 1: north 1"):
        assert secret not in bob
    assert "Your move, Bob:" in terminal.emulator.text(), "it isn't on the private screen"
    assert "You chose action 4" not in terminal.emulator.text()


@pytest.mark.parametrize("alternate", [True, False])
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 10), (20, 3)])
def test_no_hand_ever_scrolls_off(columns: int, rows: int, alternate: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(asked: str) -> str:
        return "1" if asked.endswith(("Your move, Ann:", "Your move, Bo:")) else ""

    terminal = played(
        "exit-stage-right", answer, columns=columns, rows=rows, alternate=alternate, monkeypatch=monkeypatch
    )
    emulator = terminal.emulator
    assert not emulator.is_alternate
    text = " ".join(emulator.text().split())
    assert text.startswith(" ".join(MINE))
    for secret in ("Your hand", "refill", "Your move", "turn."):
        assert secret not in text.replace("Bo's turn; Bo presses", "")
    if columns > 20:
        assert "The game is over." in text
        assert "plays" in text, "both players read the last move"
    if rows == 24:
        assert sum("Your hand: " in screen for screen in terminal.asked) > 30


def test_a_text_longer_than_the_screen_is_shown_in_pages_without_losing_a_line() -> None:
    terminal = Echo(Emulator(40, 8), ["", "", "", "an answer"])
    lines = Lines(terminal, terminal, {"TERM": "xterm"})
    pages: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cardtable.plain.private_screen.SMALL", (40, 8))
        lines.go_private()
        lines.say(*(f"line {number} of a text that wraps around at its end" for number in range(10)))
        assert lines.ask("What now?") == "an answer"
        pages = terminal.asked
    assert all(page.split("\n")[-1] == "" for page in pages), (
        "the last row stays empty, so that Enter doesn't scroll the screen"
    )
    assert ["for more, or" in page for page in pages] == [True, True, True, False]
    seen = [line for page in pages for line in page.splitlines() if line.startswith("line")]
    assert list(dict.fromkeys(seen)) == [f"line {number} of a text that wraps around at" for number in range(10)]
    assert not any(terminal.emulator.scrolled_off)


def test_without_stops_a_long_text_is_shown_at_once_and_still_nothing_scrolls_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    save_settings(Settings(pages="off"))
    monkeypatch.setattr("cardtable.plain.private_screen.SMALL", (40, 8))
    terminal = Echo(Emulator(40, 8), ["x", "y"])
    lines = Lines(terminal, terminal, {"TERM": "xterm"})
    lines.read_out(*map(str, range(200, 230)))
    lines.go_private()
    terminal.emulator.scrolled_off.clear()
    lines.say(*map(str, range(100, 130)))
    assert lines.ask("What now?") == "x"
    assert terminal.asked[0].split("\n")[:7] == [*map(str, range(124, 130)), "What now?"]
    assert not any(terminal.emulator.scrolled_off)


def test_a_long_text_stops_after_each_page_outside_the_private_screen_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.plain.lines.screen_size", lambda out: (40, 8))
    terminal = Echo(Emulator(40, 8), ["", "skip"])
    lines = Lines(terminal, terminal, {"TERM": "xterm"})
    lines.read_out(*map(str, range(100, 130)))
    assert ["for more, or" in screen for screen in terminal.asked] == [True, True]
    assert "105" in terminal.asked[0]
    assert "111" in terminal.asked[1]
    assert "112" not in terminal.emulator.screen(), "skipped"


def test_stops_can_be_switched_off_between_two_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.plain.lines.screen_size", lambda out: (80, 8))
    terminal = Echo(Emulator(80, 8), ["off", "x"])
    lines = Lines(terminal, terminal, {"TERM": "xterm"})
    lines.read_out(*map(str, range(100, 130)))
    assert [MORE in screen for screen in terminal.asked] == [True]
    assert "129" in terminal.emulator.screen()
    assert load_settings().pages == "off"
    lines.read_out(*map(str, range(200, 230)))
    assert len(terminal.asked) == 1


def test_stops_can_be_switched_off_on_the_private_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.plain.private_screen.SMALL", (80, 8))
    terminal = Echo(Emulator(80, 8), ["off", "x"])
    lines = Lines(terminal, terminal, {"TERM": "xterm"})
    lines.go_private()
    lines.say(*map(str, range(100, 130)))
    assert lines.ask("What now?") == "x"
    assert [MORE in screen for screen in terminal.asked] == [True, False]
    assert terminal.asked[1].split("\n")[:7] == [*map(str, range(124, 130)), "What now?"]
    assert load_settings().pages == "off"


def test_the_rest_of_a_long_text_can_be_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.plain.private_screen.SMALL", (40, 8))
    terminal = Echo(Emulator(40, 8), ["skip", "x"])
    lines = Lines(terminal, terminal, {"TERM": "xterm"})
    lines.go_private()
    lines.say(*map(str, range(100, 130)))
    assert lines.ask("What now?") == "x"
    assert "129" not in terminal.asked[-1]


@pytest.fixture
def small_private_screen(monkeypatch: pytest.MonkeyPatch) -> Callable[[Sequence[str]], tuple[Echo, Lines]]:
    """Return a function that returns a terminal of 40 columns and 8 rows on its private screen."""
    monkeypatch.setattr("cardtable.plain.private_screen.SMALL", (40, 8))

    def start(typed: Sequence[str]) -> tuple[Echo, Lines]:
        terminal = Echo(Emulator(40, 8), typed)
        lines = Lines(terminal, terminal, {"TERM": "xterm"})
        lines.go_private()
        return terminal, lines

    return start


SmallScreen = Callable[[Sequence[str]], tuple[Echo, Lines]]


def test_the_moves_stay_on_one_page_with_their_prompt(small_private_screen: SmallScreen) -> None:
    terminal, lines = small_private_screen(["", "1"])
    lines.say("a", "b", "c", "d")
    lines.keep_together()
    lines.say("Play a Chard.", "1 Green", "2 Red")
    assert lines.ask("Your move:") == "1"
    assert terminal.asked[0].split("\n")[:4] == ["a", "b", "c", "d"]
    assert "for more, or" in terminal.asked[0]
    assert terminal.asked[1].split("\n")[-5:-1] == ["Play a Chard.", "1 Green", "2 Red", "Your move:"]


@pytest.mark.parametrize("rows", range(12, 20))
def test_no_page_of_a_game_ends_inside_the_list_of_moves(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    screens: list[str] = []

    def answer(asked: str) -> str:
        screens.append(asked)
        if len(screens) == 30:
            raise EndOfInput
        return "1" if re.search(r"Your move, \w+:$", asked) else ""

    played("rummy-like", answer, columns=80, rows=rows, alternate=True, monkeypatch=monkeypatch)
    divided = [screen.removesuffix(f" {MORE}") for screen in screens if screen.endswith(MORE)]
    assert divided
    assert not [
        page for page in divided if re.search(r"(Play a Chard that matches [^.]*\.|: you have (\d|none) left)$", page)
    ]


def test_moves_that_fill_more_than_a_page_are_all_shown(small_private_screen: SmallScreen) -> None:
    terminal, lines = small_private_screen(["", "", "1"])
    lines.say("above")
    lines.keep_together()
    lines.say(*(f"move {number}" for number in range(10)))
    assert lines.ask("Your move:") == "1"
    shown = list(dict.fromkeys(row for page in terminal.asked for row in page.split("\n") if row.startswith("move")))
    assert shown == [f"move {number}" for number in range(10)]


def test_an_answer_between_two_pages_is_neither_taken_nor_lost(small_private_screen: SmallScreen) -> None:
    terminal, lines = small_private_screen(["1", "", "2"])
    lines.say(*map(str, range(100, 112)))
    assert lines.ask("Your move:") == "2"
    assert "111" in terminal.asked[-1]
    assert " ".join(terminal.asked[-1].split()).endswith(f"{TYPED_TOO_EARLY} Your move:")


def test_quit_between_two_pages_leaves(small_private_screen: SmallScreen) -> None:
    _, lines = small_private_screen(["quit"])
    lines.say(*map(str, range(100, 112)))
    with pytest.raises(EndOfInput):
        lines.ask("Your move:")


def test_earlier_lines_stay_above_while_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.plain.private_screen.SMALL", (40, 8))
    terminal = Echo(Emulator(40, 8), ["foo", "x" * 100, "漢字", "\x01", ""])
    lines = Lines(terminal, terminal, {"TERM": "xterm"})
    lines.go_private()
    lines.say("1", "2", "3")
    lines.ask("First?")
    lines.say("4", "5")
    lines.ask("Second?")
    assert terminal.asked[1].split("\n") == ["1", "2", "3", "First? foo", "4", "5", "Second?", ""]
    lines.say("6")
    lines.ask("Third?")
    assert terminal.asked[2].split("\n")[-3:] == ["6", "Third?", ""]
    lines.say("7")
    lines.ask("Fourth?")
    lines.ask("Fifth?")
    assert not any(line for line in terminal.emulator.scrolled_off if line not in ("1", "2", "3"))
