"""A connection up to the log-in, which takes either a public key or a name and a word that the guest has chosen.

asyncssh limits neither log-in attempts nor sessions, so both are counted here. It also asks about a key before the
client has proved that it has the key. Therefore, only the log-in method that succeeds decides who the guest is: each
method forgets what an earlier one has found, and nothing can happen between a method's last call and its success.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Literal

import asyncssh

from cardtable.formats.text import safe_text
from cardtable.serve.caller import Caller
from cardtable.serve.guest_line import WORN_OUT, GuestLine
from cardtable.serve.guests import MAX_NAME, SHORTEST_WORD, clean_name
from cardtable.serve.house import House
from cardtable.serve.limits import network_of

SESSION_SECONDS = 10.0
"""The time, in seconds, for which a connection may stay open without a session, after the log-in or a session."""
UNREAD_SECONDS = 30.0
"""The time, in seconds, after which a client that reads nothing is disconnected."""
Challenge = tuple[str, str, str, list[tuple[str, bool]]]


class Door(asyncssh.SSHServer):
    """One connection."""

    def __init__(self, house: House, doors: set[Door]) -> None:
        """Prepare for a connection, which joins the open ones in `doors` once it is made."""
        self._house, self._doors = house, doors
        self._caller = Caller(house)
        self._asked = ""
        """The last question: `name`, `word` for a guest who has been here before, `code` or `new` for a newcomer."""
        self._is_known = False
        """True once a method of logging in has succeeded. After that, no message can change who the guest is."""
        self._keys = 0
        """The number of keys that the client has offered."""
        self._is_arriving = False
        self._line: GuestLine | None = None
        self._end: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    # The connection

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        peer = conn.get_extra_info("peername")
        self._caller.address = safe_text(str(peer[0]), 60) if peer else "an unknown address"
        self._caller.network = network_of(self._caller.address)
        if reason := self._house.visits.why_not_arrive(self._caller.network, self._now()):
            self._house.note(self._caller.address, "", f"refused: {reason}")
            conn.abort()
            return
        self._house.visits.arrive(self._caller.network)
        self._is_arriving = True
        self._doors.add(self)
        # asyncssh ignores these two calls of the transport, and would keep everything that a client doesn't read.
        conn.pause_writing = self._pause_writing  # type: ignore[method-assign]
        conn.resume_writing = self._resume_writing  # type: ignore[method-assign]

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_arriving()
        self._doors.discard(self)
        for timer in (self._end, self._unread):
            if timer is not None:
                timer.cancel()

    def _stop_arriving(self) -> None:
        if self._is_arriving:
            self._is_arriving = False
            self._house.visits.stop_arriving(self._caller.network)

    def _pause_writing(self) -> None:
        if self._line is not None:
            self._line.hold("connection")
        self._unread = asyncio.get_running_loop().call_later(UNREAD_SECONDS, self._connection.abort)

    def _resume_writing(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
        if self._line is not None:
            self._line.let_go("connection")

    def expect_end(self) -> None:
        """Close the connection after SESSION_SECONDS, unless a session begins or the client closes it before that."""
        if self._end is not None:
            self._end.cancel()
        self._end = asyncio.get_running_loop().call_later(SESSION_SECONDS, self._connection.abort)

    def abort(self) -> None:
        """Close the connection at once."""
        self._connection.abort()

    def session_requested(self) -> GuestLine | bool:
        """Open the guest's session. A connection can have only one."""
        if self._line is not None:
            return False
        if self._end is not None:
            self._end.cancel()
        self._line = GuestLine(self._house, self._caller, self.expect_end)
        return self._line

    # Logging in

    def begin_auth(self, username: str) -> bool:
        if self._is_known:
            return True
        self._forget()
        with suppress(ValueError):
            self._caller.usual_name = clean_name(safe_text(username, MAX_NAME))
        return True

    def auth_completed(self) -> None:
        self._is_known = True
        self._stop_arriving()
        self.expect_end()

    def _forget(self) -> None:
        """Forget what an earlier method of logging in has found."""
        self._caller.guest, self._caller.fingerprint, self._caller.name = None, "", ""
        self._asked = ""

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Return whether the owner of this key may come in. The client proves later that it has the key."""
        self._keys += 1
        if self._is_known:
            return False
        self._forget()
        if self._keys > 2 * self._house.limits.answers:
            return self._refuse()
        fingerprint = key.get_fingerprint()
        allowed = self._house.invitation.keys
        if allowed is not None and fingerprint not in allowed:
            return False
        self._caller.guest, self._caller.fingerprint = self._house.guests.with_key(fingerprint), fingerprint
        return True

    def kbdint_auth_supported(self) -> bool:
        return self._house.invitation.keys is None

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Challenge | bool:
        """Ask for the name."""
        if self._is_known:
            return False
        self._forget()
        self._caller.refusals += 1  # OpenSSH begins again after a failure, and so might a guesser
        if self._caller.is_worn_out:
            return self._refuse()
        return self._ask_name("Welcome to Cardtable.")

    async def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> Challenge | bool:
        """Handle an answer. Return the next question, True once the guest is known, or False to refuse."""
        if self._is_known:
            return False
        typed = [safe_text(each, 200) for each in responses]
        match self._asked, typed:
            case "name", [name]:
                return self._take_name(name or self._caller.usual_name)
            case "word", [word]:
                return await self._take_word(word)
            case "code", [code]:
                return await self._take_code(code)
            case "new", [word]:
                return self._take_new_word(word)
        return False

    def _refuse(self) -> Literal[False]:
        """Close the connection after too many refusals."""
        self._connection.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, WORN_OUT)
        return False

    def _ask_name(self, instruction: str) -> Challenge:
        self._asked = "name"
        usual = f" [{self._caller.usual_name}]" if self._caller.usual_name else ""
        return "", instruction, "", [(f"Your name{usual}: ", True)]

    def _take_name(self, typed: str) -> Challenge | bool:
        try:
            self._caller.name = clean_name(typed)
            if (known := self._house.guests.with_name(self._caller.name)) is None or not known.word:
                self._caller.refuse_taken(self._caller.name)
        except ValueError as refusal:
            self._caller.refusals += 1
            return self._refuse() if self._caller.is_worn_out else self._ask_name(str(refusal))
        if known is not None and known.word:
            return self._ask_word("")
        return self._ask_code("") if self._house.invitation.code else self._ask_new_word("")

    def _ask_word(self, instruction: str) -> Challenge:
        self._asked = "word"
        return "", instruction, "", [(f"Your own word, {self._caller.name}: ", False)]

    def _ask_code(self, instruction: str) -> Challenge:
        self._asked = "code"
        return "", instruction, "", [("Invite code: ", True)]

    def _ask_new_word(self, instruction: str) -> Challenge:
        self._asked = "new"
        own = f"Choose a word of your own, to come back as {self._caller.name}: "
        return "", instruction, "", [(own, False)]

    async def _take_word(self, typed: str) -> Challenge | bool:
        known = self._house.guests.with_name(self._caller.name)
        if known is None:
            return False
        if not await self._caller.check(known.is_word, typed):
            other = f"If you aren't that {self._caller.name}, press Ctrl+C and come in again with another name."
            return self._refuse() if self._caller.is_worn_out else self._ask_word(f"That's not the word. {other}")
        self._caller.guest = known
        return True

    async def _take_code(self, typed: str) -> Challenge | bool:
        if not await self._caller.check(self._house.invitation.is_code, typed):
            return self._refuse() if self._caller.is_worn_out else self._ask_code("That's not the invite code.")
        return self._ask_new_word("")

    def _take_new_word(self, word: str) -> Challenge | bool:
        if len(word) < SHORTEST_WORD:
            self._caller.refusals += 1
            needed = f"Your word needs at least {SHORTEST_WORD} characters."
            return self._refuse() if self._caller.is_worn_out else self._ask_new_word(needed)
        try:
            self._caller.refuse_taken(self._caller.name)
            self._caller.guest = self._house.guests.add(self._caller.name, word=word)
        except (OSError, ValueError):
            return False
        self._house.note(self._caller.address, self._caller.name, "is new here, with a word")
        return True

    def _now(self) -> float:
        return asyncio.get_running_loop().time()
