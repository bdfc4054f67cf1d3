"""Moves that a player types, either in words or as numbers in the list of moves."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

from cardtable.engine.cards import COLOURS, PATTERNS, SHAPES
from cardtable.engine.game import UnclearAction
from cardtable.engine.phrases import read_number
from cardtable.plain import choices
from cardtable.plain.view import View
from cardtable.table.seen import Seen

_NAMES = [each.name.lower() for each in (*PATTERNS, *COLOURS, *SHAPES)]
_CODE = re.compile(f"[{''.join(name[0] for name in _NAMES)}]{{1,3}}")
"""A pattern for the code of any card, in lower case."""


def ways_to_type(seen: Seen, view: View) -> str:
    """Return the ways to type a move in this position, for a sentence that begins with "Type"."""
    listed = view.list_moves(seen)
    return listed.way_to_type or choices.ways_to_choose(seen, listed.numbered)


def read_move(text: str, seen: Seen, view: View) -> Any:
    """Return the move that was typed, even if it isn't legal. Raise ValueError with a sentence for other text."""
    numbered = view.list_moves(seen).numbered
    text = view.spell_out(seen, text)
    if not numbered and choices.is_numbered(seen) and read_number(text) is not None:
        raise ValueError("These moves have no numbers. Type a move in words.")
    try:
        return choices.read_choice(text, seen, numbered)
    except UnclearAction:
        raise ValueError(f"That isn't a move. A move looks like this: {_most_similar(text, seen)}.") from None


def begins_like_move(text: str, seen: Seen) -> bool:
    """Return whether text begins with a number, a card's code, or a word similar to one in a legal action's name."""
    first, *_ = re.split(r"[ ,]", text.lower())
    if _CODE.fullmatch(first) or any(map(str.isdigit, first)):
        return True
    words = {word for action in seen.legal for word in f"{action} {seen.game.name_action(action)}".lower().split()}
    return bool(get_close_matches(first, [*words, *_NAMES], n=1, cutoff=0.7))


def _most_similar(text: str, seen: Seen) -> str:
    """Return the legal action with words most similar to the typed words."""
    legal = {str(action).lower(): str(action) for action in seen.legal}
    return legal[get_close_matches(text.lower(), legal, n=1, cutoff=0)[0]]
