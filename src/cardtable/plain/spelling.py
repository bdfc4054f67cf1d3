"""Card names instead of initials in a lesson's text, because plain mode never shows the faces of cards."""

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
"""A pattern for a single letter, except in `T/F` or where the text explains the letter, as in `T is Triangle`."""
_NOT_ROW = r"(?<![Rr]ow )(?<![Rr]ows )(?<!A, )(?<!A, B and )(?<!A, B or )(?<!A to )(?<!A and )(?<!A or )"
"""A pattern for the text before a letter, which excludes the names of rows, as in `row C` and `A, B and C`."""
_MEANING = re.compile(rf"\b[HPFRGBCST]{_MEANS}")
_LETTER = re.compile(r"\bletter(?=s?\b)")
"""A pattern for `letter`. It is read out as `word`, because initials are read out as names."""


def spell_cards(text: str, letters: Letters = "cards") -> str:
    """Return the text with card names instead of initials, and with `minus` instead of the sign of a number.

    `letters` sets what single letters mean: always cards, cards unless they name a row, or only places on a board.
    """
    one = {"cards": f"|{_ONE}", "cards and rows": f"|{_NOT_ROW}{_ONE}", "places": ""}[letters]
    words = text if _MEANING.search(text) else _LETTER.sub("word", text)
    spelled = re.sub(rf"(\ban )?({_THREE}{one})", lambda found: f"{'a ' * bool(found[1])}{_NAMES[found[2]]}", words)
    return speak_signs(spelled)
