"""The guests of a server, with their names, the ways to recognise them, and their folders.

A guest's folder has the file `guest.json`, which only the server reads, and the folder `data` for the guest's own games
and settings. `forgetting.py` deletes a guest for good.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import unicodedata
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from cardtable.formats.strict_json import BadFile, parse_json, read_text
from cardtable.formats.text import safe_text, same_name
from cardtable.store.paths import make_private, write_private

FILE = "guest.json"
MAX_NAME = 20
"""The maximum width of a name, in columns."""
SHORTEST_WORD = 6
"""The minimum length of the word that a guest without a key chooses."""
MAX_GUESTS = 10_000
"""The maximum number of guests that a server remembers."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A person who has been here before, recognised by a public key or by a word of their own."""

    id: str
    """The name of the guest's folder."""
    name: str
    key: str = ""
    """The fingerprint of the guest's public key, or an empty string for a guest without a key."""
    word: str = ""
    """A hash of the guest's own word, with its salt, or an empty string for a guest with a key."""
    plain: bool | None = None
    """Whether the guest always gets plain mode. None if the guest hasn't been asked."""

    @property
    def is_claimed(self) -> bool:
        """Whether the guest has a key or a word. Otherwise, the next person to give this name becomes the guest."""
        return bool(self.key or self.word)

    def is_word(self, typed: str) -> bool:
        """Return whether this is the guest's own word."""
        salt = self.word.partition(":")[0]
        return bool(self.word) and hmac.compare_digest(_hashed(typed, salt), self.word)


class Guests:
    """All guests of a server, in one folder."""

    def __init__(self, folder: Path) -> None:
        """Read the guests in this folder. A folder without a valid guest is skipped, but its name stays taken."""
        self._folder = folder
        self._by_id: dict[str, Guest] = {}
        if folder.is_dir():
            for path in sorted(folder.iterdir()):
                if (found := _read(path)) is not None:
                    self._by_id[found.id] = found

    def data_of(self, guest: Guest) -> Path:
        """Return the folder for a guest's own games and settings."""
        return self._folder / guest.id / "data"

    def with_id(self, guest_id: str) -> Guest | None:
        """Return the guest whose folder has this name, or None."""
        return self._by_id.get(guest_id)

    def with_key(self, fingerprint: str) -> Guest | None:
        """Return the guest with this key, or None."""
        return next((each for each in self._by_id.values() if fingerprint and each.key == fingerprint), None)

    def with_name(self, name: str) -> Guest | None:
        """Return the guest whose name looks like this one, or None."""
        return next((each for each in self._by_id.values() if same_name(each.name, name)), None)

    def add(self, name: str, *, key: str = "", word: str = "") -> Guest:
        """Remember a new guest with this name, and with a key or a word. Raise OSError if that fails.

        The name must be free, or belong to a guest without a key or a word.
        """
        known = self.with_name(name)
        assert known is None or not known.is_claimed, "the name is free"
        guest_id = self._free_id(name) if known is None else known.id
        guest = Guest(guest_id, name, key, _hashed(word, secrets.token_hex(16)) if word else "")
        make_private(self.data_of(guest))
        self._save(guest)
        return guest

    def prefer_plain(self, guest: Guest, plain: bool) -> Guest:
        """Remember whether a guest always gets plain mode, and return the changed guest."""
        changed = replace(guest, plain=plain)
        self._save(changed)
        return changed

    @property
    def is_full(self) -> bool:
        """Whether no more guests can be remembered."""
        return len(self._by_id) >= MAX_GUESTS

    def _save(self, guest: Guest) -> None:
        fields = {name: value for name, value in asdict(guest).items() if name != "id"}
        write_private(self._folder / guest.id / FILE, json.dumps(fields, indent=1) + "\n")
        self._by_id[guest.id] = guest

    def _free_id(self, name: str) -> str:
        """Return a free folder name that resembles the guest's name."""
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        base = "-".join(re.findall(r"[a-z0-9]+", plain)) or "guest"
        number, found = 1, base
        while (self._folder / found).exists():
            number += 1
            found = f"{base}-{number}"
        return found


def clean_name(typed: str) -> str:
    """Return a name as everybody will see it. Raise ValueError with a sentence if it isn't a valid name."""
    name = safe_text(typed, MAX_NAME)
    if not any(letter.isalnum() for letter in name):
        raise ValueError("A name needs a letter or a digit.")
    if name != " ".join(unicodedata.normalize("NFC", typed).split()):
        raise ValueError(f"A name can have up to {MAX_NAME} visible characters.")
    return name


def _hashed(word: str, salt: str) -> str:
    typed = unicodedata.normalize("NFC", word.strip()).encode()
    return f"{salt}:{hashlib.scrypt(typed, salt=salt.encode(), n=1 << 14, r=8, p=1).hex()}"


def _read(folder: Path) -> Guest | None:
    """Return the guest in a folder, or None if the folder has no valid guest."""
    try:
        found: Any = parse_json(read_text(folder / FILE, "guest"), "guest")
    except BadFile:
        return None
    if not isinstance(found, dict) or not isinstance(found.get("name"), str) or not safe_text(found["name"]):
        return None
    key, word, plain = (found.get(each) for each in ("key", "word", "plain"))
    return Guest(
        folder.name,
        safe_text(found["name"], MAX_NAME),
        key if isinstance(key, str) else "",
        word if isinstance(word, str) else "",
        plain if isinstance(plain, bool) else None,
    )
