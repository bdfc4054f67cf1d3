"""The real program, played from outside by its output alone: line by line, or on its screen.

After each action, nothing is sent before the program has answered.  An answered action is acknowledged.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import time
from dataclasses import asdict
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Protocol

from textual.geometry import Size
from textual.message import Message

from cardtable.store.settings import Settings
from cardtable.table.command_lines import deal_caption
from cardtable.table.session import Session
from cardtable.table.unasked import play_rest, unasked_action
from cardtable.tui.board.choices import PLAY_REST
from cardtable.tui.board.widget import BoardWidget, board_for
from cardtable.tui.drawing.faces import BLOCKS
from tests.reliability.screens import Picture
from tests.tui.terminal.pty_tools import Terminal, environment, python

CLOSED = 0
"""Used like a signal: the terminal or the other end of the pipe is closed."""
PATIENCE = 30.0
"""Seconds after which a silent program counts as hanging."""


def play_unasked(session: Session) -> None:
    """Play the next action if the program plays it unasked; nothing is while an undone action can be redone."""
    if not session.redoable_actions and (action := unasked_action(session)) is not None:
        session.act(action)


class Program(Protocol):
    """A running program at the table of one game."""

    mode: str

    def wait_until_open(self) -> None:
        """Wait until it has opened its game."""

    def wait_until_ready(self, session: Session) -> None:
        """Wait until it asks for an action; `session` has the state of the game."""

    def play(self, random: Random) -> None:
        """Type a random choice without waiting for an answer, and play it in the session."""

    def undo(self) -> None:
        """Type an undo without waiting for an answer, and undo in the session what that takes back."""

    def is_answered(self, until: float) -> bool:
        """Return whether it answers the last input by this time."""

    def has_next_question(self, until: float) -> bool:
        """Return whether it asks for the next action by this time; False also if the game is over."""

    def story(self) -> str:
        """Return its last output, and what was expected."""

    def end(self, how: int) -> tuple[int, bool]:
        """End it by a signal or CLOSED; return its exit code, and whether it had answered the last input."""


def command(*words: str) -> list[str]:
    """Return the command line that starts it."""
    return python("-m", "cardtable", *words)


class PlainProgram:
    """The program in plain mode, through pipes."""

    mode = "plain"

    def __init__(self, folder: Path, *words: str) -> None:
        self._process = subprocess.Popen(
            command(*words, "--plain"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment({"CARDTABLE_DATA": str(folder)}),
            start_new_session=True,
        )
        self._buffer = b""
        self.output: list[str] = []
        self._prompt = ""
        """The last unanswered prompt."""
        self._has_typed = False
        self._session: Session

    def wait_until_open(self) -> None:
        assert self._read_question(time.monotonic() + PATIENCE), self.story()

    def wait_until_ready(self, session: Session) -> None:
        self._session = session
        self._pass_the_keyboard(time.monotonic() + PATIENCE)
        most = len(session.actions)
        least = most - (
            most > 0 and isinstance(session.actions[-1], session.game.unasked)
        )  # it may have been played just now
        said = {f"Continuing the game after {count} move{'' if count == 1 else 's'}." for count in (least, most)}
        assert not least or not said.isdisjoint(self.output), self.output

    def play(self, random: Random) -> None:
        action = random.choice(self._session.look(self._session.turn).legal)
        self._type(str(action))
        self._session.act(action)

    def undo(self) -> None:
        self._type("undo")
        self._session.undo()

    def is_answered(self, until: float) -> bool:
        return self._read_question(until)

    def has_next_question(self, until: float) -> bool:
        if is_asked := self._pass_the_keyboard(until):
            play_unasked(self._session)
        return is_asked

    def story(self) -> str:
        return "\n".join(self.output[-30:])

    def end(self, how: int) -> tuple[int, bool]:
        asked = bool(self._prompt)
        assert self._process.stdin is not None
        if how == CLOSED:
            self._process.stdin.close()
        else:
            self._process.send_signal(how)
        while self._read_more(PATIENCE):
            pass
        code = self._process.wait(PATIENCE)
        self._process.stdin.close()
        assert self._process.stdout is not None
        self._process.stdout.close()
        assert not any("Traceback" in line for line in self.output), "\n".join(self.output)
        # The first prompt answers nothing, but the program may be ended before we have read it.
        return (128 - code if code < 0 else code), self._has_typed and not asked and bool(self._question())

    def _type(self, text: str) -> None:
        assert self._process.stdin is not None
        self._prompt, self._has_typed = "", True
        os.write(self._process.stdin.fileno(), text.encode() + b"\n")

    def _pass_the_keyboard(self, until: float) -> bool:
        while self._prompt and not self._prompt.startswith("Your move"):
            if self._prompt.startswith("Press Enter to leave"):
                return False
            self._type("")
            if not self._read_question(until):
                return False
        return bool(self._prompt)

    def _read_question(self, until: float) -> bool:
        """Return whether there is a prompt by this time."""
        while not self._question():
            if (left := until - time.monotonic()) <= 0 or not self._read_more(left):
                return False
        return True

    def _question(self) -> str:
        """Return the prompt in the lines not yet read, or an empty string."""
        while b"\n" in self._buffer and not self._prompt:
            line, _, self._buffer = self._buffer.partition(b"\n")
            self.output.append(line.decode())
            if self.output[-1].startswith(("Your move", "Press Enter")) or self.output[-1].endswith("presses Enter."):
                self._prompt = self.output[-1]
        return self._prompt

    def _read_more(self, seconds: float) -> bool:
        """Read the next output; return False at its end or after so many seconds."""
        assert self._process.stdout is not None
        if not select.select([self._process.stdout], [], [], seconds)[0]:
            return False
        chunk = os.read(self._process.stdout.fileno(), 65536)
        self._buffer += chunk
        return bool(chunk)


KEYS = {"right": "\x1b[C", "left": "\x1b[D", "down": "\x1b[B", "up": "\x1b[A", "enter": "\r"}
COLUMNS, ROWS = 80, 24


class ScreenProgram:
    """The program on the screen of a terminal, which must show the same as a board here that gets the same keys."""

    mode = "screen"

    def __init__(self, folder: Path, *words: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "settings.json").write_text(json.dumps(asdict(Settings(speed="off"))))
        self._terminal = Terminal(command(*words), columns=COLUMNS, rows=ROWS, env={"CARDTABLE_DATA": str(folder)})
        self._terminal.__enter__()
        self._picture, self._drawn = Picture(COLUMNS, ROWS), 0
        self._session: Session
        self._board: BoardWidget | None = None
        self._lock: int | None = None
        self._posted: list[Message] = []
        self._shows_round = False
        """Whether the program shows the end of a round before it goes on."""

    def wait_until_open(self) -> None:
        self._terminal.wait_for("? Help", timeout=PATIENCE)

    def wait_until_ready(self, session: Session) -> None:
        self._session = session
        has_size = {"size": Size(COLUMNS, ROWS - 1)}  # it is on no screen
        board = self._board = type("Board", (board_for(session.game.id),), has_size)(BLOCKS)
        board.caption = deal_caption(session, len(session.names) == 1)
        board.gives_tips = True
        board.post_message = self._note  # it listens in
        self._sit()
        assert self.is_answered(time.monotonic() + PATIENCE), self.story()

    def play(self, random: Random) -> None:
        """Press keys until the board posts a choice, and play that as the table does."""
        assert self._board is not None
        self._posted.clear()
        while not (chosen := [each for each in self._posted if isinstance(each, BoardWidget.ActionChosen)]):
            self._press(random.choice(("right", "right", "left", "down", "up", "enter")))
        session, choice, played = self._session, chosen[0], len(self._session.actions)
        if choice.then is PLAY_REST:
            play_rest(session)
            self._sit()
        else:
            for action in (choice.action,) if choice.then is None else (choice.action, choice.then):
                session.act(action)
                if not session.has_ended_round(played):
                    play_unasked(session)
                if session.turn != self._lock:
                    self._board.group = 0
                self._sit()
        self._shows_round = session.has_ended_round(played)

    def undo(self) -> None:
        assert self._board is not None
        self._terminal.send("u")
        self._session.undo()
        self._sit()
        self._board.reopen(self._session.redoable_actions[0], "Undone: R. Press U to redo it.")

    def is_answered(self, until: float) -> bool:
        while not self._is_shown():
            if time.monotonic() > until or self._terminal.process.poll() is not None:
                return self._is_shown()
            time.sleep(0.002)
        return True

    def has_next_question(self, until: float) -> bool:
        if self._shows_round:
            self._terminal.send(KEYS["enter"])
            self._shows_round = False
            play_unasked(self._session)
            self._sit()
        return self._session.turn is not None and self.is_answered(until)

    def story(self) -> str:
        wanted = [] if self._board is None else self._wanted(self._board)
        pairs = zip_longest(self._picture.lines(), wanted, fillvalue="")
        return "\n".join(f"shown  {shown!r}\nwanted {want!r}" if shown != want else shown for shown, want in pairs)

    def end(self, how: int) -> tuple[int, bool]:
        if how == CLOSED:
            self._terminal.hang_up()
        else:
            self._terminal.signal(signal.Signals(how))
        code = self._terminal.wait(PATIENCE)
        shown = how == signal.SIGKILL and self._is_shown()  # a program that ends normally clears the screen
        assert "Traceback" not in self._terminal.text
        self._terminal.__exit__(None, None, None)
        return code, shown

    def _note(self, message: Message) -> bool:
        self._posted.append(message)
        return True

    def _sit(self) -> None:
        assert self._board is not None
        self._session.mark_seen()
        self._lock = self._session.turn if self._session.turn is not None else self._lock
        undone = next(iter(self._session.redoable_actions), None)
        self._board.show(self._session.look(self._lock), choice=undone)

    def _press(self, key: str) -> None:
        assert self._board is not None
        self._terminal.send(KEYS[key])
        match key:
            case "right" | "left":
                self._board.action_move(1 if key == "right" else -1)
            case "up" | "down":
                self._board.action_cycle(1 if key == "down" else -1)
            case _:
                self._board.choose()

    def _is_shown(self) -> bool:
        """Return whether the terminal shows the same as our board."""
        raw = self._terminal.output
        self._picture.write(raw[self._drawn :])
        self._drawn = len(raw)
        lines = self._picture.lines()
        if self._board is None:
            return False
        if self._session.turn is None:
            return any("t Table" in line for line in lines)
        if self._shows_round:
            return "Press Enter to go on." in lines
        return lines[: ROWS - 1] == self._wanted(self._board)

    @staticmethod
    def _wanted(board: BoardWidget) -> list[str]:
        lines = [line.rstrip() for line in board.drawn(COLUMNS, ROWS - 1).text().split("\n")]
        return lines + [""] * (ROWS - 1 - len(lines))
