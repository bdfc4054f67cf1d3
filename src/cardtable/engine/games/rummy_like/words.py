"""The sentences and labels of Rummy-like, and the parser for typed actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtable.engine.cards import TRICARDS, Card, Chard, TriCard, in_order, is_hidden, matches, quote_typed
from cardtable.engine.game import WINNERS, Event, OptionText, Preset, Seat, UnclearAction
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
from cardtable.engine.phrases import capitalized, counted, join_words, number_word, typed_words
from cardtable.engine.tellings import Telling

OPTION_TEXTS: Final = {
    "target": OptionText(
        "Target",
        "Points needed to win the match, or 0 for a single round.",
        labels={0: "a single round"},
    ),
    "first": OptionText("First leader", "The player who leads first.", unset="drawn at random"),
}
PRESETS: Final = (
    Preset("By the book", "A match to ten points, mostly four to six rounds.", Options()),
    Preset("Single round", "One round, and another after each tie for the most points (RM-13).", Options(target=0)),
)


# Events
def describe(event: Event, names: Sequence[str]) -> str:
    """Return the log line for an event."""
    return tell(event, names).text


def tell(event: Event, names: Sequence[str], *, spoken: bool = False) -> Telling:
    """Return an event in words. Spoken words have names instead of initials."""
    who = names[event.seat]
    match event:
        case Dealt(_, number):
            told = Telling((f"Round {number}: everyone has three TriCards and twelve Chards. {who} leads.",))
        case Reshuffled(_, number):
            told = Telling((f"{who} shuffles {number} face-up TriCards and puts them under the deck.",))
        case Drew(_, cards):
            weight = 0 if any(map(is_hidden, cards)) else 1  # other players draw in every trick
            told = Telling((f"{who} draws {_which(cards, 'TriCard', spoken=spoken)}.",), weight=weight)
        case Led():
            told = _tell_lead(event, who, spoken=spoken)
        case Played(_, card):
            chard = "a Chard" if is_hidden(card) else str(card)
            told = Telling((f"{who} plays {chard} face down.",), () if spoken else (f"{who} plays {chard}.",))
        case Discarded(_, card):
            discards = f"{who} can't match and discards"
            told = Telling((f"{discards} {card}.",), line=f"{discards} {card.code}.", weight=5)
        case WentBust():
            lost = f"{who} can't match and has no TriCard to discard: bust, all points lost, out of this round."
            told = Telling((lost,), () if spoken else (f"{who} goes bust.",), weight=5)
        case PickedUp(_, cards):
            which, count = _which(cards, "Chard", spoken=spoken), counted(len(cards), "Chard")
            told = Telling((f"{who} picks up {which}.",), () if spoken else (f"{who} picks up {count}.",), weight=2)
        case ReturnedToHand():
            told = Telling((f"{who} takes back the only Chard played.",), weight=2)
        case Sent(_, cards, to):
            sends, is_unknown = f"{who} sends {names[to]}", any(map(is_hidden, cards))
            sent = counted(len(cards), "Chard") if is_unknown else with_articles(cards)
            short = str(len(cards)) if is_unknown else _codes(cards)
            told = Telling((f"{sends} {sent}.",), line=f"{sends} {short}.", weight=4)
        case Called():
            told = Telling((f'{who} says "Score".',), weight=5)
        case Scored():
            told = _tell_scoring(event, names, spoken=spoken)
        case WonAtOnce(_, card):
            kinds = join_words(each.name for each in card.characteristics)
            told = Telling((f"{who} shows {card.name if spoken else card.code}, has every {kinds} and wins at once.",))
        case _:
            raise TypeError(f"not an event of Rummy-like: {event!r}")
    return told


def _which(cards: Sequence[Card], kind: str, *, spoken: bool) -> str:
    """Return the number of cards, with their initials if they are known. Spoken words have names instead."""
    count = counted(len(cards), kind)
    if any(map(is_hidden, cards)):
        return count
    return ", ".join(card.name for card in cards) if spoken else f"{count}: {_codes(cards)}"


def _tell_lead(event: Led, who: str, *, spoken: bool) -> Telling:
    is_known, leads = not any(map(is_hidden, event.under)), f"{who} leads {event.card}"
    line = f"{who} leads {event.card.code}."
    if not spoken:
        under = f"puts two under the deck{f': {_codes(event.under)}' * is_known}"
        return Telling((f"{leads} and {under}.",), (f"{leads}.",), line, weight=3)
    under = join_words(card.name for card in event.under) if is_known else "Two TriCards"
    full = (f"{leads}.", f"{under} go under the deck.")
    return Telling(full, full[: 1 + is_known], line, weight=3)


def _tell_scoring(event: Scored, names: Sequence[str], *, spoken: bool) -> Telling:
    seats = list(enumerate(names[:SEATS]))
    if spoken:
        return Telling(tuple(_tell_gain(event, seat, name) for seat, name in seats))
    why = {"called": "", "bust": "Only one player isn't bust. ", "deck": "The deck has run short again. "}[event.cause]
    return Telling((f"{why}{'; '.join(_describe_gain(event, seat, name) for seat, name in seats)}.",))


def _tell_gain(event: Scored, seat: Seat, name: str) -> str:
    tricards = ", ".join(card.name for card in event.tricards[seat])
    shows = f"{name} shows {tricards}" if tricards else f"{name} has no TriCards"
    sets = f" for {join_words(map(four_of, event.sets[seat]))}" if event.sets[seat] else ""
    return f"{shows}: {counted(event.gains[seat], 'point')}{sets}, and {event.scores[seat]} in all."


def _describe_gain(event: Scored, seat: Seat, name: str) -> str:
    cards = f" with {_codes(event.tricards[seat])}" if event.tricards[seat] else ""
    how = f": {describe_sets(event, seat)}" if event.sets[seat] else cards
    return f"{name} scores {event.gains[seat]}{how} (now {event.scores[seat]})"


def describe_sets(event: Scored, seat: Seat) -> str:
    """Return the sets that score and the TriCards that these sets match, such as `four Reds on HRC FRS`."""
    return ", ".join(
        f"{four_of(kind)} on {_codes([card for card in event.tricards[seat] if matches(kind, card)])}"
        for kind in event.sets[seat]
    )


def four_of(kind: Chard) -> str:
    """Return text such as `four Reds`."""
    return many_of(4, kind)


def many_of(number: int, kind: Card) -> str:
    """Return text such as `one Red` or `two Reds`; `Filled` has no plural."""
    return f"{number_word(number)} {kind}{'' if kind.name == 'Filled' or number == 1 else 's'}"


def _codes(cards: Sequence[Card]) -> str:
    return " ".join(card.code for card in cards)


def with_articles(cards: Sequence[Card]) -> str:
    """Return the names of Chards with articles or numbers: `a Red`, `a Red and a Circle` or `two Reds`."""
    kinds = dict.fromkeys(cards)
    return join_words(f"a {kind}" if cards.count(kind) == 1 else many_of(cards.count(kind), kind) for kind in kinds)


def list_cards(cards: Sequence[Card], last: str = "and") -> str:
    """Return text such as `Red`, `HRC and FGS` or `Red, Blue and Circle`."""
    return join_words((card.code if isinstance(card, TriCard) else card.name for card in cards), last)


# Previews
def name_call(points: int) -> str:
    """Return the effect of saying "Score", given the points that the caller scores."""
    return f"ends the round, and you score {counted(points, 'point')}"


def name_matches(matching: Chards) -> str:
    """Return the effect of a lead, given the kinds of Chard in the leader's hand that match the TriCard."""
    if matching:
        return f"you can match it with {list_cards(matching, 'or')}"
    return "you can't match it, so you sit out this trick"


def name_broken_sets(kinds: Chards, points: int) -> str:
    """Name the sets that break up if the player sends Chards. They would score this many points for the player."""
    worth = "" if points else ", which score nothing for you"
    return f"this breaks up your {join_words(map(four_of, kinds))}{worth}"


def name_kept_sets(kinds: Chards) -> str:
    """Name the sets that the player still has after sending Chards."""
    return f"this keeps your {join_words(map(four_of, kinds))}"


# The outcome
WON_AT_ONCE: Final = f"{WINNERS} wins at once with all three sets of a TriCard."


def describe_outcome(target: int, scores: tuple[int, ...]) -> str:
    """Return a sentence about who won on points. `target` is the number of points needed, or 0 for a single round."""
    return f"{WINNERS} wins the {'match' if target else 'round'} {'–'.join(map(str, sorted(scores, reverse=True)))}."


# Why an action isn't legal
CALL_NEEDS_A_SET: Final = 'You need all four Chards of a kind to say "Score" (RM-6).'
CALL_BEFORE_DRAWING: Final = (
    'You can say "Score" only when it\'s your turn to lead, before you draw, and with a set of four (RM-6).'
)
DRAW_FIRST: Final = "Draw three TriCards first (RM-2)."
LEAD_ONE_NOW: Final = "Now lead one of the three TriCards you drew (RM-2)."
HAS_A_TRICARD_LEFT: Final = "You still have a TriCard to discard (RM-4)."
SEND_NOW: Final = "Now choose Chards to send (RM-5)."
NAME_CHARDS_IN_ORDER: Final = "Name the Chards in deck order (RM-5)."


def refuse_after_the_end(ruling: str) -> str:
    """Refuse any action after the end of the match. `ruling` is the ruling that ended the match."""
    return f"The match is over ({ruling})."


def refuse_tricard_not_drawn(card: TriCard) -> str:
    """Refuse to lead a TriCard that the leader didn't draw."""
    return f"{card} isn't one of the three TriCards you drew (RM-2)."


def refuse_missing_card(card: Card) -> str:
    """Refuse a card that the player doesn't have."""
    return f"You don't have {card}."


def refuse_second(card: Chard) -> str:
    """Refuse to send two Chards of a kind when the player has only one of that kind."""
    return f"You have only one {card} (RM-5)."


def refuse_number_sent(wanted: int, sent: int) -> str:
    """Refuse to send more or fewer Chards than the rules require."""
    return f"Send {counted(wanted, 'Chard')}, not {sent} (RM-5)."


def refuse_no_match(card: Chard, led: TriCard) -> str:
    """Refuse a Chard that doesn't match the TriCard led."""
    return f"{card} doesn't match {led} (RM-3)."


def refuse_sitting_out(card: Chard, led: TriCard) -> str:
    """Refuse to let the player sit out when this Chard matches the TriCard led."""
    return f"{card} matches {led}, so you must play a Chard (RM-4)."


def refuse_all_but_chards(led: TriCard) -> str:
    """Refuse any action other than playing a Chard after a TriCard has been led."""
    return f"{led} was led: play a Chard that matches it (RM-3)."


# Why an action is legal
DRAW: Final = "Draw three TriCards, lead one, and put two under the deck (RM-2)."
DRAW_AFTER_SHUFFLE: Final = "Shuffle the face-up TriCards under the deck, then draw three (RM-2)."
GO_BUST: Final = "You can't match or discard: you lose all your points and are out of this round (RM-4)."
NO_SET_BROKEN: Final = "this doesn't break up a set of four"


def justify_call(points: int) -> str:
    """Explain a call that scores this many points for the caller."""
    return f'With a set of four, "Score" {name_call(points)} (RM-6).'


def justify_lead(matching: Chards) -> str:
    """Explain a lead. `matching` holds the kinds of Chard in the leader's hand that match the TriCard."""
    return f"{capitalized(name_matches(matching))} ({'RM-2' if matching else 'RM-4'})."


def justify_play(card: Chard, led: TriCard | None, *, breaks_set: bool) -> str:
    """Explain what playing a Chard does."""
    loss = ", but breaks up your set of four" if breaks_set else ""
    return f"{card} matches {led}{loss} (RM-3)."


def justify_discard(worth: int) -> str:
    """Explain discarding a TriCard. `worth` is the number of points that the TriCard would score now."""
    loss = f"; this one is worth {counted(worth, 'point')}" if worth else ""
    return f"Nothing matches, so discard a TriCard{loss} (RM-4)."


def justify_sending(count: int, consequence: str) -> str:
    """Explain what sending these Chards does."""
    return f"Send {counted(count, 'Chard')}; {consequence} (RM-5)."


# Faults in a position from outside
SEATS_DIFFER: Final = "Rummy-like is for 3 players, each with a hand, a score and a list of known Chards."
NO_SUCH_SEAT: Final = "Rummy-like is for 3 players."
MARKS_DIFFER: Final = "Each TriCard in the deck and each one drawn needs one mark (RM-14)."
GAP_IN_DECK: Final = "The deck can't have gaps."
WRONG_PHASE: Final = "The phase (draw, lead, play or send) doesn't fit the cards (RM-2, RM-5)."
BAD_NUMBERS: Final = "Rounds are counted from 1 and scores from 0."
BUST_WITH_POINTS: Final = "A bust player can't have points (RM-4)."
ALREADY_WON: Final = "A player has already won at once, so the match must be over (RM-8)."
NOT_WON_AT_ONCE: Final = "The player who won at once isn't the one with the three sets of a TriCard (RM-8)."
NOT_WON: Final = "The match is over, but nobody has won it (RM-7)."
GAINS_MISSING: Final = "The scores don't include the points from the round that was just scored (RM-6)."
NOBODY_COULD_CALL: Final = "The round was scored, but nobody has all four Chards of a kind (RM-6)."
HAND_OUT_OF_ORDER: Final = "A hand isn't sorted in deck order."
NOT_TWELVE_CHARDS: Final = "Each player must have twelve Chards, counting those played and picked up (RM-1)."
TOO_MANY_TRICARDS: Final = "A player has at most three TriCards, and a bust player has none (RM-4)."
ONE_PLAYER_LEFT: Final = "Only one player isn't bust, so the round must be scored (RM-10)."
BAD_DRAW: Final = "The leader must draw three TriCards and lead one of them (RM-2)."
PLAYED_BEFORE_LEAD: Final = "Nobody can play before a TriCard is led (RM-3)."
LEADER_NOT_TO_MOVE: Final = "Until a TriCard is led, it's the leader's turn, and the leader can't be bust (RM-4)."
DECK_RAN_SHORT: Final = "The deck has run short again, so the round must be scored (RM-12)."
BUST_LEADER: Final = "A bust player can't lead (RM-4)."
PLAYED_WITHOUT_MATCH: Final = "A Chard that was played doesn't match the TriCard led (RM-3)."
SAT_OUT_WITH_MATCH: Final = "A player who sat out has a Chard that matches the TriCard led (RM-4)."
BAD_PASSING: Final = "The number of Chards passed on must fall by one from each player to the next (RM-5)."
PICKED_OUT_OF_ORDER: Final = "The Chards picked up aren't sorted in deck order."
TOO_FEW_MATCH: Final = "Too few of the Chards held or passed on match the TriCard led (RM-5)."
BAD_PLAYING: Final = "Each player in turn must play one Chard or sit the trick out (RM-3)."
SURE_BUT_WRONG: Final = "A Chard isn't where a player knows it to be (RM-15)."
SURE_OF_OWN: Final = "A player's list of known Chards can't include any from that player's own hand (RM-15)."
BAD_MARK: Final = "A mark has one bit for each player and one for TriCards that have been face up (RM-14)."
DRAWN_UNKNOWN: Final = "The leader must know the three TriCards drawn (RM-14)."
BAD_RESHUFFLED: Final = "The TriCards shuffled under the deck must be listed once each, in deck order (RM-14)."
WRONG_MARKS: Final = "Only TriCards that were shuffled under the deck can be marked as having been face up (RM-14)."
RESHUFFLED_IN_HAND: Final = "A TriCard that was shuffled under the deck can't be in a hand (RM-2)."


# Typed actions
_TRICARD_WORDS = frozenset(text.lower() for card in TRICARDS for text in (card.code, card.text))


def parse(text: str) -> Action:
    """Return the action that a player typed. Raise ValueError with a message for the player if the text is invalid."""
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
                raise ValueError(f"You can send at most two Chards, not {quote_typed(' '.join(rest))}.")
            return Send(in_order(tuple([Chard.parse(word) for word in rest])))
        case [word] if word in _TRICARD_WORDS:
            return Lead(TriCard.parse(word))
        case [word] if word not in ("lead", "discard", "send"):
            return Play(Chard.parse(word))
        case _:
            raise UnclearAction("Type 'draw', 'score', a Chard (Red, or R), 'lead HRC', 'discard HRC' or 'send R C'.")
