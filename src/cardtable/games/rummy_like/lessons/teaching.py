"""The measures, zones and written positions that lessons on Rummy-like use."""

from __future__ import annotations

from itertools import chain
from typing import Any

from cardtable.engine.cards import TRICARDS, Chard, TriCard, characteristics_of, in_order
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like.model import (
    HAND_SIZE,
    KINDS,
    SEATS,
    WAS_FACE_UP,
    Action,
    Chards,
    Discard,
    Known,
    Lead,
    Play,
    Scored,
    Send,
    Sent,
    State,
    TriCards,
)
from cardtable.engine.games.rummy_like.rules import legal
from cardtable.engine.games.rummy_like.scoring import kinds_of, points_of, sets_of
from cardtable.engine.games.rummy_like.trick import count_missing
from cardtable.engine.games.rummy_like.validation import phase_of
from cardtable.engine.games.rummy_like.words import list_cards
from cardtable.engine.phrases import plural
from cardtable.engine.zones import subtract
from cardtable.lessons.teaching import Metric, PlayedAction, PointingZone, Teaching
from cardtable.lessons.written_position import CardPool, WrittenPosition, read_card


def _worth(played: PlayedAction) -> int:
    state, seat = played.after, played.seat
    return points_of(state.tricards[seat], sets_of(state.chards[seat]))


def _count_matching(played: PlayedAction) -> int:
    wanted = characteristics_of(played.after.tricards[played.seat])
    return sum(bool(card.mask & wanted) for card in played.after.chards[played.seat])


def _count_matches(played: PlayedAction) -> int:
    """Return the number of matches between the player's Chards and TriCards. Chards of a complete set count twice."""
    own, hand = played.after.tricards[played.seat], played.after.chards[played.seat]
    sets = sets_of(hand)
    return sum(points_of(own, card.mask) * (1 + bool(card.mask & sets)) for card in hand)


def _worth_of_lead(played: PlayedAction) -> int:
    """Return the total value of the sets that match the led TriCard, or 0 if the leader can't match that card."""
    led, hand = played.after.led, played.after.chards[played.seat]
    return points_of(played.after.tricards[played.seat], led.mask) if led and characteristics_of(hand) & led.mask else 0


def _worth_of_best_set(played: PlayedAction) -> int:
    own = played.after.tricards[played.seat]
    return max(points_of(own, kind.mask) for kind in KINDS)


def _count_matchable_leads(played: PlayedAction) -> int:
    own = characteristics_of(played.after.chards[played.seat])
    return sum(bool(card.mask & own) for card in TRICARDS)


def _gained(played: PlayedAction) -> int:
    return sum(int(event.gains[played.seat]) for event in played.events_of(Scored))


def _best_gain_of_others(played: PlayedAction) -> int:
    gains = [gain for e in played.events_of(Scored) for seat, gain in enumerate(e.gains) if seat != played.seat]
    return max(gains, default=0)


def _count_duplicates(played: PlayedAction) -> int:
    hand = played.after.chards[played.seat]
    return sum(hand.count(card) - 1 for card in set(hand))


def _set_up(state: State, position: WrittenPosition) -> State:
    """Set up the author's position. The hands are filled up, and the remaining TriCards go under the deck."""
    chards = CardPool((card for hand in state.chards for card in hand), Chard)
    tricards = CardPool((*(card for hand in state.tricards for card in hand), *state.deck), TriCard)
    state = state._replace(leader=position.seat("leader", state.leader), **_flags(position))
    state = state._replace(turn=position.seat("turn", state.leader))
    hands, played = position.piles("chards", chards, SEATS), _played(position)
    picked: list[Any] = position.pile("picked", chards) or []
    _take_played(chards, hands, played)
    own = position.piles("tricards", tricards, SEATS)
    deck, drawn, led_pile, discards = (
        position.pile(name, tricards) for name in ("deck", "drawn", "led_pile", "discards")
    )
    led = position.pile("led", tricards) or []
    reshuffled = position.cards("reshuffled", TriCard)
    known_tricards = _known_tricards(position)
    state = state._replace(
        played=played, picked=in_order(tuple(picked)), led=led[0] if led else None, drawn=tuple(drawn or ())
    )
    state = state._replace(phase=phase_of(state))
    shorts = [count_missing(state, seat) for seat in range(SEATS)]
    if hands is None:
        hands = [chards.redeal(hand[: HAND_SIZE - short]) for hand, short in zip(state.chards, shorts, strict=True)]
    chards.fill()
    for hand, short in zip(hands, shorts, strict=True):
        hand.extend(chards.draw(max(HAND_SIZE - short - len(hand), 0)))
    if own is None:
        bust = state.bust
        own = [tricards.redeal([] if out else cards) for out, cards in zip(bust, state.tricards, strict=True)]
    tricards.fill()
    full_deck = tuple(tricards.draw(len(tricards.remaining))) if deck is None else tuple(deck)
    for card in chain.from_iterable(known_tricards.values()):
        if card not in (*full_deck, *state.drawn):
            raise ValueError(f"'known_tricards' can't have {card}, which isn't in the deck")
    return state._replace(
        round=position.number("round", 1),
        scores=position.numbers("scores", state.scores, SEATS),
        chards=tuple(in_order(tuple(hand)) for hand in hands),
        tricards=tuple(in_order(tuple(each)) for each in own),
        deck=full_deck,
        deck_marks=_marks(full_deck, known_tricards, reshuffled),
        drawn_marks=tuple(mark | 1 << state.leader for mark in _marks(state.drawn, known_tricards, reshuffled)),
        led_pile=(*tricards.remaining, *(led_pile or ())),
        discards=tuple(discards or ()),
        reshuffled=in_order(reshuffled),
        known=_known(position),
    )


def _flags(position: WrittenPosition) -> dict[str, Any]:
    flagged = {name: position.seats(name) for name in ("sat_out", "bust")}
    return {name: tuple(seat in seats for seat in range(SEATS)) for name, seats in flagged.items()}


def _played(position: WrittenPosition) -> tuple[Any, ...]:
    """Read each player's face-down Chard on the table. A dot means that there is no Chard."""
    words = position.words("played", position.get("played", ". . ."))
    if len(words) != SEATS:
        raise ValueError("'played' must be three Chards, with a dot for none")
    return tuple(None if word == "." else read_card(word, (Chard,)) for word in words)


def _known(position: WrittenPosition) -> Known:
    """Read the Chards that the players know, as in `known = { Ann = { Ben = "H H", middle = "C" } }`.

    The Chards in the middle are those in the field `picked`.
    """
    known: list[tuple[Chards, ...]] = [((),) * (SEATS + 1)] * SEATS
    for seat, value in position.by_seat("known", position.get("known", {})).items():
        by_place = position.by_seat("known", value, "middle")
        known[seat] = tuple(
            in_order(position.cards_in("known", by_place.get(place, ""), Chard)) for place in range(SEATS + 1)
        )
    return tuple(known)


def _known_tricards(position: WrittenPosition) -> dict[Seat, TriCards]:
    """Read the TriCards that each player knows. These cards are in the deck or were just drawn."""
    by_seat = position.by_seat("known_tricards", position.get("known_tricards", {}))
    return {seat: position.cards_in("known_tricards", value, TriCard) for seat, value in by_seat.items()}


def _marks(cards: TriCards, known: dict[Seat, TriCards], reshuffled: TriCards) -> tuple[int, ...]:
    """Return the marks of each card: a bit for each seat that knows the card, and WAS_FACE_UP if it was reshuffled."""
    return tuple(
        sum(1 << seat for seat, own in known.items() if card in own) | WAS_FACE_UP * (card in reshuffled)
        for card in cards
    )


def _take_played(chards: CardPool, hands: list[list[Any]] | None, played: tuple[Any, ...]) -> None:
    """Remove each played Chard from the player's hand if the author set the full hand, or otherwise from the pool."""
    for seat, card in enumerate(played):
        if card is None:
            continue
        if hands is not None and len(hands[seat]) == HAND_SIZE and card in hands[seat]:
            hands[seat].remove(card)
        else:
            chards.take((card,))


def _remark(state: State, action: Action) -> str:
    """Return a remark about how the action affects the player's sets and TriCards."""
    seat = state.turn or 0
    hand, own = state.chards[seat] + state.picked, state.tricards[seat]
    match action:
        case Send(cards):
            return _remark_on_losing(hand, own, cards)
        case Play(card):
            return _remark_on_losing(hand, own, (card,))
        case Lead(card):
            return _remark_on_lead(hand, own, card)
        case Discard(card):
            others = characteristics_of([each for each in own if each is not card])
            lost = in_order(tuple({each for each in hand if each.mask & card.mask & ~others}))
            return f"Then none of your TriCards would match {list_cards(lost, 'or')}." if lost else ""
        case _:
            return ""


def _remark_on_losing(hand: Chards, own: TriCards, cards: Chards) -> str:
    if broken := kinds_of(sets_of(hand) & ~sets_of(subtract(hand, cards))):
        return f"That breaks your {plural(len(broken), 'set')} of {list_cards(broken)}."
    useful = [card for card in dict.fromkeys(cards) if card.mask & characteristics_of(own)]
    return " ".join(_remark_on_match(tuple(each for each in own if each.mask & card.mask), card) for card in useful)


def _remark_on_match(own: TriCards, card: Chard) -> str:
    return f"Your {list_cards(own)} {'matches' if len(own) == 1 else 'match'} {card.name}."


def _remark_on_lead(hand: Chards, own: TriCards, led: TriCard) -> str:
    if not characteristics_of(hand) & led.mask:
        return "None of your Chards matches this TriCard, so you would have to discard one of your TriCards."
    worth = ", ".join(f"{kind.name} {points_of(own, kind.mask)}" for kind in kinds_of(led.mask))
    matching = kinds_of(characteristics_of(hand) & led.mask)
    return f"You can match this TriCard with {list_cards(matching, 'or')}. The sets would be worth: {worth}."


TEACHING = Teaching(
    measures={
        "worth": Metric("points that your hand would score now", _worth),
        "sets": Metric("complete sets in your hand afterwards", lambda p: sets_of(p.after.chards[p.seat]).bit_count()),
        "matching": Metric("Chards in your hand that match one of your TriCards", _count_matching),
        "served": Metric("matches between your Chards and TriCards (Chards in a set count twice)", _count_matches),
        "pairs": Metric("Chards in your hand beyond the first of each kind", _count_duplicates),
        "gained": Metric("points scored", _gained),
        "others_gain": Metric("the most points that another player scores", _best_gain_of_others),
        "score": Metric("your points in the match afterwards", lambda p: int(p.after.scores[p.seat])),
        "tricards": Metric("TriCards in your hand afterwards", lambda p: len(p.after.tricards[p.seat])),
        "sent": Metric("Chards sent on", lambda p: sum(len(e.cards) for e in p.events_of(Sent) if e.seat == p.seat)),
        "best_set": Metric("the most that one set could be worth to you", _worth_of_best_set),
        "matched": Metric("how many of the 27 TriCards you could match if they were led", _count_matchable_leads),
        "asked_for": Metric("the total that sets matching it would be worth to you", _worth_of_lead),
        "choices": Metric("legal moves for the player who chooses next", lambda p: len(legal(p.after))),
    },
    zones={
        "chards": PointingZone("chards", 2, owned="Chard"),
        "tricards": PointingZone("tricards", 2, owned="TriCard"),
        "deck": PointingZone("deck"),
        "drawn": PointingZone("drawn", 1),
        "led": PointingZone("led"),
        "played": PointingZone("played", 1, owned="Chard on the table"),
        "picked": PointingZone("picked", 1),
        "led_pile": PointingZone("led_pile"),
        "discards": PointingZone("discards"),
        "scores": PointingZone("scores", 1, owned="score"),
    },
    remark=_remark,
    set_up=_set_up,
)
