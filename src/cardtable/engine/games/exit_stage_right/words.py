"""The sentences and labels of Exit Stage Right, and the parser for typed actions."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.cards import Complete, Single, is_hidden, quote_typed
from cardtable.engine.game import Event, OptionText, Preset, UnclearAction
from cardtable.engine.games.exit_stage_right.model import (
    ROWS,
    SMALLEST_HAND,
    Action,
    Began,
    Drew,
    Ended,
    FaceDown,
    FaceUp,
    Movement,
    Options,
    PlayedFaceDown,
    PlayedFaceUp,
    Refill,
    Refilled,
    Shifted,
    State,
)
from cardtable.engine.phrases import capitalized, counted, join_words, plural, signed, typed_words
from cardtable.engine.tellings import Telling

STOP_HERE = "stop here"
"""The name of the choice to play all remaining cards without another refill."""
GOALS = ("Goal: win more than lost", "Win more than lost")
"""The goal of several players, in full and in brief."""
GOALS_ALONE = ("Goal: the largest margin", "The largest margin")
"""The goal of a player who plays alone and is graded by the margin of the result."""

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


def goal_within(width: int, *, is_graded: bool) -> str:
    """Return the goal in at most `width` characters if possible."""
    in_full, in_brief = GOALS_ALONE if is_graded else GOALS
    return in_full if len(in_full) <= width else in_brief


# Events


def describe(event: Event, names: Sequence[str]) -> str:
    """Return the log line for an event, given each seat's name."""
    return tell(event, names).text


def tell(event: Event, names: Sequence[str], *, spoken: bool = False) -> Telling:
    """Return an event in words. Spoken words have names instead of initials and signs."""
    who = names[event.seat]
    doer = f"{who}: " if len(names) > 1 else ""
    match event:
        case Began(_, cards):
            begins = (f"{who} begins.",) if spoken or len(names) > 1 else ()
            listed = join_words(card.name if spoken else card.code for card in cards)
            start = f"In the centre, from the top: {listed}." if spoken else f"{listed} start in the centre."
            return Telling((start, *begins), line="The first turn.")
        case PlayedFaceUp(_, card):
            return Telling((f"{who} plays {card}.",), line=f"{doer}{card}.")
        case PlayedFaceDown(_, card, row):
            single = _name_single(card)
            full = f"{who} plays {single} face down and names the {ROWS[row]} row."
            return Telling((full,), line=capitalized(f"{doer}{single} down {ROWS[row]}."))
        case Refilled():
            return _tell_refill(event, who, doer, spoken=spoken)
        case Shifted():
            return _tell_shift(event, spoken=spoken)
        case Drew(_, card):
            return Telling((f"{who} draws {_name_single(card)}.",))
        case Ended(_, won, lost, heaps):  # for those who only hear it, the result comes next
            result = "" if spoken else f": {won} won, {lost} lost"
            return Telling((f"Every hand is empty{result}.{describe_turned_up(heaps, names)}",))
    raise TypeError(f"not an event of Exit Stage Right: {event!r}")


def _name_single(card: Single) -> str:
    return "a Single" if is_hidden(card) else str(card)


def _tell_refill(event: Refilled, who: str, doer: str, *, spoken: bool) -> Telling:
    rows = [ROWS[row] for row in event.rows]
    placed = [
        f"{card} in the {row} row" if spoken else f"{card.code} {row}"
        for card, row in zip(event.cards, rows, strict=True)
    ]
    return Telling(
        (f"{who} refills{' the centre' * spoken}: {', '.join(placed)}.",),
        (f"{who} refills the centre of the {join_words(rows)} {plural(len(rows), 'row')}.",),
        capitalized(f"{doer}refill {join_words(rows)}."),
    )


def _tell_shift(event: Shifted, *, spoken: bool) -> Telling:
    """Return a shift in words: where every Complete goes, which of them are won or lost, or only how many."""
    if not event.moves:
        return Telling((f"{capitalized(NOTHING_MOVES)}.",))
    full = _tell_moves(event, "To the {}" if spoken else "{}", spoken=spoken)
    named = "; ".join(filter(None, (name_off(event, spoken=spoken), count_shift(event))))
    return Telling(full, (f"{capitalized(named)}.",), f"{capitalized(effect(event))}.")


def foretell_shift(shifted: Shifted) -> tuple[str, ...]:
    """Return spoken sentences about where every Complete would go."""
    return _tell_moves(shifted, "Would go {}", spoken=True) or ("Nothing would move.",)


def _tell_moves(event: Shifted, beginning: str, *, spoken: bool) -> tuple[str, ...]:
    """Return a sentence for each side to which Completes go. `{}` in the beginning stands for the side."""
    sides = [("right", [move for move in event.moves if move.goes_right])]
    sides += [("left", [move for move in event.moves if not move.goes_right])]
    return tuple(
        f"{capitalized(beginning.format(side))}: {', '.join(_tell_move(move, spoken=spoken) for move in moves)}."
        for side, moves in sides
        if moves
    )


def _tell_move(move: Movement, *, spoken: bool) -> str:
    """Return text such as `HRC to 4`, `HRC won` or `HRC lost`, or the same in words that can be spoken."""
    card, end = (move.card.name, "to column") if spoken else (move.card.code, "to")
    if move.target.zone == "stage":
        return f"{card} {end} {move.target.column + 1}"
    return f"{card} {'off the stage and ' * spoken}{move.target.zone}"


def describe_turned_up(heaps: tuple[tuple[Single, ...], ...], names: Sequence[str]) -> str:
    """Return a space and a sentence about the Singles played face down, or an empty string if there are none."""
    known = [
        f"by {name}: {', '.join(map(str, heap))}"
        for name, heap in zip(names, heaps, strict=False)
        if heap and not any(map(is_hidden, heap))
    ]
    return f" Played face down {'; '.join(known)}." if known else ""


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


# Why an action is legal, and what it does


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


NOTHING_MOVES = "nothing moves"


def effect(shifted: Shifted, separator: str = "; ") -> str:
    """Return the effect of a shift, such as `2 won, 1 lost; 4 right, 3 left`."""
    parts = (count_off(shifted), count_shift(shifted))
    return separator.join(filter(None, parts)) if shifted.moves else NOTHING_MOVES


def count_off(shifted: Shifted) -> str:
    """Return the numbers of Completes that leave the stage, such as `2 won, 1 lost`, or an empty string."""
    counts = ((len(shifted.won), "won"), (len(shifted.lost), "lost"))
    return ", ".join([f"{count} {zone}" for count, zone in counts if count])


def name_off(shifted: Shifted, *, spoken: bool = False) -> str:
    """Return the Completes that leave the stage, such as `won HRC FGS, lost PBT`, or an empty string."""
    piles = (("won", shifted.won), ("lost", shifted.lost))
    listed = [(zone, [card.name if spoken else card.code for card in pile]) for zone, pile in piles if pile]
    return ", ".join(f"{zone} {join_words(cards) if spoken else ' '.join(cards)}" for zone, cards in listed)


def count_shift(shifted: Shifted) -> str:
    """Return text such as `1 right, 2 left`."""
    return f"{shifted.right} right, {shifted.left} left"


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
    return f"With {seats} players, a hand has {SMALLEST_HAND} to {largest} Singles (ES-2)."


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
