"""Play the games of a plan: the same games as at the table, without a session's log and files."""

from __future__ import annotations

from hashlib import sha256
from time import perf_counter
from typing import Any, NamedTuple

from cardtable.engine.chance import DealCode, Key, draw_below
from cardtable.engine.game import AnyGame, Seat, play, start
from cardtable.engine.walk import pick_random
from cardtable.formats.version import version
from cardtable.players import Player
from cardtable.simulation.contestants import Contestant
from cardtable.simulation.plan import Plan, Seating, SimulationError, Variant
from cardtable.table.seen import Seen

_SEED_BOUND = 1 << 62


class GameResult(NamedTuple):
    """A finished game: a row of the results."""

    game: str
    """The game's id."""
    key: int
    """The key of the simulation."""
    deal: int
    """The number of the deal."""
    variant: int
    """1, or 2 for the variant that is compared with the first."""
    players: tuple[str, ...]
    """The player at each seat."""
    options: str
    """The options that differ from their defaults, such as `hand-size=7`."""
    points: tuple[int, ...]
    """Each seat's points."""
    winners: tuple[Seat, ...]
    """The seats that won, counted from 0, if any."""
    margin: int
    """The winner's lead in points; in a cooperative game, the team's score."""
    moves: int
    """The number of actions."""
    seconds: float
    """How long the game took: the only value that isn't the same on every machine."""

    @property
    def code(self) -> str:
        """The deal code, for `cardtable play --seed`."""
        return str(DealCode(self.deal))


class _SeatedPlayer(NamedTuple):
    contestant: Contestant
    player: Player | None

    def choose(self, game: AnyGame, state: Any, seat: Seat, legal: tuple[Any, ...], key: Key) -> Any:
        """Return one of several legal actions; raise SimulationError if the player fails."""
        if self.player is None:
            return pick_random(None, legal, key)
        names = tuple(f"Player {number}" for number in range(1, game.seat_count(state) + 1))
        seen = Seen(game, seat, names, seat, game.view(state, seat), legal, (), None, "", "", 0)
        choice = self.player.choose(seen, key, self.contestant.simulations)
        if choice.fault is not None:
            raise choice.fault
        if self.contestant.own is not None and choice.action not in legal:
            play(game, state, choice.action)  # raises IllegalAction, with the reason
        return choice.action

    def close(self) -> None:
        """End the player's process, if it has one."""
        if (close := getattr(self.player, "close", None)) is not None and self.contestant.own is None:
            close()


def play_chunk(plan: Plan, deals: range) -> list[GameResult]:
    """Play all games with these deals, in the order of the results; raise SimulationError if a player fails."""
    game = plan.game
    games = [
        (number, variant, seating, [_SeatedPlayer(each, each.player(game)) for each in seating.players])
        for number, variant, seating in plan.seatings()
    ]
    try:
        return [_play(plan, game, deal, *each) for deal in deals for each in games]
    finally:
        for each in games:
            for player in each[-1]:
                player.close()


def play_remotely(plan: Plan, deals: range) -> list[GameResult]:
    """Do the same on another machine, unless it has another version of Cardtable."""
    if (here := version()) != plan.version:
        raise SimulationError(f"A worker has Cardtable {here}, but you have {plan.version}. Install the same version.")
    return play_chunk(plan, deals)


def _play(
    plan: Plan, game: AnyGame, deal: int, number: int, variant: Variant, seating: Seating, players: list[_SeatedPlayer]
) -> GameResult:
    began = perf_counter()
    state = start(game, variant.options, len(players), DealCode(deal).key()).state
    key, moves = _first_key(plan.key, deal), 0
    while (seat := game.turn(state)) is not None:
        legal = game.legal(state)
        seed, key = draw_below(key, _SEED_BOUND)
        try:
            action = players[seat].choose(game, state, seat, legal, Key(seed)) if len(legal) > 1 else legal[0]
        except Exception as error:
            raise SimulationError(
                f"{seating.names[seat]} failed in deal {deal:,} with {type(error).__name__}: {error}"
            ) from error
        state, moves = game.advance(state, action, None), moves + 1
    outcome = game.outcome(state)
    assert outcome is not None, "it is nobody's turn"
    return GameResult(
        game=game.id,
        key=plan.key,
        deal=deal,
        variant=number,
        players=seating.names,
        options=variant.options_text,
        points=outcome.points,
        winners=outcome.winners,
        margin=outcome.margin,
        moves=moves,
        seconds=perf_counter() - began,
    )


def _first_key(key: int, deal: int) -> Key:
    """Return the key for the choices in a deal: a hash, so a player can't see in it which cards the deal has."""
    return Key(int.from_bytes(sha256(f"{key} {deal}".encode()).digest()[:8], "big"))
