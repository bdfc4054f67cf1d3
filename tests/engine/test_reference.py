"""Exit Stage Right by two engines, one of them slow and written from the rules alone: what one says, the other says."""

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
from tests.engine.walks import PROFILE, Walk, all_tables, read_options, tables, unlike, walk

GAME = GAMES["exit-stage-right"]
ROWS = ("top", "middle", "bottom")
WORDS = {single.code: single.name for single in SINGLES}
PERFT = {"quick": 2, "ci": 3, "deep": 3}[PROFILE]
each_table = pytest.mark.parametrize(
    ("seats", "options"),
    [
        pytest.param(seats, options, id=f"{seats}-{unlike(GAME, seats, options)}")
        for seats in GAME.seats
        for options in tables(GAME, seats)
    ],
)


@each_table
def test_whole_games_go_alike(seats: int, options: Any) -> None:
    """The same deal, and after every action the same table, the same choices, and at the end the same judgement."""
    for key in range({"quick": 1, "ci": 10, "deep": 100}[PROFILE]):
        go_alike(walk(GAME, seats, options, DealCode(1000 + key).key(), Key(key)))


@pytest.mark.deep
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seats", GAME.seats)
def test_whole_games_go_alike_at_every_table(seats: int) -> None:
    """As above, with all combinations of options."""
    for key, options in enumerate(all_tables(GAME, seats)):
        go_alike(walk(GAME, seats, options, Key(key), Key(key)))


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("options", ["usual", "refill_count=all", "refill_shift=off-centre", "empty_grid=refill-first"])
def test_both_count_the_same_leaves(seats: int, options: str) -> None:
    """All that can come of a position in the middle of a game, counted by both (perft)."""
    played = walk(GAME, seats, read_options(GAME, seats, options), Key(seats), Key(seats))
    for turn in islice(played.turns, 6, None, 12):
        table = reference_of(turn.before)
        assert leaves(table, PERFT) == perft(GAME, turn.before, PERFT)


def test_both_judge_alike() -> None:
    """However many Completes have left on either side, both say who has won; a tie is lost (ES-9)."""
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


def go_alike(played: Walk) -> None:
    """Both engines deal and play the walk alike."""
    table = reference_deal(played)
    assert told(table) == told(reference_of(played.opening.state))
    for turn in played.turns:
        texts = {text_of(choice): choice for choice in reference.choices(table)}
        assert sorted(texts) == sorted(str(action) for action in GAME.legal(turn.before))
        reference.take(table, texts[str(turn.action)])
        assert told(table) == told(reference_of(turn.step.state)), turn
    outcome = GAME.outcome(played.last)
    assert outcome is not None
    assert table.turn is None
    assert bool(outcome.winners) == reference.is_won(table)
    assert outcome.margin == len(table.won) - len(table.lost)


def leaves(table: reference.Table, depth: int) -> int:
    """Of the reference's tree."""
    choices = reference.choices(table)
    if depth == 0 or not choices:
        return 1
    count = 0
    for choice in choices:
        after = copy.deepcopy(table)
        reference.take(after, choice)
        count += leaves(after, depth - 1)
    return count


# From the engine's words to the reference's
def text_of(choice: reference.Choice) -> str:
    """What a player says to choose it."""
    kind, single, rows = choice
    named = " ".join(ROWS[row] for row in rows)
    if kind == "refill":
        return f"refill {named}"
    return WORDS[single] if kind == "up" else f"{WORDS[single]} down {named}"


def rules_of(options: Any) -> reference.Rules:
    return reference.Rules(
        draws=options.draw == "after-each-single",
        new_cards_alone_stay=options.refill_shift == "all-but-new",
        must_refill_an_empty_stage=options.empty_grid == "refill-first",
        every_cell_is_refilled=options.refill_count == "all",
    )


def reference_deal(played: Walk) -> reference.Table:
    """The same two shuffles, and the same draw for who begins, dealt by the reference."""
    singles, key = shuffle(SINGLES, played.key)
    completes, key = shuffle(COMPLETES, key)
    drawn, _ = draw_below(key, played.seats)
    chosen = played.options.first
    first = drawn if chosen is None else chosen - 1
    rules, size = rules_of(played.options), played.options.hand_size
    return reference.deal(rules, played.seats, size, codes(singles), codes(completes), first)


def reference_of(state: Any) -> reference.Table:
    """The engine's state on the reference's table."""
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


def told(table: reference.Table) -> dict[str, Any]:
    """All that the two must agree on: hands and the piles beside the stage have no order by the rules."""
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
