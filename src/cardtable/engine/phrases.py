"""English plurals, ranges and lists, and the words of typed actions."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_MAX_DIGITS = 6
"""The maximum number of digits in a typed number."""
_NUMBER = re.compile(rf"\b(?:[0-9]{{1,9}}|{'|'.join(_NUMBERS[1:])})\b")


def plural(number: int, thing: str) -> str:
    """Return the noun, with an `s` unless the number is 1."""
    return thing if number == 1 else f"{thing}s"


def counted(number: int, thing: str, *, none: str = "no") -> str:
    """Return text such as `1 card` or `2 cards`. The word `none` replaces the number 0."""
    return f"{number or none} {plural(number, thing)}"


_MINUS = re.compile(r"(?<![\w-])-(?=\d)")


def times(number: int) -> str:
    """Return text such as `once`, `twice` or `3 times`."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def signed(number: float) -> str:
    """Return text such as `+2`, `-0.5` or `0`."""
    return f"{number:+}" if number else "0"


def last_sentence(text: str) -> str:
    """Return the last sentence of a text in Markdown, without its marks."""
    words = " ".join(text.replace("*", "").replace("`", "").split())
    return re.split(r"(?<=[.!?:]) (?=[A-Z])", words)[-1]


def speak_signs(text: str) -> str:
    """Return the text with `minus` in place of each minus sign, which screen readers may leave out."""
    return _MINUS.sub("minus ", text)


def together(number: int) -> str:
    """Return `both` for the number 2, or text such as `all 3` for other numbers."""
    return "both" if number == 2 else f"all {number}"


def number_word(number: int) -> str:
    """Return a small number as a word, such as `three`."""
    return _NUMBERS[number] if number < len(_NUMBERS) else "more than ten"


def numbers_in(text: str) -> list[int]:
    """Return the numbers in this text. Numbers are written as digits or, from one to ten, as words."""
    return [int(each) if each.isdecimal() else _NUMBERS.index(each) for each in _NUMBER.findall(text.lower())]


def read_number(text: str) -> int | None:
    """Return the number that the text consists of, -1 if it is too long, or None if the text isn't a number."""
    if not (text.isascii() and text.isdecimal()):
        return None
    return int(text) if len(text) <= _MAX_DIGITS else -1


def format_range(numbers: range) -> str:
    """Return text such as `1 to 6`, or `3` for a single number."""
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def join_words(words: Iterable[str], last: str = "and") -> str:
    """Return a list such as `Red`, `Red and Blue` or `Red, Blue and Circle`. `last` replaces `and`."""
    *others, final = words
    return f"{', '.join(others)} {last} {final}" if others else final


def typed_words(text: str) -> list[str]:
    """Return a typed action's words in lower case. Commas count as spaces, and a leading `play` is left out."""
    words = text.lower().replace(",", " ").split()
    return words[1:] if words[:1] == ["play"] else words


_CLAUSE = re.compile(r"\b(You(?: and \w+)? )([a-z][\w']*)\b((?:(?!\bYou\b)[^.:;])*)")
_NEXT_VERB = re.compile(
    r"(?:(?<= and )|(?<=, ))(?:adds|chooses|discards|draws|has|is|loses|names|opens|plays|puts|wins)\b"
)
_OBJECT = re.compile(r"(?<=[\w,;:] )You\b")
_YOUR = re.compile(r"(?<![.!?]) Your ")  # not at the beginning of a sentence


def address(text: str) -> str:
    """Return the text with its verbs changed to agree with `You`: `You plays Red` becomes `You play Red`."""
    text = _CLAUSE.sub(_second_person, text.replace("You's", "Your"))
    return _YOUR.sub(" your ", _OBJECT.sub("you", text))


def _second_person(clause: re.Match[str]) -> str:
    you, verb, rest = clause.groups()
    return f"{you}{_base_form(verb)}{_NEXT_VERB.sub(lambda found: _base_form(found[0]), rest)}"


def _base_form(verb: str) -> str:
    """Return the form of a verb used with `you`, given the form used with `she`."""
    irregular = {"is": "are", "has": "have", "does": "do", "goes": "go", "isn't": "aren't", "doesn't": "don't"}
    return irregular.get(verb) or verb.removesuffix("es" if verb.endswith(("sses", "shes", "ches", "xes")) else "s")


_RULINGS = re.compile(r" \([A-Z]{2}-\d+(?:, [A-Z]{2}-\d+)*\)")


def capitalized(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def uncapitalized(line: str) -> str:
    """Return the line with a small first letter, unless the line begins with a name such as `A1`."""
    return line[0].lower() + line[1:] if line[1:2].islower() else line


def naming_subject(subject: object, explanation: str) -> str:
    """Return an explanation that begins with its subject, added if missing: `Blue: It can only go last.`"""
    return explanation if explanation.startswith(f"{subject} ") else f"{subject}: {explanation}"


def naming_key(explanation: str, key: str) -> str:
    """Return an explanation with the key for reading its rulings added, as in ` (rule ES-5: press r)`."""

    def name(found: re.Match[str]) -> str:
        rulings = found[0][2:-1]
        return f" ({plural(1 + rulings.count(','), 'rule')} {rulings}: press {key})"

    return _RULINGS.sub(name, explanation)


def without_rulings(explanation: str) -> str:
    """Return an explanation without its citations of rulings, such as ` (ES-5)`."""
    return _RULINGS.sub("", explanation)
