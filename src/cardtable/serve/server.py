"""The server, which listens for guests."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import asyncssh

from cardtable.formats.text import safe_text
from cardtable.serve.door import Door
from cardtable.serve.guest_line import HANG_UP_SECONDS
from cardtable.serve.house import House
from cardtable.serve.invitation import Invitation
from cardtable.serve.limits import Limits

WINDOW = 65_536
"""The number of bytes that a client may send before the server has read them."""
CLOSE_SECONDS = 2.0
CLOSED = "The host has closed Cardtable. Your games are saved."


@dataclass(frozen=True, slots=True)
class Listening:
    """Where a server listens, and with which key."""

    address: str
    port: int
    key: asyncssh.SSHKey

    def open(self) -> socket.socket:
        """Return a socket that listens. Raise OSError with the error number, which asyncio would leave out."""
        found = socket.getaddrinfo(self.address, self.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, *_, where = found[0]
        return socket.create_server(where[:2], family=family, dualstack_ipv6=self.address == "::")


class Server:
    """A server for guests."""

    def __init__(
        self,
        folder: Path,
        listening: Listening,
        invitation: Invitation,
        limits: Limits | None = None,
        classroom: Path | None = None,
    ) -> None:
        """Prepare a server with the guests in this folder and, for a class, with the folder of the class."""
        self.house = House(folder, invitation, limits or Limits(), classroom)
        self._listening = listening
        self._doors = set[Door]()
        """The open connections."""
        self._acceptor: asyncssh.SSHAcceptor | None = None

    async def start(self) -> None:
        """Start listening, and load the app. Raise OSError if that fails."""
        logging.getLogger("asyncssh").disabled = True  # it would write names and commands as they come
        logging.getLogger("asyncssh").propagate = False
        limits = self.house.limits
        listening = self._listening
        try:
            self.house.open_log()
            self._acceptor = await asyncssh.listen(
                sock=listening.open(),
                server_factory=lambda: Door(self.house, self._doors),
                server_host_keys=[listening.key],
                server_version="Cardtable",
                config=None,
                password_auth=False,
                host_based_auth=False,
                gss_host=None,
                agent_forwarding=False,
                x11_forwarding=False,
                allow_scp=False,
                line_editor=False,
                encoding=None,
                window=WINDOW,
                compression_algs=None,
                login_timeout=limits.login_seconds,
                keepalive_interval=limits.keepalive_seconds,
                keepalive_count_max=3,
            )
            await self.house.nursery.start()
        except BaseException:
            await self.close()
            raise

    @property
    def port(self) -> int:
        """The port on which the server listens."""
        assert self._acceptor is not None, "the server has started"
        return self._acceptor.get_port()

    async def close(self) -> None:
        """Tell all guests that the host is closing, and end their processes."""
        if self._acceptor is not None:
            self._acceptor.close()
        lines = list(self.house.lines.values())
        for line in lines:
            line.close(CLOSED, HANG_UP_SECONDS)
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                for line in lines:
                    await line.ended.wait()
        for door in list(self._doors):
            door.abort()
        await self.house.nursery.close()
        self.house.close_log()


def why_no_listening(error: OSError, address: str, port: int) -> str:
    """Return a sentence that tells the host why the server can't listen on this address."""
    if isinstance(error, BlockingIOError):
        return "Cardtable is already serving guests from this data folder."
    if error.filename is not None:
        return f"Can't write {safe_text(str(error.filename), 300)}: {error.strerror}."
    where = f"{safe_text(address, 60)}, port {port}"
    match error.errno:
        case errno.EADDRINUSE:
            return f"Another program is already listening on {where}. Choose another port: cardtable serve --port 2223"
        case errno.EACCES:
            return f"You may not listen on {where}. Ports below 1024 are reserved for the system."
        case errno.EADDRNOTAVAIL:
            return f"This computer doesn't have the address {safe_text(address, 60)}."
        case _:
            return f"Cardtable can't listen on {where}: {safe_text(error.strerror, 100, fallback='unknown reason')}."
