"""Events of Rummy-like in words, and what actions would do."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.cards import Card, Chard, TriCard, is_hidden, matches
from cardtable.engine.game import Event, Seat
from cardtable.engine.games.rummy_like.model import (
    SEATS,
    Action,
    Call,
    Called,
    Chards,
    Consequences,
    Dealt,
    Discard,
    Discarded,
    Drew,
    Lead,
    Led,
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
from cardtable.engine.phrases import counted, join_words, number_word
from cardtable.engine.tellings import Telling


# Events
def tell(event: Event, names: Sequence[str], *, spoken: bool = False) -> Telling:
    """Return an event in words. If `spoken` is true, use names instead of initials."""
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
            told = Telling((f"{who} shows {card.name if spoken else card.code}, has every {kinds}, and wins at once.",))
        case _:
            raise TypeError(f"not an event of Rummy-like: {event!r}")
    return told


def _which(cards: Sequence[Card], kind: str, *, spoken: bool) -> str:
    """Return the number of cards, with their initials if they are known. If `spoken`, return known names only."""
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
    why = () if event.cause == "called" else (name_cause(event, names),)  # the call has been told already
    if spoken:
        return Telling((*why, *(_tell_gain(event, seat, name) for seat, name in seats)))
    return Telling((*why, f"{'; '.join(_describe_gain(event, seat, name) for seat, name in seats)}."))


def name_cause(event: Scored, names: Sequence[str]) -> str:
    """Return a sentence about why a round is scored."""
    match event.cause:
        case "called":
            return f'{names[event.seat]} has said "Score". Everybody shows their TriCards.'
        case "bust":
            return "Only one player isn't bust, so the round is scored."
        case "deck":
            return "The deck has run short again, so the round is scored."


def _tell_gain(event: Scored, seat: Seat, name: str) -> str:
    tricards = ", ".join(card.name for card in event.tricards[seat])
    shows = f"{name} shows {tricards}" if tricards else f"{name} has no TriCards"
    sets = f" for {join_words(map(four_of, event.sets[seat]))}" if event.sets[seat] else ""
    total = f", and {event.scores[seat]} in all" if _has_history(event) else ""
    return f"{shows}: {counted(event.gains[seat], 'point')}{sets}{total}."


def _describe_gain(event: Scored, seat: Seat, name: str) -> str:
    cards = f" with {_codes(event.tricards[seat])}" if event.tricards[seat] else ""
    how = f": {describe_sets(event, seat)}" if event.sets[seat] else cards
    total = f" (now {event.scores[seat]})" if _has_history(event) else ""
    return f"{name} scores {event.gains[seat]}{how}{total}"


def _has_history(event: Scored) -> bool:
    """Return whether anybody had points before this round."""
    return event.scores != event.gains


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
COMES_BACK = "you get it back"
"""The effect of playing a Chard that the player will pick up again."""
ONLY_ONE = "your only one"
"""The effect of playing the player's only Chard of a kind."""
NO_POINTS = "no use to you"
"""The effect of sending only Chards that match none of the player's TriCards."""


def effect(action: Action, found: Consequences) -> str:
    """Return an action's effect on the player in a few words, or an empty string if the action has none."""
    match action:
        case Call():
            return f"you score {found.scores}"
        case Lead():
            return "" if found.matching else "you discard"
        case Discard():
            return f"loses {counted(found.loses, 'point')}" if found.loses else ""
        case Play() if found.comes_back:
            return COMES_BACK
        case Play(card):
            left = found.left.count(card)
            return _name_loss(found) or (f"you have {left} left" if left else ONLY_ONE)
        case Send():
            return _name_loss(found) or _name_use_and_last(found)
        case _:
            return ""


def _name_use_and_last(found: Consequences) -> str:
    """Say whether the Chards sent are of no use, and which kinds the hand would then lack."""
    last = [kind for kind in dict.fromkeys(found.leaving) if kind not in found.left]
    if not last:
        return "" if found.is_of_use else NO_POINTS
    use = "" if found.is_of_use else "no use, "
    one = ONLY_ONE if len(found.leaving) == 1 else f"your last {last[0]}"
    return f"{use}{one if len(last) == 1 else 'your last of both'}"


def _name_loss(found: Consequences) -> str:
    """Return text about the sets that break, or an empty string if no set breaks."""
    number = len(found.broken)
    return f"loses {found.loses}, breaks {'a set' if number == 1 else f'{number} sets'}" if number else ""


def name_call(points: int) -> str:
    """Return the effect of saying "Score", given the points that the caller scores."""
    return f"ends the round, and you score {counted(points, 'point')}"


def name_matches(matching: Chards) -> str:
    """Return the effect of a lead, given the kinds of Chard in the leader's hand that match the TriCard."""
    if matching:
        return f"you can match it with {list_cards(matching, 'or')}"
    return "you can't match it, so you sit out this trick"


def name_broken_sets(kinds: Chards, points: int) -> str:
    """Name the sets that break up if the player sends Chards. `points` is what these sets score for the player."""
    worth = "" if points else ", which score nothing for you"
    return f"this breaks up your {join_words(map(four_of, kinds))}{worth}"


def name_kept_sets(kinds: Chards) -> str:
    """Name the sets that the player still has after sending Chards."""
    return f"this keeps your {join_words(map(four_of, kinds))}"
