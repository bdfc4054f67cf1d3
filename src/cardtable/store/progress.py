"""What a player has learned, in the saved-games database: a value in JSON by its name."""

from __future__ import annotations

import json
from typing import Any

from cardtable.store.database import Database
from cardtable.store.rows import note_of, now


class ProgressDatabase(Database):
    """An open database as far as it holds what was learned."""

    def progress(self, about: str) -> Any:
        """Return the value of this name; None if there is none that can be read."""
        rows = self.query("SELECT value FROM progress WHERE about = ?", about)
        try:
            return note_of(rows[0][0]) if rows else None
        except (ValueError, TypeError, RecursionError):
            return None

    def all_progress(self, beginning: str) -> dict[str, Any]:
        """Return every value whose name begins like this, by its name."""
        names = [row[0] for row in self.query("SELECT about FROM progress ORDER BY about")]
        return {name: self.progress(name) for name in names if isinstance(name, str) and name.startswith(beginning)}

    def keep_progress(self, about: str, value: Any) -> None:
        """Keep what `json.dumps` can write under this name, in place of what was there."""
        with self.transaction() as db:
            row = (about, json.dumps(value, ensure_ascii=False), now())
            db.execute("INSERT OR REPLACE INTO progress VALUES (?, ?, ?)", row)
