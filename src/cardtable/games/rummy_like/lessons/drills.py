"""The drills of Rummy-like: passing on, leading, playing, discarding, scoring, and leads that can't be matched."""

from __future__ import annotations

from cardtable.engine.cards import CHARDS, TRICARDS, Chard, TriCard, characteristics_of, in_order
from cardtable.engine.chance import Key, shuffle
from cardtable.engine.game import play, start
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import (
    HAND_SIZE,
    KINDS,
    OF_A_KIND,
    SEATS,
    Call,
    Discard,
    Lead,
    Options,
    Scored,
    State,
)
from cardtable.engine.games.rummy_like.rules import legal
from cardtable.engine.games.rummy_like.scoring import kinds_of, sets_of
from cardtable.engine.games.rummy_like.words import list_cards
from cardtable.engine.zones import subtract
from cardtable.lessons.drill import Dice, Drill, MultipleChoice
from cardtable.lessons.script import RightAnswers
from cardtable.lessons.situation import Situation

YOU, NEXT, LAST = range(SEATS)
CHOICES = 4
"""The number of choices in a multiple-choice question."""


# Positions
def _follows(state: State) -> bool:
    """Return whether the player must follow another player's lead. Leaders don't count: they get their Chard back."""
    return state.phase == "play" and state.turn != state.leader and not _discards(state)


def _discards(state: State) -> bool:
    """Return whether a player can't match the lead and must discard."""
    led, picked, hand = state.led, state.picked, state.chards[state.turn or 0]
    return led is not None and not picked and not characteristics_of(hand) & led.mask


def _is_valid(state: State) -> bool:
    return not GAME.validate_state(state)


def before_a_call(seats: int, key: Key) -> State:
    """Return a position in which the learner leads and holds one set. The player on the left holds two sets."""
    state = start(GAME, Options(first=1), seats, key).state
    kinds, key = shuffle(KINDS, key)
    rest, _ = shuffle(subtract(CHARDS, kinds[:3] * OF_A_KIND), key)
    yours, theirs = kinds[:1] * OF_A_KIND, kinds[1:3] * OF_A_KIND
    hands = (yours + rest[:8], theirs + rest[8:12], rest[12:])
    return state._replace(chards=tuple(map(in_order, hands)))


def after_two_discards(seats: int, key: Key) -> State:
    """Return a position in which the learner leads. The player on the left couldn't match the last two leads."""
    state = start(GAME, Options(first=1), seats, key).state
    cards, key = shuffle(TRICARDS, key)
    first = cards[0]
    second = next(card for card in cards if (card.mask & first.mask).bit_count() == 1)
    missing = first.mask | second.mask
    unmatched = next(card for card in cards[1:] if card is not second and not card.mask & ~missing)
    near = tuple(card for card in cards if (card.mask & missing).bit_count() == 2)[:2]
    drawn, key = shuffle((unmatched, *near), key)
    rest = subtract(cards, (first, second, *drawn))
    own, theirs, last, discards, deck = rest[:3], rest[3:4], rest[4:7], rest[7:9], rest[9:]
    return state._replace(
        phase="lead",
        chards=_hands(missing, key),
        tricards=tuple(map(in_order, (own, theirs, last))),
        deck=deck,
        deck_marks=(0,) * len(deck),
        drawn=drawn,
        drawn_marks=(1 << YOU,) * len(drawn),
        led_pile=(first, second),
        discards=discards,
    )


def _hands(missing: int, key: Key) -> tuple[tuple[Chard, ...], ...]:
    """Return random hands. The player on the left has no Chard with any of the characteristics in `missing`."""
    chards, key = shuffle(CHARDS, key)
    theirs = tuple(card for card in chards if not card.mask & missing)[:HAND_SIZE]
    rest = subtract(chards, theirs)
    return tuple(map(in_order, (rest[:HAND_SIZE], theirs, rest[HAND_SIZE:])))


# Questions
def _points_of_call(situation: Situation, roll: Dice) -> MultipleChoice:
    """Return a question about how many points the player on the left scores when the learner calls."""
    state, name = situation.state, situation.names[NEXT]
    (scored,) = situation.play(Call()).events_of(Scored)
    own, sets = scored.tricards[NEXT], sets_of(state.chards[NEXT])
    gain = scored.gains[NEXT]
    lowest = max(0, gain - roll(CHOICES))
    call = f'You say "Score". {name} shows {list_cards(own)} and has sets of {list_cards(kinds_of(sets))}.'
    return MultipleChoice(
        f"{call} How many points does {name} score?",
        tuple(str(number) for number in range(lowest, lowest + CHOICES)),
        str(gain),
        f"{'; '.join(_score_card(card, sets) for card in own)}. Total: {gain}.",
    )


def _score_card(card: TriCard, sets: int) -> str:
    scoring = kinds_of(card.mask & sets)
    return f"{card.code} matches {list_cards(scoring)}: {len(scoring)}" if scoring else f"{card.code} matches neither"


def _unmatched_lead(situation: Situation, roll: Dice) -> MultipleChoice | None:
    """Ask which lead the player on the left can't match. Return None unless exactly one lead is right."""
    state, name = situation.state, situation.names[NEXT]
    unmatched = [card for card in state.drawn if _forces_discard(state, card)]
    if len(unmatched) != 1:
        return None
    first, second = state.led_pile
    missing = kinds_of(first.mask | second.mask)
    matchable = [card for card in state.drawn if card is not unmatched[0]]
    others = ", and ".join(f"{_other_kinds(card, missing)} would match {card.code}" for card in matchable)
    tricks = (
        f"{name} couldn't match {first.code} or {second.code} in the last two tricks and has received no Chards since."
    )
    return MultipleChoice(
        f"{tricks} Which lead is {name} certain not to match?",
        tuple(card.code for card in state.drawn),
        unmatched[0].code,
        f"{name} has no {list_cards(missing, 'or')}, and no other Chard matches {unmatched[0].code}. {others}.",
    )


def _other_kinds(card: TriCard, missing: tuple[Chard, ...]) -> str:
    return list_cards(kinds_of(card.mask & ~characteristics_of(missing)), "or")


def _forces_discard(state: State, card: TriCard) -> bool:
    """Return whether the player on the left must discard after this lead."""
    led = play(GAME, state, Lead(card)).state
    return isinstance(legal(play(GAME, led, legal(led)[0]).state)[0], Discard)


DRILLS = (
    Drill(
        "Which Chards should you send on to keep the most matches with your TriCards? Chards in a set count twice.",
        RightAnswers(best="served"), SEATS, 60, lambda state: state.phase == "send", rarity=2,
    ),
    Drill(
        "Which TriCard should you lead so that the sets matching it are worth the most to you?",
        RightAnswers(best="asked_for"), SEATS, 60, lambda state: state.phase == "lead", rarity=2,
    ),
    Drill(
        "Which Chard should you play to keep the most matches with your TriCards? Chards in a set count twice.",
        RightAnswers(best="served"), SEATS, 60, _follows,
    ),
    Drill(
        "Which TriCard should you discard to keep the most matches with your Chards? Chards in a set count twice.",
        RightAnswers(best="served"), SEATS, 120, _discards,
    ),
    Drill("", None, SEATS, fits=_is_valid, set_up=before_a_call, ask=_points_of_call),
    Drill("", None, SEATS, fits=_is_valid, set_up=after_two_discards, ask=_unmatched_lead),
)  # fmt: skip
