"""The reasons why one play of Tradewinds is better than another, which must be true."""

from __future__ import annotations

import re
from itertools import permutations

from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import Blew, Blow, State
from cardtable.games.tradewinds.player import NOTHING, contrast
from tests.engine.walks import fixed_walks

LATER = re.compile(r"[Aa]fter (\w+), the edges offer (\d+) ways? to (score|deduct) next; after (\w+), (\d+|none)\.$")
SAME = "looks as good at once, but"


def blew(state: State, action: Blow) -> Blew:
    return next(event for event in GAME.preview(state, action) if isinstance(event, Blew))


def test_a_reason_tells_what_each_play_gains_or_what_can_come_next() -> None:
    kinds = set[str]()
    for turn in (turn for walk in fixed_walks(GAME, 4, 6) for turn in walk.turns):
        state = GAME.view(turn.before, turn.before.turn)
        for better, worse in permutations(GAME.legal(state)[:3], 2):
            one, other, sentence = blew(state, better), blew(state, worse), contrast(state, better, worse)
            if one.net > other.net:
                kinds.add("gain")
                first, second = sentence.split("; ")
                for told, event in ((first, one), (second, other)):
                    assert told.startswith(f"{event.card.code} ")
                    assert ("scores" in told, "deducts" in told) == (bool(event.scored), bool(event.deducted))
                    assert (NOTHING in told) == (not event.scored and not event.deducted)
                continue
            assert ("at once" in sentence) == (one.net < other.net or SAME in sentence)
            assert (SAME in sentence) <= (one.net == other.net)
            if found := LATER.search(sentence):
                kinds.add(found[3])
                assert (found[1], found[4]) == (better.card.code, worse.card.code)
                few, many = int(found[2]), int(found[5]) if found[5] != "none" else 0
                assert few < many if found[3] == "deduct" else few > many
            else:
                kinds.add("later")
                assert sentence.endswith(f"{better.card.code} leads to more later.")
    assert kinds == {"gain", "deduct", "score", "later"}
