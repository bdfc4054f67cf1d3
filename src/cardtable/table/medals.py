"""Medals for people's achievements in games with the default options, a new deal and no help.

Medals are counted from the saved games each time, so a deleted game no longer counts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import capitalized, number_word
from cardtable.formats.codec import dump
from cardtable.formats.computers import Level
from cardtable.games import GAMES
from cardtable.store.rows import GameEntry
from cardtable.table.dealing import OPEN_HANDS
from cardtable.table.statistics import finished, is_unaided, is_won, known_deals, margin_of, options_of

STREAK = 3
"""The number of games in a row that each game's last and hardest medal requires."""
RIVALS: tuple[Level, ...] = ("medium", "hard")
"""Levels of computer players. The first win against each of these levels earns a medal."""
FREE_OPTIONS = {"first", OPEN_HANDS}
"""The options that may differ from the defaults."""


class Medal(NamedTuple):
    """A medal that may or may not have been won."""

    title: str
    """The name of the achievement, such as `First win against hard`."""
    won: GameEntry | None
    """The game that won the medal, or None if it hasn't been won."""
    so_far: int = 0
    """The number of consecutive games that count towards a medal that hasn't been won."""


def medals(entries: Sequence[GameEntry], game: AnyGame) -> list[Medal]:
    """Return a game's medals, easiest first. A cooperative game has medals only if its victories have names."""
    known = known_deals(entries)
    unaided = [each for each in finished(entries, game.id) if is_unaided(each) and each.id not in known]
    played = [each for each in unaided if _has_usual_options(game, each)]
    if game.victories:
        return list(_of_victories(game, played))
    return [] if game.together else list(_against_computers(played))


def _of_victories(game: AnyGame, played: Sequence[GameEntry]) -> Iterator[Medal]:
    (second, second_name), (best, best_name) = game.victories[-2:]
    yield _in_a_row(1, capitalized(best_name), played, lambda each: margin_of(each) >= best)
    title = f"{number_word(STREAK).capitalize()} games in a row with at least {second_name}"
    yield _in_a_row(STREAK, title, played, lambda each: margin_of(each) >= second)


def _against_computers(played: Sequence[GameEntry]) -> Iterator[Medal]:
    against = {level: [each for each in played if set(each.levels) - {""} == {level}] for level in RIVALS}
    for level, games in against.items():
        yield _in_a_row(1, f"First win against {level}", games, is_won)
    title = f"{number_word(STREAK).capitalize()} wins in a row against {RIVALS[-1]}"
    yield _in_a_row(STREAK, title, against[RIVALS[-1]], is_won)


def _in_a_row(needed: int, title: str, played: Sequence[GameEntry], counts: Callable[[GameEntry], bool]) -> Medal:
    """Return the medal for `needed` consecutive games for which `counts` is true."""
    so_far = 0
    for each in played:
        so_far = so_far + 1 if counts(each) else 0
        if so_far == needed:
            return Medal(title, each)
    return Medal(title, None, so_far)


def _has_usual_options(game: AnyGame, entry: GameEntry) -> bool:
    usual = json.loads(json.dumps(dump(game.resolve_defaults(game.options(), len(entry.names)))))
    played = options_of(entry)  # an older game doesn't have all of today's options
    fixed = usual.keys() - FREE_OPTIONS
    return bool(played) and all(played.get(name, usual[name]) == usual[name] for name in fixed)


def new_medals(entries: Sequence[GameEntry], number: int | None) -> list[str]:
    """Return a sentence for each medal that this game has won."""
    entry = next((each for each in entries if each.id == number), None)
    if entry is None or entry.kind not in GAMES:
        return []
    found = medals(entries, GAMES[entry.kind])
    return [f"Medal: {medal.title}." for medal in found if medal.won is not None and medal.won.id == number]
