"""Functions that play the games of a plan."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, Self

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame, Seat
from cardtable.formats.computers import LEVELS, Computer, is_program, parse_program
from cardtable.formats.record import Record, SeatHolder, record_line
from cardtable.formats.text import safe_text
from cardtable.formats.version import version
from cardtable.lab.simulation.contestants import Contestant
from cardtable.lab.simulation.plan import Plan, Seating, SimulationError, Variant
from cardtable.players.from_text import RANDOM, ClosablePlayer
from cardtable.players.whole_game import PlayerFailed, SeatedPlayer, play_game

MAX_FAULT_CELLS = 200
TOOK_NO_PART = "It chose nothing in this game."
"""The last sentence of a fault message about a player that never chose an action."""


class GameResult(NamedTuple):
    """A finished game, which is one row of the results."""

    game: str
    key: int
    """The key of the simulation."""
    deal: int
    variant: int
    """The number of the variant, counted from 1."""
    players: tuple[str, ...]
    """The name of the player at each seat."""
    options: str
    """The options with values other than the defaults, such as `hand-size=7`."""
    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    """The seats that won, counted from 0. The tuple is empty if no seat won."""
    margin: int
    """The winner's lead in points, or the team's score in a cooperative game."""
    moves: int
    """The number of actions."""
    stand_ins: tuple[int, ...]
    """For each seat, the number of moves that a medium player made because a program or a search failed."""
    faults: tuple[str, ...]
    """For each seat, the first fault, or an empty string if there was no fault.

    The tuple is empty if there were no faults at all. A fault ends with `TOOK_NO_PART` if a medium player made all the
    choices.
    """
    seconds: float
    """The duration of the game. No other value differs between machines."""
    record: str = ""
    """The game's record, which `load_record` reads, if the simulation keeps records. It isn't in result files."""

    @property
    def code(self) -> str:
        """The deal code, for use with `cardtable play --seed`."""
        return str(DealCode(self.deal))


class RunningPlayers:
    """The players in this process. Each seat has its own player, so that no program sees two hands."""

    def __init__(self) -> None:
        self._players = dict[tuple[str, str, Path | None, Seat], ClosablePlayer]()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def at(self, seat: Seat, contestant: Contestant, game: AnyGame) -> SeatedPlayer:
        """Return a player that is ready for a new game. A program keeps running between games."""
        if contestant.own is not None or contestant.name == RANDOM:
            return SeatedPlayer(contestant.own, contestant.simulations, is_foreign=contestant.own is not None)
        place = game.id, contestant.name, contestant.folder, seat
        if place not in self._players:
            self._players[place] = contestant.player(game)
        self._players[place].begin_game()
        return SeatedPlayer(self._players[place], contestant.simulations, is_foreign=is_program(contestant.name))

    def close(self) -> None:
        """End every program."""
        while self._players:
            self._players.popitem()[1].close()


def play_chunk(plan: Plan, games: range, running: RunningPlayers | None = None) -> list[GameResult]:
    """Play the games with these numbers, counted from 0. Raise SimulationError if a player fails.

    Unless `running` is given, programs end with the chunk.
    """
    with nullcontext(running) if running is not None else RunningPlayers() as players:
        return [_play(plan, number, players) for number in games]


def play_deals(plan: Plan, deals: range) -> list[GameResult]:
    """Play all games with these deals, and return their results in order."""
    first, size = deals.start - plan.deals.start, plan.games_per_deal
    return play_chunk(plan, range(first * size, (first + len(deals)) * size))


def play_remotely(plan: Plan, games: range) -> list[GameResult]:
    """Play a chunk, perhaps on another machine. Raise SimulationError if Cardtable has another version there."""
    if (here := version()) != plan.version:
        raise SimulationError(f"A worker has Cardtable {here}, but you have {plan.version}. Install the same version.")
    return play_chunk(plan, games)


def _play(plan: Plan, number: int, players: RunningPlayers) -> GameResult:
    began, game = perf_counter(), plan.game
    at, place = divmod(number, plan.games_per_deal)
    deal = plan.deals[at]
    variant_number, variant, seating = plan.seatings[place]
    seated = [players.at(seat, each, game) for seat, each in enumerate(seating.players)]
    try:
        played = play_game(game, variant.options, DealCode(deal), seated, plan.key)
    except PlayerFailed as failed:
        error = failed.__cause__
        raise SimulationError(
            f"{seating.names[failed.seat]} failed in deal {deal:,} with {type(error).__name__}: {error}"
        ) from error
    outcome = played.outcome
    return GameResult(
        game=game.id,
        key=plan.key,
        deal=deal,
        variant=variant_number,
        players=seating.names,
        options=variant.options_text,
        points=(0,) * len(seated) if outcome is None else outcome.points,
        winners=() if outcome is None else outcome.winners,
        margin=0 if outcome is None else outcome.margin,
        moves=len(played.actions),
        stand_ins=played.stand_ins,
        faults=tuple(map(_fault_text, played.faults, played.took_part)) if any(played.faults) else (),
        seconds=perf_counter() - began,
        record=_record(plan, variant, seating, DealCode(deal), played.actions) if plan.keeps_records else "",
    )


def _record(plan: Plan, variant: Variant, seating: Seating, deal: DealCode, actions: tuple[Any, ...]) -> str:
    """Return a game's record in one line. Players that are neither Cardtable's nor programs count as people."""
    seats = tuple(map(SeatHolder, plan.game.default_names(len(seating.players)), range(len(seating.players))))
    found = tuple(map(_computer, seating.players))
    computers, texts = found if any(found) else (), tuple(map(str, actions))
    return record_line(Record(plan.game, variant.options, seats, deal, texts, undone=0, computers=computers))


def _computer(contestant: Contestant) -> Computer | None:
    if is_program(contestant.name):
        return parse_program(contestant.name)
    level = contestant.name.partition(":")[0]
    if contestant.own is not None or level not in LEVELS:
        return None
    _, _, simulations = contestant.name.partition(":")
    return Computer(level, int(simulations or contestant.simulations))


def _fault_text(fault: Exception | None, took_part: bool) -> str:
    if fault is None:
        return ""
    text = safe_text(str(fault) or type(fault).__name__, MAX_FAULT_CELLS)
    return text if took_part else f"{text} {TOOK_NO_PART}"
