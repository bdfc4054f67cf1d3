"""Give the cards in a lesson's texts their names, because plain mode never shows the initials on their faces."""

from __future__ import annotations

import re

from cardtable.engine.cards import CHARACTERISTICS, COMPLETES
from cardtable.engine.phrases import speak_signs

_NAMES = {card.code: card.name for card in COMPLETES} | {each.letter: each.name for each in CHARACTERISTICS}
_MEANS = f" is (?:a )?(?:{'|'.join(each.name for each in CHARACTERISTICS)})"
_THREE = r"\b[HPF][RGB][CST]\b"
_ONE = rf"(?<![\w/'-])[HPFRGBCST](?![\w/'-]|{_MEANS})"
"""A letter on its own, but not in `T/F` or where a text says what the letter stands for, as in `T is Triangle`."""
_MEANING = re.compile(rf"\b[HPFRGBCST]{_MEANS}")
_LETTER = re.compile(r"\bletter(?=s?\b)")
"""A letter in a card's initials, which is a word of its name."""


def spell_cards(text: str, *, has_letters: bool = True) -> str:
    """Return a text with the names of cards instead of their initials, and with `minus` for the sign of a number.

    Without `has_letters`, letters on their own aren't cards, but name the rows or columns of a board.
    """
    initials = f"{_THREE}|{_ONE}" if has_letters else _THREE
    words = text if _MEANING.search(text) else _LETTER.sub("word", text)
    return speak_signs(re.sub(initials, lambda found: _NAMES[found[0]], words))
