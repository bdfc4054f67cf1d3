"""Numbered moves, lettered answers, and the parsing of what players type to choose one of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import product
from string import ascii_lowercase
from typing import Any

from cardtable.engine.phrases import join_words, numbers_in, read_number
from cardtable.table.seen import Seen

_LETTERS = (*ascii_lowercase, *map("".join, product(ascii_lowercase, repeat=2)))


def choices(seen: Seen) -> tuple[Any, ...]:
    """Return the viewer's legal actions in numbered order. The first has number 1."""
    return tuple(action for group in _grouped(seen) for action in group)


def choice_lines(seen: Seen, label: Callable[[Seen, Any], str]) -> tuple[str, ...]:
    """Return a line for each group of legal actions. Actions are numbered unless their notation starts with digits."""
    if not is_numbered(seen):
        return tuple("; ".join(map(str, group)) for group in _grouped(seen))
    numbers = iter(range(1, len(seen.legal) + 1))
    return tuple("; ".join(f"{next(numbers)} {label(seen, each)}" for each in group) for group in _grouped(seen))


def is_numbered(seen: Seen) -> bool:
    """Return whether a typed number chooses from the list of moves. In some games, a number is a move itself."""
    return not any(str(action)[:1].isdigit() for action in seen.legal)


def read_choice(text: str, seen: Seen, numbered: Sequence[Any] | None = None) -> Any:
    """Return the action that was typed as a number or in words, even if it isn't legal.

    Raise ValueError for other text. A number is a position in `numbered`, which by default lists every legal action.
    """
    number = read_number(text) if is_numbered(seen) else None
    if number is None:
        return _read_words(text, seen)
    listed = choices(seen) if numbered is None else numbered
    if not listed:
        raise ValueError("These moves have no numbers.")
    if not 0 < number <= len(listed):
        only = "The only move is number 1."
        raise ValueError(f"The moves are numbered from 1 to {len(listed)}." if len(listed) > 1 else only)
    return listed[number - 1]


def _read_words(text: str, seen: Seen) -> Any:
    """Return the action that these words name. If it isn't legal, look for a legal action that ends with the words."""
    endings = [action for action in seen.legal if str(action).lower().endswith(f" {text.lower()}")]
    try:
        action = seen.game.parse(text)
    except ValueError:
        if len(endings) == 1:
            return endings[0]
        raise
    return endings[0] if len(endings) == 1 and action not in seen.legal else action


def ways_to_choose(seen: Seen, numbered: Sequence[Any] | None = None) -> str:
    """Return the ways to type a move in this position, for a sentence that begins with "Type".

    No move is given as an example, because players would take it for advice.
    """
    listed = choices(seen) if numbered is None else numbered
    if not is_numbered(seen):
        return "a move's numbers, in order"
    if not listed:
        return "a move in words"
    return f"{'the number 1' if len(listed) == 1 else f'a number from 1 to {len(listed)}'}, or a move in words"


def answer_lines(answers: Sequence[str]) -> tuple[str, ...]:
    """Return the possible answers to a question. Each has its letter, as in `a) Red`."""
    return tuple(f"{letter}) {answer}" for letter, answer in zip(_LETTERS, answers, strict=False))


def read_answer(text: str, answers: Sequence[str]) -> str:
    """Return the answer that was typed as a letter, a number or words.

    Raise ValueError unless exactly one answer matches. A number is a position in the list only if no answer contains a
    number.
    """
    letters = _LETTERS[: len(answers)]
    typed = text.lower()
    in_full = next((each for each in answers if each.lower() == typed), None)
    number = read_number(text)
    if (letter := typed.removesuffix(")")) in letters:
        answer = answers[letters.index(letter)]
        if in_full in (None, answer) or letter != typed:
            return answer
        raise ValueError(f"Type the letter with its bracket, as in {letter}).")
    if number is None and in_full is not None:
        return in_full
    found = [each for each in answers if (_has_words(each, typed) if number is None else number in numbers_in(each))]
    if len(found) == 1:
        return found[0]
    if number is not None and 0 < number <= len(answers) and not any(map(numbers_in, answers)):
        return answers[number - 1]
    raise ValueError(f"Type the letter of your answer: {join_words(letters, 'or')}.")


def _has_words(answer: str, words: str) -> bool:
    """Return whether an answer contains these lower-case words."""
    return re.search(rf"\b{re.escape(words)}\b", answer.lower()) is not None


def read_spelled_answer(text: str, answers: Sequence[str], spell: Callable[[str], str]) -> str:
    """Return the answer that was typed, as `read_answer` does. `spell` gives the spoken words of each answer."""
    spelled = [spell(answer) for answer in answers]
    try:
        return answers[spelled.index(read_answer(text, spelled))]
    except ValueError:
        return read_answer(text, answers)


def _grouped(seen: Seen) -> list[list[Any]]:
    """Return groups of actions with the same first word, usually a card. Their order is that of their first actions."""
    groups: dict[str, list[Any]] = {}
    for action in seen.legal:
        groups.setdefault(str(action).partition(" ")[0], []).append(action)
    return list(groups.values())
