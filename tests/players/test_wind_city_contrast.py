"""The reasons why one choice in Wind City is better than another, which must be true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import name_of
from cardtable.engine.games.wind_city.danger import danger_to
from cardtable.engine.games.wind_city.model import Action, Insure, Offer, State
from cardtable.games.wind_city.player import KNOWLEDGE
from cardtable.games.wind_city.player.contrast import CONTINUATIONS, _risks, contrast, name
from cardtable.players.foresight import paired_ends
from tests.engine.walks import fixed_walks

START = re.compile(r"In simulations of three turns after (.+?), (?=you|the|your)")
PAIR = re.compile(r"(?:and )?([a-z][\w ]+?) (\d[\d.]*%?)( of them| houses| coins left)? \(([\d.]+%?)")


def contrasts(seats: int, count: int) -> Iterator[tuple[State, Action, Action, str]]:
    """Yield reasons for the first of two choices, or for the second if it is the better one."""
    found = 0
    for walk in fixed_walks(GAME, seats, 4):
        for turn in walk.turns[::5]:
            view = GAME.view(turn.before, turn.before.turn)
            legal = KNOWLEDGE.consider(view, GAME.legal(view))
            if view.phase in ("plan", "offer") and len(legal) > 1:
                for better, worse in ((legal[0], legal[-1]), (legal[-1], legal[0])):
                    if text := contrast(KNOWLEDGE, view, better, worse):
                        found += 1
                        yield view, better, worse, text
                if found >= count:
                    return


def measured(view: State, end: State, what: str) -> float:
    """Return an outcome of one simulation, named as in a reason."""
    seat = view.turn or 0
    lost = len(view.houses[seat]) - len(end.houses[seat])
    outcome = GAME.outcome(end)
    if what.startswith("you lose"):
        return lost
    if "lose" in what and ("opponent" in what or "others" in what):
        return sum(map(len, view.houses)) - sum(map(len, end.houses)) - lost
    if what.startswith("you have"):
        return end.coins[seat]
    if "win" in what:
        return outcome is not None and (seat in outcome.winners) == what.startswith("you win")
    space = next(each for each in view.houses[seat] if f"your {name_of(each)} is lost" in what)
    return space not in end.houses[seat]


def test_every_number_in_a_reason_is_the_mean_of_the_simulations() -> None:
    checked = 0
    for seats in (2, 3):
        for view, better, worse, text in contrasts(seats, 6):
            start = START.match(text)
            assert start is not None, text
            assert start[1] == name(view, better)
            assert f" after {name(view, worse)})" in text
            ends = paired_ends(KNOWLEDGE, view, better, worse, CONTINUATIONS)
            for what, first, _, second in PAIR.findall(text.removeprefix(start[0])):
                for shown, mean in zip(
                    (first, second),
                    (sum(measured(view, pair[at], what) for pair in ends) / CONTINUATIONS for at in (0, 1)),
                    strict=True,
                ):
                    form = ".0%" if "%" in shown else ".1f" if "." in shown else ".0f"
                    assert format(mean, form) == shown, (what, text)
                    checked += 1
    assert checked >= 20


def test_places_for_houses_are_compared_by_worth_and_distance() -> None:
    walk = next(iter(fixed_walks(GAME, 2, 1)))
    view = next(turn.before for turn in walk.turns if turn.before.phase == "houses")
    one, other, *_ = GAME.legal(view)
    assert contrast(KNOWLEDGE, view, one, other) == ("A4 is 1 space nearer to the hurricane than B4.")


def test_houses_to_insure_are_compared_by_the_cards_that_can_hit_them() -> None:
    """Check that a reason quotes the cards as the board does, and only if they favour the better choice."""
    quoted = 0
    for turn in (turn for walk in fixed_walks(GAME, 2, 4) for turn in walk.turns if turn.before.phase == "insure"):
        view = GAME.view(turn.before, turn.before.turn)
        houses = [each for each in GAME.legal(view) if isinstance(each, Insure)]
        for one, other in pairwise(houses):
            danger, instead = danger_to(view, one.space), danger_to(view, other.space)
            text = _risks(view, one, other)
            assert bool(text) == ((danger.cards if danger else 0) > (instead.cards if instead else 0))
            if text and danger is not None:
                quoted += 1
                assert text.startswith(f"{name_of(one.space)} can be hit by {danger.words}; {name_of(other.space)} can")
    assert quoted


def test_offers_are_named_in_words() -> None:
    view, *_ = next(contrasts(2, 1))
    assert [name(view, Offer(each)) for each in (True, False)] == ["offering insurance", "selling no insurance"]
