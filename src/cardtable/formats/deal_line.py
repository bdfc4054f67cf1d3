"""Deal lines: a whole deal in one line of text, such as `exit-stage-right · 2 players · hand-size 8 · K7QF-2M9X`.

If computer players take part, the line lists the players, as in `clash · players me+hard · K7QF-2M9X`. A line contains
the preset, if there is one, and the options that differ from the preset (or, without a preset, from their defaults).
Anyone with the line, or just the code, can reconstruct every hidden card. rules/notation.md describes the format.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame, Preset
from cardtable.engine.phrases import counted
from cardtable.formats.computers import Levels, is_player, parse_players, players_text
from cardtable.formats.options import (
    OptionField,
    fields_of,
    files_of,
    non_default,
    parse_options,
    preset_and_others,
    preset_word,
)
from cardtable.formats.text import safe_text
from cardtable.games import GAMES

DOT, COMMA = " · ", ", "
"""The separators between the parts of a line. The comma is for ASCII and for screen readers."""
MAX_LINE_LENGTH = 400
"""The maximum length of a line that is parsed, in characters."""
_SEPARATOR = re.compile(r"\s*[·•,;|]\s*")
_ASSIGNMENT = re.compile(r"[=:]")
_PLAYERS = ("player", "players")
_PLUS = re.compile(r"\s*\+\s*")


@dataclass(frozen=True, slots=True)
class Deal:
    """The values that determine a deal. The options are valid for this number of seats, with all defaults resolved."""

    game: AnyGame
    seats: int
    options: Any
    deal_code: DealCode
    computers: Levels = ()
    """The level of the computer player at each seat, or None for a person. The tuple is empty if only people play."""

    def line(self, separator: str = DOT) -> str:
        """Return the deal as a line. Raise ValueError with a message if a line can't express the options."""
        found = preset_and_others(self.game, self.options, self.seats)
        if found is None:
            files = " or ".join(file.title.lower() for file in files_of(self.game))
            raise ValueError(f"A deal line can't contain custom {files}. Share this game as a record instead.")
        players = [counted(self.seats, "player")] if len(self.game.seats) > 1 else []
        if self.computers:
            players = [f"players {players_text(self.computers)}"]
        preset, others = found
        words = [*([preset_word(preset.name)] if preset else ()), *(f"{_name(field)} {text}" for field, text in others)]
        return separator.join([self.game.id, *players, *words, str(self.deal_code)])


def unresolve_defaults(deal: Deal) -> Any:
    """Return the deal's options with every resolved default unset again. This function reverses `resolve_defaults`."""
    different = non_default(deal.game, deal.options, deal.seats)
    if different is None:
        return deal.options
    return parse_options(deal.game, {field.name: text for field, text in different})


def has_separator(text: str) -> bool:
    """Return whether the text contains a separator of deal lines. No game's name contains one."""
    return _SEPARATOR.search(text) is not None


def is_deal_line(text: str) -> bool:
    """Return whether the text is probably meant to be a whole deal line rather than just a code."""
    return has_separator(text) or _find_game(_words(text)) is not None


def parse_deal_line(text: str) -> Deal:
    """Return the deal that a line describes.

    Case, spacing and the choice of separators don't matter, and the title of a game can replace its id. Raise
    ValueError with a message for the player if the line is invalid.
    """
    if len(text) > MAX_LINE_LENGTH:
        raise ValueError(f"A deal line has at most {MAX_LINE_LENGTH} characters.")
    words = _words(text)
    found = _find_game(words)
    if found is None and _is_code(words):
        raise ValueError(
            f"A deal code doesn't say which game it is for: type the game before it. The games are {', '.join(GAMES)}."
        )
    if found is None:
        unknown = f", not '{safe_text(words[0])}'" if words else ""
        raise ValueError(f"A deal line must start with the game{unknown}. The games are {', '.join(GAMES)}.")
    game, length = found
    parts, rest = _parse_parts(game, words[length:])
    return _validate(game, parts, _parse_code(game, rest))


def parse_deal(text: str, game: AnyGame) -> Deal | DealCode:
    """Return this game's deal from a line, or a bare deal code. Raise ValueError with a message for anything else."""
    if not is_deal_line(text):
        return DealCode.parse(text)
    deal = parse_deal_line(text)
    if deal.game is not game:
        raise ValueError(
            f"This is a deal of {deal.game.title}, not of {game.title}. Set up {deal.game.title} to play it."
        )
    return deal


def _words(text: str) -> list[str]:
    """Return the words of a line. A full stop that was copied together with the line is left out."""
    return _PLUS.sub("+", _ASSIGNMENT.sub(" ", _SEPARATOR.sub(" ", text.rstrip(" .")))).split()


def _hyphenate(words: Sequence[str]) -> str:
    """Return the words joined as in an id or a flag. For example, `--Hand_Size` and `Hand size` become `hand-size`."""
    return "-".join(word for word in re.split(r"[-_\s]+", " ".join(words).lower()) if word)


def _name(field: OptionField) -> str:
    return field.flag.removeprefix("--")


def _find_game(words: Sequence[str]) -> tuple[AnyGame, int] | None:
    """Return the game whose name starts the line, and the number of words in this name, or None if there is none."""
    for length in range(min(len(words), 6), 0, -1):
        for game in GAMES.values():
            if _hyphenate(words[:length]) in (game.id, _hyphenate([game.title])):
                return game, length
    return None


@dataclass(slots=True)
class _Parts:
    players: Levels = ()
    """The players, or an empty tuple if the line doesn't mention any."""
    preset: Preset[Any] | None = None
    texts: dict[str, str] = dataclasses.field(default_factory=dict)
    """The text of each option, keyed by the option's name."""


def _parse_parts(game: AnyGame, words: Sequence[str]) -> tuple[_Parts, Sequence[str]]:
    """Return the parts at the start of the words, and the remaining words."""
    parts = _Parts()
    while words:
        if found_players := _find_players(words):
            if parts.players:
                raise ValueError("A deal line can give the number of players only once.")
            text, words = found_players
            parts.players = parse_players(text, game)
        elif found_preset := _find_preset(game, words):
            if parts.preset is not None:
                raise ValueError("A deal line can give only one preset.")
            parts.preset, words = found_preset
        elif found := _find_option(game, words) or _find_counted_option(game, words):
            option, length = found
            if option.name in parts.texts:
                raise ValueError(f"A deal line can give {_name(option)} only once.")
            parts.texts[option.name], after = _split_value(option, words[length:])
            words = after if length else after[1:]
        else:
            break
    return parts, words


def _find_players(words: Sequence[str]) -> tuple[str, Sequence[str]] | None:
    """Return the leading text about players, such as `2 players`, and the words after it, or None if there is none."""
    if len(words) > 1 and _hyphenate(words[:1]) in _PLAYERS:
        length = 2
        while length < len(words) and is_player(words[length]) and not _is_code(words[length:]):
            length += 1
        return ",".join(words[1:length]), words[length:]
    if len(words) > 1 and words[1].lower() in _PLAYERS:
        return words[0], words[2:]
    return None


def _is_code(words: Sequence[str]) -> bool:
    """Return whether the words form a deal code, as `easy hard` happens to do."""
    try:
        DealCode.parse(" ".join(words))
    except ValueError:
        return False
    return True


def _find_preset(game: AnyGame, words: Sequence[str]) -> tuple[Preset[Any], Sequence[str]] | None:
    """Return the preset at the start of the words and the words after it, or None if there is no such preset."""
    for length in range(min(len(words), 6), 0, -1):
        for preset in game.presets:
            if _hyphenate(words[:length]) == preset_word(preset.name):
                return preset, words[length:]
    return None


def _find_option(game: AnyGame, words: Sequence[str]) -> tuple[OptionField, int] | None:
    """Return the option whose name comes first, and the number of words in this name, or None if there is none."""
    for length in range(min(len(words), 6), 0, -1):
        for field in fields_of(game):
            if _hyphenate(words[:length]) == _name(field):
                return field, length
    return None


def _find_counted_option(game: AnyGame, words: Sequence[str]) -> tuple[OptionField, int] | None:
    """Return the option for text such as `7 cards`, and 0 as its name's length, or None if there is no such option."""
    if len(words) < 2 or not words[0].isdecimal():
        return None
    counting = (field for field in fields_of(game) if field.counts)
    return next(((field, 0) for field in counting if words[1].lower() in (field.counts, field.counts[:-1])), None)


def _split_value(field: OptionField, words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the longest valid value at the start of the words, and the remaining words."""
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


def _validate(game: AnyGame, parts: _Parts, code: DealCode) -> Deal:
    players, seats = parts.players, len(parts.players)
    if not players:
        if len(game.seats) > 1 and game.seats[0] > 1:
            raise ValueError(
                f"A deal line for {game.title} needs the number of players, for example: {game.seats[0]} players."
            )
        seats = game.seats[0]
    base = parts.preset.options if parts.preset is not None else None
    options = game.resolve_defaults(parse_options(game, parts.texts, base), seats)
    if faults := game.validate_options(options, seats):
        raise ValueError(faults[0])
    return Deal(game, seats, options, code, players if any(players) else ())
