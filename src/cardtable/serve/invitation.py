"""Who may come in: anyone, anyone with the invite code, or the owners of certain keys."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from pathlib import Path

import asyncssh

from cardtable.engine.chance import CODE_BITS, DealCode

SHORTEST_CODE = 6
"""The minimum length of an invite code that the host chooses, without hyphens and spaces."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """What newcomers need to come in. Guests who have been here before need no code."""

    code: str = ""
    """The invite code, or an empty string if none is needed."""
    keys: frozenset[str] | None = None
    """The fingerprints of the keys whose owners may come in, or None if guests need no particular key."""

    def is_code(self, typed: str) -> bool:
        """Return whether this is the invite code. Case, hyphens and spaces don't matter."""
        return hmac.compare_digest(_plain(typed).encode(), _plain(self.code).encode())


def fresh_code() -> str:
    """Return a random invite code, as easy to read out as a deal code."""
    return str(DealCode(secrets.randbits(CODE_BITS)))


def chosen_code(code: str) -> str:
    """Return the host's own invite code. Raise ValueError with a sentence if it is too easy to guess."""
    if len(_plain(code)) < SHORTEST_CODE or not code.isprintable():
        raise ValueError(f"An invite code needs at least {SHORTEST_CODE} letters or digits.")
    return code.strip()


def keys_in(file: Path) -> frozenset[str]:
    """Return the fingerprints of the keys in a file like `authorized_keys`. Raise ValueError if one is invalid."""
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it isn't a text file"
        raise ValueError(f"Can't read the file of keys: {reason}.") from None
    found = set()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            found.add(asyncssh.import_public_key(line.strip()).get_fingerprint())
        except (asyncssh.KeyImportError, ValueError):
            raise ValueError(
                f"Line {number} of the file of keys isn't a public key like the one in id_ed25519.pub."
            ) from None
    if not found:
        raise ValueError("The file of keys contains no keys.")
    return frozenset(found)


def _plain(code: str) -> str:
    return "".join(letter for letter in code.upper() if letter.isalnum())
