"""One-line descriptions of saved games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from cardtable.engine.phrases import address, counted, join_words, speak_signs
from cardtable.formats.computers import label
from cardtable.formats.text import player_names, safe_text
from cardtable.games import GAMES
from cardtable.store.listing import DamagedGame
from cardtable.store.rows import MAX_SEATS, GameEntry
from cardtable.table.seen import unnamed_seat
from cardtable.table.when import format_time, format_when

MAX_OTHERS = 2
"""The maximum number of other players named in a short line, besides the player whose turn it is."""
MAX_NAMES = 8
"""The maximum number of names from saved games that the set-up form offers."""


def title(entry: GameEntry | DamagedGame) -> str:
    """Return the name of the game, with a note if the game started from a position."""
    game = GAMES.get(entry.kind)
    name = game.title if game is not None else safe_text(entry.kind, fallback="Another game")
    return f"{name}, from a position" if isinstance(entry, GameEntry) and entry.is_from_position else name


def name_at(entry: GameEntry, seat: int) -> str:
    """Return the name that is shown for the player in this seat: `You`, or the player's name."""
    if seat == _your_seat(entry):
        return "You"
    name = entry.names[seat] if 0 <= seat < len(entry.names) else ""
    return safe_text(name, fallback=f"Player {seat + 1}")


def label_at(entry: GameEntry, seat: int) -> str:
    """Return the name of the player in this seat. For a computer player, add the level, as in `Ada (medium)`."""
    return label(name_at(entry, seat), entry.levels[seat] if entry.levels else None)


def labels_text(entry: GameEntry) -> str:
    """Return the names of all players, as in `Ann, Ada (medium)`."""
    return ", ".join(label_at(entry, seat) for seat in range(len(entry.names)))


def seats_of_people(entry: GameEntry) -> list[int]:
    """Return the seats of people."""
    return [seat for seat in range(len(entry.names)) if not (entry.levels and entry.levels[seat])]


def _your_seat(entry: GameEntry) -> int | None:
    """Return the seat of the player shown as `You`, or None."""
    game = GAMES.get(entry.kind)
    is_playable = game is not None and len(entry.names) in game.seats
    return unnamed_seat(game, entry.names, seats_of_people(entry)) if game is not None and is_playable else None


def outcome_text(entry: GameEntry) -> str:
    """Return the result of a finished game, such as `You won 150–140`.

    If the players win together or nobody wins, return the outcome's reason. If a tie was broken, say how.
    """
    assert entry.outcome is not None, "the game is over"
    points, winners = entry.outcome.points, entry.outcome.winners
    if entry.outcome.together or not winners:
        return safe_text(entry.outcome.reason, 120)
    who = join_words(name_at(entry, seat) for seat in winners)
    game, won = GAMES.get(entry.kind), f"{who} won {'–'.join(map(str, sorted(points, reverse=True)))}"
    was_tied = sorted(points, reverse=True)[: len(winners) + 1].count(max(points)) > len(winners)
    return f"{won} (by {game.tie_break})" if was_tied and game is not None and game.tie_break else won


def chosen_names(entries: Iterable[GameEntry]) -> list[str]:
    """Return at most `MAX_NAMES` names that people have chosen in these games, without repeats."""
    found: dict[str, None] = {}
    for entry in entries:
        game = GAMES.get(entry.kind)
        standard = player_names(game.seat_names if game is not None else (), MAX_SEATS)
        people = (name for seat, name in enumerate(entry.names) if not (entry.levels and entry.levels[seat]))
        found.update(dict.fromkeys(name for name in people if name not in standard))
    return list(found)[:MAX_NAMES]


def latest_name(entries: Sequence[GameEntry]) -> tuple[str, ...]:
    """Return the only chosen name in the latest of these games. Without exactly one such name, return ()."""
    names = chosen_names(entries[:1])
    return tuple(names) if len(names) == 1 else ()


def status_text(entry: GameEntry, now: datetime | None = None) -> str:
    """Return a status such as `Ann's turn since 21:40, 12 moves`. For a finished game, say how and when it ended."""
    when = format_time(entry.touched, now)
    if entry.outcome is not None:
        outcome = outcome_text(entry).removesuffix(".")
        return f"{outcome} ({when})" if when else outcome
    moves = counted(entry.length, "move", none="0")
    since = f"last played {format_when(entry.touched, now)}" if when else ""
    if len(entry.names) > 1 and entry.turn is not None:
        since = address(f"{name_at(entry, entry.turn)}'s turn{f' since {when}' if when else ''}")
    return f"{since}, {moves}" if since else moves


def progress_text(entry: GameEntry, score: str = "", most_others: int = MAX_OTHERS, *, turn_first: bool = False) -> str:
    """Return the status of a game, such as `score +1, 12 moves, Ann's turn, with Ben` or `Ann 4 – Ben 2, Ann's turn`.

    If there are more than `most_others` other players, the text only counts them. If `turn_first` is set, the text
    starts with whose turn it is, because a score with names may be too long to show.
    """
    moves = counted(entry.length, "move", none="0")
    parts = [score] if " " in score else [*([f"score {score}"] if score else ()), moves]
    parts += ["daily deal"] * bool(entry.daily)
    if not entry.has_one_player and entry.turn is not None:
        parts.append(f"{name_at(entry, entry.turn)}'s turn")
        others = [name_at(entry, seat) for seat in range(len(entry.names)) if seat != entry.turn]
        if " " not in score:  # it names nobody
            parts.append(f"with {join_words(others) if len(others) <= most_others else f'{len(others)} others'}")
        elif turn_first:
            parts.insert(0, parts.pop())
    return address(", ".join(parts))


def line(entry: GameEntry, now: datetime | None = None) -> str:
    """Return the game's name, the players' names and the status.

    The names are left out if there is only one player, or if all players are people with default names.
    """
    has_names = len(entry.names) > 1 and (entry.levels or chosen_names([entry]))
    table = f", table {entry.code}" if entry.is_shared else ""
    return address(f"{title(entry)}{f', {labels_text(entry)}' if has_names else ''}: {status_text(entry, now)}{table}")


def short_line(entry: GameEntry) -> str:
    """Return the name of the game and its status, without the players."""
    return address(f"{title(entry)}: {status_text(entry)}")


def spoken_line(entry: GameEntry, score: str = "") -> str:
    """Return a line for plain mode, such as `Clash: Ann 4, Bo 2, Ann's turn since 21:40, 12 moves`."""
    names = labels_text(entry) if len(entry.names) > 1 else ""
    with_score = [names, speak_signs(f"score {score}") if score else ""]
    parts = [score.replace(" – ", ", ")] if " – " in score else with_score  # such a score names the players
    return address(f"{title(entry)}: {', '.join(filter(None, [*parts, status_text(entry, now=None)]))}")
