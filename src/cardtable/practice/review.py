"""The review of a game as data: what each move lost; `words` puts it into sentences."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

STEPS = 0.05, 0.10, 0.15
"""The smallest loss of win chance by an inaccuracy, a mistake and a blunder, as on Lichess."""
CLEAR = 0.97
"""The win chance above which the margin says more; the same holds equally close to 0."""


CLEAR_LOSS = 0.5
"""The smallest certain loss of margin that makes a move without a class instructive."""


class Verdict(StrEnum):
    """The verdict on a move."""

    FORCED = "forced"
    """The only legal move."""
    BEST = "best"
    """A move that is as good as the best one found, within the precision of the analysis."""
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def is_error(self) -> bool:
        """True for a move that cost so much that it is worth another try."""
        return self in (Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER)


class Interval(NamedTuple):
    """An estimate with its 95% interval; an exact value has no width."""

    mean: float
    low: float
    high: float

    @property
    def is_exact(self) -> bool:
        """True if the value is known exactly."""
        return self.low == self.high


class Candidate(NamedTuple):
    """A legal action and its expected result."""

    action: str
    """The action in notation."""
    margin: Interval
    """The final margin, or the points gained compared with the others until the end of the round."""
    chance: Interval | None
    """The win chance from 0 to 1, or None where simulations aren't calibrated."""


class Usual(NamedTuple):
    """The results of simulations in which the policy chooses this move, compared with those of the move played."""

    margin: float
    """The mean margin before the move."""
    gained: float
    """The gain in the mean margin from the move that was played."""


@dataclass(frozen=True, slots=True)
class MoveReview:
    """The review of one move, from what its player could know."""

    number: int
    """The number of the move in the game, counted from 1."""
    verdict: Verdict
    played: Candidate
    best: Candidate
    """The best move found, which is the one played if nothing better was found."""
    others: tuple[Candidate, ...]
    """Further actions that were compared, the best first."""
    loss: Interval | None
    """The win chance that the move gave away, from -1 to 1, or None where simulations aren't calibrated."""
    margin_loss: Interval
    """The margin that the move gave away."""
    simulations: int
    """The number of simulations that the review of this move counts for (see `judge.ONE_BY_ONE`); 0 if it is exact."""
    usual: Usual | None = None
    """The numbers for telling skill from luck in a team's game; older reviews don't have them."""

    @property
    def is_unclassed(self) -> bool:
        """True if the move gave something away, but only the margin tells how much."""
        return self.verdict is Verdict.GOOD and self.counts_margin

    @property
    def counts_margin(self) -> bool:
        """True if the margin says more about the move than the win chance, which may be unknown or clear anyway."""
        played, best = self.played.chance, self.best.chance
        if played is None or best is None:
            return True
        if best.low == 1 > played.low:
            return False  # a certain win was lost, however likely it still is
        return min(played.mean, best.mean) > CLEAR or max(played.mean, best.mean) < 1 - CLEAR

    @property
    def is_lesson(self) -> bool:
        """True if the move is instructive: an error or, without a class, a clear loss of margin."""
        return self.verdict.is_error or (self.is_unclassed and self.margin_loss.low >= CLEAR_LOSS)

    @property
    def certainty(self) -> float:
        """The number of simulations behind the verdict, which is infinite for an exact one."""
        return self.simulations or math.inf


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game, which may still be incomplete."""

    fingerprint: str
    """The game's checksum from `decisions.fingerprint`."""
    length: int
    """The number of decisions to review."""
    margin: float
    """The final margin, or the points of the person compared with the others."""
    is_won: bool
    moves: tuple[MoveReview, ...] = ()
    """The moves reviewed so far, in the order of the game."""
    par: int | None = None
    """The best margin that a search found for this deal with all cards known, or None before the search."""
    stage: int = 0
    """The number of complete stages in `judge.STAGES`."""

    @property
    def is_calibrated(self) -> bool:
        """True if the review speaks of win chances, not only of margins."""
        return all(move.played.chance is not None for move in self.moves)

    def of(self, number: int) -> MoveReview | None:
        """Return the review of the move with this number, or None if it isn't reviewed."""
        return next((move for move in self.moves if move.number == number), None)

    def with_moves(self, moves: Iterable[MoveReview]) -> tuple[MoveReview, ...]:
        """Return the moves with these added; of two reviews of one move, the one with more simulations stays.

        If the review that stays is an older one without `usual`, it takes over the other's `usual`.
        """
        found = {move.number: move for move in self.moves}
        for move in moves:
            known = found.get(move.number, move)
            surer, other = (move, known) if move.certainty > known.certainty else (known, move)
            found[move.number] = surer if surer.usual is not None else replace(surer, usual=other.usual)
        return tuple(found[number] for number in sorted(found))

    def merged_with(self, other: Review) -> Review:
        """Return the more certain parts of two reviews of the same game, or this one if the other adds nothing."""
        par = max((each for each in (self.par, other.par) if each is not None), default=None)
        stage = max(self.stage, other.stage)
        merged = replace(self, moves=self.with_moves(other.moves), par=par, stage=stage)
        return self if merged == self else merged


class Share(NamedTuple):
    """A margin, split into the parts of the deal, luck and skill."""

    start: float
    """The average result of simulations from the deal."""
    luck: float
    """The part that the cards played."""
    skill: float
    """The gain by the person's moves, compared with the moves that simulations would choose."""
    end: float
    """The result: `start` plus `luck` plus `skill`."""


def share(review: Review) -> Share | None:
    """Return the parts of luck and skill in a complete review, or None if they aren't known.

    Luck is the change in the expected margin between a move and the next one.  Each move is compared with the move that
    the simulations' policy would choose, because their expected margin doesn't change on average if the policy plays.
    The best move wouldn't do: a missed chance often comes again, so skill would seem worse than it is, and luck
    better.
    """
    usual = [move.usual for move in review.moves if move.usual is not None]
    if not usual or len(usual) < len(review.moves):
        return None
    start, skill = usual[0].margin, sum(each.gained for each in usual)
    return Share(start, review.margin - start - skill, skill, review.margin)
