"""Learning progress in the saved-games database: a JSON value for each name."""

from __future__ import annotations

import json
from typing import Any

from cardtable.store.clock import current_time, format_timestamp
from cardtable.store.database import Database
from cardtable.store.rows import parse_json


class ProgressDatabase(Database):
    """The part of the open database that holds learning progress."""

    def progress(self, name: str) -> Any:
        """Return the value saved under this name, or None if it is missing or unreadable."""
        rows = self.query("SELECT value FROM progress WHERE about = ?", name)
        try:
            return parse_json(rows[0][0]) if rows else None
        except (ValueError, TypeError, RecursionError):
            return None

    def all_progress(self, prefix: str) -> dict[str, Any]:
        """Return every value whose name starts with the prefix, keyed by name."""
        return {name: self.progress(name) for name in self.progress_names(prefix)}

    def progress_names(self, prefix: str) -> list[str]:
        """Return every name that starts with the prefix and has a value, in order."""
        names = [row[0] for row in self.query("SELECT about FROM progress ORDER BY about")]
        return [name for name in names if isinstance(name, str) and name.startswith(prefix)]

    def save_progress(self, name: str, value: Any) -> None:
        """Save a value that `json.dumps` can write, replacing any older one with this name."""
        with self.transaction() as db:
            row = (name, json.dumps(value, ensure_ascii=False), format_timestamp(current_time()))
            db.execute("INSERT OR REPLACE INTO progress VALUES (?, ?, ?)", row)

    def delete_progress(self, name: str) -> None:
        """Delete the value saved under this name, if there is one."""
        with self.transaction() as db:
            db.execute("DELETE FROM progress WHERE about = ?", (name,))
