"""What the lobby takes from the saved games: the player's records, the daily streak, and the scores so far."""

from __future__ import annotations

from collections.abc import Iterable

from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.store.rows import GameEntry
from cardtable.table.daily import DailyHistory
from cardtable.table.session import Session
from cardtable.table.statistics import count


def record_text(entries: Iterable[GameEntry], game: AnyGame) -> str:
    """Return the best result of a cooperative game, or who has won the most games of another one."""
    figures = count(each for each in entries if each.kind == game.id)
    if game.together:
        return f"best {max(figures.margins):+}" if figures.margins else ""
    if figures.tallies:
        first = figures.tallies[0]
        return f"{first.name} won {first.won} of {first.played}"
    return f"{figures.played} played" if figures.played else ""


def daily_text(history: DailyHistory) -> str:
    """Return the label of the daily deal, with the streak if there is one."""
    if history.streak > 1:
        return f"Daily deal: {history.streak} days in a row"
    return "Daily deal: done today" if history.today in history.days else "Daily deal"


def score_of(session: Session) -> str:
    """Return the score so far as everybody may see it; other packages' games may have none before the end."""
    game, names = session.game, session.names
    if game.id not in SHIPPED:
        return ""
    state = session.look(None).state
    if game.together:
        return game.score_text(state)
    return " – ".join(f"{name} {points}" for name, points in zip(names, game.standing(state), strict=True))
