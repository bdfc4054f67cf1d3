"""Give the cards in a lesson's texts their names, because plain mode never shows the initials on their faces."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from cardtable.engine.cards import CHARACTERISTICS, COMPLETES
from cardtable.engine.phrases import speak_signs

Letters: TypeAlias = Literal["cards", "cards and rows", "places"]

_NAMES = {card.code: card.name for card in COMPLETES} | {each.letter: each.name for each in CHARACTERISTICS}
_MEANS = f" is (?:a )?(?:{'|'.join(each.name for each in CHARACTERISTICS)})"
_THREE = r"\b[HPF][RGB][CST]\b"
_ONE = rf"(?<![\w/'-])[HPFRGBCST](?![\w/'-]|{_MEANS})"
"""A letter on its own, but not in `T/F` or where a text says what the letter stands for, as in `T is Triangle`."""
_NOT_ROW = r"(?<![Rr]ow )(?<![Rr]ows )(?<!A, )(?<!A, B and )(?<!A, B or )(?<!A to )(?<!A and )(?<!A or )"
"""The place of a letter that doesn't name a row, as in `row C` and `A, B and C`."""
_MEANING = re.compile(rf"\b[HPFRGBCST]{_MEANS}")
_LETTER = re.compile(r"\bletter(?=s?\b)")
"""A pattern for `letter`, which is read out as `word` because initials are read out as names."""


def spell_cards(text: str, letters: Letters = "cards") -> str:
    """Return a text with the names of cards instead of their initials, and with `minus` for the sign of a number.

    `letters` tells what single letters mean: always cards, cards unless they name a row, or only places on a board.
    """
    one = {"cards": f"|{_ONE}", "cards and rows": f"|{_NOT_ROW}{_ONE}", "places": ""}[letters]
    words = text if _MEANING.search(text) else _LETTER.sub("word", text)
    spelled = re.sub(rf"(\ban )?({_THREE}{one})", lambda found: f"{'a ' * bool(found[1])}{_NAMES[found[2]]}", words)
    return speak_signs(spelled)
