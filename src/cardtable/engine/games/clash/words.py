"""Every sentence and label of Clash, and how a typed action is read."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.cards import CHARACTERISTICS, Card, Chard, Complete, is_hidden, quote
from cardtable.engine.game import Event, OptionText, Preset
from cardtable.engine.games.clash.model import (
    PILE_OF,
    Action,
    Dealt,
    Drew,
    EndTurn,
    Hand,
    HandCard,
    Options,
    Passed,
    PlayChard,
    PlayComplete,
    Played,
    PlayLast,
    PlayPair,
    PlayThree,
    RoundEnded,
    Showed,
)
from cardtable.engine.phrases import counted, join_words, plural, typed_words

# Labels

TITLE = "Clash"
SUMMARY = "Head to head, be the first to get rid of every card on the common piles."
SEAT_NAMES = ("South", "North")
OPTION_TEXTS = {
    "target": OptionText(
        "Target",
        "Points that win; in a single round the opener is at a slight disadvantage.",
        labels={0: "a single round"},
    ),
    "first": OptionText("First dealer", "Who deals and opens the first round.", unset="drawn by the deal"),
}
PRESETS = (
    Preset("By the book", "A match to ten points.", Options()),
    Preset("Single round", "One deal; whoever opens it is at a slight disadvantage (CL-8).", Options(target=0)),
)


def _name_characteristics(mask: int) -> str:
    """Return `Red and Circle`, or `nothing`."""
    return " and ".join(each.name for each in CHARACTERISTICS if each.mask & mask) or "nothing"


def _list_codes(cards: Sequence[Card]) -> str:
    """Return `R HRC`."""
    return " ".join(card.code for card in cards)


# Events


def describe(event: Event, names: Sequence[str]) -> str:
    """Return the log line for an event."""
    name = names[event.seat]
    match event:
        case Dealt(_, number, (pattern, colour, shape)):
            return f"Round {number}: {pattern}, {colour} and {shape} lie open. {name} dealt and opens."
        case Showed(_, cards):
            return f"{name} shows a hand without a Complete ({_list_codes(cards)}), and draws anew."
        case Played(_, cards, last):
            return f"{name} plays {_name_together(cards)}{' last' if last else ''}."
        case Passed():
            return f"{name} passes."
        case Drew(_, cards):
            seen = "" if any(map(is_hidden, cards)) else f": {_list_codes(cards)}"
            return f"{name} draws {counted(len(cards), 'card')}{seen}."
        case RoundEnded():
            return _describe_round_end(event, names)
        case _:
            raise TypeError(f"not an event of Clash: {type(event).__name__}")


def _name_together(cards: Hand) -> str:
    """Return `Red`, or `Hollow, Red and Circle together`."""
    return join_words(card.name for card in cards) + " together" * (len(cards) > 1)


def _describe_round_end(event: RoundEnded, names: Sequence[str]) -> str:
    standing = ", ".join(f"{name} {score}" for name, score in zip(names, event.scores, strict=False))
    if event.winner is None:
        return f"The round ends with {event.left[0]} cards left each; nobody scores ({standing})."
    points = abs(event.left[0] - event.left[1])
    how = "gets rid of every card" if 0 in event.left else "has fewer cards left"
    return f"{names[event.winner]} {how} and scores {points} ({standing})."


# Why an action isn't legal

GAME_OVER = "The game is over (CL-8)."
MUST_OPEN = "The dealer opens with a Complete, and only that (CL-2)."
NOT_ONE_OF_EACH = "Three Chards together are a pattern, a colour and a shape (CL-3)."
PILES_DONT_MATCH = "Three Chards together need four piles that match (CL-3)."


def refuse_kind(card: Card, kind: type[Card]) -> str:
    """Refuse a card of the wrong kind."""
    return f"{card} is no {kind.kind} (CL-3)."


def refuse_missing_card(card: Card) -> str:
    """Refuse a card that the player doesn't hold."""
    return f"There is no {card} in this hand."


def refuse_complete(shared: int) -> str:
    """Refuse a Complete alone; `shared` is the mask of what it shares with the Complete that shows."""
    only = "only " if shared else ""
    return f"It shares {only}{_name_characteristics(shared)} with the top card, and does not show (CL-3)."


def refuse_chard_without_match(card: Chard) -> str:
    """Refuse a Chard alone that doesn't match the Complete that shows."""
    return f"The top card does not bear {card}, so alone it goes last (CL-3, CL-4)."


def refuse_chard_that_shows(card: Chard) -> str:
    """Refuse a Chard alone that shows on its pile already."""
    return f"{card} shows already, so alone it goes last (CL-3, CL-4)."


def refuse_pair(shared: int) -> str:
    """Refuse a pair; `shared` is the mask of what its Complete shares with the Chards that show."""
    shows = "all" if shared.bit_count() == 3 else _name_characteristics(shared)
    return f"It bears {shows} of what shows; a pair needs exactly two (CL-3)."


def refuse_partner(complete: Complete, third: int) -> str:
    """Refuse the Chard of a pair; `third` is the mask of the right one."""
    return f"The Chard beside {complete} has to be {_name_characteristics(third)} (CL-3)."


# Why an action is legal

OPENING = "The dealer opens with a Complete and draws one card, no more (CL-2)."
THREE_CHARDS = "Play 4: all four piles match, so any three Chards go down together (CL-3)."
_REASONS = {1: "it shares two with the top", 3: "it is what shows", 4: "all four piles match"}


def justify_complete(plays: tuple[int, ...], shared: int) -> str:
    """Explain a Complete alone; `shared` is the mask of what it shares with the Complete that shows."""
    if plays == (1,):
        return f"Play 1: it shares {_name_characteristics(shared)} with the top card (CL-3)."
    numbers = " and ".join(map(str, plays))
    reasons = ", and ".join(_REASONS[play] for play in plays)
    return f"{plural(len(plays), 'Play')} {numbers}: {reasons} (CL-3)."


def justify_chard(card: Chard) -> str:
    """Explain play 2."""
    return f"Play 2: the top card bears {card}; the turn goes on (CL-3)."


def justify_pair(chard: Chard, shared: int) -> str:
    """Explain play 5; `shared` is the mask of what the Complete shares with the Chards that show."""
    return f"Play 5: {_name_characteristics(shared)} show, {chard} is the third; then all match (CL-3)."


def justify_last(card: Chard) -> str:
    """Explain play 6."""
    return f"Play 6: any Chard may come last; {card} ends the turn (CL-4)."


def justify_end(played: int, draws: int) -> str:
    """Explain the end of a turn in which cards were played."""
    return f"The turn ends after {counted(played, 'card')}, with {counted(draws, 'card')} to draw (CL-5)."


def justify_pass(can_play: bool) -> str:
    """Explain a pass that doesn't end the round."""
    return f"Pass: {'nobody has to play' if can_play else 'nothing can be played'} (CL-5)."


def justify_second_pass(left: tuple[int, int]) -> str:
    """Explain a pass that ends the round, with this many cards left."""
    scores = "nobody scores" if left[0] == left[1] else "fewer cards score the difference"
    return f"A second pass ends the round: {scores} (CL-7)."


# The outcome


def tell_match_won(target: int, scores: tuple[int, ...]) -> str:
    """Tell how a match to a target ended."""
    return f"A match to {target}: {max(scores)} points to {min(scores)}."


def tell_every_card_played(left: int) -> str:
    """Tell how a single round ended in which one player has no card left."""
    return f"Every card is played, with {counted(left, 'card')} left on the other side."


def tell_both_passed(left: tuple[int, int]) -> str:
    """Tell how a single round ended by two passes."""
    fewer, more = min(left), max(left)
    return (
        f"Neither player went on, with {counted(fewer, 'card')} left {'each' if fewer == more else f'against {more}'}."
    )


# Faults of a position from outside

WRONG_ZONES = "Clash has two hands, two face-down piles, two scores and four piles on the table."
WRONG_PLAYERS = "Clash is for two players."
WRONG_PILE = "Each card on the table lies on the pile of its kind and category (CL-1)."
EMPTY_PILE = "On each category pile shows a Chard (CL-1)."
UNSORTED_HAND = "A hand lies in order: Chards, then Completes."
WRONG_HAND_SIZE = "A hand has seven cards, or all that are left, and no more (CL-5)."
WRONG_HAND_SIZE_IN_TURN = (
    "A turn begins with seven cards in hand, or all that are left, and cards are played from those (CL-5)."
)
SHOWN_CARD_MISSING = "The dealer no longer has all the cards noted as shown (CL-2)."
UNSORTED_SHOWN_CARDS = "The cards noted as shown are in the order of the deck."
WRONG_COUNTS = "Rounds are counted from 1, scores and the cards of a turn from 0."
SECOND_SINGLE_ROUND = "Without a target there is only one round (CL-8)."
WRONG_DEALER = "With these options the other player deals this round (CL-8)."
MATCH_SHOULD_BE_OVER = "The match is over once somebody has the points to win it (CL-8)."
ROUND_SHOULD_BE_OVER = "The round is over once somebody has no card left (CL-6)."
WRONG_START = "Before the opening the dealer is on turn with a Complete, and nothing is played (CL-2)."
TOO_MANY_PLAYED = "More cards were played this turn than are on the table (CL-2)."
ROUND_NOT_OVER = "A round ends when a player has no cards left, or after two passes (CL-7)."
WRONG_FINAL_SCORES = "The final scores follow from the cards left in the last round (CL-8)."


def refuse_too_many_left(at_start: int) -> str:
    """Refuse a position in which a player has more cards than at the start of a round."""
    return f"Each player began with {at_start} cards, and the dealer has opened with one of them (CL-2)."


def refuse_high_scores(most: int) -> str:
    """Refuse scores that the rounds before can't have brought; `most` is for one round."""
    return f"One player scores at most {most} points in each round before this one (CL-6)."


def refuse_early_end(target: int) -> str:
    """Refuse the end of a match in which nobody has reached the target."""
    return f"The match is not over before somebody has {target} points (CL-8)."


# Typed actions


def parse(text: str) -> Action:
    """Return the action that a player typed; ValueError with a sentence."""
    words = typed_words(text.replace("+", " + ").replace(",", " + "))
    if words in (["end"], ["pass"], ["end", "turn"]):
        return EndTurn()
    if "last" in words and "+" not in words:
        return PlayLast(Chard.parse(" ".join(word for word in words if word != "last")))
    parts = " ".join("+" if word in ("and", "with") else word for word in words).split("+")
    cards = sorted((_read_card(part.strip()) for part in parts), key=PILE_OF.__getitem__)
    match cards:
        case [Complete() as card]:
            return PlayComplete(card)
        case [Chard() as card]:
            return PlayChard(card)
        case [Chard() as chard, Complete() as complete]:
            return PlayPair(chard, complete)
        case [Chard() as pattern, Chard() as colour, Chard() as shape]:
            return PlayThree(pattern, colour, shape)
        case _:
            raise ValueError("Together go a Chard and a Complete, or three Chards: 'Red + HRC', 'H + R + C'.")


def _read_card(text: str) -> HandCard:
    if not text:
        raise ValueError("Type a card (Red, or HRC), cards with + between them, a Chard with 'last', or 'end'.")
    for kind in (Chard, Complete):
        try:
            return kind.parse(text)
        except ValueError:
            pass
    raise ValueError(f"There is no Chard or Complete called {quote(text)}.")
