"""Grades of games for one player alone, in which every point counts: the margin against the par of the deal.

Par is the result of a strong computer player that tries for the largest margin.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from cardtable.engine.phrases import counted, signed
from cardtable.table.session import Session

MOST_STARS = 3
STAR, NO_STAR, ABOVE = "\N{BLACK STAR}", "\N{WHITE STAR}", "+"
SIGNS = "+ won, \N{MINUS SIGN} lost, \N{PLUS-MINUS SIGN} both, o refill, \N{MIDDLE DOT} nothing"
"""What the signs of a strip mean."""
GROUP = 10
"""The number of signs between two spaces of a strip."""
_ASCII = str.maketrans("\N{MINUS SIGN}\N{EN DASH}\N{PLUS-MINUS SIGN}\N{MIDDLE DOT}" + STAR + NO_STAR, "--x.*.")


class Par(NamedTuple):
    """What computer players reach with a deal, alone and for the margin."""

    par: int
    """The result of a strong player."""
    medium: int
    """The result of a sound one."""

    @property
    def saved(self) -> dict[str, int]:
        """The par as it is saved."""
        return self._asdict()

    @property
    def steps(self) -> tuple[int, int, int, int]:
        """The smallest margins for one, two and three stars, and for the sign above them; none is for a loss."""
        three = max(1, self.par)
        return 1, min(max(2, self.medium), three), three, max(1, self.par + 1)


class Grade(NamedTuple):
    """A grade, from no star for a loss to three stars, with a sign above them."""

    name: str
    stars: int
    is_above: bool = False

    @property
    def signs(self) -> str:
        """The stars, such as `★★☆`, or `★★★+` above par."""
        return STAR * self.stars + NO_STAR * (MOST_STARS - self.stars) + ABOVE * self.is_above


GRADES = (
    Grade("Loss", 0),
    Grade("Win", 1),
    Grade("Strong win", 2),
    Grade("Par", 3),
    Grade("Above par", 3, is_above=True),
)
"""The grades, the lowest first."""


def grade_of(margin: int, par: Par) -> Grade:
    """Return the grade of a margin."""
    return GRADES[sum(margin >= step for step in par.steps)]


@dataclass(frozen=True, slots=True)
class GradedResult:
    """The result of a game whose margin counts."""

    margin: int
    par: Par | None
    """The par of the deal, or None if it isn't known yet."""
    strip: str = ""
    """A sign for each turn, without those at the end that nothing happened in."""

    @property
    def grade(self) -> Grade | None:
        """The grade, or None for a win if par isn't known."""
        if self.par is not None:
            return grade_of(self.margin, self.par)
        return None if self.margin > 0 else GRADES[0]

    @property
    def signs(self) -> str:
        """The stars, or an empty string if they aren't known."""
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
        """The grade in words, and the results that it is compared with."""
        if (grade := self.grade) is None:
            return "A win: at least 1 of 3 stars. Par isn't worked out yet."
        stars = f"{grade.stars} of {counted(MOST_STARS, 'star')}" if grade.stars else counted(0, "star")
        missing = f", {self.missing}" if self.missing else ""
        return " ".join(filter(None, (f"{grade.name}: {stars}{missing}.", self.comparison)))

    def share(self, what: str, more: str = "") -> str:
        """Return lines to send to others: what was played, the margin, the stars, par, and the signs of the turns."""
        par = "" if self.par is None else f", par {signed(self.par.par)}"
        first = f"{what}: {signed(self.margin)} {self.signs}".rstrip()
        return "\n".join(filter(None, (f"{first}{par}{more}", self.strip)))

    @property
    def missing(self) -> str:
        """How much was missing to the next grade, such as `2 short of par`, or an empty string."""
        steps = () if self.par is None else self.par.steps[:MOST_STARS]
        following = zip(steps, ("a win", "a strong win", "par"), strict=False)
        return next((f"{step - self.margin} short of {name}" for step, name in following if self.margin < step), "")

    @property
    def comparison(self) -> str:
        """The results that the margin is compared with, or an empty string if par isn't known."""
        if self.par is None:
            return ""
        return f"You {signed(self.margin)}, par {signed(self.par.par)}, medium {signed(self.par.medium)}."


def is_graded(session: Session) -> bool:
    """Return whether a game is graded: by its rules, for one player alone, and from the deal on."""
    is_alone = session.game.turn_sign is not None and len(session.names) == 1
    return is_alone and session.deal_code is not None and not session.inherited_actions


def strip_of(session: Session) -> str:
    """Return a sign for each turn so far, in groups, leaving out the last turns if nothing happened in them."""
    sign = session.game.turn_sign
    if sign is None:
        return ""
    return _grouped("".join(map(sign, session.look(None).log[1:])).rstrip("\N{MIDDLE DOT}"))


def _grouped(signs: str) -> str:
    return " ".join(signs[at : at + GROUP] for at in range(0, len(signs), GROUP))


def to_ascii(text: str) -> str:
    """Return a text with ASCII characters in place of stars and the signs of a strip."""
    return text.translate(_ASCII)
