"""Plain mode by its transcripts: what is typed goes in, what is said comes out, and nobody hears another's hand."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from cardtable import cli
from cardtable.engine import DealCode, Key
from cardtable.engine.cards import Single
from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.exit_stage_right.model import FaceDown, Shifted
from cardtable.engine.walk import turns
from cardtable.plain.choices import choices, read_choice
from cardtable.plain.commands import COMMANDS
from cardtable.plain.game import PlainGame, play
from cardtable.plain.lines import BLANK_LINES, LONGEST, EndOfInput, Lines
from cardtable.plain.lobby import choose_and_play
from cardtable.plain.views import VIEWS, view_of
from cardtable.plain.views.view import generic_view
from cardtable.table.command_lines import command_to_deal
from cardtable.table.session import Session

ES = SHIPPED["exit-stage-right"]
CODE = DealCode.read("K7QF-2M9X")
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
PASS = re.compile(r"(?:Pass the keyboard to|It is) (\w+)(?:'s turn)?; \w+ presses Enter\.")
DONE = "Press Enter when you have read this."


class Screen(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Table:
    """A game in plain mode whose player is a function: the prompt and what was said before it in, what is typed out.

    It stops when the function gives None.
    """

    def __init__(self, session: Session, player: Callable[[Table], str | None]) -> None:
        self.session = session
        self.player = player
        self.out = StringIO()
        self.heard: list[str] = []
        """What was said from one answer to the next; the prompt comes last."""
        self.code = PlainGame(session, Lines(_Typed(self), self.out, {})).run()
        self.rest = self._since()

    @property
    def prompt(self) -> str:
        return self.heard[-1].splitlines()[-1]

    def answer(self) -> str:
        self.heard.append(self._since())
        text = self.player(self)
        return "" if text is None else f"{text}\n"

    def _since(self) -> str:
        return self.out.getvalue()[sum(map(len, self.heard)) :]


class _Typed(StringIO):
    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        return self._table.answer()


def session(seats: int = 1, game: AnyGame = ES, **options: Any) -> Session:
    names = NAMES[:seats] if seats > 1 else ("Player 1",)
    return Session(game, game.options(**options), names, CODE)


def said(session: Session, *typed: str) -> str:
    """All that is said when this is typed."""
    out = StringIO()
    assert play(session, Lines(StringIO("".join(f"{line}\n" for line in typed)), out, {})) == 0
    return out.getvalue()


def _again(session: Session) -> Session:
    return Session(session.game, session.options, session.names, session.opening, session.persons)


def commands_in(text: str) -> list[list[str]]:
    """The command lines that were told, less the word `cardtable`."""
    return [
        shlex.split(line)[1:] for line in text.splitlines() if line.startswith(("cardtable play ", "cardtable resume "))
    ]


def typed_through_main(monkeypatch: pytest.MonkeyPatch, words: list[str], *typed: str) -> str:
    """What the command line says when it is started so, and this is typed."""
    out = StringIO()
    monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in typed)))
    monkeypatch.setattr("sys.stdout", out)
    assert cli.main(words) == 0
    return out.getvalue()


# A whole game


def test_a_game_alone_is_played_to_its_end_by_numbers() -> None:
    told = said(session(), *["1"] * 36)
    assert "The game is over." in told
    assert re.search(r"The table won \d+ and lost \d+: a (win|loss|tie).*\.\nMargin: -?\d+\.", told)
    assert told.count("Your action:") == 36
    assert told.splitlines()[-1] == "Press Enter to leave, or type undo, log, save or help."


@pytest.mark.parametrize("seats", [1, 4])
def test_a_game_is_played_to_its_end_by_typed_actions(seats: int) -> None:
    sitting = session(seats)
    start = _again(sitting)._start.state
    actions = [action for _, action, _ in turns(ES, start, Key(7))]
    waiting = iter(actions)
    table = Table(sitting, lambda table: str(next(waiting)) if table.prompt.startswith("Your action") else "")
    assert sitting.actions == tuple(actions)
    assert "The game is over." in "".join(table.heard)


def test_the_result_says_deal_undone_actions_and_how_to_play_it_again() -> None:
    told = said(session(), "1", "undo", *["1"] * 36)
    end = told[told.index("The game is over.") :]
    told = "Taken back on the way: 1 action.\nDeal exit-stage-right, 1 player, K7QF-2M9X.\n"
    assert f"{told}To play the same deal again:\ncardtable play" in end


def test_at_the_end_enter_leaves_and_the_last_action_can_be_taken_back() -> None:
    told = said(session(), *["1"] * 36, "log 1", "hand", "1", "undo", "1", "")
    assert told.count("The game is over.") == 2
    assert "There is nothing to play now; type help for what there is." in told
    assert "The game stops here." not in told


def test_who_stops_in_the_middle_can_deal_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = said(session(), "1", "1")
    (words,) = commands_in(first)
    assert words == ["play", "exit-stage-right", "--players", "1", "--seed", "K7QF-2M9X", "--plain"]
    assert until_it_stops(typed_through_main(monkeypatch, words, "1", "1")) == until_it_stops(first)


def until_it_stops(told: str) -> str:
    """All but how to go on: what the command line deals is kept, so it goes on from there."""
    return told.partition("The game stops here.")[0]


@pytest.mark.parametrize(
    ("names", "options", "persons"),
    [
        (("Player 1",), {"hand_size": 5, "draw": "none", "open_hands": False}, None),
        (("Zoë O'Neil", "--x", "[b]Bo[/b]"), {"first": 2, "refill_count": "all"}, None),
        (("Player 1", "Player 2"), {"refill_shift": "off-centre", "empty_grid": "refill-first"}, (0, 0)),
        (NAMES, {"open_hands": True}, None),
    ],
)
def test_the_command_line_that_is_told_deals_the_very_same_game(
    monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...], options: dict[str, Any], persons: tuple[int, ...] | None
) -> None:
    first = said(Session(ES, ES.options(**options), names, CODE, persons), "", "1", "undo", "1", "")
    (words,) = commands_in(first)
    again = typed_through_main(monkeypatch, words, "", "1", "undo", "1", "")
    assert until_it_stops(again) == until_it_stops(first)


def test_among_several_the_code_is_only_told_with_the_warning_that_it_is_a_secret() -> None:
    table = Table(session(2), lambda table: None if len(table.heard) > 4 else "1" if "action" in table.prompt else "")
    assert str(CODE) not in "".join(table.heard)
    assert "Whoever has the deal code can lay out every hidden card. Keep that line to yourselves." in table.rest
    asked = said(session(2), "", "deal")
    assert (
        "Deal exit-stage-right, 2 players, K7QF-2M9X.\nWhoever has the deal code can lay out every hidden card.\n"
        in asked
    )


# What is said of the table


def test_the_table_is_said_in_words_and_the_actions_are_numbered() -> None:
    told = said(session(), "1")
    assert (
        """\
Exit Stage Right.
Options: as usual.
Deal K7QF-2M9X.
Type the number of an action, or the action itself, or help.
In the centre, from the top: Partial-Red-Triangle, Partial-Red-Circle, Filled-Green-Square.
Player 1 begins.
Top row: 3 Partial-Red-Triangle.
Middle row: 3 Partial-Red-Circle.
Bottom row: 3 Filled-Green-Square.
Won 0, lost 0.
In the decks: 24 Completes, 29 Singles.
Your hand: Hollow, Filled, Filled, Red, Blue, Circle, Triangle.
1 Hollow
2 Filled
3 Red
4 Blue
5 Circle
6 Triangle
Your action:
Player 1 plays Hollow.
Left: Partial-Red-Triangle to 2, Partial-Red-Circle to 2, Filled-Green-Square to 2.
Player 1 draws Filled.
Top row: 2 Partial-Red-Triangle.
"""
        in told
    )
    assert "\n6 refill top middle bottom; 7 refill top middle; 8 refill top bottom; 9 refill middle bottom; " in told


def test_options_that_differ_are_said_at_the_start() -> None:
    assert "Exit Stage Right.\nHand size: 5.\nRefilling: every empty centre cell.\nDeal" in said(
        session(hand_size=5, refill_count="all")
    )


def test_every_number_is_the_action_that_stands_beside_it() -> None:
    sitting = session(3)
    for _ in range(20):
        sitting.ask()
        seen = sitting.look(sitting.turn)
        assert sorted(map(str, choices(seen))) == sorted(map(str, seen.legal))
        assert [read_choice(str(at), seen) for at in range(1, len(seen.legal) + 1)] == list(choices(seen))
        sitting.act(seen.legal[-1])


def test_what_moves_is_said_with_its_way_and_where_it_ends() -> None:
    sitting = session()
    ways = {"right": 0, "left": 0, "won": 0, "lost": 0}
    for _, _, step in turns(ES, sitting._start.state, Key(3)):
        for shifted in (event for event in step.events if isinstance(event, Shifted)):
            told = view_of(ES).tell(shifted, sitting.names)
            said_moves: dict[str, str] = {}
            for line in told:
                way, _, moves = line.partition(": ")
                said_moves |= dict.fromkeys(moves.rstrip(".").split(", "), way) if moves else {}
            for move in shifted.moves:
                on_stage = move.target.zone == "stage"
                end = f"to {move.target.column + 1}" if on_stage else f"is {move.target.zone}"
                right = move.target.zone == "won" or (on_stage and move.target.column > move.source.column)
                assert said_moves.pop(f"{move.card} {end}") == ("Right" if right else "Left")
                ways["right" if right else "left"] += 1
                ways[move.target.zone] = ways.get(move.target.zone, 0) + 1
            assert not said_moves
            assert told if shifted.moves else told == ("Nothing moves.",)
    assert all(ways.values())


def test_one_may_look_again_at_what_one_played_face_down() -> None:
    sitting = session(2)
    for at in range(6):
        sitting.ask()
        down = [action for action in sitting.look(sitting.turn).legal if isinstance(action, FaceDown)]
        sitting.act(down[0] if down and at > 2 else sitting.look(sitting.turn).legal[-1])
    for seat in (0, 1):
        hand = view_of(ES).hand(sitting.look(seat))
        heap = sitting._state.face_down[seat]
        assert hand[1:] == ((f"You played face down: {', '.join(map(str, heap))}.",) if heap else ())
    assert any(sitting._state.face_down)
    assert view_of(ES).hand(sitting.look(None)) == ()


def test_a_game_without_words_of_its_own_is_said_by_its_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.plain.game.view_of", generic_view)
    told = said(session(2), "", "1", "")
    assert "Complete deck: 24 face down." in told
    assert re.search(r"^Your hand: [A-Z][a-z]+, ", told, re.MULTILINE)
    assert "Options(" not in told


def test_every_game_has_words_of_its_own() -> None:
    assert VIEWS.keys() == SHIPPED.keys()


@pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
def test_no_action_is_typed_like_a_command(game: AnyGame) -> None:
    for seats in {game.seats[0], game.seats[-1]}:
        sitting = Session(game, game.options(), tuple(f"P{seat}" for seat in range(seats)), CODE)
        for state, _, _ in islice(turns(game, sitting._start.state, Key(seats)), 200):
            words = {str(action).partition(" ")[0].lower() for action in game.legal(state)}
            assert not words & COMMANDS.keys()


# What is typed


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("", "Type a number from 1 to 6, an action such as Hollow, or help."),
        ("0", "The actions are numbered from 1 to 6."),
        ("7", "The actions are numbered from 1 to 6."),
        ("9" * 900, "The actions are numbered from 1 to 6."),
        ("²", "There is no Single called '²'."),
        ("green", "There is no Green in this hand."),
        ("R down top", "The top row holds 1 Complete; a Single face down needs a row with two or more (ES-6)."),
        ("refill top", "The centre cell of the top row is not empty (ES-7)."),
        ("hlep", "There is no such action or command; did you mean help?"),
        ("undo", "Nothing has been played yet."),
        ("redo", "Nothing has been taken back."),
        ("why", "Type why and an action that could be yours now, as in: why 1."),
        ("why 99", "The actions are numbered from 1 to 6."),
        ("why G", "Green: There is no Green in this hand."),
        ("rules ES-99", "There is no ruling of that number; they look like ES-4."),
        ("rules nonsense", "There is no ruling of that number; they look like ES-4."),
        ("log x", "After log comes nothing, or how many of the last actions to tell, as in: log 5."),
        ("save", "Type save and the name of a new file, as in: save evening.json."),
        ("save /", "There is a file of that name already; choose another."),
        ("save /nowhere/x", "The game cannot be saved there: No such file or directory."),
        ("save a\0b", "No file can have that name."),
        ("x" * 5_000, "That line is too long."),
    ],
)
def test_whatever_cannot_be_done_is_answered_by_a_sentence_and_nothing_is_lost(typed: str, answer: str) -> None:
    sitting = session()
    assert f"Your action:\n{answer}\nYour action:\n" in said(sitting, typed)
    assert sitting.actions == ()


@pytest.mark.parametrize("hostile", ["\x1b[2J\x1b]0;x\x07red", "\u202ered", "[/]", "a\tb\x00", "\ud800"])
def test_what_is_typed_never_comes_back_as_a_control_character(hostile: str) -> None:
    told = said(session(), hostile, f"why {hostile}", f"rules {hostile}", f"log {hostile}")
    assert re.fullmatch(r"[\n -~]*", told)


def test_commands_tell_without_playing() -> None:
    sitting = session()
    told = said(sitting, "why 1", "why red", "hand", "look", "LOG", "rules 4", "rules es-4", "options", "deal", "help")
    assert sitting.actions == ()
    assert (
        "Hollow: Completes that bear Hollow go right, all others left (ES-5): 0 right, 3 left.\nPlayer 1 plays" in told
    )
    assert "draws" not in told
    assert told.count("Your hand: ") == 3
    assert told.count("ES-4: Cards that go right move before cards that go left") == 2
    assert "Hand size: 7 (ES-2).\n" in told
    assert "To play: a number from 1 to 6, or an action such as: Triangle.\nhelp: these lines.\n" in told
    rules = said(session(), "rules")
    assert "Goal\n\nThe stage has three rows of five cells." in rules
    assert "In words: Ann plays Filled." in rules
    assert not re.search("[│╭▞]", rules), "drawings are not read out"


def test_alone_everything_can_be_taken_back_and_played_again() -> None:
    sitting = session()
    told = said(sitting, "1", "1", "undo", "undo", "redo", "log 1")
    assert "Taken back: Filled." in told
    assert "Taken back: Hollow." in told
    assert [str(action) for action in sitting.actions] == ["Hollow"]
    assert sitting.undone == 2


def test_the_log_tells_all_or_the_last_actions() -> None:
    told = said(session(), "1", "1", "log 1", "log")
    last, all_of_it = told.split("Your action:\n")[3:5]
    assert last.startswith("Player 1 plays Filled.")
    assert "Hollow" not in last
    assert all_of_it.startswith("In the centre, from the top:")
    assert all_of_it.count("plays") == 2


# Files


def test_a_saved_game_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "even ing.json"
    first = said(session(2), "", "1", "", "", "1", f"save {path}", f"save {path}")
    assert "Whoever reads that file can lay out every hidden card." in first
    assert "There is a file of that name already; choose another." in first
    assert path.stat().st_mode & 0o777 == 0o600
    told, at_the_end = commands_in(first)
    assert told == at_the_end == ["play", "--record", str(path), "--plain"]
    second = typed_through_main(monkeypatch, told, "", "quit")
    assert "At the table: Ann, Bo.\nOptions: as usual.\nThe game goes on after 2 actions.\n" in second
    assert "begins." not in second, "only the last round is told"
    assert second.count(" plays ") == 2
    assert commands_in(second) == [["resume", "1", "--plain"]]
    third = typed_through_main(monkeypatch, ["resume", "1", "--plain"], "", "1")
    assert "The game goes on after 2 actions.\n" in third
    assert "At the table: Ann, Bo.\n" in typed_through_main(monkeypatch, ["resume", "--plain"], "")


def test_a_saved_game_that_went_further_is_not_said_to_be_in_the_file(tmp_path: Path) -> None:
    told = said(session(), f"save {tmp_path / 'x.json'}", "1")
    assert "--seed" in told.splitlines()[-1]


# Several persons


def test_between_persons_the_keyboard_is_handed_over_and_nothing_is_said_until_enter() -> None:
    typed = iter(("", "red", "2", "green", "", "R", "why 1", None))
    table = Table(session(2), lambda table: next(typed))
    assert table.heard[0].endswith("or help.\nIt is Bo's turn; Bo presses Enter.\n")
    assert table.heard[2].startswith("There is no Red in this hand.\n")
    assert table.heard[3].endswith(f"Bo draws Filled.\n{DONE}\n")
    assert table.heard[4] == f"There is nothing to play now; type help for what there is.\n{DONE}\n"
    assert set(table.heard[5:]) == {"Pass the keyboard to Ann; Ann presses Enter.\n"}
    assert len(table.heard) == 8


def test_one_may_take_back_what_showed_nothing_new_before_the_next_one_is_asked() -> None:
    sitting = session(2, draw="none")
    told = said(sitting, "", "1", "undo", "2", "", "", "undo")
    assert "Press Enter when you have read this, or type undo.\nTaken back: Hollow." in told
    assert "Ann has been asked since, so it stands." in told
    assert "It turned up cards that were hidden, so it stands." in said(session(2), "", "1", "undo")


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_nobody_hears_what_another_holds(seats: int) -> None:
    sitting = session(seats)
    at_the_keyboard = [""]
    plays = 0

    def player(table: Table) -> str | None:
        nonlocal plays
        told, prompt = table.heard[-1], table.prompt
        if found := PASS.fullmatch(prompt):
            before, at_the_keyboard[0] = at_the_keyboard[0], ""
            assert told == f"{prompt}\n" or not before, "only the hand-over is said before Enter"
            at_the_keyboard[0] = found[1]
            return ""
        _check(told, at_the_keyboard[0], sitting)
        if prompt.startswith("Press Enter"):
            return ""
        plays += 1
        return ("log", "why 1", "hand", "look", "deal")[plays % 10 // 2] if plays % 2 else str(1 + plays % 5)

    table = Table(sitting, player)
    assert "The game is over." in "".join(table.heard)
    if seats == 6:  # nothing to draw, so what a person plays is all that could be learnt
        assert "draws" not in "".join(table.heard)


def _check(told: str, name: str, sitting: Session) -> None:
    """What is told to this person holds nothing of the others'."""
    seat = sitting.names.index(name)
    for line in told.splitlines():
        if hand := re.fullmatch(r"Your hand: (.*)\.", line):
            witnessed = [Single.read(word) for word in hand[1].split(", ") if word != "nothing"]
            assert tuple(witnessed) == sitting._state.hands[seat]
        for other in sitting.names:
            if other != name:
                assert not re.match(rf"{other} (holds|draws) (?!\d+ Singles?\.|a Single\.|nothing\.)", line)
                assert not re.match(rf"{other} plays (?!a Single)\w+ face down", line)


def test_a_person_is_told_everything_since_their_last_turn_once() -> None:
    table = Table(session(3), lambda table: None if len(table.heard) > 14 else "1" if "action" in table.prompt else "")
    (first_of_bo, second_of_bo) = [told for told in table.heard if told.startswith("Bo's turn.")][:2]
    assert first_of_bo.count("begins.") == 1
    assert second_of_bo.count("begins.") == 0
    assert [name for name in NAMES[:3] if f"{name} plays" in second_of_bo] == ["Ann", "Cy"]


def test_open_hands_and_one_person_need_no_hand_over() -> None:
    for sitting in (session(2, open_hands=True), Session(ES, ES.options(), NAMES[:2], CODE, (0, 0))):
        told = said(sitting, "1", "1", "1")
        assert "presses Enter" not in told
        assert told.count("Bo's turn.") + told.count("Ann's turn.") == 4
        assert told.count("begins.") == 1


# Terminals and other streams


def screen(environ: dict[str, str], typed: Iterable[str], seats: int = 2) -> str:
    keyboard, out = Screen("".join(f"{line}\n" for line in typed)), Screen()
    play(session(seats), Lines(keyboard, out, environ))
    return out.getvalue()


@pytest.mark.parametrize("environ", [{"TERM": "dumb"}, {}])
def test_a_dumb_terminal_gets_blank_lines_and_no_escapes(environ: dict[str, str]) -> None:
    told = screen(environ, ["", "1", ""])
    assert "\n" * BLANK_LINES + "Pass the keyboard" in told
    assert "\x1b" not in told


@pytest.mark.parametrize("seats", range(1, 7))
def test_a_pipe_gets_no_control_characters_and_every_prompt_ends_its_line(seats: int) -> None:
    told = said(session(seats), *["", "1"] * 10)
    assert re.fullmatch(r"[\n -~]*", told)
    assert max(map(len, told.splitlines())) < 400


def test_every_prompt_is_flushed() -> None:
    class Pipe(StringIO):
        unread = ""

        def flush(self) -> None:
            self.unread = ""

        def write(self, text: str, /) -> int:
            self.unread += text
            return super().write(text)

    class Keyboard(StringIO):
        def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
            assert out.unread == ""
            return super().readline(size)

    out = Pipe()
    play(session(), Lines(Keyboard("1\nfoo\n"), out, {}))


def test_a_closed_keyboard_is_the_end_of_input_and_a_closed_screen_is_none() -> None:
    closed = StringIO()
    closed.close()
    for keyboard in (None, closed):
        with pytest.raises(EndOfInput):
            Lines(keyboard, None, {}).ask("?")


def test_a_line_without_end_is_not_kept() -> None:
    lines = Lines(StringIO("y" * LONGEST * 3 + "\nred\n"), StringIO(), {})
    assert lines.ask("?") == "red"


def test_names_are_shown_as_plain_text() -> None:
    names = ("[red]Bo[/red]", "\x1b[31mEve", "A\u202eB")
    told = said(Session(ES, ES.options(), names, CODE), "", "1")
    assert "At the table: [red]Bo[/red], [31mEve, AB." in told


# Before a game


def lobby(*typed: str) -> str:
    out = StringIO()
    assert choose_and_play(Lines(StringIO("".join(f"{line}\n" for line in typed)), out, {})) == 0
    return out.getvalue()


def test_the_lobby_asks_for_the_game_and_the_players() -> None:
    told = lobby("tic tac toe", "Exit Stage Rihgt", "9", "2", "Ann", "ann", "2", "Ann", "Bo", "", "1")
    assert told.startswith("Cardtable.\n1 ")
    assert "Type a number from 1 to 6." in told
    assert "Players 1 and 2 can't both be called ann." in told
    assert "At the table: Ann, Bo." in told


def test_the_lobby_can_be_left() -> None:
    number = str(list(SHIPPED).index("exit-stage-right") + 1)
    assert "Which game?" in lobby()
    assert "How many play, 1 to 6? Enter for 1:" in lobby(number, "quit")
    assert "Deal " in lobby(number, "")


def test_a_game_whose_options_no_flag_can_say_tells_no_command_line() -> None:
    assert command_to_deal(session()).startswith("cardtable play")
    for game in SHIPPED.values():
        sitting = Session(game, game.options(), tuple(f"P{seat}" for seat in range(game.seats[0])), CODE)
        assert commands_in(command_to_deal(sitting))
