"""What the lobby says about the saved games: the best results, the daily streak, and the current scores."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from cardtable.engine.games import SHIPPED
from cardtable.engine.games.info import GameInfo
from cardtable.formats.computers import names_with_levels
from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.rows import GameEntry
from cardtable.table.daily import DailyHistory
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.pars import Pars
from cardtable.table.session import Session
from cardtable.table.statistics import GroupStatistics, by_levels, count, known_deals


def record_text(entries: Iterable[GameEntry], game: GameInfo, pars: Pars | None = None) -> str:
    """Return the best result of a cooperative game. For any other game, return the player with the most wins.

    If a person has played a cooperative game solo, only solo games count. Games with computer players count only if
    there are no games without them.
    """
    entries = list(entries)
    groups = by_levels(entries, game.id)
    if not (figures := groups.pop((), None)):
        return _record_with_computers(groups.values(), game)
    if game.together:
        known = known_deals(entries)
        alone = count(
            (each for each in entries if each.kind == game.id and each.has_one_player and not any(each.levels)), known
        )
        return _best_text(alone, pars or Pars()) or _best_text(figures, Pars())
    if figures.tallies:
        first = figures.tallies[0]
        return f"{first.name} won {first.won} of {first.played}"
    return f"{figures.played} played" if figures.played else ""


def _best_text(figures: GroupStatistics, pars: Pars) -> str:
    if figures.best is None:
        return ""
    graded = pars.result_of(figures.best)
    stars = "" if graded is None or graded.margin <= 0 else graded.signs
    return f"best {figures.best_margin:+} {stars}".rstrip()


def _record_with_computers(groups: Collection[GroupStatistics], game: GameInfo) -> str:
    played = sum(figures.played for figures in groups)
    if not played:
        return ""
    if game.together:
        bests = [figures.best_margin for figures in groups if figures.best_margin is not None]
        return f"best {max(bests):+} with computer players" if bests else ""
    return f"won {sum(figures.won for figures in groups)} of {played} against computer players"


def labels_of(session: Session) -> tuple[str, ...]:
    """Return the players' names. For a computer player, add the level, as in `Ada (medium)`."""
    return names_with_levels(session.players, session.computers)


def daily_text(history: DailyHistory) -> str:
    """Return the label of the daily deal, with the streak if there is one."""
    if history.streak > 1:
        return f"Daily deal: {history.streak} days in a row"
    return "Daily deal: done today" if history.today in history.days else "Daily deal"


class SavedScores:
    """The current scores of saved games. A game is replayed only if it has new moves."""

    def __init__(self, saved_games: LazyArchive) -> None:
        self._saved_games = saved_games
        self._known: dict[int, tuple[tuple[datetime, int], str]] = {}
        """The time of the last move, the length and the score of each game, by game number."""

    def of(self, entry: GameEntry) -> str:
        """Return the current score of a game. The result is empty if the game is shared or can't be opened."""
        if entry.is_shared:
            return ""
        moment = (entry.touched, entry.length)
        if (known := self._known.get(entry.id)) is None or known[0] != moment:
            try:
                score = score_of(self._saved_games.load(entry.id))
            except (GameNotFound, StorageError, UnreadableGame):
                score = ""
            known = self._known[entry.id] = (moment, score)
        return known[1]


def score_of(session: Session) -> str:
    """Return the current public score. Games from other packages may have no score before the end."""
    game = session.game
    if game.id not in SHIPPED:
        return ""
    state = session.look(None).state
    if game.together:
        return game.score_text(state)
    return " – ".join(f"{name} {points}" for name, points in zip(labels_of(session), game.standing(state), strict=True))
