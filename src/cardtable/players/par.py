"""Par: the typical result of a computer player that plays a deal alone for the largest margin.

Each choice depends only on the deal and the options, and uses only what the player may see. Each mean margin needs a
single division, so it is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median_low
from typing import Any

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import AnyGame, start
from cardtable.players.knowledge import Knowledge
from cardtable.players.known_games import knowledge_of
from cardtable.players.levels import ComputerPlayer
from cardtable.players.player import Choice
from cardtable.players.search import SimulationResult, halve, simulator_for
from cardtable.players.whole_game import SeatedPlayer, play_game
from cardtable.table.grades import Par
from cardtable.table.seen import Seen

STRONG_GAMES, SOUND_GAMES = 3, 9
"""The numbers of games for par and for `medium`. Each result is a median, because a single game says little."""


class MarginPlayer:
    """A computer player that chooses the largest mean margin, or a guaranteed margin if that is at least as large."""

    def __init__(self, knowledge: Knowledge[Any, Any]) -> None:
        self._knowledge = knowledge

    def choose(self, seen: Seen, key: Key, simulations: int) -> Choice:
        """Return the best action after this many simulations."""
        simulator = simulator_for(self._knowledge, seen.state, key)
        found = halve(simulator, seen.legal, simulations, _mean_margin)
        if self._knowledge.sure is None:
            return Choice(found[0].action, simulations)
        actions = [each.action for each in found]
        least = [each.at_least for each in self._knowledge.sure(seen.state, actions)]
        best = 0 if found[0].value > max(least) else least.index(max(least))
        return Choice(actions[best], simulations)


def _mean_margin(results: Sequence[SimulationResult]) -> float:
    return sum([result.margin for result in results]) / len(results)


@dataclass(frozen=True, slots=True)
class ParQuestion:
    """A request for another process to find the par of a deal."""

    name: str
    """The name under which the par is saved."""
    game: AnyGame
    options: Any
    deal: DealCode

    def answer(self) -> Par:
        """Return the par."""
        return par_of(self.game, self.options, self.deal)


def par_of(game: AnyGame, options: Any, deal: DealCode) -> Par:
    """Return the par of a deal, which is never below the certain margin. The players want the largest margin."""
    for_margin = knowledge_of(game).for_margin
    assert for_margin is not None, "a game with a sign for each turn has such players"
    knowledge = for_margin(options)
    strong = SeatedPlayer(MarginPlayer(knowledge), knowledge.simulations)
    sound = SeatedPlayer(ComputerPlayer(knowledge, "medium"))

    def margin(player: SeatedPlayer, luck: int) -> int:
        outcome = play_game(game, options, deal, (player,), luck).outcome
        assert outcome is not None, "no game for one player goes on for ever"
        return outcome.margin

    medium = median_low([margin(sound, luck) for luck in range(SOUND_GAMES)])
    found = median_low([margin(strong, luck) for luck in range(STRONG_GAMES)])
    certain = _certain_margin(game, knowledge, options, deal)
    return Par(max(medium, found, certain), medium, certain)


def _certain_margin(game: AnyGame, knowledge: Knowledge[Any, Any], options: Any, deal: DealCode) -> int:
    """Return the margin that a player can be certain of from the deal, or 0 if no win is certain."""
    if knowledge.sure is None:
        return 0
    view = game.view(start(game, options, 1, deal.key()).state, 0)
    return max(0, *[int(each.at_least) for each in knowledge.sure(view, game.legal(view))])
