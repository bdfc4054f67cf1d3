"""The review of a game as data. The review records the loss from each move, and `words` turns it into sentences."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from cardtable.players.calibration import A_WIN, CLEAR

STEPS = 0.05, 0.10, 0.15
"""The minimum loss of win chance for an inaccuracy, a mistake and a blunder, as on Lichess."""
CLEAR_LOSS = 0.5
"""A move without a class is instructive if it certainly lost at least this much margin."""
NOTABLE_LOSS = 0.3
"""A move that lost at least this much margin isn't called good, even if it isn't an error."""


class Verdict(StrEnum):
    """The verdict on a move."""

    FORCED = "forced"
    """The only legal move."""
    BEST = "best"
    """A move that is as good as the best one found, as far as the analysis can tell."""
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def is_error(self) -> bool:
        """Whether the move is bad enough to be worth another try."""
        return self in (Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER)


class Interval(NamedTuple):
    """An estimate with its 95% interval. The interval of an exact value has no width."""

    mean: float
    low: float
    high: float

    @property
    def is_exact(self) -> bool:
        """Whether the value is known exactly."""
        return self.low == self.high


def shown_loss(better: Interval, worse: Interval) -> float:
    """Return the difference between two margins as they are displayed, in tenths."""
    return round(round(better.mean, 1) - round(worse.mean, 1), 1)


class Candidate(NamedTuple):
    """A legal action and its expected result."""

    action: str
    """The action in notation."""
    margin: Interval
    """The final margin or, in games with rounds, the points gained on the other players until the round ends."""
    chance: Interval | None
    """The win chance from 0 to 1, or None if simulations aren't calibrated for this game."""


class Usual(NamedTuple):
    """Simulation results for comparing the policy's choice with the played move."""

    margin: float
    """The mean margin if the simulations' policy chooses the move."""
    gained: float
    """The mean margin after the played move minus `margin`."""


@dataclass(frozen=True, slots=True)
class MoveReview:
    """The review of one move, based on what its player could know."""

    number: int
    """The number of the move in the game, counted from 1."""
    verdict: Verdict
    played: Candidate
    best: Candidate
    """The best move found. If no better move was found, this is the played move."""
    others: tuple[Candidate, ...]
    """Other actions that were compared. The best one comes first."""
    loss: Interval | None
    """The win chance that the move lost, from -1 to 1, or None if simulations aren't calibrated for this game."""
    margin_loss: Interval
    """The margin that the move lost."""
    simulations: int
    """The number of simulations that count towards this review, or 0 if the review is exact. See `judge.ONE_BY_ONE`."""
    usual: Usual | None = None
    """The numbers that separate skill from luck in a team game, or None. Older reviews don't have these numbers."""

    @property
    def margin_lost(self) -> float:
        """The margin that the move lost, as it is displayed."""
        return shown_loss(self.best.margin, self.played.margin)

    @property
    def is_unclassed(self) -> bool:
        """Whether the move lost something that only the margin can measure."""
        is_by_margin = self.played.chance is None or self.margin_loss.low >= CLEAR_LOSS
        return self.verdict is Verdict.GOOD and is_by_margin

    @property
    def is_by_certain_margin(self) -> bool:
        """Whether win chances don't apply, and the best move is best because of the margin that it makes certain."""
        return self.simulations > 0 and self.played.chance is None and self.best.margin.is_exact

    @property
    def is_win_open(self) -> bool:
        """Whether win chances are known, and the two moves are neither both clearly winning nor both clearly losing."""
        chances = [each.chance.mean for each in (self.played, self.best) if each.chance is not None]
        return bool(chances) and not (min(chances) > CLEAR or max(chances) < 1 - CLEAR)

    @property
    def leaves_sure_win(self) -> bool:
        """Whether the best move keeps a certain win and the played move doesn't."""
        played, best = self.played.chance, self.best.chance
        return played is not None and best is not None and best.low == 1 > played.mean

    @property
    def cost(self) -> float:
        """What the move gave away, as a margin. The win chance counts if the win was open."""
        return self.margin_loss.mean + (A_WIN * self.loss.mean if self.loss is not None and self.is_win_open else 0.0)

    @property
    def is_lesson(self) -> bool:
        """Whether the move is instructive: an error, or a move without a class that clearly loses margin."""
        return self.verdict.is_error or (self.is_unclassed and self.margin_loss.low >= CLEAR_LOSS)

    @property
    def certainty(self) -> float:
        """The number of simulations behind the verdict, or infinity if the verdict is exact."""
        return self.simulations or math.inf


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game. The review may still be incomplete."""

    fingerprint: str
    """The game's checksum from `decisions.fingerprint`."""
    length: int
    """The number of decisions to review."""
    margin: float
    """The final margin, or the person's points compared with the others' points."""
    is_won: bool
    moves: tuple[MoveReview, ...] = ()
    """The moves reviewed so far, in game order."""
    par: int | None = None
    """The best margin that a search found for this deal with all cards known, or None before the search."""
    stage: int = 0
    """The number of completed stages of `judge.STAGES`."""
    person: int | None = None
    """The person whose moves are reviewed, or None if only one person played."""
    method: int = 0
    """The version of the method that judged the moves. Reviews by different versions can't be merged."""

    @property
    def is_calibrated(self) -> bool:
        """Whether every reviewed move has a win chance as well as a margin."""
        return all(move.played.chance is not None for move in self.moves)

    def of(self, number: int) -> MoveReview | None:
        """Return the review of the move with this number, or None if the move hasn't been reviewed."""
        return next((move for move in self.moves if move.number == number), None)

    def with_moves(self, moves: Iterable[MoveReview]) -> tuple[MoveReview, ...]:
        """Return the review's moves together with these moves.

        If a move has two reviews, the one with more simulations is kept. If that review has no `usual`, it gets the
        `usual` of the other review.
        """
        found = {move.number: move for move in self.moves}
        for move in moves:
            known = found.get(move.number, move)
            surer, other = (move, known) if move.certainty > known.certainty else (known, move)
            found[move.number] = surer if surer.usual is not None else replace(surer, usual=other.usual)
        return tuple(found[number] for number in sorted(found))

    def merged_with(self, other: Review) -> Review:
        """Return the more certain parts of two reviews of a game, or this review if the other one adds nothing."""
        if other.method < self.method:
            return self
        par = max((each for each in (self.par, other.par) if each is not None), default=None)
        stage = max(self.stage, other.stage)
        merged = replace(self, moves=self.with_moves(other.moves), par=par, stage=stage)
        return self if merged == self else merged


class Share(NamedTuple):
    """A margin divided into the start, luck and skill."""

    start: float
    """The average result of simulations from the beginning of the game."""
    luck: float
    """The part of the margin that is due to the cards."""
    skill: float
    """The gain from the person's moves, compared with the moves that simulations would choose."""
    end: float
    """The result, which is the sum of `start`, `luck` and `skill`."""


def share(review: Review) -> Share | None:
    """Return the shares of luck and skill in a complete review, or None if luck and skill aren't known.

    Luck is the change in the expected margin between one move and the next. Each move is compared with the choice of
    the simulations' policy, because the expected margin stays the same on average if the policy plays. A comparison
    with the best move would be misleading. A missed chance often returns, so skill would seem worse than it is, and
    luck would seem better.
    """
    usual = [move.usual for move in review.moves if move.usual is not None]
    if not usual or len(usual) < len(review.moves):
        return None
    start, skill = usual[0].margin, sum(each.gained for each in usual)
    return Share(start, review.margin - start - skill, skill, review.margin)
