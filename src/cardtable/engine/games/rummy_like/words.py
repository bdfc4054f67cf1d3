"""Every sentence and label of Rummy-like, and how a typed action is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtable.engine.cards import TRICARDS, Card, Chard, TriCard, in_order, is_hidden, quote
from cardtable.engine.game import Event, OptionText, Preset, Seat
from cardtable.engine.games.rummy_like.model import (
    DRAWN,
    SEATS,
    Action,
    Call,
    Called,
    Chards,
    Dealt,
    Discard,
    Discarded,
    Draw,
    Drew,
    GoBust,
    Lead,
    Led,
    Options,
    PickedUp,
    Play,
    Played,
    Reshuffled,
    ReturnedToHand,
    Scored,
    Send,
    Sent,
    WentBust,
    WonAtOnce,
)
from cardtable.engine.phrases import counted, join_words, typed_words

TITLE: Final = "Rummy-like"
SUMMARY: Final = "Collect sets of four Chards that your TriCards bear, and pass on the rest."
OPTION_TEXTS: Final = {
    "target": OptionText(
        "Target",
        "Points that win; with 0 the first round that has a single best player.",
        labels={0: "a single round"},
    ),
    "first": OptionText("First leader", "Who leads first.", unset="drawn by the deal"),
}
PRESETS: Final = (
    Preset("By the book", "A match to ten points.", Options()),
    Preset("Single round", "One deal, and another one only where the best are equal (RM-13).", Options(target=0)),
)


# What happened
def describe(event: Event, names: Sequence[str]) -> str:
    """Return the log line for an event."""
    name = names[event.seat]
    match event:
        case Dealt(_, number):
            line = f"Round {number}: everybody has three TriCards and twelve Chards. {name} leads."
        case Reshuffled(_, count):
            line = f"{name} shuffles {count} TriCards that lay open under the deck."
        case Drew(_, cards):
            line = f"{name} takes {counted(len(cards), 'TriCard')}{_which(cards)}."
        case Led(_, card, under):
            line = f"{name} leads {card} and puts two under the deck{_which(under)}."
        case Played(_, card):
            line = f"{name} plays {'a Chard' if is_hidden(card) else card} face down."
        case Discarded(_, card):
            line = f"{name} cannot match and discards {card}."
        case WentBust():
            line = f"{name} can neither match nor discard: bust, with 0 points, until the next round."
        case PickedUp(_, cards):
            line = f"{name} picks up {counted(len(cards), 'Chard')}{_which(cards)}."
        case ReturnedToHand():
            line = f"{name} alone played a Chard, and takes it back."
        case Sent(_, cards, to):
            line = f"{name} sends {counted(len(cards), 'Chard')} to {names[to]}{_which(cards)}."
        case Called():
            line = f'{name} says "Score".'
        case Scored():
            line = _describe_scoring(event, names)
        case WonAtOnce(_, card):
            kinds = ", ".join(each.name for each in card.characteristics)
            line = f"{name} shows {card.code} and every {kinds}: the match is won at once."
        case _:
            raise TypeError(f"not an event of Rummy-like: {event!r}")
    return line


def _which(cards: Sequence[Card]) -> str:
    return "" if any(map(is_hidden, cards)) else f": {_codes(cards)}"


def _describe_scoring(event: Scored, names: Sequence[str]) -> str:
    why = {"called": "", "bust": "Only one is not bust. ", "deck": "The deck has run out again. "}[event.cause]
    return f"{why}Scores: {'; '.join(_describe_gain(event, seat, name) for seat, name in enumerate(names[:SEATS]))}."


def _describe_gain(event: Scored, seat: Seat, name: str) -> str:
    sets, tricards = event.sets[seat], event.tricards[seat]
    how = f" (all {_codes(sets)} with {_codes(tricards)})" if sets else ""
    return f"{name} +{event.gains[seat]}{how} = {event.scores[seat]}"


def _codes(cards: Sequence[Card]) -> str:
    return " ".join(card.code for card in cards)


def list_cards(cards: Sequence[Card], last: str = "and") -> str:
    """Return `Red`, `HRC and FGS` or `Red, Blue and Circle`."""
    return join_words((card.code if isinstance(card, TriCard) else card.name for card in cards), last)


# How the match ended
WON_AT_ONCE: Final = "Three sets of four are all that one TriCard bears, which wins at once."


def won_by_points(target: int, points: int, others: int) -> str:
    """Say who won a match to this target (0 for a single round), and how close it was."""
    kind = f"A match to {target}" if target else "A single round"
    return f"{kind}: {points} points, and {others} for the next best."


# Why an action isn't legal
CALL_NEEDS_A_SET: Final = "Only who holds all four Chards of a kind may call (RM-6)."
DRAW_FIRST: Final = "The leader first takes three TriCards (RM-2)."
LEAD_ONE_NOW: Final = "One of the three TriCards drawn is led now (RM-2)."
HAS_A_TRICARD_LEFT: Final = "There is a TriCard left to discard (RM-4)."
SEND_NOW: Final = "Chards are passed on now (RM-5)."
NAME_CHARDS_IN_ORDER: Final = "Chards are named in the order of the deck (RM-5)."


def match_is_over(ruling: str) -> str:
    """Refuse any action after the end."""
    return f"The match is over ({ruling})."


def not_drawn(card: TriCard) -> str:
    """Refuse to lead another TriCard than those drawn."""
    return f"{card} is not among the three drawn (RM-2)."


def not_in_hand(card: Card) -> str:
    """Refuse a card that the player doesn't hold."""
    return f"There is no {card} in this hand."


def wrong_number_sent(wanted: int, sent: int) -> str:
    """Refuse to send more or fewer Chards than wanted."""
    return f"{counted(wanted, 'Chard')} {'has' if wanted == 1 else 'have'} to be sent, not {sent} (RM-5)."


def no_match(card: Chard, led: TriCard) -> str:
    """Refuse a Chard that doesn't match."""
    return f"{card} does not match {led} (RM-3)."


def match_first(card: Chard, led: TriCard) -> str:
    """Refuse to sit out while this Chard matches."""
    return f"{card} matches {led}, so a Chard has to be played (RM-4)."


def play_to(led: TriCard) -> str:
    """Refuse anything but a Chard once a TriCard is led."""
    return f"{led} is led: a Chard that matches it comes next (RM-3)."


# Why an action is legal
DRAW: Final = "Three TriCards are drawn, one is led, two go under the deck (RM-2)."
DRAW_AFTER_SHUFFLE: Final = "The open TriCards are shuffled under the deck; three are drawn (RM-2)."
LEAD_WITHOUT_MATCH: Final = "Nothing in hand matches it, so a TriCard has to go, too (RM-4)."
GO_BUST: Final = "No match and no TriCard: all points lost, and out of this round (RM-4)."
BREAKS_NO_SET: Final = "this breaks no set"


def call(points: int) -> str:
    """Explain a call that scores so many points for the caller."""
    return f"With a set of four the round can be scored: {counted(points, 'point')} here (RM-6)."


def lead(matching: Chards) -> str:
    """Explain a lead that these kinds in the leader's hand match."""
    return f"{list_cards(matching, 'or')} can follow; two go under the deck (RM-2)."


def play(card: Chard, led: TriCard | None, *, breaks_set: bool) -> str:
    """Explain a Chard played."""
    loss = ", and leaves a set of four" if breaks_set else ""
    return f"{card} matches {led}{loss} (RM-3)."


def discard(worth: int) -> str:
    """Explain a TriCard discarded that would score so many points now."""
    loss = f"; this one is worth {worth} now" if worth else ""
    return f"Nothing matches, so a TriCard has to go{loss} (RM-4)."


def send(count: int, consequence: str) -> str:
    """Explain the Chards sent, with what comes of it."""
    return f"{counted(count, 'Chard')} go{'es' * (count == 1)} on; {consequence} (RM-5)."


def breaks_sets(kinds: Chards) -> str:
    """Name the sets that sending breaks."""
    return f"this breaks the set of {list_cards(kinds)}"


def makes_sets(kinds: Chards) -> str:
    """Name the sets that sending makes."""
    return f"this keeps all four {list_cards(kinds)}"


# What is wrong with a state from outside
SEATS_DIFFER: Final = "Rummy-like is for 3 players, each with a hand, a score and what they know."
NO_SUCH_SEAT: Final = "Rummy-like is for 3 players."
MARKS_DIFFER: Final = "Each TriCard of the deck, and each one drawn, has its mark (RM-14)."
GAP_IN_DECK: Final = "There are no gaps in the deck."
WRONG_PHASE: Final = "The phase says whether somebody draws, leads, plays or passes Chards on (RM-2, RM-5)."
BAD_NUMBERS: Final = "Rounds are counted from 1 and scores from 0."
BUST_WITH_POINTS: Final = "A bust player has no points (RM-4)."
ALREADY_WON: Final = "The match is over once somebody has won it at once (RM-8)."
NOT_WON_AT_ONCE: Final = "A player wins at once with the three sets of one of their TriCards, and only then (RM-8)."
NOT_WON: Final = "The match is not over while nobody has won it (RM-7)."
GAINS_MISSING: Final = "The scores include the points of the last scoring (RM-6)."
NOBODY_COULD_CALL: Final = "Only a player with all four Chards of a kind calls (RM-6)."
HAND_OUT_OF_ORDER: Final = "A hand lies in the order of the deck."
NOT_TWELVE_CHARDS: Final = "Everybody has twelve Chards but for those played and picked up (RM-1)."
TOO_MANY_TRICARDS: Final = "A hand has at most three TriCards, and a bust one none (RM-4)."
ONE_PLAYER_LEFT: Final = "The round is scored once only one player is not bust (RM-10)."
BAD_DRAW: Final = "The leader draws three TriCards and leads one of them (RM-2)."
PLAYED_BEFORE_LEAD: Final = "Nobody plays before a TriCard is led (RM-3)."
LEADER_NOT_TO_MOVE: Final = "A leader who is not bust is on turn (RM-4)."
DECK_RAN_SHORT: Final = "The round is scored once the deck runs short again (RM-12)."
BUST_LEADER: Final = "A bust player does not lead (RM-4)."
PLAYED_WITHOUT_MATCH: Final = "A Chard that is played matches the TriCard led (RM-3)."
SAT_OUT_WITH_MATCH: Final = "Who sits a trick out could not match the TriCard led (RM-4)."
BAD_PASSING: Final = "The Chards played are passed along the chain, one fewer each time (RM-5)."
PICKED_OUT_OF_ORDER: Final = "Chards are picked up in the order of the deck."
TOO_FEW_MATCH: Final = "Those who have passed Chards on hold, or have sent, as many that match as were played (RM-5)."
BAD_PLAYING: Final = "Each player in turn plays one Chard, or sits the trick out (RM-3)."
SURE_BUT_WRONG: Final = "What a player is sure of lies where they know it to lie (RM-15)."
SURE_OF_OWN: Final = "What a player is sure of lies elsewhere than before them (RM-15)."
BAD_MARK: Final = "A mark has a bit for each player and one for a TriCard that has lain open (RM-14)."
DRAWN_UNKNOWN: Final = "The leader knows the three TriCards drawn (RM-14)."
BAD_RESHUFFLED: Final = (
    "The TriCards that were shuffled under the deck are noted once each, in the order of the deck (RM-14)."
)
WRONG_MARKS: Final = "The mark of a TriCard that has lain open is on those that were shuffled under the deck (RM-14)."
RESHUFFLED_IN_HAND: Final = "A TriCard that was shuffled under the deck is in no hand (RM-2)."


# What a player types
_TRICARD_WORDS = frozenset(text.lower() for card in TRICARDS for text in (card.code, card.text))


def parse(text: str) -> Action:
    """Return the action that a player typed; ValueError with a sentence."""
    match [word for word in typed_words(text.replace("+", " ")) if word != "and"]:
        case ["draw" | "d"]:
            return Draw()
        case ["score" | "call"]:
            return Call()
        case ["bust"]:
            return GoBust()
        case ["lead", *rest] if rest:
            return Lead(TriCard.parse(" ".join(rest)))
        case ["discard", *rest] if rest:
            return Discard(TriCard.parse(" ".join(rest)))
        case ["send", *rest] if rest:
            if len(rest) >= DRAWN:
                raise ValueError(f"Never are more than two Chards sent, not {quote(' '.join(rest))}.")
            return Send(in_order(tuple([Chard.parse(word) for word in rest])))
        case [word] if word in _TRICARD_WORDS:
            return Lead(TriCard.parse(word))
        case [word] if word not in ("lead", "discard", "send"):
            return Play(Chard.parse(word))
        case _:
            raise ValueError("Type 'draw', 'score', a Chard (Red, or R), 'lead HRC', 'discard HRC' or 'send R C'.")
