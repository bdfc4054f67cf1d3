"""The reasons why one move of Clash is better than another, which must be true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, permutations

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import Action, EndTurn, PlayLast, State, cards_left, cards_of
from cardtable.games.clash.player import KNOWLEDGE
from cardtable.games.clash.player.contrast import contrast
from cardtable.players.foresight import CONTINUATIONS
from cardtable.players.search import Searcher
from tests.engine.walks import fixed_walks
from tests.games import clash_positions

NUMBERS = re.compile(r"your opponent plays (\d\.\d) cards next \((\d\.\d)")


def reason(state: State, better: str, worse: str) -> str:
    """Return the reason for a move, compared with another one, as the player to move sees the table."""
    return contrast(KNOWLEDGE, GAME.view(state, state.turn), GAME.parse(better), GAME.parse(worse))


def most_cards(state: State, action: Action) -> int:
    """Return how many cards a turn with this action can play, without new cards."""
    seat = state.turn or 0
    after = GAME.advance(state, action, None)
    if after.turn is None or after.round != state.round:
        return cards_left(state)[seat]
    played = cards_left(state)[seat] - cards_left(after)[seat]
    if after.turn != seat or after.draw_piles != state.draw_piles:
        return played
    return played + max(most_cards(after, each) for each in GAME.legal(after))


def comparisons(count: int, start: int = 0) -> Iterator[tuple[State, Action, Action]]:
    """Yield pairs of moves, with the position as the player to move sees it."""
    return islice(_comparisons(), start, start + count)


def _comparisons() -> Iterator[tuple[State, Action, Action]]:
    for walk in fixed_walks(GAME, 2, 4):
        for turn in walk.turns[1:80:4]:
            state = GAME.view(turn.before, turn.before.turn)
            legal = GAME.legal(state)
            for better, worse in permutations(dict.fromkeys((legal[0], *legal[-3:-1])), 2):
                yield state, better, worse


def replies(state: State, action: Action) -> str:
    """Return the mean number of cards that the opponent plays next, in the words of a reason."""
    seat, count, searcher = state.turn or 0, 0, Searcher(KNOWLEDGE, state, Key(1))
    for number in range(CONTINUATIONS):
        left, mine, has_replied = cards_left(state)[1 - seat], 0, False
        for after in searcher.play_through(action, number):
            is_over = after.turn is None or after.round != state.round
            is_out = is_over and after.scores[1 - seat] - state.scores[1 - seat] == mine
            count += left if is_out else 0 if is_over else left - cards_left(after)[1 - seat]
            if is_over or (has_replied and after.turn == seat):
                break
            left, mine = cards_left(after)[1 - seat], cards_left(after)[seat]
            has_replied = after.turn != seat
    return f"{count / CONTINUATIONS:.1f}"


def test_a_chain_is_told_and_no_longer_one_exists() -> None:
    told = 0
    for state, better, worse in comparisons(40):
        sentence = contrast(KNOWLEDGE, state, better, worse)
        one, other = most_cards(state, better), most_cards(state, worse)
        if found := re.search(r"ou can play (\d+) cards? this turn: ([^.;]+?)(, which empties|; )", sentence):
            told += 1
            assert int(found[1]) == one
            plays, after = found[2].replace("then ", "").split(", "), state
            for play in plays:
                after = GAME.advance(after, GAME.parse(play.lower()), None)
            seat = state.turn or 0
            assert cards_left(state)[seat] - cards_left(after)[seat] == one
        if found := re.search(r"at most (\d+)", sentence):
            assert int(found[1]) == other < one
        if one > other and "ends the round" not in sentence and sentence:
            assert sentence.startswith("You can ")
        if one < other:
            assert not sentence.startswith("You can ")
    assert told > 2


def test_ending_the_turn_keeps_the_cards() -> None:
    state = clash_positions.state("H R S", "FGS", ("R G B H C P F", "P C HRC"), turn=1, draw=(9, 9))
    assert reason(state, "circle last", "end").startswith("You can still play Circle last; if you end your turn, ")
    two = reason(state, "circle + hrc", "end")
    assert two.startswith("You can play 3 cards this turn: Circle + HRC, then Partial last; if you end your turn, you ")


def test_a_free_play_for_the_opponent_is_told() -> None:
    state = clash_positions.state("H R S", "FRS", ("F H", "R G B C T P HRC"), turn=0, draw=(9, 9))
    sentence = reason(state, "hollow last", "filled last")
    assert sentence.startswith("Filled last gives your opponent a free play. In simulations after Hollow last, ")
    assert "free play in" not in sentence


def test_the_numbers_of_a_reason_are_those_of_its_simulations() -> None:
    told = 0
    for state, better, worse in comparisons(30, start=130):
        if found := NUMBERS.search(contrast(KNOWLEDGE, state, better, worse)):
            told += 1
            assert found[1] == replies(state, better)
            assert found[2] == replies(state, worse)
            assert float(found[1]) < float(found[2])
    assert told > 1


def test_if_nothing_else_stands_out_a_reason_tells_how_often_the_opponent_plays_on_the_card() -> None:
    pattern = re.compile(r"our opponent plays on (\w+) in (\d+%) of them \(on (\w+) in (\d+%)( after|\))")
    told = 0
    for state, better, worse in comparisons(60):
        if found := pattern.search(contrast(KNOWLEDGE, state, better, worse)):
            told += 1
            assert found[2] == played_on(state, better)
            assert found[4] == played_on(state, worse)
    assert told > 1


def played_on(state: State, action: Action) -> str:
    """Return the percentage of simulations in which the opponent's next turn covers the card that is played."""
    (card,), count, searcher = cards_of(action), 0, Searcher(KNOWLEDGE, state, Key(1))
    for number in range(CONTINUATIONS):
        before, has_replied = state, False
        for after in searcher.play_through(action, number):
            if has_replied and before.turn == state.turn:
                break
            is_over = after.turn is None or after.round != state.round
            has_replied = has_replied or before.turn != state.turn
            if is_over:
                break
            piles = zip(before.piles, after.piles, strict=True)
            if before.turn != state.turn and any(old[:1] == (card,) and len(new) > len(old) for old, new in piles):
                count += 1
                break
            before = after
    return f"{count / CONTINUATIONS:.0%}"


def test_cards_are_told_that_can_be_played_after_one_of_the_moves() -> None:
    state = clash_positions.state("H G C", "HGC", ("P P F B S R HRT", "R G C T PBS FGT FBS"), turn=1, draw=(22, 21))
    view = GAME.view(state, 1)
    sentence = contrast(KNOWLEDGE, view, GAME.parse("pbs"), GAME.parse("fgt"))
    found = re.search(r"you get rid of FBS by the end of your next turn in (\d+)% of them \((\d+)%", sentence)
    assert found is not None
    assert found[1] == fbs_played(view, GAME.parse("pbs"))
    assert found[2] == fbs_played(view, GAME.parse("fgt"))


def fbs_played(state: State, action: Action) -> str:
    """Return the percentage of simulations in which the second player plays FBS by the end of their next turn."""
    count, searcher = 0, Searcher(KNOWLEDGE, state, Key(1))
    for number in range(CONTINUATIONS):
        turns, mover, holds = 1, 1, True
        for after in searcher.play_through(action, number):
            turns += after.turn != mover
            mover = after.turn
            if after.turn is None or after.round != state.round:
                holds = holds and after.scores[1] <= state.scores[1]
                break
            holds = holds and any(card.code == "FBS" for card in after.hands[1])
            if turns == 4:
                break
        count += not holds
    return f"{count / CONTINUATIONS:.0%}"[:-1]


def test_a_move_that_ends_the_round_needs_no_comparison() -> None:
    state = clash_positions.state("H R S", "FGS", ("R G B H C P F", "C HRC"), turn=1)
    assert reason(state, "circle + hrc", "end") == ""


@pytest.mark.parametrize("number", range(3))
def test_a_reason_depends_only_on_what_the_player_sees(number: int) -> None:
    for walk in fixed_walks(GAME, 2, 2):
        state = walk.turns[5 + number].before
        seat = state.turn or 0
        other = GAME.determinize(GAME.view(state, seat), seat, Key(number))
        assert other != state
        last = [str(each) for each in GAME.legal(state) if isinstance(each, (PlayLast, EndTurn))][-2:]
        assert reason(state, last[0], last[-1]) == reason(other, last[0], last[-1])
