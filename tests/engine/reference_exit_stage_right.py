"""A slow, simple implementation of Exit Stage Right, written only from the rules, to compare the engine with.

Cards are their codes (`R`, `HRC`), the stage is a dict from (row, column) to a code, columns are numbered 1 to 5, and
everything is changed in place.  It doesn't import the engine.
"""

from __future__ import annotations

from dataclasses import dataclass, field

ROWS = (0, 1, 2)
CENTRE = 3
COLUMNS = (1, 2, 3, 4, 5)

Choice = tuple[str, str, tuple[int, ...]]
"""An action: "up", "down" or "refill", its Single (or ""), and its rows."""


@dataclass
class Rules:
    """The options that matter after the deal."""

    draws: bool = True
    only_new_cards_stay: bool = True
    must_refill_empty_stage: bool = False
    must_refill_every_cell: bool = False


@dataclass
class Table:
    """The state of a game, with decks from the top."""

    rules: Rules
    hands: list[list[str]]
    singles: list[str]
    completes: list[str]
    stage: dict[tuple[int, int], str]
    turn: int | None
    played: list[tuple[int, str, bool]] = field(default_factory=list)
    """The Singles played, as (seat, code, whether face down)."""
    won: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


def deal(rules: Rules, seats: int, hand_size: int, singles: list[str], completes: list[str], first: int) -> Table:
    """Return the set-up from two shuffled decks: one hand after another, and three Completes in the centre."""
    hands = [singles[seat * hand_size : (seat + 1) * hand_size] for seat in range(seats)]
    stage = {(row, CENTRE): completes[row] for row in ROWS}
    return Table(rules, hands, singles[seats * hand_size :], completes[3:], stage, first)


def choices(table: Table) -> list[Choice]:
    """Return every legal action."""
    if table.turn is None:
        return []
    refills = refill_choices(table)
    if table.rules.must_refill_empty_stage and not table.stage and table.completes:
        return refills
    found: list[Choice] = []
    for single in sorted(set(table.hands[table.turn])):
        found.append(("up", single, ()))
        found.extend(("down", single, (row,)) for row in ROWS if len(in_row(table, row)) > 1)
    return found + refills


def in_row(table: Table, row: int) -> list[tuple[int, int]]:
    """Return the cells of a row that hold a Complete."""
    return [cell for cell in table.stage if cell[0] == row]


def refill_choices(table: Table) -> list[Choice]:
    """Return every legal refill."""
    empty = [row for row in ROWS if (row, CENTRE) not in table.stage]
    if table.rules.must_refill_every_cell:
        rows = empty[: len(table.completes)]
        return [("refill", "", tuple(rows))] if rows else []
    found: list[Choice] = []
    for top in (True, False):
        for middle in (True, False):
            for bottom in (True, False):
                rows = [row for row, taken in zip(ROWS, (top, middle, bottom), strict=True) if taken]
                if rows and all(row in empty for row in rows) and len(rows) <= len(table.completes):
                    found.append(("refill", "", tuple(rows)))
    return found


def play(table: Table, choice: Choice) -> None:
    """Carry out an action and pass the turn."""
    kind, single, rows = choice
    if kind == "refill":
        refill(table, rows)
    else:
        assert table.turn is not None
        hand = table.hands[table.turn]
        hand.remove(single)
        table.played.append((table.turn, single, kind == "down"))
        if kind == "down":
            going_right = in_row(table, rows[0])
        else:
            going_right = [cell for cell in table.stage if single in table.stage[cell]]
        shift(table, going_right, [cell for cell in table.stage if cell not in going_right])
        if table.rules.draws and table.singles:
            hand.append(table.singles.pop(0))
    pass_the_turn(table)


def refill(table: Table, rows: tuple[int, ...]) -> None:
    """Put new Completes into the centre, from the top row down; then shift the others left."""
    staying = []
    if not table.rules.only_new_cards_stay:
        staying = [cell for cell in table.stage if cell[1] == CENTRE]
    for row in sorted(rows):
        table.stage[row, CENTRE] = table.completes.pop(0)
        staying.append((row, CENTRE))
    shift(table, [], [cell for cell in table.stage if cell not in staying])


def shift(table: Table, going_right: list[tuple[int, int]], going_left: list[tuple[int, int]]) -> None:
    """Move cards right, the rightmost first, then others left, the leftmost first."""
    for column in (5, 4, 3, 2, 1):
        for row in ROWS:
            if (row, column) in going_right:
                move(table, row, column, 1, table.won)
    # Cards moved right only into empty cells, so these cells still hold the cards that go left.
    for column in COLUMNS:
        for row in ROWS:
            if (row, column) in going_left:
                move(table, row, column, -1, table.lost)


def move(table: Table, row: int, column: int, by: int, off: list[str]) -> None:
    """Move a card over others to the first empty cell, or off the stage."""
    card = table.stage.pop((row, column))
    column += by
    while column in COLUMNS and (row, column) in table.stage:
        column += by
    if column in COLUMNS:
        table.stage[row, column] = card
    else:
        off.append(card)


def pass_the_turn(table: Table) -> None:
    """Pass the turn clockwise to the next player with a card; to nobody once all hands are empty."""
    assert table.turn is not None
    seats = len(table.hands)
    for step in range(1, seats + 1):
        seat = (table.turn + step) % seats
        if table.hands[seat]:
            table.turn = seat
            return
    table.turn = None


def is_won(table: Table) -> bool:
    """Return whether more cards were won than lost."""
    return len(table.won) > len(table.lost)
