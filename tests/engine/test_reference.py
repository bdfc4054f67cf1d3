"""The engine's Exit Stage Right agrees with a slow reference implementation written only from the rules."""

from __future__ import annotations

import copy
from itertools import islice
from typing import Any

import pytest

from cardtable.engine.cards import COMPLETES, SINGLES, Card
from cardtable.engine.chance import DealCode, Key, draw_below, shuffle
from cardtable.engine.walk import perft
from cardtable.games import GAMES
from tests.engine import reference_exit_stage_right as reference
from tests.engine.walks import PROFILE, Walk, all_tables, format_non_default, parse_options, tables, walk

GAME = GAMES["exit-stage-right"]
ROWS = ("top", "middle", "bottom")
WORDS = {single.code: single.name for single in SINGLES}
PERFT = {"quick": 2, "ci": 3, "deep": 3}[PROFILE]
each_table = pytest.mark.parametrize(
    ("seats", "options"),
    [
        pytest.param(seats, options, id=f"{seats}-{format_non_default(GAME, seats, options)}")
        for seats in GAME.seats
        for options in tables(GAME, seats)
    ],
)


@each_table
def test_whole_games_are_the_same(seats: int, options: Any) -> None:
    """Both have the same deal, the same state and legal actions after every action, and the same result."""
    for key in range({"quick": 1, "ci": 10, "deep": 100}[PROFILE]):
        check_same_game(walk(GAME, seats, options, DealCode(1000 + key).key(), Key(key)))


@pytest.mark.deep  # thousands of combinations
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seats", GAME.seats)
def test_whole_games_are_the_same_with_every_combination_of_options(seats: int) -> None:
    for key, options in enumerate(all_tables(GAME, seats)):
        check_same_game(walk(GAME, seats, options, Key(key), Key(key)))


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("options", ["usual", "refill_count=all", "refill_shift=off-centre", "empty_grid=refill-first"])
def test_perft_is_the_same(seats: int, options: str) -> None:
    played = walk(GAME, seats, parse_options(GAME, seats, options), Key(seats), Key(seats))
    for turn in islice(played.turns, 6, None, 12):
        table = reference_of(turn.before)
        assert leaves(table, PERFT) == perft(GAME, turn.before, PERFT)


def test_results_are_the_same() -> None:
    """This holds for any number of Completes won and lost; a tie is a loss (ES-9)."""
    last = walk(GAME, 2, tables(GAME, 2)[0], Key(1), Key(1)).last
    gone = last.won + last.lost
    for won in range(len(gone) + 1):
        for lost in range(len(gone) + 1 - won):
            state = last._replace(won=gone[:won], lost=gone[won : won + lost])
            outcome = GAME.outcome(state)
            assert outcome is not None
            assert bool(outcome.winners) == reference.is_won(reference_of(state))
            assert outcome.margin == won - lost
            assert (" win" in outcome.reason) == bool(outcome.winners), outcome.reason


def check_same_game(played: Walk) -> None:
    """Check that both implementations deal and play the walk in the same way."""
    table = reference_deal(played)
    assert contents(table) == contents(reference_of(played.opening.state))
    for turn in played.turns:
        texts = {text_of(choice): choice for choice in reference.choices(table)}
        assert sorted(texts) == sorted(str(action) for action in GAME.legal(turn.before))
        reference.play(table, texts[str(turn.action)])
        assert contents(table) == contents(reference_of(turn.step.state)), turn
    outcome = GAME.outcome(played.last)
    assert outcome is not None
    assert table.turn is None
    assert bool(outcome.winners) == reference.is_won(table)
    assert outcome.margin == len(table.won) - len(table.lost)


def leaves(table: reference.Table, depth: int) -> int:
    """Return the number of leaves of the reference's action tree."""
    choices = reference.choices(table)
    if depth == 0 or not choices:
        return 1
    count = 0
    for choice in choices:
        after = copy.deepcopy(table)
        reference.play(after, choice)
        count += leaves(after, depth - 1)
    return count


# From the engine's data to the reference's
def text_of(choice: reference.Choice) -> str:
    """Return the notation of a choice."""
    kind, single, rows = choice
    named = " ".join(ROWS[row] for row in rows)
    if kind == "refill":
        return f"refill {named}"
    return WORDS[single] if kind == "up" else f"{WORDS[single]} down {named}"


def rules_of(options: Any) -> reference.Rules:
    return reference.Rules(
        draws=options.draw == "after-each-single",
        only_new_cards_stay=options.refill_shift == "all-but-new",
        must_refill_empty_stage=options.empty_grid == "refill-first",
        must_refill_every_cell=options.refill_count == "all",
    )


def reference_deal(played: Walk) -> reference.Table:
    """Return the reference's deal, from the same shuffles and first player."""
    singles, key = shuffle(SINGLES, played.key)
    completes, key = shuffle(COMPLETES, key)
    drawn, _ = draw_below(key, played.seats)
    chosen = played.options.first
    first = drawn if chosen is None else chosen - 1
    rules, size = rules_of(played.options), played.options.hand_size
    return reference.deal(rules, played.seats, size, codes(singles), codes(completes), first)


def reference_of(state: Any) -> reference.Table:
    """Return the reference's table for an engine's state."""
    cells = {(row, at + 1): card for row, cards in enumerate(state.stage) for at, card in enumerate(cards) if card}
    face_up = [(-1, card.code, False) for card in state.face_up]
    face_down = [(seat, card.code, True) for seat, heap in enumerate(state.face_down) for card in heap]
    return reference.Table(
        rules_of(state.options),
        hands=[codes(hand) for hand in state.hands],
        singles=codes(state.draw_deck),
        completes=codes(state.complete_deck),
        stage={cell: card.code for cell, card in cells.items()},
        turn=state.turn,
        played=face_up + face_down,
        won=codes(state.won),
        lost=codes(state.lost),
    )


def codes(cards: tuple[Card, ...]) -> list[str]:
    return [card.code for card in cards]


def contents(table: reference.Table) -> dict[str, Any]:
    """Return what both must agree on; hands and the won and lost piles have no order in the rules."""
    seats = range(len(table.hands))
    heaps = [[card for seat, card, hidden in table.played if hidden and seat == owner] for owner in seats]
    return {
        "turn": table.turn,
        "stage": table.stage,
        "hands": [sorted(hand) for hand in table.hands],
        "singles": table.singles,
        "completes": table.completes,
        "face up": [card for _, card, hidden in table.played if not hidden],
        "face down": heaps,
        "won": sorted(table.won),
        "lost": sorted(table.lost),
    }
