"""A whole game between players. The game is the same as at the table, but without a session's history and files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from cardtable.engine.chance import DealCode, Key, draw_below
from cardtable.engine.game import AnyGame, Event, Outcome, Seat, play, seen_by, start
from cardtable.formats.computers import thinking_key
from cardtable.formats.text import player_names
from cardtable.players.player import Choice, Player
from cardtable.table.seen import Seen

MAX_MOVES = 20_000
"""The number of moves after which an unfinished game is stopped without a result."""


class SeatedPlayer(NamedTuple):
    """A player at a seat."""

    player: Player | None
    """The player, or None for a random player."""
    simulations: int = 1
    """The maximum number of simulations for a move."""
    is_foreign: bool = False
    """Whether the player is a program or the caller's own. If so, it gets the events, and its actions are checked."""

    def choose(self, seen: Seen, key: Key) -> Choice:
        """Return the player's choice. Raise IllegalAction with the reason if the choice isn't legal."""
        assert self.player is not None, "it doesn't choose at random"
        choice = self.player.choose(seen, key, self.simulations)
        if self.is_foreign and choice.action not in seen.legal:
            play(seen.game, seen.state, choice.action)
        return choice


class PlayerFailed(Exception):
    """An error for a player that chose an illegal action or raised an exception. `__cause__` is that exception."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat


class WholeGame(NamedTuple):
    """A game from the deal to the end."""

    outcome: Outcome | None
    """The result, or None if the game was too long."""
    actions: tuple[Any, ...]
    stand_ins: tuple[int, ...]
    """For each seat, the number of moves that a stand-in chose because a program or a search failed."""
    faults: tuple[Exception | None, ...]
    """For each seat, the player's first fault, or None if there was no fault."""
    took_part: tuple[bool, ...]
    """For each seat, whether the player chose at least one action without a stand-in."""


def play_game(game: AnyGame, options: Any, deal: DealCode, seated: Sequence[SeatedPlayer], luck: int = 0) -> WholeGame:
    """Play a game to its end. Raise PlayerFailed if a player fails.

    If only one action is legal, it is played without asking the player. If `luck` is 0, computer players choose the
    same actions as at the table. Other values of `luck` lead to other choices.
    """
    seats = len(seated)
    names = _names(game, seats)
    step = start(game, options, seats, deal.key())
    state, actions, random_key = step.state, list[Any](), thinking_key(deal, 0, luck)
    logs = {seat: [_seen_events(step.events, seat)] for seat, each in enumerate(seated) if each.is_foreign}
    stand_ins, faults = [0] * seats, list[Exception | None]([None] * seats)
    took_part = [False] * seats
    while (seat := game.turn(state)) is not None and len(actions) < MAX_MOVES:
        legal, player = game.legal(state), seated[seat]
        if len(legal) == 1:
            action = legal[0]
        elif player.player is None:
            at, random_key = draw_below(random_key, len(legal))
            action = legal[at]
        else:
            log = tuple(logs.get(seat, ()))
            seen = Seen(game, seat, names, seat, game.view(state, seat), legal, log, None, "", "", 0)
            try:
                choice = player.choose(seen, thinking_key(deal, len(actions), luck))
            except Exception as error:
                raise PlayerFailed(seat) from error
            if choice.fault is not None:
                stand_ins[seat] += 1
                faults[seat] = faults[seat] or choice.fault
            else:
                took_part[seat] = True
            action = choice.action
        events = list[Event]() if logs else None
        state = game.advance(state, action, events)
        actions.append(action)
        for viewer, log_so_far in logs.items():
            log_so_far.append(_seen_events(events or (), viewer))
    return WholeGame(game.outcome(state), tuple(actions), tuple(stand_ins), tuple(faults), tuple(took_part))


@cache
def _names(game: AnyGame, seats: int) -> tuple[str, ...]:
    return player_names(game.seat_names[:seats], seats)


def _seen_events(events: Sequence[Event], viewer: Seat) -> tuple[Event, ...]:
    return tuple(seen_by(event, viewer) for event in events)
