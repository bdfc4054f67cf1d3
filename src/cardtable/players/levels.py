"""The levels of computer players: easy, medium and hard."""

from __future__ import annotations

from random import Random
from typing import Any, Literal, get_args

from cardtable.engine.chance import Key
from cardtable.players.knowledge import Knowledge, pick_at_random, pick_best
from cardtable.players.player import Choice
from cardtable.players.search import Estimate, Searcher, grow, halve
from cardtable.table.session import Seen

Level = Literal["easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = get_args(Level)


class ComputerPlayer:
    """A computer player of a certain level."""

    def __init__(self, knowledge: Knowledge[Any, Any], level: Level) -> None:
        self.knowledge, self.level = knowledge, level

    def choose(self, seen: Seen, key: Key, simulations: int) -> Choice:
        """Return a legal action; only the level `hard` uses simulations."""
        legal, random = seen.legal, Random(key)
        assert legal, "it's this player's turn"
        if len(legal) == 1:
            return Choice(legal[0])
        if self.level == "easy":
            if random.random() < self.knowledge.slips:
                return Choice(pick_at_random(seen.state, legal, random))
            return Choice(pick_best(self.knowledge.rate_simply(seen.state, legal, random), legal, random))
        if self.level == "medium" or not self.knowledge.needs_search(seen.state):
            return Choice(pick_best(self.knowledge.rate(seen.state, legal, random), legal, random))
        return Choice(estimates(self.knowledge, seen.state, legal, key, simulations)[0].action, simulations)


def estimates(
    knowledge: Knowledge[Any, Any], view: Any, legal: tuple[Any, ...], key: Key, simulations: int
) -> list[Estimate]:
    """Return what a search says about each legal action worth searching, the best first."""
    searcher = Searcher(knowledge, view, key)
    if len(legal) > knowledge.candidates:
        ratings = knowledge.rate(view, legal, Random(key))
        best = sorted(range(len(legal)), key=lambda at: -ratings[at])[: knowledge.candidates]
        legal = tuple([legal[at] for at in sorted(best)])
    return (grow if knowledge.uses_tree(view) else halve)(searcher, legal, simulations)
