"""The client at the other end of a connection: what is known about it, and how often it has been refused."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from cardtable.serve.guests import Guest
from cardtable.serve.house import House


@dataclass(slots=True)
class Caller:
    """A client, from the start of its connection."""

    house: House
    address: str = ""
    """The address for the log."""
    network: str = ""
    """The address or network to which the limits apply."""
    usual_name: str = ""
    """The client's user name, which is offered as the guest's name."""
    guest: Guest | None = None
    """The guest, once known. None for the owner of a new key, who is asked for a name in the session."""
    fingerprint: str = ""
    """The fingerprint of the key with which the guest has logged in."""
    name: str = ""
    """The name that was typed, for the log."""
    refusals: int = 0
    """The number of answers that were refused."""

    def refuse_taken(self, name: str) -> None:
        """Raise ValueError with a sentence if another guest has this name, or if there are too many guests."""
        known = self.house.guests.with_name(name)
        if known is not None and known.is_claimed:
            raise ValueError(f"Another guest is called {name}. Choose another name.")
        if known is None and self.house.guests.is_full:
            raise ValueError("This server can't remember any more guests.")

    @property
    def is_worn_out(self) -> bool:
        """Whether this client has been refused too often, or too many wrong answers have come from its address."""
        return self.refusals > self.house.limits.answers or self.is_locked_out

    @property
    def is_locked_out(self) -> bool:
        """Whether answers from this address aren't accepted for now."""
        return self.house.visits.is_locked_out(self.network, asyncio.get_running_loop().time())

    async def check(self, is_right: Callable[[str], bool], typed: str) -> bool:
        """Return whether an answer is right. A wrong one is refused with a delay, and counts for the whole address."""
        if self.is_worn_out:
            return False
        if await asyncio.to_thread(is_right, typed):
            return True
        self.refusals += 1
        self.house.visits.note_wrong(self.network, asyncio.get_running_loop().time())
        self.house.note(self.address, self.name, "gave a wrong answer")
        await asyncio.sleep(self.house.limits.wrong_delay)
        return False
