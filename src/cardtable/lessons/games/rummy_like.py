"""What lessons know of Rummy-like."""

from __future__ import annotations

from typing import Any

from cardtable.engine.cards import TRICARDS, Chard, TriCard, characteristics_of, in_order
from cardtable.engine.games.rummy_like.choices import legal
from cardtable.engine.games.rummy_like.model import (
    HAND_SIZE,
    KINDS,
    SEATS,
    WAS_FACE_UP,
    Action,
    Chards,
    Discard,
    Lead,
    Play,
    Scored,
    Send,
    Sent,
    State,
    TriCards,
)
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


def _matching(played: PlayedAction) -> int:
    wanted = characteristics_of(played.after.tricards[played.seat])
    return sum(bool(card.mask & wanted) for card in played.after.chards[played.seat])


def _served(played: PlayedAction) -> int:
    own, hand = played.after.tricards[played.seat], played.after.chards[played.seat]
    sets = sets_of(hand)
    return sum(points_of(own, card.mask) * (1 + bool(card.mask & sets)) for card in hand)


def _asked_for(played: PlayedAction) -> int:
    """What sets of the three kinds that a lead asks for would be worth; 0 for one that its leader cannot match."""
    led, hand = played.after.led, played.after.chards[played.seat]
    return points_of(played.after.tricards[played.seat], led.mask) if led and characteristics_of(hand) & led.mask else 0


def _best_set(played: PlayedAction) -> int:
    own = played.after.tricards[played.seat]
    return max(points_of(own, kind.mask) for kind in KINDS)


def _matched(played: PlayedAction) -> int:
    held = characteristics_of(played.after.chards[played.seat])
    return sum(bool(card.mask & held) for card in TRICARDS)


def _gained(played: PlayedAction) -> int:
    return sum(int(event.gains[played.seat]) for event in played.told(Scored))


def _best_gain_of_others(played: PlayedAction) -> int:
    gains = [gain for e in played.told(Scored) for seat, gain in enumerate(e.gains) if seat != played.seat]
    return max(gains, default=0)


def _pairs(played: PlayedAction) -> int:
    hand = played.after.chards[played.seat]
    return sum(hand.count(card) - 1 for card in set(hand))


def _lay(state: State, laying: WrittenPosition) -> State:
    """As the tests lay it: hands are filled up to what they must hold; TriCards left over lie under the deck."""
    chards = CardPool((card for hand in state.chards for card in hand), Chard)
    tricards = CardPool((*(card for hand in state.tricards for card in hand), *state.deck), TriCard)
    state = state._replace(leader=laying.seat("leader", state.leader), **_flags(laying))
    state = state._replace(turn=laying.seat("turn", state.leader))
    hands, played = laying.piles("chards", chards, SEATS), _played(laying)
    picked: list[Any] = laying.pile("picked", chards) or []
    _take_played(chards, hands, played)
    own = laying.piles("tricards", tricards, SEATS)
    deck, drawn, led_pile, discards = (
        laying.pile(name, tricards) for name in ("deck", "drawn", "led_pile", "discards")
    )
    led = laying.pile("led", tricards) or []
    reshuffled: Any = tuple(read_card(word, (TriCard,)) for word in laying.words("r", laying.get("reshuffled", "")))
    state = state._replace(
        played=played, picked=in_order(tuple(picked)), led=led[0] if led else None, drawn=tuple(drawn or ())
    )
    state = state._replace(phase=phase_of(state))
    shorts = [count_missing(state, seat) for seat in range(SEATS)]
    if hands is None:
        hands = [chards.like(hand[: HAND_SIZE - short]) for hand, short in zip(state.chards, shorts, strict=True)]
    chards.fill()
    for hand, short in zip(hands, shorts, strict=True):
        hand.extend(chards.next(max(HAND_SIZE - short - len(hand), 0)))
    if own is None:
        bust = state.bust
        own = [tricards.like([] if out else cards) for out, cards in zip(bust, state.tricards, strict=True)]
    tricards.fill()
    lies = tuple(tricards.next(len(tricards.free))) if deck is None else tuple(deck)
    return state._replace(
        round=laying.number("round", 1),
        scores=laying.numbers("scores", state.scores, SEATS),
        chards=tuple(in_order(tuple(hand)) for hand in hands),
        tricards=tuple(in_order(tuple(each)) for each in own),
        deck=lies,
        deck_marks=tuple(WAS_FACE_UP * (card in reshuffled) for card in lies),
        drawn_marks=tuple(WAS_FACE_UP * (card in reshuffled) | 1 << state.leader for card in state.drawn),
        led_pile=(*tricards.free, *(led_pile or ())),
        discards=tuple(discards or ()),
        reshuffled=in_order(reshuffled),
    )


def _flags(laying: WrittenPosition) -> dict[str, Any]:
    marked = {name: laying.seats(name) for name in ("sat_out", "bust")}
    return {name: tuple(seat in seats for seat in range(SEATS)) for name, seats in marked.items()}


def _played(laying: WrittenPosition) -> tuple[Any, ...]:
    """What each player has face down on the table, with a dot for nothing."""
    words = laying.words("played", laying.get("played", ". . ."))
    if len(words) != SEATS:
        raise ValueError("'played' is three Chards, with a dot for none")
    return tuple(None if word == "." else read_card(word, (Chard,)) for word in words)


def _take_played(chards: CardPool, hands: list[list[Any]] | None, played: tuple[Any, ...]) -> None:
    """What is played is taken out of a hand that is written in full."""
    for seat, card in enumerate(played):
        if card is None:
            continue
        if hands is not None and len(hands[seat]) == HAND_SIZE and card in hands[seat]:
            hands[seat].remove(card)
        else:
            chards.take((card,))


def _remark(state: State, action: Action) -> str:
    """What the action does to the sets of its player, and to what their TriCards bear."""
    seat = state.turn or 0
    hand, own = state.chards[seat] + state.picked, state.tricards[seat]
    match action:
        case Send(cards):
            return _parted_with(hand, own, cards)
        case Play(card):
            return _parted_with(hand, own, (card,))
        case Lead(card):
            return _called_for(hand, own, card)
        case Discard(card):
            others = characteristics_of([each for each in own if each is not card])
            lost = in_order(tuple({each for each in hand if each.mask & card.mask & ~others}))
            return f"{list_cards(lost)} would then be on none of your TriCards." if lost else ""
        case _:
            return ""


def _parted_with(hand: Chards, own: TriCards, cards: Chards) -> str:
    if broken := kinds_of(sets_of(hand) & ~sets_of(subtract(hand, cards))):
        return f"That breaks your {plural(len(broken), 'set')} of {list_cards(broken)}."
    wanted = [card for card in dict.fromkeys(cards) if card.mask & characteristics_of(own)]
    return " ".join(_borne_by(tuple(each for each in own if each.mask & card.mask), card) for card in wanted)


def _borne_by(own: TriCards, card: Chard) -> str:
    return f"Your {list_cards(own)} {'bears' if len(own) == 1 else 'bear'} {card.name}."


def _called_for(hand: Chards, own: TriCards, led: TriCard) -> str:
    if not characteristics_of(hand) & led.mask:
        return "You hold nothing that matches it, so one of your TriCards would have to go."
    worth = ", ".join(f"{kind.name} {points_of(own, kind.mask)}" for kind in kinds_of(led.mask))
    matching = kinds_of(characteristics_of(hand) & led.mask)
    return f"Of what it asks for you hold {list_cards(matching)}. A set would be worth: {worth}."


RUMMY_LIKE = Teaching(
    measures={
        "worth": Metric("points that this hand would score now", _worth),
        "sets": Metric("complete sets in hand afterwards", lambda p: sets_of(p.after.chards[p.seat]).bit_count()),
        "matching": Metric("Chards kept that match a TriCard of yours", _matching),
        "served": Metric("matches kept with your TriCards, those of a set counted twice", _served),
        "pairs": Metric("Chards in hand beyond the first of their kind", _pairs),
        "gained": Metric("points scored", _gained),
        "others_gain": Metric("the most points that another player scores", _best_gain_of_others),
        "score": Metric("points in the match afterwards", lambda p: int(p.after.scores[p.seat])),
        "tricards": Metric("TriCards kept", lambda p: len(p.after.tricards[p.seat])),
        "sent": Metric("Chards sent on", lambda p: sum(len(e.cards) for e in p.told(Sent) if e.seat == p.seat)),
        "best_set": Metric("the most that one set could be worth to you", _best_set),
        "matched": Metric("leads that you could match afterwards, of the 27 that there are", _matched),
        "asked_for": Metric("what the sets asked for are worth to you in all", _asked_for),
        "choices": Metric("choices of whoever is asked next", lambda p: len(legal(p.after))),
    },
    zones={
        "chards": PointingZone("chards", 2, is_of_players=True),
        "tricards": PointingZone("tricards", 2, is_of_players=True),
        "deck": PointingZone("deck"),
        "drawn": PointingZone("drawn", 1),
        "led": PointingZone("led"),
        "played": PointingZone("played", 1, is_of_players=True),
        "picked": PointingZone("picked", 1),
        "led_pile": PointingZone("led_pile"),
        "discards": PointingZone("discards"),
        "scores": PointingZone("scores", 1, is_of_players=True),
    },
    remark=_remark,
    lay=_lay,
)
