"""The labels, reasons and results of Exit Stage Right, and the parser for typed actions."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.cards import Complete, Single, quote_typed
from cardtable.engine.game import Event, OptionText, Preset, UnclearAction
from cardtable.engine.games.exit_stage_right.model import (
    MIN_HAND,
    ROWS,
    Action,
    FaceDown,
    FaceUp,
    Options,
    Refill,
    Refilled,
    Shifted,
    State,
)
from cardtable.engine.games.exit_stage_right.words import count_off, count_shift
from cardtable.engine.phrases import counted, join_words, signed, typed_words

STOP_HERE = "stop here"
"""The name of the choice to play all remaining cards without another refill."""
GOALS = ("Goal: win more than lost", "Win more than lost")
"""The goal of several players, in full and in brief."""
GOALS_ALONE = ("Goal: the largest margin", "The largest margin")
"""The goal of a player who plays alone."""
OPTION_TEXTS = {
    "hand_size": OptionText(
        "Hand size",
        "Singles dealt to each player; fewer make the game harder.",
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
        "Which Completes move left when a refill puts new ones in the centre.",
        labels={"all-but-new": "all older cards go left", "off-centre": "cards off the centre go left"},
    ),
    "empty_grid": OptionText(
        "Empty stage",
        "Whether Singles may be played on an empty stage.",
        labels={"allowed": "Singles may be played on it", "refill-first": "it must be refilled first"},
    ),
    "open_hands": OptionText("Open hands", "Whether everyone sees every hand.", unset="only when you play alone"),
    "first": OptionText("First player", "The player who goes first.", unset="drawn at random"),
}
PRESETS = (
    Preset("By the book", "The usual rules.", Options()),
    Preset(
        "Challenge",
        "Harder: the medium level wins 1 game in 3, not 3 in 4. "
        "Each refill fills every empty centre cell (ES-15), and an empty stage is refilled first (ES-13).",
        Options(refill_count="all", empty_grid="refill-first"),
    ),
)


def goal_within(width: int, *, is_alone: bool) -> str:
    """Return the goal in at most `width` characters if possible."""
    in_full, in_brief = GOALS_ALONE if is_alone else GOALS
    return in_full if len(in_full) <= width else in_brief


# The outcome
def describe_outcome(won: int, lost: int) -> str:
    """Return a sentence about how the game ended."""
    margin = won - lost
    result = f"a win by {margin}" if margin > 0 else f"a loss by {-margin}" if margin else "a tie, which is a loss"
    return f"{counted(won, 'Complete', none='0')} won, {lost} lost: {result}."


def score_text(state: State) -> str:
    """Return the number of Completes won minus the number lost, such as `+2`."""
    return signed(len(state.won) - len(state.lost))


def trophies(state: State) -> tuple[tuple[str, tuple[Complete, ...]], ...]:
    """Return the Completes won and the Completes lost, each with a heading."""
    return ("Won", state.won), ("Lost", state.lost)


def turn_sign(events: Sequence[Event]) -> str:
    """Return `o` for a refill. For a Single, the sign says whether Completes were won, lost, both or neither."""
    if any(isinstance(event, Refilled) for event in events):
        return "o"
    ends = {move.target.zone for event in events if isinstance(event, Shifted) for move in event.moves}
    return {(True, True): "\N{PLUS-MINUS SIGN}", (True, False): "+", (False, True): "\N{MINUS SIGN}"}.get(
        ("won" in ends, "lost" in ends), "\N{MIDDLE DOT}"
    )


# Why an action isn't legal
GAME_OVER = "The game is over: every hand is empty (ES-8)."
REFILL_FIRST = "The stage is empty and there are Completes left, so refill first (ES-13)."
NO_ROW_TO_NAME = "No row has two Completes, so you can't play face down now (ES-6)."
NO_SUCH_ROW = "The rows are top, middle and bottom (ES-1)."
CENTRE_IS_FULL = "Every centre cell has a Complete, so there's nothing to refill (ES-7)."
BAD_REFILL = "Name the rows in order from the top down, each only once (ES-7)."
REFILL_IS_PARTIAL = "Refill every empty centre cell, or as many as the Complete deck allows (ES-15)."


def refuse_missing_card(card: Single) -> str:
    """Refuse a Single that the player doesn't have."""
    return f"You don't have {card}."


def refuse_row(row: int, completes: int) -> str:
    """Refuse a row with fewer than two Completes."""
    return f"The {ROWS[row]} row has {counted(completes, 'Complete')}; playing face down needs two or more (ES-6)."


def refuse_filled_cell(row: int) -> str:
    """Refuse to refill a row whose centre cell isn't empty."""
    return f"The centre cell of the {ROWS[row]} row isn't empty (ES-7)."


def refuse_large_refill(wanted: int, left: int) -> str:
    """Refuse a refill with more cells than cards left in the Complete deck."""
    deck = f"has {counted(left, 'card')} left, not {wanted}" if left else "is empty"
    return f"The Complete deck {deck} (ES-7)."


# Why an action is legal
def justify_face_up(card: Single, shifted: Shifted) -> str:
    """Explain the effect of playing a Single face up."""
    if not shifted.moves:
        return f"The stage is empty, so {card} moves nothing (ES-5)."
    return f"{_off_first(shifted)}Completes that match {card} go right, all others left (ES-5): {count_shift(shifted)}."


def justify_face_down(row: int, shifted: Shifted) -> str:
    """Explain the effect of playing a Single face down."""
    return f"{_off_first(shifted)}The {ROWS[row]} row goes right, all others left (ES-6): {count_shift(shifted)}."


def justify_refill(shifted: Shifted, *, centre_stays: bool) -> str:
    """Explain a refill."""
    if not shifted.moves:
        return "The new Completes go on the stage, and nothing else moves (ES-7)."
    others = "all outside the centre go" if centre_stays else "all others go"
    return f"{_off_first(shifted)}The new Completes stay and {others} left (ES-7): {count_shift(shifted)}."


def _off_first(shifted: Shifted) -> str:
    """Return text such as `2 won, 1 lost. `, or an empty string if no Complete leaves the stage."""
    return f"{off}. " if (off := count_off(shifted)) else ""


# Faults in options and positions
HEAPS_DO_NOT_FIT = "There must be one heap of face-down Singles for each hand."
STAGE_HAS_OTHER_SIZE = "The stage must have three rows of five cells (ES-1)."
HANDS_NOT_FULL = "A hand isn't full, but the draw deck still has Singles (ES-3)."
HAND_OUT_OF_ORDER = "A hand isn't sorted in deck order."
GAME_NOT_OVER = "A player still has a Single, so the game isn't over (ES-8)."
TURN_WITHOUT_SINGLE = "The player whose turn it is has no Single (ES-8)."
WRONG_FIRST_PLAYER = "With these options, another player begins (ES-12)."


def reject_hand_size(seats: int, largest: int) -> str:
    """Reject a hand size that is too large for this many seats."""
    return f"With {seats} players, a hand has {MIN_HAND} to {largest} Singles (ES-2)."


def reject_first_player(first: int, seats: int) -> str:
    """Reject a first player whose number is higher than the number of seats."""
    return f"Player {first} can't go first with only {counted(seats, 'player')} (ES-12)."


def reject_large_hand(full: int) -> str:
    """Reject a hand with more Singles than were dealt."""
    return f"A hand can't have more than {full} Singles (ES-2)."


# Actions
def name_action(action: Action) -> str:
    """Return an action in words, such as `Red face down, top row` or `refill top and middle`."""
    if isinstance(action, FaceDown):
        return f"{action.card} face down, {ROWS[action.row]} row"
    return f"refill {join_words(ROWS[row] for row in action.rows)}" if isinstance(action, Refill) else str(action)


def parse(text: str) -> Action:
    """Return the action that a player typed. Raise ValueError with a message for the player if the text is invalid."""
    words = [word for word in typed_words(text) if word not in ("face", "and", "row")]
    if not words:
        raise UnclearAction("Type a Single ('Red' or 'R'), a Single and a row ('R down top'), or 'refill' and rows.")
    if words[0] == "refill":
        rows = tuple(sorted({_parse_row(word) for word in words[1:]}))
        if not rows:
            raise UnclearAction("Say which centre cells to refill, as in 'refill top bottom'.")
        return Refill(rows)
    card = Single.parse(words[0])
    match words[1:]:
        case [] | ["up"]:
            return FaceUp(card)
        case ["down", row]:
            return FaceDown(card, _parse_row(row))
        case ["down"]:
            raise UnclearAction(f"Name a row as well, as in '{card} down top'.")
        case rest:
            raise UnclearAction(f"After a Single you can type 'down' and a row, but not {quote_typed(' '.join(rest))}.")


def _parse_row(word: str) -> int:
    found = [row for row, name in enumerate(ROWS) if name.startswith(word)]
    if len(found) != 1:
        raise ValueError(f"The rows are top, middle and bottom, not {quote_typed(word)}.")
    return found[0]
