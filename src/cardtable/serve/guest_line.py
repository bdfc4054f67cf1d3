"""A guest's line: the session of an ssh connection, linked to the guest's process."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pty
import socket
from collections.abc import Callable
from typing import Any

import asyncssh

from cardtable.formats.text import safe_text
from cardtable.serve.caller import Caller
from cardtable.serve.guest_process import Start
from cardtable.serve.guests import Guest, clean_name
from cardtable.serve.house import House, Refused
from cardtable.serve.limits import Bucket
from cardtable.serve.terminals import (
    NO_TERMINAL,
    ONLY_PLAIN,
    PLAIN,
    POOR_TERMINAL,
    bounded,
    can_draw,
    environment_of,
    expect_utf8,
    set_size,
)
from cardtable.serve.typing_line import LineLeft, TypingLine
from cardtable.tui.terminal.checks import RESTORE_TERMINAL

CHUNK = 32_768
RESIZE_SECONDS = 0.1
"""The minimum time between two size changes of a guest's terminal, in seconds. Only the latest size is sent."""
HANG_UP_SECONDS = 1.5
"""The time, in seconds, that a guest's process gets to end once its line is closed, before it is killed."""
IDLE = "You haven't pressed a key for a long time, so the connection is closed. Your games are saved."
WORN_OUT = "Too many wrong answers."
FAILED = "Cardtable can't open another table now. Try again later."
ASK_PLAIN = "Do you always want plain mode? Type yes, or press Enter for plain mode only this time: "
ASK_SCREEN = "You always get plain mode. Type screen to get the screen again next time, or press Enter: "


class GuestLine(asyncssh.SSHServerSession[bytes]):
    """The line of one guest, from the first question to the end of the guest's process."""

    def __init__(self, house: House, caller: Caller, expect_end: Callable[[], None]) -> None:
        """Prepare a line. `expect_end` is called when the line has ended and the connection should end, too."""
        self._house, self._caller, self._expect_end = house, caller, expect_end
        self.address, self.network = caller.address, caller.network
        self.guest: Guest | None = None
        self.number = house.next_number()
        self.ended = asyncio.Event()
        """Set once the guest's process has ended, or will never start."""
        self._code: int | None = None
        self._terminal: str | None = None
        """The name of the guest's terminal, or None without a terminal."""
        self._size = bounded(0, 0)
        self._asks_for_plain = False
        self._refusal = ""
        self._task: asyncio.Task[None] | None = None
        self._typing = TypingLine(self._echo)
        self._has_typed = asyncio.Event()
        self._has_ended = False
        """True once the client will send nothing more."""
        self._pipe: int | None = None
        """Our end of the process's pseudo-terminal or socket. None before the process starts and after it ends."""
        self._waiting = b""
        """What the guest has typed but the process hasn't read yet."""
        self._holds = set[str]()
        """The reasons why nothing is read from the process at the moment."""
        now = self._now()
        self._received = Bucket(house.limits.received, now)
        self._sent = Bucket(house.limits.sent, now)
        self._last_key = now
        self._timers = dict[str, asyncio.TimerHandle]()

    # What the client asks for

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        chan.set_write_buffer_limits(high=2 * CHUNK)

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Any) -> bool:
        self._terminal, self._size = safe_text(term_type, 60, fallback="unknown"), bounded(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        if self._terminal is None:
            self._refusal = NO_TERMINAL
        return True

    def exec_requested(self, command: str) -> bool:
        self._asks_for_plain = command.strip().lower() == PLAIN
        self._refusal = "" if self._asks_for_plain else ONLY_PLAIN
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        return False

    def session_started(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._come_in())

    # Coming in

    async def _come_in(self) -> None:
        if self._refusal:
            self._finish(self._refusal, 1)
            return
        try:
            async with asyncio.timeout(self._house.limits.login_seconds):
                guest = self._caller.guest or await self._introduce()
                is_plain = await self._choose_mode(guest)
            guest = self._house.guests.with_id(guest.id) or guest
            await self._house.make_room(guest, self)
            self._begin(guest, is_plain)
        except Refused as refusal:
            self._finish(str(refusal), 1)
        except TimeoutError:
            self._finish("That took too long.", 1)
        except LineLeft:
            self._finish("", 1)
        except OSError as error:
            self._house.note(self._caller.address, self.name, f"could not start: {error.strerror or error}")
            self._finish(FAILED, 1)

    @property
    def name(self) -> str:
        """The guest's name, for the log."""
        return self.guest.name if self.guest is not None else ""

    async def _introduce(self) -> Guest:
        """Ask the owner of a new key for the invite code and a name, and remember the guest."""
        invitation, guests = self._house.invitation, self._house.guests
        if invitation.code and invitation.keys is None:
            await self._ask_until(self._is_invited, "Invite code: ")
        usual = self._caller.usual_name
        if guests.is_full:
            raise Refused(FAILED)
        while not self._caller.is_worn_out:
            typed = await self._ask(f"Your name{f' [{usual}]' if usual else ''}: ")
            if (known := guests.with_key(self._caller.fingerprint)) is not None:
                return known  # the guest has come in on another line meanwhile
            try:
                name = clean_name(typed or usual)
                self._caller.refuse_taken(name)
            except ValueError as refusal:
                self._say(str(refusal))
                self._caller.refusals += 1
                continue
            found = guests.add(name, key=self._caller.fingerprint)
            self._house.note(self._caller.address, name, "is new here, with a key")
            return found
        raise Refused(WORN_OUT)

    async def _is_invited(self, typed: str) -> bool:
        return await self._caller.check(self._house.invitation.is_code, typed)

    async def _ask_until(self, is_right: Any, question: str) -> None:
        while not await is_right(await self._ask(question)):
            if self._caller.is_worn_out:
                raise Refused(WORN_OUT)
            self._say("That's not right.")

    async def _choose_mode(self, guest: Guest) -> bool:
        """Return whether the guest gets plain mode, and remember it if the guest asks for that."""
        if not self._asks_for_plain:
            if guest.plain:
                return True
            if self._terminal is None or not can_draw(self._terminal):
                raise Refused(POOR_TERMINAL)
            return False
        if guest.plain:
            if (await self._ask(ASK_SCREEN)).lower() == "screen":
                self._house.guests.prefer_plain(guest, plain=False)
        elif guest.plain is None:
            self._house.guests.prefer_plain(guest, plain=(await self._ask(ASK_PLAIN)).lower() in ("yes", "y"))
        return True

    async def _ask(self, question: str) -> str:
        """Return the line that the guest types after a question. Raise LineLeft if the guest leaves."""
        self._write(question)
        while True:
            line, self._waiting = self._typing.take(self._waiting)
            if line is not None:
                return line
            if self._has_ended:
                raise LineLeft
            self._has_typed.clear()
            self._channel.resume_reading()
            await self._has_typed.wait()

    def _echo(self, text: str) -> None:
        if self._terminal is not None:  # otherwise, the guest's own terminal echoes
            self._write(text)

    def _say(self, text: str) -> None:
        self._write(f"{text}\r\n")

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError):
            self._channel.write((text if self._terminal is not None else text.replace("\r\n", "\n")).encode())

    # Playing

    def _begin(self, guest: Guest, is_plain: bool) -> None:
        """Start the guest's process, and link it to the line."""
        self.guest = guest
        limits = self._house.limits
        terminal = {} if self._terminal is None else environment_of(self._terminal)
        start = Start(
            self.number,
            guest.id,
            guest.name,
            str(self._house.guests.data_of(guest)),
            str(self._house.tables),
            terminal,
            str(self._house.classroom or ""),
            is_plain,
            *(limits.memory, limits.files, limits.file_size, limits.processor_seconds),
        )
        ours, theirs = self._open_pipe()
        try:
            self._house.begin(self, start, theirs)
        except OSError:
            os.close(ours)
            raise
        finally:
            os.close(theirs)
        os.set_blocking(ours, False)
        self._pipe = ours
        kind = "plain" if is_plain else "screen"
        shown = "" if self._terminal is None else f", {self._size[0]}x{self._size[1]}, {self._terminal}"
        self._house.note(self._caller.address, guest.name, f"came in ({kind}{shown})")
        self._last_key = self._now()
        self._check_idle()
        self._read_on()
        self._pass_on()

    def _open_pipe(self) -> tuple[int, int]:
        """Return both ends of a new pseudo-terminal or, for a guest without a terminal, of a socket."""
        if self._terminal is None:
            one, other = socket.socketpair()
            return one.detach(), other.detach()
        ours, theirs = pty.openpty()
        expect_utf8(theirs)
        set_size(theirs, *self._size)
        return ours, theirs

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = bounded(width, height)
        if self._terminal is not None and "resize" not in self._timers:
            self._after("resize", RESIZE_SECONDS, self._resize)

    def _resize(self) -> None:
        if self._pipe is not None:
            set_size(self._pipe, *self._size)

    def data_received(self, data: bytes, datatype: Any) -> None:
        now = self._now()
        self._last_key = now
        if (wait := self._received.wait_after(len(data), now)) > 0:
            self._channel.pause_reading()
            self._after("receive", wait, self._resume_receiving)
        if self._pipe is not None:
            self._waiting += data
            self._pass_on()
        elif self.guest is None:
            self._waiting += data
            self._channel.pause_reading()  # until the next question, or until the process can read
            self._has_typed.set()

    def _resume_receiving(self) -> None:
        if self._pipe is not None and not self._waiting:
            self._channel.resume_reading()

    def _pass_on(self) -> None:
        """Pass on what the guest has typed. If the process doesn't read it, don't receive more."""
        loop = asyncio.get_running_loop()
        if self._pipe is None:
            return
        try:
            self._waiting = self._waiting[os.write(self._pipe, self._waiting) :]
        except BlockingIOError:
            pass
        except OSError:  # the process has closed its end, which the reader notices
            self._waiting = b""
        if self._waiting:
            self._channel.pause_reading()
            loop.add_writer(self._pipe, self._pass_on)
        else:
            loop.remove_writer(self._pipe)
            if "receive" not in self._timers:
                self._channel.resume_reading()
            if self._has_ended and self._terminal is None:
                with contextlib.suppress(OSError), socket.socket(fileno=os.dup(self._pipe)) as pipe:
                    pipe.shutdown(socket.SHUT_WR)  # plain mode reads to the end, and answers

    def eof_received(self) -> bool:
        self._has_ended = True
        self._has_typed.set()
        self._pass_on()
        return self._terminal is None  # a terminal that sends nothing more is gone

    # What the process shows

    def pause_writing(self) -> None:
        self.hold("window")

    def resume_writing(self) -> None:
        self.let_go("window")

    def hold(self, reason: str) -> None:
        """Stop reading from the process, so that it waits, until `let_go` has been called for every reason."""
        self._holds.add(reason)
        if self._pipe is not None:
            asyncio.get_running_loop().remove_reader(self._pipe)

    def let_go(self, reason: str) -> None:
        """Read from the process again, unless there is another reason not to."""
        self._holds.discard(reason)
        self._read_on()

    def _read_on(self) -> None:
        if self._pipe is not None and not self._holds:
            asyncio.get_running_loop().add_reader(self._pipe, self._show)

    def _show(self) -> None:
        assert self._pipe is not None, "the process is running"
        try:
            data = os.read(self._pipe, CHUNK)
        except BlockingIOError:
            return
        except OSError:  # how a pseudo-terminal ends
            data = b""
        if not data:
            self._close_pipe()
            self._finish_if_over()
            return
        self._channel.write(data)
        if (wait := self._sent.wait_after(len(data), self._now())) > 0:
            self.hold("rate")
            self._after("send", wait, lambda: self.let_go("rate"))

    # The end

    def process_ended(self, code: int) -> None:
        """Note that the guest's process has ended with this code."""
        self._code = code if 0 <= code < 256 else 1
        self.ended.set()
        self._finish_if_over()

    def _finish_if_over(self) -> None:
        """Close the channel once the process has ended and everything that it wrote has been sent."""
        if self._code is not None and self._pipe is None:
            self._finish("", self._code)
        elif self._code is None:
            self._house.end(self, HANG_UP_SECONDS)  # it has closed its terminal, so nobody can see it any more

    def close(self, reason: str, seconds: float = HANG_UP_SECONDS) -> None:
        """Close the line at once, and tell the guest why. The process gets `seconds` to end."""
        had_screen = self._pipe is not None and self._terminal is not None
        self._close_pipe()
        self._house.end(self, seconds)
        self._house.note(self._caller.address, self.name, f"was closed: {reason}")
        if had_screen:
            with contextlib.suppress(OSError):
                self._channel.write(RESTORE_TERMINAL)
        self._finish(reason, 1)

    def _finish(self, reason: str, code: int) -> None:
        """Say a last sentence, if there is one, and close the channel."""
        if self.guest is None:
            self.ended.set()
        with contextlib.suppress(OSError):
            if reason:
                self._say(reason)
            self._channel.exit(code)
        self._expect_end()

    def _close_pipe(self) -> None:
        if self._pipe is not None:
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._pipe)
            loop.remove_writer(self._pipe)
            os.close(self._pipe)
            self._pipe = None

    def connection_lost(self, exc: Exception | None) -> None:
        """End the guest's process as soon as the connection ends."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        if self._task is not None:
            self._task.cancel()
        self._close_pipe()
        if self.guest is None:
            self.ended.set()
        elif not self.ended.is_set():
            self._house.end(self, HANG_UP_SECONDS)
        self._house.left(self)

    def _check_idle(self) -> None:
        left = self._last_key + self._house.limits.idle_seconds - self._now()
        if left <= 0:
            self.close(IDLE)
        else:
            self._after("idle", left, self._check_idle)

    def _after(self, name: str, seconds: float, act: Any) -> None:
        """Call a function after some seconds, unless the line ends first. Replace any timer with this name."""

        def act_now() -> None:
            del self._timers[name]
            act()

        if (old := self._timers.pop(name, None)) is not None:
            old.cancel()
        self._timers[name] = asyncio.get_running_loop().call_later(seconds, act_now)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()
