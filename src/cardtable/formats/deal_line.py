"""A deal as one line of text: `exit-stage-right · 2 players · hand-size 8 · K7QF-2M9X`.

Only what is not as usual is named.  Whoever has the line can lay out every hidden card, as with the code alone.
How it is written and read is told in rules/notation.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame, format_range
from cardtable.engine.phrases import counted
from cardtable.formats.options import OptionField, fields_of, files_of, read_options, unusual
from cardtable.formats.text import safe_text
from cardtable.games import GAMES

DOT, COMMA = " · ", ", "
"""What stands between the parts; a comma where only ASCII can be shown, or where lines are read out."""
LONGEST_LINE = 400
"""Characters that are read."""
_BETWEEN = re.compile(r"\s*[·•,;|]\s*")
_ASSIGNED = re.compile(r"[=:]")


@dataclass(frozen=True, slots=True)
class Deal:
    """All that a deal is dealt from; the options written out in full, and sound for so many seats."""

    game: AnyGame
    seats: int
    options: Any
    code: DealCode

    def line(self, between: str = DOT) -> str:
        """The deal in one line; ValueError with a sentence where no line can hold its options."""
        told = unusual(self.game, self.options, self.seats)
        if told is None:
            own = " or ".join(file.title.lower() for file in files_of(self.game))
            raise ValueError(f"No line can hold {own} of your own: share such a game as a record.")
        players = [counted(self.seats, "player")] if len(self.game.seats) > 1 else []
        options = [f"{_name(field)} {value}" for field, value in told]
        return between.join([self.game.id, *players, *options, str(self.code)])


def loosened(deal: Deal) -> Any:
    """Options that come to the same for so many seats, left as usual wherever they are."""
    told = unusual(deal.game, deal.options, deal.seats)
    if told is None:
        return deal.options
    return read_options(deal.game, {field.name: text for field, text in told})


def is_line(text: str) -> bool:
    """Whether somebody meant a line, and not a code alone."""
    return _BETWEEN.search(text) is not None or _game_of(_words(text)) is not None


def read_line(text: str) -> Deal:
    """The deal that somebody typed; ValueError with a sentence where it is none.

    Case, spaces and what stands between the parts are forgiven, and a game may be called by its title.
    """
    if len(text) > LONGEST_LINE:
        raise ValueError(f"A deal is a line of at most {LONGEST_LINE} letters.")
    words = _words(text)
    found = _game_of(words)
    if found is None:
        known = ", ".join(GAMES)
        said = f"not '{safe_text(words[0])}'" if words else "and there is nothing"
        raise ValueError(f"A deal begins with its game, {said}: there is {known}.")
    game, taken = found
    seats, options, rest = _read_parts(game, words[taken:])
    return _sound(game, seats, options, _code(game, rest))


def read_deal(text: str, game: AnyGame) -> Deal | DealCode:
    """What somebody typed for a deal of this game: a whole line, or a code alone; ValueError with a sentence."""
    if not is_line(text):
        return DealCode.parse(text)
    deal = read_line(text)
    if deal.game is not game:
        raise ValueError(f"That is a deal of {deal.game.title}, not of {game.title}.")
    return deal


def _words(text: str) -> list[str]:
    """Its words; the full stop of a sentence that it was copied with is forgiven."""
    return _ASSIGNED.sub(" ", _BETWEEN.sub(" ", text.rstrip(" ."))).split()


def _typed(words: Sequence[str]) -> str:
    """Words as an id or a flag is written: `hand-size` for `--Hand_Size` and for `Hand size`."""
    return "-".join(word for word in re.split(r"[-_\s]+", " ".join(words).lower()) if word)


def _name(field: OptionField) -> str:
    return field.flag.removeprefix("--")


def _game_of(words: Sequence[str]) -> tuple[AnyGame, int] | None:
    """The game that the words begin with, and how many of them name it."""
    for taken in range(min(len(words), 6), 0, -1):
        for game in GAMES.values():
            if _typed(words[:taken]) in (game.id, _typed([game.title])):
                return game, taken
    return None


def _read_parts(game: AnyGame, words: Sequence[str]) -> tuple[int | None, dict[str, str], Sequence[str]]:
    """How many play, the text of each option, and the words that are left."""
    seats: int | None = None
    texts: dict[str, str] = {}
    while words:
        if len(words) > 1 and words[1].lower() in ("player", "players"):
            if seats is not None:
                raise ValueError("A deal says only once how many play.")
            seats, words = _seats(game, words[0]), words[2:]
        elif found := _option_of(game, words) or _counted(game, words):
            field, taken = found
            if field.name in texts:
                raise ValueError(f"A deal names {_name(field)} only once.")
            texts[field.name], after = _value(field, words[taken:])
            words = after if taken else after[1:]
        else:
            break
    return seats, texts, words


def _seats(game: AnyGame, word: str) -> int:
    if word.isascii() and word.isdecimal() and len(word) < 4 and int(word) in game.seats:
        return int(word)
    raise ValueError(f"{game.title} is for {format_range(game.seats)} players, not '{safe_text(word)}'.")


def _option_of(game: AnyGame, words: Sequence[str]) -> tuple[OptionField, int] | None:
    """The option that the words begin with, and how many of them name it."""
    for taken in range(min(len(words), 6), 0, -1):
        for field in fields_of(game):
            if _typed(words[:taken]) == _name(field):
                return field, taken
    return None


def _counted(game: AnyGame, words: Sequence[str]) -> tuple[OptionField, int] | None:
    """The option whose number the words begin with, told by what it counts, as `7 cards`; no word names it."""
    if len(words) < 2 or not words[0].isdecimal():
        return None
    counting = (field for field in fields_of(game) if field.counts)
    return next(((field, 0) for field in counting if words[1].lower() in (field.counts, field.counts[:-1])), None)


def _value(field: OptionField, words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The text of the longest value that the words begin with, and the words after it; ValueError where none is."""
    for taken in range(min(len(words), 6), 0, -1):
        for text in (" ".join(words[:taken]), _typed(words[:taken])):
            try:
                field.read(text)
            except ValueError:
                continue
            return text, words[taken:]
    said = f"not '{safe_text(words[0])}'" if words else "and there is nothing"
    raise ValueError(f"The option {_name(field)} takes {field.allowed}, {said}.")


def _code(game: AnyGame, words: Sequence[str]) -> DealCode:
    if not words:
        raise ValueError("A deal ends with its code, eight symbols like K7QF-2M9X, and there is none.")
    files = {_typed([file.name]): file for file in files_of(game)}
    if file := files.get(_typed(words[:1])):
        raise ValueError(f"No line can hold {file.title.lower()} of your own: share such a game as a record.")
    try:
        return DealCode.parse(" ".join(words))
    except ValueError:
        if len(words) == 1 or (len(words) == 2 and all(len(word) == 4 for word in words)):
            raise
    names = ", ".join(map(_name, fields_of(game)))
    strange = safe_text(words[0])
    raise ValueError(f"{game.title} has no option '{strange}': it has {names}, and the code comes last.")


def _sound(game: AnyGame, seats: int | None, texts: dict[str, str], code: DealCode) -> Deal:
    if seats is None:
        if len(game.seats) > 1 and game.seats[0] > 1:
            raise ValueError(f"A deal of {game.title} says how many play, as in: {game.seats[0]} players.")
        seats = game.seats[0]
    options = game.resolve_defaults(read_options(game, texts), seats)
    if faults := game.validate_options(options, seats):
        raise ValueError(faults[0])
    return Deal(game, seats, options, code)
