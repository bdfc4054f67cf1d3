"""The sentences and labels of Tradewinds, and the parser for typed actions."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.cards import Complete, Single, is_hidden
from cardtable.engine.game import Event, OptionText, Preset, Seat, UnclearAction
from cardtable.engine.games.tradewinds.model import (
    OFF,
    PILES,
    TF_COUNT,
    WINDS,
    Began,
    Blew,
    Blow,
    Ended,
    Flight,
    Options,
    State,
    TurnedUp,
    count_true,
    opposite,
)
from cardtable.engine.phrases import counted, join_words, signed, typed_words

GOAL = "Goal: all four together, end above 0."
GOAL_SO_FAR = "Goal: end above 0"
POINTS_NAME = "collected"
SEAT_NAMES = ("North", "East", "South", "West")

OPTION_TEXTS = {
    "first": OptionText(
        "First player",
        "The player who begins: by the book, the one named after the wind that last blew outdoors.",
        unset="drawn at random",
        labels=dict(zip(WINDS, SEAT_NAMES, strict=True)),
    ),
    "true_cards": OptionText(
        "True cards",
        "How many of the twelve T/F cards are True; fewer make the game harder.",
        unset="drawn at random",
    ),
    "open_hands": OptionText("Open hands", "Whether everyone sees every hand."),
}

PRESETS = (
    Preset("By the book", "The usual rules.", Options()),
    Preset("Fair winds", "Eight True cards: many Singles score (TW-11).", Options(true_cards=8)),
    Preset("Headwinds", "Four True cards: most Singles deduct (TW-11).", Options(true_cards=4)),
)


# Events
def describe(event: Event, names: Sequence[str]) -> str:
    match event:
        case Began():
            return _describe_began(event, names)
        case Blew():
            return _describe_blew(event, names)
        case TurnedUp():
            return _describe_turned_up(event)
        case Ended(_, scored, deducted):
            return f"Every hand is empty: {_count_singles(scored, deducted)}."
    raise TypeError(f"not an event of Tradewinds: {event!r}")


def _describe_began(event: Began, names: Sequence[str]) -> str:
    covering = join_words(card.code for card in event.covering)
    true_cards = f"{count_true(event.sides)} of {TF_COUNT} T/F cards are True"
    return f"{covering} decide what scores; {true_cards}. {names[event.seat]} begins."


def _describe_blew(event: Blew, names: Sequence[str]) -> str:
    """Describe the card played, the Singles that left the grid, and the Singles that landed on other piles."""
    sentences = [
        f"{names[event.seat]} plays {event.card.code}.",
        _describe_collected(event, names),
        _describe_landed(event),
    ]
    return " ".join(filter(None, sentences)) if event.flights else f"{sentences[0]} Nothing moves."


def _describe_collected(event: Blew, names: Sequence[str]) -> str:
    """Return text about the Singles that the opposite seat collects and their points, or "" if there are none."""
    collected = [
        f"{card} from {PILES[source]} ({'+1' if card in event.scored else '-1'})"
        for source, target, cards in event.flights
        if target == OFF
        for card in cards
    ]
    return f"{names[opposite(event.seat)]} collects {join_words(collected)}." if collected else ""


def _describe_landed(event: Blew) -> str:
    """Return text about the Singles that land on other piles, or an empty string if no Singles do."""
    landing = [flight for flight in event.flights if flight.target != OFF]
    if not landing:
        return ""
    verb = " moves" if len(landing[0].cards) == 1 else " move"
    moves = [
        f"{join_words(map(str, cards))}{'' if at else verb} from {PILES[source]} to {PILES[target]}"
        for at, (source, target, cards) in enumerate(landing)
    ]
    return f"{', '.join(moves)}."


def _describe_turned_up(event: TurnedUp) -> str:
    if any(map(is_hidden, event.cards)):
        return f"Then {join_words(PILES[pile] for pile in event.piles)} will be turned up."
    turned_up = (f"{card} on {PILES[pile]}" for pile, card in zip(event.piles, event.cards, strict=True))
    return f"Turned up: {', '.join(turned_up)}."


def describe_in_brief(event: Blew, names: Sequence[str]) -> str:
    """Return a line such as `North plays HRC: +1 -2 for South`, or `North plays HRC: nothing leaves`."""
    points = name_points(event)
    return f"{names[event.seat]} plays {event.card.code}: " + (
        f"{points} for {names[opposite(event.seat)]}" if points else "nothing leaves"
    )


def name_points(event: Blew) -> str:
    """Return the points for the Singles leaving the grid, such as `+2` or `+2 -1`, or an empty string if none leave."""
    gains = ((len(event.scored), "+"), (len(event.deducted), "-"))
    return " ".join(f"{sign}{number}" for number, sign in gains if number)


def name_flights(event: Blew) -> tuple[str, ...]:
    """Return text about each flight, in the order of the wind, such as `A3 scores` or `2 from C2 to C3`."""
    return tuple(_name_flight(event, flight) for flight in event.flights) or ("nothing moves",)


def _name_flight(event: Blew, flight: Flight) -> str:
    source, target, cards = flight
    count = f"{len(cards)} from " if len(cards) > 1 else ""
    if target != OFF:
        return f"{count}{PILES[source]} to {PILES[target]}"
    scoring = sum(card in event.scored for card in cards)
    if 0 < scoring < len(cards):
        return f"{PILES[source]} scores {scoring} and deducts {len(cards) - scoring}"
    return f"{count}{PILES[source]} {'score' if scoring else 'deduct'}{'s' * (len(cards) == 1)}"


def count_flights(event: Blew) -> str:
    """Return the numbers of Singles that score, deduct and land, such as `2 score, 1 deducts, 3 land`."""
    landing = sum(len(flight.cards) for flight in event.flights) - len(event.scored) - len(event.deducted)
    counts = ((len(event.scored), "score"), (len(event.deducted), "deduct"), (landing, "land"))
    return ", ".join(f"{number} {verb}{'s' * (number == 1)}" for number, verb in counts if number)


def format_tally(scored: Sequence[Single], deducted: Sequence[Single]) -> str:
    """Return the number of Singles that score and the number that deduct, such as `+2 -1`."""
    return f"+{len(scored)} -{len(deducted)}"


# Why a Complete can or can't be played
GAME_OVER = "The game is over: every hand is empty (TW-12)."


def justify_wind(event: Blew, score: int) -> str:
    """Explain a Complete by the effect of its wind on the score."""
    return f"{_foretell_wind(event)}: {_foretell_score(event, score)} (TW-5)."


def _foretell_wind(event: Blew) -> str:
    """Say who would collect which Singles. If none leave the grid, say how many land on other piles, if any."""
    gains = ((len(event.scored), "that score"), (len(event.deducted), "that deduct"))
    collected = [f"{number} {what}{'s' * (number == 1)}" for number, what in gains if number]
    if collected:
        return f"{SEAT_NAMES[opposite(event.seat)]} collects {join_words(collected)}"
    if landing := sum(len(flight.cards) for flight in event.flights):
        return f"{counted(landing, 'Single')} {'lands on another pile' if landing == 1 else 'land on other piles'}"
    return "Nothing moves"


def _foretell_score(event: Blew, score: int) -> str:
    if not event.net:
        return "the score doesn't change"
    return f"the score goes from {signed(score)} to {signed(score + event.net)}"


def refuse_covering_card(card: Complete) -> str:
    return f"{card} is a covering Complete; it can't be played (TW-2)."


def refuse_discarded_card(card: Complete) -> str:
    return f"{card} has already been played (TW-7)."


def refuse_missing_card(card: Complete) -> str:
    return f"You don't have {card}."


# The outcome
VICTORIES = ((1, "a narrow victory"), (6, "a clear victory"), (12, "a strong victory"), (18, "a triumph"))
"""The kinds of victory: the lowest score for each kind, and its name (TW-14)."""
DEFEAT = "the table has lost"


def name_prospects(score: int) -> str:
    """Return this score's result and the score for a better result, as in `clear victory; strong from +12`."""
    ahead = next(((lowest, name) for lowest, name in VICTORIES if score < lowest), None)
    now = name_result(score).removeprefix("a ")
    if score <= 0 or ahead is None:
        return GOAL_SO_FAR if score <= 0 else now
    lowest, name = ahead
    return f"{now}; {name.removeprefix('a ').removesuffix(' victory')} from {lowest:+d}"


def name_result(score: int) -> str:
    """Return the name of the result for this score (TW-14)."""
    return next((name for lowest, name in reversed(VICTORIES) if score >= lowest), DEFEAT)


def describe_outcome(scored: int, deducted: int) -> str:
    """Return a sentence about how the game ended, given the number of Singles that score and the number that deduct."""
    return f"{_count_singles(scored, deducted)}: {name_result(scored - deducted)}."


def _count_singles(scored: int, deducted: int) -> str:
    return f"{counted(scored, 'Single', none='0')} scored, {deducted} deducted"


def score_text(state: State) -> str:
    """Return the number of Singles that score minus the number that deduct, such as `+7`."""
    return signed(sum(map(len, state.scored)) - sum(map(len, state.deducted)))


def trophies(state: State) -> tuple[tuple[str, tuple[Single, ...]], ...]:
    """Return the Singles that scored and the Singles that deducted, each with a heading."""
    return tuple((name, sum(piles, ())) for name, piles in (("Scored", state.scored), ("Deducted", state.deducted)))


# Faults in a position from outside
WRONG_SEATS = "Tradewinds has four players: North, East, South and West (TW-1)."
WRONG_COVERING = "The three covering Completes must have all nine characteristics between them (TW-2)."
WRONG_SIDES = "Each covering Complete needs one T/F card on each of its four sides (TW-3)."
WRONG_TRUE_CARDS = "The options don't allow this number of True cards (TW-11)."
WRONG_GRID = "The grid must have nine piles (TW-13)."
TOP_FACE_DOWN = "Between turns, the top card of every pile must be face up (TW-7)."
TOO_MANY_FACE_DOWN = "A pile can't have more than three Singles face down (TW-7)."
HAND_NOT_IN_ORDER = "A hand isn't sorted in deck order."
OVER_TOO_EARLY = "A player still has a Complete, so the game isn't over (TW-12)."
TURN_WITHOUT_HAND = "The player whose turn it is has no Complete (TW-12)."
WRONG_HAND_SIZES = "With this player to move, the hands can't have these sizes (TW-1)."
WRONG_FIRST = "With these options, another player begins (TW-4)."


def reject_collected_card(seat: Seat) -> str:
    return f"A Single that {SEAT_NAMES[seat]} collected is in the wrong pile (TW-3)."


# Typed actions
def parse(text: str) -> Blow:
    typed = [word for word in typed_words(text) if word != "blow"]
    if not typed:
        raise UnclearAction("Type a Complete: 'Hollow-Red-Circle' or 'HRC'.")
    return Blow(Complete.parse(" ".join(typed)))
