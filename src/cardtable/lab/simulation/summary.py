"""The summary of a simulation. The summary is updated after each deal and needs a fixed amount of memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

from cardtable.engine.game import Seat
from cardtable.engine.phrases import plural
from cardtable.lab.simulation.contestants import shown_name
from cardtable.lab.simulation.intervals import AsymptoticSequence, BoundedSequence, ConfidenceSequence, Moments
from cardtable.lab.simulation.plan import Plan, Variant
from cardtable.lab.simulation.play import TOOK_NO_PART, GameResult

Measure: TypeAlias = Literal["wins", "points", "margin", "moves"]
"""A measure for comparing two variants. Only the first player's wins and points count."""
MEASURES: tuple[Measure, ...] = get_args(Measure)
TEAM = "team"
_SHARED = 2
"""The number of values of a deal that apply to all players together: the margin and the moves."""
_PLACES: dict[Measure, int] = {"margin": 0, "moves": 1, "wins": 2, "points": 3}
"""The index of each measure among the values of a deal, for the first group of seats."""


class CountedSeats(NamedTuple):
    """A group of seats that share one result: a single seat, the seats of a rotating player, or the whole team."""

    label: str
    """The seat's number, `team`, or an empty string for a player who rotates."""
    player: str
    members: tuple[tuple[int, Seat], ...]
    """The seats in the group, each with the number of its game among the games of the deal."""


class Tally:
    """The results of a variant."""

    def __init__(self, variant: Variant, *, together: bool) -> None:
        self.variant = variant
        self.groups = _groups(variant, together=together)
        self.deals = self.games = self.undecided = 0
        self.moments = [Moments() for _ in range(_SHARED + 2 * len(self.groups))]

    @property
    def margin(self) -> Moments:
        """The statistics of the margin. Each deal adds its mean."""
        return self.moments[_PLACES["margin"]]

    @property
    def moves(self) -> Moments:
        """The statistics of the number of moves. Each deal adds its mean."""
        return self.moments[_PLACES["moves"]]

    def wins(self, group: int) -> Moments:
        """Return the statistics of a group's share of the wins. Each deal adds its mean."""
        return self.moments[_PLACES["wins"] + 2 * group]

    def points(self, group: int) -> Moments:
        """Return the statistics of a group's points. Each deal adds its mean."""
        return self.moments[_PLACES["points"] + 2 * group]

    def add(self, games: Sequence[GameResult]) -> list[float]:
        """Add a deal's games and return its values: the margin, the moves, and each group's wins and points."""
        self.deals += 1
        self.games += len(games)
        self.undecided += sum(not game.winners for game in games)
        values = [sum(game.margin for game in games) / len(games), sum(game.moves for game in games) / len(games)]
        for group in self.groups:
            wins = points = 0.0
            for number, seat in group.members:
                game = games[number]
                points += game.points[seat]
                if seat in game.winners:
                    wins += 1.0 if group.label == TEAM else 1 / len(game.winners)
            values += (wins / len(group.members), points / len(group.members))
        for moments, value in zip(self.moments, values, strict=True):
            moments.add(value)
        return values


class Summary:
    """The results of a simulation so far."""

    def __init__(self, plan: Plan, until_clear: Measure | None = None) -> None:
        """Start counting. The simulation ends once the difference in the measure `until_clear` is clear."""
        self.plan, self.until_clear = plan, until_clear
        self.tallies = [Tally(variant, together=plan.game.together) for variant in plan.variants]
        self.differences = [Moments() for _ in min((tally.moments for tally in self.tallies), key=len)]
        """For each value of a deal, the statistics of the second variant's value minus the first's."""
        self.sequence: ConfidenceSequence = BoundedSequence() if until_clear == "wins" else AsymptoticSequence()
        self.stand_ins = StandIns()

    @property
    def deals(self) -> int:
        """The number of deals."""
        return self.tallies[0].deals

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(tally.games for tally in self.tallies)

    @property
    def is_clear(self) -> bool:
        """Whether the difference is clear enough to end the simulation."""
        low, high = self.sequence.interval()
        return self.until_clear is not None and (low > 0 or high < 0)

    def difference(self, measure: Measure, group: int = 0) -> Moments:
        """Return the differences between the variants in one measure, for one group of players."""
        return self.differences[_PLACES[measure] + 2 * group]

    def add(self, games: Sequence[GameResult]) -> None:
        """Add all games of the next deal."""
        self.stand_ins.add(games)
        if len(self.tallies) == 1:
            self.tallies[0].add(games)
            return
        middle = len(self.tallies[0].variant.seatings)
        first, second = self.tallies[0].add(games[:middle]), self.tallies[1].add(games[middle:])
        for difference, one, other in zip(self.differences, first, second, strict=False):
            difference.add(other - one)
        if self.until_clear is not None:
            place = _PLACES[self.until_clear]
            self.sequence.add(second[place] - first[place])


def _groups(variant: Variant, *, together: bool) -> list[CountedSeats]:
    """Return the groups of a variant. The first player's group comes first."""
    if together:
        names = ", ".join(variant.seatings[0].names)
        return [CountedSeats(TEAM, names, tuple((number, 0) for number in range(len(variant.seatings))))]
    if not variant.is_rotating:
        names_at = enumerate(variant.seatings[0].names)
        return [CountedSeats(str(seat + 1), name, ((0, seat),)) for seat, name in names_at]
    found = dict[str, list[tuple[int, Seat]]]()
    for number, seating in enumerate(variant.seatings):
        for seat, name in enumerate(seating.names):
            found.setdefault(name, []).append((number, seat))
    return [CountedSeats("", name, tuple(members)) for name, members in found.items()]


class StandIns:
    """The number of moves that a medium player made in place of each player, and the first reason for such a move."""

    def __init__(self) -> None:
        self._moves, self._reasons = dict[str, int](), dict[str, str]()
        self._taking_part, self._absent = set[str](), set[str]()

    def add(self, games: Iterable[GameResult]) -> None:
        """Count the stand-in moves in these games."""
        for game in games:
            faults = game.faults or ("",) * len(game.players)
            for name, count, fault in zip(game.players, game.stand_ins, faults, strict=True):
                is_absent = fault.endswith(TOOK_NO_PART)
                (self._absent if is_absent else self._taking_part).add(name)
                if count:
                    self._moves[name] = self._moves.get(name, 0) + count
                    self._reasons.setdefault(name, fault.removesuffix(TOOK_NO_PART).rstrip())

    @property
    def absent(self) -> set[str]:
        """The players who made no choice in any game. A medium player chose for them, so the results aren't theirs."""
        return self._absent - self._taking_part

    def lines(self) -> list[str]:
        """Return a sentence for each player that failed, each after an empty line."""
        found = list[str]()
        for name, count in self._moves.items():
            moves = f"{count:,} {plural(count, 'move')}"
            if name in self.absent:
                shown = shown_name(name)
                text = f"A medium player made all moves for {shown}, so the results say nothing about {shown}."
            else:
                text = f"A medium player made {moves} for {shown_name(name)}."
            found += ["", f"{text} The first reason: {self._reasons[name]}"]
        return found
