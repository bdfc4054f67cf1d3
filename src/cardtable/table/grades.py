"""Grades of solo games in which every point counts. The margin is compared with the par of the deal.

Par is the result of a strong computer player that tries for the largest margin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cardtable.engine.phrases import capitalized, counted, signed
from cardtable.table.session import Session

MAX_STARS = 3
STAR, NO_STAR, ABOVE = "\N{BLACK STAR}", "\N{WHITE STAR}", "+"
SIGNS = "+ won, \N{MINUS SIGN} lost, \N{PLUS-MINUS SIGN} both, o refill, \N{MIDDLE DOT} nothing"
"""The meanings of the signs in a strip."""
GROUP = 10
"""The number of signs between two spaces in a strip."""
_ASCII = str.maketrans("\N{MINUS SIGN}\N{EN DASH}\N{PLUS-MINUS SIGN}\N{MIDDLE DOT}" + STAR + NO_STAR, "--x.*.")


class Par(NamedTuple):
    """The results of computer players that play a deal alone for the largest margin."""

    par: int
    """The result of a strong computer player."""
    medium: int
    """The result of a medium computer player."""
    certain: int | None = None
    """The margin that is certain from the deal, or 0 if no win is certain. None in pars of earlier versions."""

    @property
    def saved(self) -> dict[str, int]:
        """The par in the form in which it is saved."""
        return self._asdict()

    @property
    def sentence(self) -> str:
        """Par and what each star needs."""
        return f"Par {signed(self.par)}. {stars_sentence(self.steps[:MAX_STARS])}"

    @property
    def steps(self) -> tuple[int, int, int, int]:
        """The minimum margins for one, two and three stars, and for the `+` after three. A loss earns no stars."""
        three = max(1, self.par)
        return 1, min(max(2, self.medium), three), three, max(1, self.par + 1)


def signs_of(stars: int, *, is_above: bool = False) -> str:
    """Return stars as signs, such as `★★☆`, or `★★★+` above par."""
    return STAR * stars + NO_STAR * (MAX_STARS - stars) + ABOVE * is_above


def stars_sentence(steps: Sequence[int]) -> str:
    """Return the margins for one, two and three stars in words. If several have the same margin, name only the best."""
    names = {margin: ("one", "two", "three")[stars] for stars, margin in enumerate(steps)}
    first, *more = (f"{name} from {signed(margin)}" for margin, name in names.items())
    noun = "star" if first.startswith("one ") else "stars"
    return f"{', '.join([capitalized(first).replace(' ', f' {noun} ', 1), *more])}."


class Grade(NamedTuple):
    """A grade, from no stars for a loss to three stars, with an additional sign for results above par."""

    name: str
    stars: int
    is_above: bool = False

    @property
    def signs(self) -> str:
        """The stars, such as `★★☆`, or `★★★+` above par."""
        return signs_of(self.stars, is_above=self.is_above)


GRADES = (
    Grade("Loss", 0),
    Grade("Win", 1),
    Grade("Strong win", 2),
    Grade("Par", 3),
    Grade("Above par", 3, is_above=True),
)
"""The grades, from lowest to highest."""


def grade_of(margin: int, par: Par) -> Grade:
    """Return the grade of a margin."""
    return GRADES[sum(margin >= step for step in par.steps)]


class Progress(NamedTuple):
    """The stars that the margin would earn if the game ended now, and the way to the next one."""

    margin: int
    steps: tuple[int, ...]
    """The minimum margins for one, two and three stars and, where par counts, for the sign above par."""

    @property
    def reached(self) -> int:
        """The number of steps that the margin has reached."""
        return sum(self.margin >= step for step in self.steps)

    @property
    def missing(self) -> int:
        """The number of Completes missing for the next step, or 0 if there is no next step."""
        return 0 if self.reached == len(self.steps) else self.steps[self.reached] - self.margin

    @property
    def _next(self) -> int:
        """The number of steps reached at the next step's margin, which several steps may share."""
        return sum(self.margin + self.missing >= step for step in self.steps)

    @property
    def signs(self) -> str:
        """The progress in signs, such as `+2 ★☆☆, 2 to ★★☆`."""
        more = f", {self.missing} to {_signs_at(self._next)}" if self.missing else ""
        return f"{signed(self.margin)} {_signs_at(self.reached)}{more}"

    @property
    def sentence(self) -> str:
        """The progress in words, such as `+2: 1 star, 2 short of 2 stars.`"""
        more = f", {self.missing} short of {_words_at(self._next)}" if self.missing else ""
        return f"{signed(self.margin)}: {_words_at(self.reached)}{more}."


def _signs_at(steps: int) -> str:
    return signs_of(min(steps, MAX_STARS), is_above=steps > MAX_STARS)


def _words_at(steps: int) -> str:
    return counted(steps, "star") if steps <= MAX_STARS else f"{counted(MAX_STARS, 'star')} and a plus"


@dataclass(frozen=True, slots=True)
class GradedResult:
    """The result of a game in which the margin counts."""

    margin: int
    par: Par | None
    """The par of the deal, or None if it isn't known yet."""
    strip: str = ""
    """A sign for each turn. Final turns in which nothing happened are left out."""

    @property
    def grade(self) -> Grade | None:
        """The grade, or None for a win if par isn't known."""
        if self.par is not None:
            return grade_of(self.margin, self.par)
        return None if self.margin > 0 else GRADES[0]

    @property
    def signs(self) -> str:
        """The stars, or "" if they aren't known."""
        return "" if self.grade is None else self.grade.signs

    @property
    def in_brief(self) -> str:
        """The stars in words, such as `2 stars` or `3 stars, above par`, or an empty string if there are none."""
        grade = self.grade
        if grade is None or not grade.stars:
            return ""
        return f"{counted(grade.stars, 'star')}{', above par' if grade.is_above else ''}"

    @property
    def sentence(self) -> str:
        """The grade in words, with the results that the margin is compared with."""
        if (grade := self.grade) is None:
            return "A win: at least 1 of 3 stars. Par hasn't been worked out yet."
        stars = f"{grade.stars} of {counted(MAX_STARS, 'star')}" if grade.stars else counted(0, "star")
        missing = f", {self.missing}" if self.missing else ""
        return " ".join(filter(None, (f"{grade.name}: {stars}{missing}.", self.comparison)))

    def share(self, what: str, more: str = "") -> str:
        """Return lines to share: the name of the deal, the margin, the stars, par, and a sign for each turn."""
        par = "" if self.par is None else f", par {signed(self.par.par)}"
        first = f"{what}: {signed(self.margin)} {self.signs}".rstrip()
        return "\n".join(filter(None, (f"{first}{par}{more}", self.strip)))

    @property
    def missing(self) -> str:
        """The gap to the next grade, such as `2 short of par`. It is empty if there is no next grade."""
        steps = () if self.par is None else self.par.steps[:MAX_STARS]
        following = zip(steps, ("a win", "a strong win", "par"), strict=False)
        return next((f"{step - self.margin} short of {name}" for step, name in following if self.margin < step), "")

    @property
    def comparison(self) -> str:
        """A sentence that compares the margin with par and medium, or "" if par isn't known."""
        if self.par is None:
            return ""
        return f"You {signed(self.margin)}, par {signed(self.par.par)}, medium {signed(self.par.medium)}."


def is_graded(session: Session) -> bool:
    """Return whether a game is graded: with graded rules and one player, from a deal and not from another game."""
    is_alone = session.game.turn_sign is not None and len(session.names) == 1
    return is_alone and session.deal_code is not None and not session.inherited_actions


def strip_of(session: Session) -> str:
    """Return a sign for each turn so far, in groups. Final turns in which nothing happened are left out."""
    sign = session.game.turn_sign
    if sign is None:
        return ""
    return _grouped("".join(map(sign, session.look(None).log[1:])).rstrip("\N{MIDDLE DOT}"))


def _grouped(signs: str) -> str:
    return " ".join(signs[at : at + GROUP] for at in range(0, len(signs), GROUP))


def to_ascii(text: str) -> str:
    """Return the text with ASCII characters instead of stars and the signs of a strip."""
    return text.translate(_ASCII)
