"""The reasons why one play of Tradewinds is better than another, which must be true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise, permutations

from cardtable.engine.chance import Key
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import WINDS, Blew, Blow, State
from cardtable.games.tradewinds.player import KNOWLEDGE
from cardtable.games.tradewinds.player.contrast import NOTHING, contrast
from cardtable.players.foresight import CONTINUATIONS
from cardtable.players.search import Searcher
from tests.engine.walks import fixed_walks

KEPT = re.compile(r"ou must play both some time: kept for later, (\w+) (.+) in simulations, and (\w+) (.+)")
NEXT = re.compile(
    r"n simulations after (\w+), (\w+)'s next wind (scores|deducts) (\w+) in (\d+)% of them \((\d+)% after (\w+)\)"
)
NO_REASON = "o single reason stands out: "


def blew(state: State, action: Blow) -> Blew:
    return next(event for event in GAME.preview(state, action) if isinstance(event, Blew))


def views(walks: int, step: int) -> Iterator[State]:
    """Yield every few positions, as the player to move sees them."""
    for walk in fixed_walks(GAME, 4, walks):
        for turn in walk.turns[::step]:
            yield GAME.view(turn.before, turn.before.turn)


def told(state: State, better: Blow, worse: Blow) -> tuple[str, list[str]]:
    """Return the sentence about what is certain, and the sentences about later."""
    first, *later = contrast(KNOWLEDGE, state, better, worse).removesuffix(".").split(". ")
    return first, later


def continuations(state: State, action: Blow) -> list[list[State]]:
    """Return the states of the simulations behind a reason."""
    searcher = Searcher(KNOWLEDGE, state, Key(1))
    return [list(searcher.play_through(action, number)) for number in range(CONTINUATIONS)]


def points_later(state: State, action: Blow, kept: Blow) -> str:
    """Return what a kept Complete brings on average, in the words of a reason."""
    gains = [
        sum(GAME.standing(after)) - sum(GAME.standing(before))
        for states in continuations(state, action)
        for before, after in pairwise(states)
        if after.discards[-1] == kept.card
    ]
    mean = sum(gains) / CONTINUATIONS
    number = f"{abs(mean):.1f}"
    verb, unit = "brings" if mean > 0 else "costs", "point" if number == "1.0" else "points"
    return "brings nothing" if number == "0.0" else f"{verb} {number} {unit}"


def share(state: State, action: Blow, kept: Blow, wind: str, verb: str, single: str) -> str:
    """Return the percentage of simulations in which this seat's next wind scores or deducts this Single."""
    seat, count = WINDS.index(wind.lower()), 0
    for states in continuations(state, action):
        for before, after in pairwise(states[:4]):
            piles = [getattr(each, verb.removesuffix("s").removesuffix("e") + "ed") for each in (before, after)]
            old, new = ([str(card) for pile in each for card in pile].count(single) for each in piles)
            count += before.turn == seat and after.discards[-1] != kept.card and new > old
    return f"{count / CONTINUATIONS:.0%}"[:-1]


def test_a_reason_begins_with_what_both_plays_score_and_deduct() -> None:
    for state in views(2, 4):
        for better, worse in permutations(GAME.legal(state)[:2], 2):
            one, other = blew(state, better), blew(state, worse)
            now, later = told(state, better, worse)
            assert {better.card.code, worse.card.code} <= {*re.findall(r"\w+", now)}
            assert ("scores" in now, "deducts" in now) == (
                bool(one.scored or other.scored),
                bool(one.deducted or other.deducted),
            )
            if not any((one.scored, one.deducted, other.scored, other.deducted)):
                assert (
                    now == f"Neither {better.card.code} nor {worse.card.code} {NOTHING.replace('nothing', 'anything')}"
                )
            assert bool(later) >= (one.net <= other.net), "only points are a reason by themselves"
            assert (one.net < other.net) == any(each.startswith("But ") for each in later)


def test_the_numbers_of_a_reason_are_those_of_its_simulations() -> None:
    kinds = set[str]()
    for state in views(1, 4):
        for better, worse in permutations(GAME.legal(state)[:3], 2):
            if len(kinds) == 4:
                break
            for each in told(state, better, worse)[1]:
                if found := KEPT.search(each):
                    kinds.add("kept")
                    assert (found[1], found[3]) == (worse.card.code, better.card.code)
                    assert found[2] == points_later(state, better, worse)
                    assert found[4] == points_later(state, worse, better)
                elif found := NEXT.search(each):
                    kinds.add(found[3])
                    assert (found[1], found[7]) == (better.card.code, worse.card.code)
                    assert (int(found[5]) > int(found[6])) == (found[3] == "scores")
                    assert found[5] == share(state, better, worse, found[2], found[3], found[4])
                    assert found[6] == share(state, worse, better, found[2], found[3], found[4])
                else:
                    kinds.add("none")
                    assert NO_REASON in each
    assert kinds == {"kept", "scores", "deducts", "none"}


def test_a_reason_depends_only_on_what_the_player_sees() -> None:
    for walk in fixed_walks(GAME, 4, 2):
        state = walk.turns[3].before
        seat = state.turn or 0
        other = GAME.determinize(GAME.view(state, seat), seat, Key(3))
        assert other != state
        better, worse = GAME.legal(state)[:2]
        assert contrast(KNOWLEDGE, GAME.view(state, seat), better, worse) == contrast(
            KNOWLEDGE, GAME.view(other, seat), better, worse
        )
