"""The saved pars of deals, which are used to grade solo games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from cardtable.games import GAMES
from cardtable.store.rows import GameEntry
from cardtable.table.grades import GRADES, GradedResult, Par

if TYPE_CHECKING:
    from cardtable.store.archive import Archive

PAR = "par 1 "
"""The prefix of the names under which pars are saved. The deal and the options follow it.

The number in the prefix is raised when the computer players change.
"""
MAX_MARGIN = 1_000
"""The largest margin to accept. Anyone can edit the database, so larger margins are rejected."""


def par_name(deal: str, options: str) -> str:
    """Return the name under which the par of a deal is saved. `options` are in JSON, as in `GameEntry.options`."""
    return f"{PAR}{deal} {options}"


def load_par(archive: Archive, name: str) -> Par | None:
    """Return a saved par, or None if there is no valid par. Raise StorageError if the database can't be read."""
    return _parse(archive.progress(name))


def save_par(archive: Archive, name: str, par: Par) -> None:
    """Save a par. Raise StorageError if that fails."""
    archive.save_progress(name, par.saved)


def _parse(value: object) -> Par | None:
    match value:
        case {"par": int(par), "medium": int(medium), **more} if max(abs(par), abs(medium)) <= MAX_MARGIN:
            certain = more.get("certain")
            return Par(par, medium, certain if type(certain) is int else None)
        case _:
            return None


class Pars:
    """All saved pars."""

    def __init__(self, known: Mapping[str, Par] | None = None) -> None:
        self._known = known or {}

    @classmethod
    def load(cls, archive: Archive) -> Pars:
        """Read the saved pars. Raise StorageError if the database can't be read."""
        found = archive.all_progress(PAR)
        return cls({name: par for name, value in found.items() if (par := _parse(value)) is not None})

    def result_of(self, entry: GameEntry) -> GradedResult | None:
        """Return the graded result of a finished game, or None if it isn't graded."""
        if entry.outcome is None or not is_graded_entry(entry):
            return None
        return GradedResult(entry.outcome.margin, self._known.get(par_name(entry.deal, entry.options)))

    def tally(self, entries: Iterable[GameEntry]) -> str:
        """Return a sentence such as `Grades: par 1, win 2; 3 without a par yet.`, or "" if no game is graded."""
        results = [result for each in entries if (result := self.result_of(each)) is not None]
        if not results:
            return ""
        found = Counter(result.grade for result in results)
        known = ", ".join(f"{grade.name.lower()} {found[grade]}" for grade in reversed(GRADES) if found[grade])
        waiting = f"{found[None]} without a par yet" if found[None] else ""
        return f"Grades: {'; '.join(filter(None, (known, waiting)))}."

    def unknown(self, entries: Iterable[GameEntry]) -> list[GameEntry]:
        """Return the finished graded games that have no par yet. Only one game of each deal is returned."""
        found = {
            par_name(each.deal, each.options): each
            for each in entries
            if (result := self.result_of(each)) is not None and result.par is None
        }
        return list(found.values())


def is_graded_entry(entry: GameEntry) -> bool:
    """Return whether a saved game is graded. `is_graded` does the same for a session."""
    is_whole = bool(entry.deal) and len(entry.names) == 1 and not entry.inherited_actions
    return is_whole and entry.kind in GAMES and GAMES[entry.kind].turn_sign is not None
