"""A server for guests in a thread of this process, and guests who come over ssh.

with Host(tmp_path) as host:
async def visit() -> None:
async with host.guest(name="Mia") as mia:
await mia.see("Tradewinds")   # text anywhere in what the server has sent
mia.type("q")
assert await mia.leave() == 0
host.run(visit())
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import asyncssh

from cardtable.serve.host_key import host_key
from cardtable.serve.invitation import Invitation
from cardtable.serve.limits import Limits
from cardtable.serve.server import Listening, Server
from tests.tui.terminal.pty_tools import PATIENCE, shown

CODE = "tablecode"
WORD = "hollow tree"
QUICK = Limits(wrong_delay=0.01, arriving_at_address=250, arriving=250)
"""The usual limits, but a wrong code costs the tests no time, and all guests come from one address."""
Value = TypeVar("Value")


class Host:
    """A running server. Its log and its guests are in `folder`."""

    def __init__(
        self,
        folder: Path,
        invitation: Invitation | None = None,
        limits: Limits = QUICK,
        classroom: Path | None = None,
        **changed: Any,
    ) -> None:
        self.folder, self.classroom = folder, classroom
        self.invitation = Invitation(CODE) if invitation is None else invitation
        self.limits = replace(limits, **changed)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        listening = Listening("127.0.0.1", 0, host_key(self.folder))
        self.server = self.run(_make(self.folder, listening, self.invitation, self.limits, self.classroom))
        self.run(self.server.start())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.run(self.server.close())
        self.run(asyncio.sleep(0.05))  # for what closed connections still have to do
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, Value]) -> Value:
        """Run a coroutine beside the server, and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    @property
    def port(self) -> int:
        return self.server.port

    @property
    def log(self) -> str:
        return (self.folder / "serve.log").read_text("utf-8")

    def connect(self, *, username: str = "someone", key: Any = None, **options: Any) -> Any:
        """Connect without answering any question, with a key or with none."""
        return asyncssh.connect(
            "127.0.0.1",
            self.port,
            username=username,
            known_hosts=None,
            client_keys=[key] if key is not None else None,
            agent_path=None,
            config=None,
            **options,
        )

    @asynccontextmanager
    async def guest(
        self,
        name: str = "",
        *,
        code: str = CODE,
        word: str = WORD,
        key: asyncssh.SSHKey | None = None,
        command: str | None = None,
        term_type: str | None = "xterm-256color",
        term_size: tuple[int, int] = (80, 24),
    ) -> AsyncIterator[Visitor]:
        """Yield a guest who has come in, with a key or with a name, the invite code and a word."""
        answers = Answers([name, code, word])
        async with self.connect(client_factory=lambda: answers, key=key) as connection:
            channel, session = await connection.create_session(
                Visitor, command, term_type=term_type, term_size=term_size, encoding=None
            )
            session.channel = channel
            yield session


async def _make(*arguments: Any) -> Server:
    return Server(*arguments)  # its events belong to the running loop


class Answers(asyncssh.SSHClient):
    """A client that answers the questions of the log-in by what they ask."""

    def __init__(self, answers: Sequence[str]) -> None:
        self.name, self.code, self.word = answers
        self.asked: list[str] = []

    def kbdint_auth_requested(self) -> str | None:
        return "" if self.name else None

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str] | None:
        self.asked += [instructions, *(prompt for prompt, _ in prompts)]
        if len(self.asked) > 60:
            return None
        found = {"Your name": self.name, "Invite": self.code, "Choose": self.word, "Your own": self.word}
        return [next(answer for start, answer in found.items() if prompt.startswith(start)) for prompt, _ in prompts]


class Visitor(asyncssh.SSHClientSession[bytes]):
    """A guest's session, with everything that the server has sent."""

    channel: Any

    def __init__(self) -> None:
        self.raw = bytearray()
        self._news = asyncio.Event()
        self._ended = asyncio.Event()

    def data_received(self, data: bytes, datatype: Any) -> None:
        self.raw += data
        self._news.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self._ended.set()
        self._news.set()

    @property
    def text(self) -> str:
        """The text that the server has sent so far, without escape sequences."""
        return shown(bytes(self.raw))

    async def see(self, text: str, *, since: int = 0) -> None:
        """Wait until the server has sent a text after byte `since`."""
        end = time.monotonic() + PATIENCE / 2
        while text not in shown(bytes(self.raw[since:])):
            self._news.clear()
            if self._ended.is_set() or time.monotonic() > end:
                raise AssertionError(f"{text!r} did not appear in {self.text[-2000:]!r}")
            await asyncio.wait_for(self._news.wait(), PATIENCE / 2)

    def type(self, keys: str | bytes) -> None:
        self.channel.write(keys.encode() if isinstance(keys, str) else keys)

    async def leave(self) -> int | None:
        """Wait for the end of the session, and return its exit code."""
        await asyncio.wait_for(self._ended.wait(), PATIENCE / 2)
        code: int | None = self.channel.get_exit_status()
        return code
