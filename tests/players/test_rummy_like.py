"""Computer players' guesses about the hands of others in Rummy-like, and how well they play."""

from __future__ import annotations

from random import Random
from statistics import fmean
from typing import Any

from cardtable.engine.cards import is_hidden
from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import start
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.scoring import points_in_hand
from cardtable.games.rummy_like.player.hands import collect
from cardtable.games.rummy_like.player.knowledge import KNOWLEDGE, rate_carefully
from cardtable.players.knowledge import pick_best

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
