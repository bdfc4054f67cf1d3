"""Computer players' guesses about the hands of others in Rummy-like, and how well they play."""

from __future__ import annotations

import re
from itertools import islice
from random import Random
from statistics import fmean
from typing import Any

from cardtable.engine.cards import is_hidden
from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import start
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import Call
from cardtable.engine.games.rummy_like.scoring import points_in_hand
from cardtable.engine.phrases import counted
from cardtable.games.rummy_like.player.hands import collect
from cardtable.games.rummy_like.player.knowledge import KNOWLEDGE, rate_carefully
from cardtable.players.knowledge import pick_best
from cardtable.players.search import Searcher
from tests.games.rummy_like_positions import state as position

PAIRS = 100
TRICKS = 3
ROUNDS = 60


def samples() -> Any:
    """Yield states of sound players after a few tricks, with a sample of each for the seat to move."""
    for number in range(ROUNDS):
        random, state = Random(number), start(GAME, GAME.options(), 3, DealCode(number).key()).state
        while state.round == 1 and len(state.led_pile) < TRICKS and (legal := GAME.legal(state)):
            state = GAME.advance(state, pick_best(KNOWLEDGE.rate(state, legal, random), legal, random), None)
        if state.round == 1 and state.turn is not None:
            yield state, state.turn, GAME.determinize(state, state.turn, Key(number))


def contrast(view: Any, better: Any, worse: Any) -> str:
    """Return the reason why a move is better, if there is a special one."""
    assert KNOWLEDGE.contrast is not None
    return KNOWLEDGE.contrast(view, better, worse)


def test_a_sample_with_collected_sets_fits_what_the_seat_knows() -> None:
    for state, seat, sample in samples():
        collected, view = collect(sample, seat, Random(1)), GAME.view(state, seat)
        assert collected.chards[seat] == state.chards[seat]
        assert sorted(card.order for hand in collected.chards for card in hand) == sorted(
            card.order for hand in state.chards for card in hand
        )
        for hand, seen in zip(collected.chards, view.chards, strict=True):
            assert all(hand.count(card) >= seen.count(card) for card in seen if not is_hidden(card))


def test_the_others_collect_about_as_many_points_as_sound_players_do() -> None:
    """Check that samples are neither as poor as a deal at random nor much richer than the real hands."""

    def points(state: Any, seat: int) -> float:
        return fmean(points for each, points in enumerate(points_in_hand(state)) if each != seat)

    found = [(points(state, seat), points(collect(sample, seat, Random(7)), seat)) for state, seat, sample in samples()]
    real, collected = (fmean(column) for column in zip(*found, strict=True))
    assert 0.6 < collected / real < 1.6


def test_a_careful_player_scores_more_than_sound_ones() -> None:
    """Check that a seat gains on the two others when it keeps a Chard of each kind."""
    leads = []
    for number in range(ROUNDS):
        random, state = Random(number), start(GAME, GAME.options(), 3, DealCode(number).key()).state
        careful = number % 3
        while state.round == 1 and (legal := GAME.legal(state)):
            rate = rate_carefully if state.turn == careful else KNOWLEDGE.rate
            state = GAME.advance(state, pick_best(rate(state, legal, random), legal, random), None)
        leads.append(3 * state.scores[careful] - sum(state.scores))
    assert fmean(leads) > 0.5


def test_a_call_is_compared_with_drawing_by_what_everybody_gets() -> None:
    told = 0
    for state, seat, _ in samples():
        if Call() not in GAME.legal(state) or told == 3:
            continue
        told += 1
        view = GAME.view(state, seat)
        searcher = Searcher(KNOWLEDGE, view, Key(1))
        held = [points_in_hand(searcher.deal(number)[0]) for number in range(PAIRS)]
        theirs = fmean(sum(points) - points[seat] for points in held)
        draw = next(action for action in GAME.legal(state) if action != Call())
        sentence = contrast(view, draw, Call())
        own = counted(points_in_hand(state)[seat], "point")
        assert sentence.startswith(f"If you score now, you get {own} and the others get {theirs:.1f} between them in ")
        assert sentence == contrast(view, Call(), draw)
        ends = [searcher.end(draw, number).scores for number in range(PAIRS)]
        later = fmean(scores[seat] for scores in ends), fmean(sum(scores) - scores[seat] for scores in ends)
        assert sentence.endswith("; if you draw, you get {:.1f} and they get {:.1f}.".format(*later))
        other = GAME.determinize(view, seat, Key(5))
        assert contrast(GAME.view(other, seat), draw, Call()) == sentence
    assert told > 2


def test_other_moves_are_compared_by_sets_that_simulations_find() -> None:
    """Check that a reason favours the better move, and that the opposite comparison says something else."""
    named = 0
    for sampled, seat, _ in islice(samples(), 6):
        state, view = sampled, GAME.view(sampled, seat)
        while Call() in GAME.legal(view) or len(GAME.legal(view)) < 2:
            state = GAME.advance(state, GAME.legal(state)[0], None)
            view = GAME.view(state, state.turn)
        one, *_, other = GAME.legal(view)
        reasons = [contrast(view, *pair) for pair in ((one, other), (other, one))]
        for reason in reasons:
            for what, better, worse in re.findall(r"(somebody|you end)[^%]* in (\d+)% of them \((\d+)%", reason):
                named += 1
                assert (int(better) > int(worse)) == (what == "you end")
        assert "" in reasons or reasons[0] != reasons[1]
    assert named > 2


def test_the_last_chard_of_a_kind_is_named_if_others_collect_that_kind() -> None:
    hands = ("R R R G G G B B B H P", "C C P P F F S S T T P", "C H F F S S T T R G B")
    view = GAME.view(position(hands, led="HRC", picked="H H C"), 0)
    reason = contrast(view, GAME.parse("send H H"), GAME.parse("send C H"))
    assert re.search(r"somebody else ends the round with four Circles in \d+%", reason)
    assert reason.endswith("; sending a Hollow and a Circle gives away your last Circle.")
