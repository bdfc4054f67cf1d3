"""The limits for guests, and the counters that enforce them: connections, guests, wrong answers and bytes."""

from __future__ import annotations

import ipaddress
from collections import Counter, deque
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server."""

    guests: int = 20
    """The maximum number of guests at the same time."""
    guests_at_address: int = 20
    """The maximum number of guests from one address, who may be a family or a class behind one router."""
    arriving: int = 40
    """The maximum number of connections that haven't logged in yet."""
    arriving_at_address: int = 20
    """The maximum number of connections from one address that haven't logged in yet."""
    login_seconds: float = 120.0
    """The time limit for the log-in, in seconds. A newcomer has to type a name, a code and a word."""
    answers: int = 6
    """The maximum number of refused answers on a connection. The client may offer up to twice as many keys."""
    wrong_answers_at_address: int = 20
    """The maximum number of wrong answers from one address in `memory_seconds`."""
    wrong_answers: int = 200
    """The maximum number of wrong answers from all addresses in `memory_seconds`."""
    wrong_delay: float = 1.0
    """The delay, in seconds, before a wrong answer is refused."""
    memory_seconds: float = 600.0
    """The time, in seconds, for which a wrong answer counts."""
    idle_seconds: float = 3600.0
    """The time without a key press, in seconds, after which a line is closed."""
    received: float = 32_000.0
    """The maximum number of bytes a second that a guest can type or paste. A burst may be ten times as large."""
    sent: float = 400_000.0
    """The maximum number of bytes a second that a guest's screen can receive. A burst may be ten times as large."""
    keepalive_seconds: float = 10.0
    """The time between checks on a silent connection, in seconds. After three without a reply, it is closed."""
    memory: int = 1 << 30
    """The maximum address space of each process of a guest, in bytes."""
    files: int = 128
    """The maximum number of open files of each process of a guest."""
    file_size: int = 256 << 20
    """The maximum size of a file that a guest's process writes, in bytes."""
    processor_seconds: int = 3600
    """The maximum processor time of each process of a guest."""


class Bucket:
    """A budget of bytes that fills up steadily. A guest who has overspent must wait."""

    def __init__(self, rate: float, now: float) -> None:
        """Start with a full budget, which is enough for ten seconds. `rate` is in bytes a second."""
        self._rate, self._left, self._time = rate, rate * 10, now

    def wait_after(self, size: int, now: float) -> float:
        """Spend some bytes, and return the seconds to wait before the next ones."""
        self._left = min(self._rate * 10, self._left + (now - self._time) * self._rate) - size
        self._time = now
        return max(0.0, -self._left / self._rate)


class Visits:
    """The connections, guests and wrong answers of all addresses."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._arriving = Counter[str]()
        self._guests = Counter[str]()
        self._wrong = deque[tuple[float, str]]()

    def why_not_arrive(self, address: str, now: float) -> str:
        """Return why a new connection is refused, in words for the log, or an empty string if it isn't refused."""
        if self.is_locked_out(address, now):
            return "too many wrong answers"
        if self._arriving[address] >= self._limits.arriving_at_address:
            return "too many connections from this address"
        if self._arriving.total() >= self._limits.arriving:
            return "too many connections"
        return ""

    def arrive(self, address: str) -> None:
        """Count a connection that hasn't logged in yet."""
        self._arriving[address] += 1

    def stop_arriving(self, address: str) -> None:
        """Stop counting a connection that has logged in or has ended."""
        _count_down(self._arriving, address)

    def why_not_enter(self, address: str) -> str:
        """Return a sentence for the guest if there is no room, or an empty string."""
        if self._guests.total() >= self._limits.guests:
            return "All places are taken. Try again later."
        if self._guests[address] >= self._limits.guests_at_address:
            return "All places for your address are taken. Try again later."
        return ""

    def enter(self, address: str) -> None:
        """Count a guest."""
        self._guests[address] += 1

    def leave(self, address: str) -> None:
        """Stop counting a guest."""
        _count_down(self._guests, address)

    def note_wrong(self, address: str, now: float) -> None:
        """Remember a wrong answer."""
        self._wrong.append((now, address))

    def is_locked_out(self, address: str, now: float) -> bool:
        """Return whether answers from this address aren't accepted for now."""
        while self._wrong and self._wrong[0][0] < now - self._limits.memory_seconds:
            self._wrong.popleft()
        own = sum(other == address for _, other in self._wrong)
        return own >= self._limits.wrong_answers_at_address or len(self._wrong) >= self._limits.wrong_answers


def _count_down(counter: Counter[str], address: str) -> None:
    counter[address] -= 1
    if counter[address] <= 0:
        del counter[address]


def network_of(address: str) -> str:
    """Return the address to which the limits apply. For IPv6, use the /64 network, which usually has only one owner."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return "an unknown address"
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)
