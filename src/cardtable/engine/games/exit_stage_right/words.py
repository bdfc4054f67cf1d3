"""Every sentence and label of Exit Stage Right, and how a typed action is read."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.cards import Single, is_hidden, quote
from cardtable.engine.game import Event, OptionText, Preset
from cardtable.engine.games.exit_stage_right.model import (
    ROWS,
    SMALLEST_HAND,
    Action,
    Began,
    Drew,
    Ended,
    FaceDown,
    FaceUp,
    Move,
    Options,
    PlayedFaceDown,
    PlayedFaceUp,
    Refill,
    Refilled,
    Shifted,
)
from cardtable.engine.phrases import counted, typed_words

TITLE = "Exit Stage Right"
SUMMARY = "See Completes off on the right before they slip off on the left."

OPTION_TEXTS = {
    "hand_size": OptionText(
        "Hand size",
        "Singles dealt to each player; fewer is harder.",
        unset="7, or 6 with six players",
        counts="cards",
    ),
    "draw": OptionText(
        "Drawing",
        "Whether a player draws a Single after playing one.",
        labels={"after-each-single": "after each Single", "none": "none: only the cards dealt"},
    ),
    "refill_count": OptionText(
        "Refilling",
        "How many of the empty centre cells a refill fills.",
        labels={"up-to": "as many as the player likes", "all": "every empty centre cell"},
    ),
    "refill_shift": OptionText(
        "After a refill",
        "Which cards go left after a refill.",
        labels={"all-but-new": "all but the new cards", "off-centre": "all outside the centre column"},
    ),
    "empty_grid": OptionText(
        "Empty stage",
        "Whether Singles may be played on an empty stage.",
        labels={"allowed": "Singles may be played on it", "refill-first": "it must be refilled first"},
    ),
    "open_hands": OptionText("Open hands", "Whether everybody sees every hand.", unset="yes alone, no in company"),
    "first": OptionText("First player", "Who begins.", unset="drawn by the deal"),
}

PRESETS = (
    Preset("By the book", "The usual choice everywhere.", Options()),
    Preset("Challenge", "A refill fills every empty centre cell (ES-15).", Options(refill_count="all")),
)


# The log


def describe(event: Event, names: Sequence[str]) -> str:
    """Return the log line for an event, given each seat's name."""
    name = names[event.seat]
    match event:
        case Began(cards=cards):
            return f"{', '.join(card.code for card in cards)} start in the centre. {name} begins."
        case PlayedFaceUp(card=card):
            return f"{name} plays {card}."
        case PlayedFaceDown(card=card, row=row):
            return f"{name} plays {_single(card)} face down and names the {ROWS[row]} row."
        case Refilled(rows=rows, cards=cards):
            placed = (f"{card.code} {ROWS[row]}" for card, row in zip(cards, rows, strict=True))
            return f"{name} refills: {', '.join(placed)}."
        case Shifted(moves=moves):
            return f"{', '.join(map(_describe_move, moves))}." if moves else "Nothing moves."
        case Drew(card=card):
            return f"{name} draws {_single(card)}."
        case Ended(won=won, lost=lost, turned_up=heaps):
            return f"Every hand is empty: {won} won, {lost} lost.{_describe_turned_up(heaps, names)}"
    raise TypeError(f"Not an event of {TITLE}: {event!r}")


def _single(card: Single) -> str:
    return "a Single" if is_hidden(card) else str(card)


def _describe_move(move: Move) -> str:
    """Return `HRC >4`, `HRC <2`, `HRC >won` or `HRC <lost`."""
    end = move.target.column + 1 if move.target.zone == "stage" else move.target.zone
    return f"{move.card.code} {'>' if move.goes_right else '<'}{end}"


def _describe_turned_up(heaps: tuple[tuple[Single, ...], ...], names: Sequence[str]) -> str:
    known = [
        f"{name}: {', '.join(map(str, heap))}"
        for name, heap in zip(names, heaps, strict=False)
        if heap and not any(map(is_hidden, heap))
    ]
    return f" Face down lay, of {'; '.join(known)}." if known else ""


def outcome_reason(won: int, lost: int) -> str:
    """Return the sentence for the result."""
    margin = won - lost
    how = f"a win by {margin}" if margin > 0 else f"a loss by {-margin}" if margin else "a tie, which is lost"
    return f"The table won {won} and lost {lost}: {how}."


# Why an action is not legal

GAME_OVER = "The game is over: every hand is empty (ES-8)."
REFILL_FIRST = "The stage is empty and Completes are left, so a refill comes first (ES-13)."
NO_SUCH_ROW = "The rows are top, middle and bottom (ES-1)."
BAD_REFILL = "A refill names one or more of the rows, each once, from the top down (ES-7)."
REFILL_IS_PARTIAL = "A refill fills every empty centre cell, from the top row down as far as the deck reaches (ES-15)."


def not_in_hand(card: Single) -> str:
    """Return why a Single that the player doesn't hold can't be played."""
    return f"There is no {card} in this hand."


def too_few_in_row(row: int, completes: int) -> str:
    """Return why a row with so few Completes can't be named."""
    held = counted(completes, "Complete")
    return f"The {ROWS[row]} row holds {held}; a Single face down needs a row with two or more (ES-6)."


def centre_is_full(row: int) -> str:
    """Return why the centre cell of this row can't be refilled."""
    return f"The centre cell of the {ROWS[row]} row is not empty (ES-7)."


def too_few_to_refill(wanted: int, left: int) -> str:
    """Return why the Complete deck, with so many cards left, can't fill so many cells."""
    deck = f"has {counted(left, 'card')} left, not {wanted}" if left else "is empty"
    return f"The Complete deck {deck} (ES-7)."


# What a legal action does


def explain_face_up(card: Single, shifted: Shifted) -> str:
    """Return what a Single played face up does."""
    return f"Completes that bear {card} go right, all others left (ES-5): {_count(shifted)}."


def explain_face_down(row: int, shifted: Shifted) -> str:
    """Return what a Single played face down does."""
    return f"The {ROWS[row]} row goes right, all others left (ES-6): {_count(shifted)}."


def explain_refill(shifted: Shifted, *, centre_stays: bool) -> str:
    """Return what a refill does."""
    others = "all outside the centre go" if centre_stays else "all others go"
    return f"The new Completes stay, {others} left (ES-7): {_count(shifted)}."


def _count(shifted: Shifted) -> str:
    return f"{shifted.right} right, {shifted.left} left"


# Faults of options and of positions

HEAPS_DO_NOT_FIT = "There is not one heap of face-down Singles for each hand."
STAGE_HAS_OTHER_SIZE = "The stage has three rows of five cells (ES-1)."
HANDS_NOT_FULL = "While the draw deck lasts every hand is full (ES-3)."
HAND_OUT_OF_ORDER = "A hand lies in the order of the deck."
GAME_NOT_OVER = "The game is not over while somebody holds a Single (ES-8)."
TURN_WITHOUT_SINGLE = "The player on turn holds a Single (ES-8)."
WRONG_FIRST_PLAYER = "With these options another player begins (ES-12)."


def hand_size_out_of_range(seats: int, largest: int) -> str:
    """Return the fault of a hand size that doesn't suit so many seats."""
    return f"With {seats} players a hand has {SMALLEST_HAND} to {largest} Singles (ES-2)."


def first_player_missing(first: int, seats: int) -> str:
    """Return the fault of a first player whose number is higher than the number of seats."""
    return f"Player {first} cannot be the first player at a table of {seats} (ES-12)."


def hand_too_large(full: int) -> str:
    """Return the fault of a hand that holds more Singles than were dealt."""
    return f"No hand holds more than {full} Singles (ES-2)."


# Typed actions


def parse(text: str) -> Action:
    """Return the action that someone typed; ValueError with a sentence."""
    words = [word for word in typed_words(text) if word not in ("face", "and", "row")]
    if not words:
        raise ValueError("Type a Single (Red, or R), a Single with 'down' and a row, or 'refill' with rows.")
    if words[0] == "refill":
        rows = tuple(sorted({_parse_row(word) for word in words[1:]}))
        if not rows:
            raise ValueError("Say which centre cells to refill, as in 'refill top bottom'.")
        return Refill(rows)
    card = Single.parse(words[0])
    match words[1:]:
        case [] | ["up"]:
            return FaceUp(card)
        case ["down", row]:
            return FaceDown(card, _parse_row(row))
        case ["down"]:
            raise ValueError(f"Say on which row, as in '{card} down top'.")
        case rest:
            raise ValueError(f"After a Single comes nothing, or 'down' and a row, not {quote(' '.join(rest))}.")


def _parse_row(word: str) -> int:
    found = [row for row, name in enumerate(ROWS) if name.startswith(word)]
    if len(found) != 1:
        raise ValueError(f"The rows are top, middle and bottom, not {quote(word)}.")
    return found[0]
