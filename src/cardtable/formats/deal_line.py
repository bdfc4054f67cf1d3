"""Deal lines: a whole deal in one line of text, such as `exit-stage-right · 2 players · hand-size 8 · K7QF-2M9X`.

A line names only the options that differ from their defaults.  Anyone with the line, or with the code alone, can
reconstruct every hidden card.  rules/notation.md describes the format.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame, format_range
from cardtable.engine.phrases import counted
from cardtable.formats.options import OptionField, fields_of, files_of, non_default, parse_options
from cardtable.formats.text import safe_text
from cardtable.games import GAMES

DOT, COMMA = " · ", ", "
"""The separators between the parts of a line; the comma is for ASCII and for screen readers."""
MAX_LINE_LENGTH = 400
"""The maximum number of characters that are parsed."""
_SEPARATOR = re.compile(r"\s*[·•,;|]\s*")
_ASSIGNMENT = re.compile(r"[=:]")


@dataclass(frozen=True, slots=True)
class Deal:
    """Everything that determines a deal; the options are valid for the seats, with all defaults resolved."""

    game: AnyGame
    seats: int
    options: Any
    code: DealCode

    def line(self, separator: str = DOT) -> str:
        """Return the deal as a line; raise ValueError with a message if its options can't be written in one."""
        different = non_default(self.game, self.options, self.seats)
        if different is None:
            files = " or ".join(file.title.lower() for file in files_of(self.game))
            raise ValueError(f"A deal line can't contain custom {files}. Share this game as a record instead.")
        players = [counted(self.seats, "player")] if len(self.game.seats) > 1 else []
        options = [f"{_name(field)} {value}" for field, value in different]
        return separator.join([self.game.id, *players, *options, str(self.code)])


def unresolve_defaults(deal: Deal) -> Any:
    """Return the deal's options with every default value unset again; this reverses `resolve_defaults`."""
    different = non_default(deal.game, deal.options, deal.seats)
    if different is None:
        return deal.options
    return parse_options(deal.game, {field.name: text for field, text in different})


def is_deal_line(text: str) -> bool:
    """Return whether the text is meant as a whole deal line, not just a code."""
    return _SEPARATOR.search(text) is not None or _find_game(_words(text)) is not None


def parse_deal_line(text: str) -> Deal:
    """Return the deal in a line; raise ValueError with a message for the player if the line is invalid.

    Case, spacing and the choice of separators don't matter, and a game's title works as well as its id.
    """
    if len(text) > MAX_LINE_LENGTH:
        raise ValueError(f"A deal line has at most {MAX_LINE_LENGTH} characters.")
    words = _words(text)
    found = _find_game(words)
    if found is None:
        unknown = f", not '{safe_text(words[0])}'" if words else ""
        raise ValueError(f"A deal line must start with the game{unknown}. The games are {', '.join(GAMES)}.")
    game, length = found
    seats, options, rest = _parse_parts(game, words[length:])
    return _validate(game, seats, options, _parse_code(game, rest))


def parse_deal(text: str, game: AnyGame) -> Deal | DealCode:
    """Return this game's deal from a line or just a code; raise ValueError with a message for anything else."""
    if not is_deal_line(text):
        return DealCode.parse(text)
    deal = parse_deal_line(text)
    if deal.game is not game:
        raise ValueError(f"This is a deal of {deal.game.title}, not of {game.title}.")
    return deal


def _words(text: str) -> list[str]:
    """Return the words of a line, without any full stop copied along with the line."""
    return _ASSIGNMENT.sub(" ", _SEPARATOR.sub(" ", text.rstrip(" ."))).split()


def _hyphenate(words: Sequence[str]) -> str:
    """Return words joined as in an id or a flag: `hand-size` for `--Hand_Size` or `Hand size`."""
    return "-".join(word for word in re.split(r"[-_\s]+", " ".join(words).lower()) if word)


def _name(field: OptionField) -> str:
    return field.flag.removeprefix("--")


def _find_game(words: Sequence[str]) -> tuple[AnyGame, int] | None:
    """Return the game that the words start with, and the number of words in its name."""
    for length in range(min(len(words), 6), 0, -1):
        for game in GAMES.values():
            if _hyphenate(words[:length]) in (game.id, _hyphenate([game.title])):
                return game, length
    return None


def _parse_parts(game: AnyGame, words: Sequence[str]) -> tuple[int | None, dict[str, str], Sequence[str]]:
    """Return the number of players, the text of each option, and the remaining words."""
    seats: int | None = None
    texts: dict[str, str] = {}
    while words:
        if len(words) > 1 and words[1].lower() in ("player", "players"):
            if seats is not None:
                raise ValueError("A deal line can give the number of players only once.")
            seats, words = _parse_seats(game, words[0]), words[2:]
        elif found := _find_option(game, words) or _find_counted_option(game, words):
            field, length = found
            if field.name in texts:
                raise ValueError(f"A deal line can give {_name(field)} only once.")
            texts[field.name], after = _split_value(field, words[length:])
            words = after if length else after[1:]
        else:
            break
    return seats, texts, words


def _parse_seats(game: AnyGame, word: str) -> int:
    if word.isascii() and word.isdecimal() and len(word) < 4 and int(word) in game.seats:
        return int(word)
    raise ValueError(f"{game.title} is for {format_range(game.seats)} players, not '{safe_text(word)}'.")


def _find_option(game: AnyGame, words: Sequence[str]) -> tuple[OptionField, int] | None:
    """Return the option that the words start with, and the number of words in its name."""
    for length in range(min(len(words), 6), 0, -1):
        for field in fields_of(game):
            if _hyphenate(words[:length]) == _name(field):
                return field, length
    return None


def _find_counted_option(game: AnyGame, words: Sequence[str]) -> tuple[OptionField, int] | None:
    """Return the option for a number followed by its unit, such as `7 cards`, and 0, as the option isn't named."""
    if len(words) < 2 or not words[0].isdecimal():
        return None
    counting = (field for field in fields_of(game) if field.counts)
    return next(((field, 0) for field in counting if words[1].lower() in (field.counts, field.counts[:-1])), None)


def _split_value(field: OptionField, words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the longest valid value that the words start with, and the words after it."""
    for length in range(min(len(words), 6), 0, -1):
        for text in (" ".join(words[:length]), _hyphenate(words[:length])):
            try:
                field.parse(text)
            except ValueError:
                continue
            return text, words[length:]
    wrong = f", not '{safe_text(words[0])}'" if words else ""
    raise ValueError(f"The option {_name(field)} must be {field.allowed_values}{wrong}.")


def _parse_code(game: AnyGame, words: Sequence[str]) -> DealCode:
    if not words:
        raise ValueError("A deal line must end with the deal code: eight symbols like K7QF-2M9X.")
    files = {_hyphenate([file.name]): file for file in files_of(game)}
    if file := files.get(_hyphenate(words[:1])):
        raise ValueError(f"A deal line can't contain custom {file.title.lower()}. Share this game as a record instead.")
    try:
        return DealCode.parse(" ".join(words))
    except ValueError:
        if len(words) == 1 or (len(words) == 2 and all(len(word) == 4 for word in words)):
            raise
    names = ", ".join(map(_name, fields_of(game)))
    unknown = safe_text(words[0])
    raise ValueError(f"{game.title} has no option '{unknown}'. Its options are {names}, and the code comes last.")


def _validate(game: AnyGame, seats: int | None, texts: dict[str, str], code: DealCode) -> Deal:
    if seats is None:
        if len(game.seats) > 1 and game.seats[0] > 1:
            raise ValueError(
                f"A deal line for {game.title} needs the number of players, for example: {game.seats[0]} players."
            )
        seats = game.seats[0]
    options = game.resolve_defaults(parse_options(game, texts), seats)
    if faults := game.validate_options(options, seats):
        raise ValueError(faults[0])
    return Deal(game, seats, options, code)
