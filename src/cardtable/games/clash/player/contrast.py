"""Short reasons why one move of Clash is better than another.

A reason begins with what is certain, such as the cards that a player can still play this turn. What the opponent does
next comes from simulations of both moves with the same hidden cards, dealt at random to fit what the player knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from cardtable.engine.cards import Complete
from cardtable.engine.games.clash import GAME, outlook
from cardtable.engine.games.clash.model import (
    Action,
    EndTurn,
    HandCard,
    PlayLast,
    RoundEnded,
    State,
    cards_left,
    cards_of,
)
from cardtable.engine.games.clash.rules import is_matched
from cardtable.engine.phrases import capitalized, counted, join_words
from cardtable.players.foresight import NO_REASON, Foreseen, foresee
from cardtable.players.knowledge import Knowledge

_WORTH_NAMING = 0.3
"""The smallest difference to name, in cards."""
_WORTH_MENTIONING = 0.08
"""The smallest difference to name, in cards, if none reaches `_WORTH_NAMING`."""
_MAX_FACTS = 2
"""The maximum number of facts in a reason, both certain and simulated."""


class _Outcome(NamedTuple):
    """An outcome of simulations."""

    clause: str
    number: str
    """The format of the outcome's mean in the clause."""
    weight: float
    """Roughly how many cards the outcome is worth to the player."""


_OUTCOMES = {
    "turn": _Outcome("you play {} cards this turn", ".1f", 1),
    "next": _Outcome("you play {} cards in your next turn", ".1f", 1),
    "kept": _Outcome("you get rid of {card} by the end of your next turn in {} of them", ".0%", 1.2),
    "reply": _Outcome("your opponent plays {} cards next", ".1f", -1),
    "onto": _Outcome("your opponent plays on {card} in {} of them", ".0%", -1),
    "free": _Outcome("your opponent gets a free play in {} of them", ".0%", -2),
    "out": _Outcome("you play your last card by the end of your next turn in {} of them", ".0%", 6),
    "lost": _Outcome("your opponent plays their last card next turn in {} of them", ".0%", -6),
}
_IN_OTHER_TURNS = "next", "reply", "free", "out", "lost"
"""The outcomes that don't follow from the number of cards that can be played this turn."""


def contrast(knowledge: Knowledge[State, Action], state: State, better: Action, worse: Action) -> str:
    """Return sentences about the advantage of the better action, or an empty string if either action ends the round."""
    if any(isinstance(outlook.foresee(state, each).end, RoundEnded) for each in (better, worse)):
        return ""
    differences = foresee(knowledge, state, better, worse, partial(_outcomes, state))
    gains = {each: each.gain * _outcome(each.what).weight for each in differences}
    ranked = sorted(differences, key=lambda each: -gains[each])
    facts = [each for each in ranked if gains[each] >= _WORTH_NAMING and each.what != "onto"]
    one, other = (_longest(state, action, {}) for action in (better, worse))
    if one[:2] > other[:2]:
        facts = [each for each in facts if each.what in _IN_OTHER_TURNS]
        found = [_longer(one, other)]
    elif one[:2] == other[:2] and facts and facts[0].what == "turn":
        found = [_harder(other)]
    elif _gives_free_play(state, worse) and not _gives_free_play(state, better):
        facts = [each for each in facts if each.what != "free"]
        found = [f"{_name(worse)} gives your opponent a free play"]
    else:
        found = []
    if not (facts or found):
        facts = [each for each in ranked if gains[each] >= _WORTH_MENTIONING]
    if facts:
        found.append(_simulated(better, worse, facts[: _MAX_FACTS - len(found)]))
    elif not found:
        found = [f"{NO_REASON}, but {_name(better)} does better in simulations on the whole"]
    return " ".join(f"{capitalized(each)}." for each in found)


def _name_card(card: HandCard) -> str:
    return card.code if isinstance(card, Complete) else card.name


def _name(action: Action) -> str:
    """Return an action's name for use in a sentence, such as `Circle + FRC`."""
    cards = " + ".join(map(_name_card, cards_of(action)))
    return f"{cards or 'ending your turn'}{' last' * isinstance(action, PlayLast)}"


# Certain facts
class _Chain(NamedTuple):
    """Plays of one turn."""

    cards: int
    goes_on: bool
    """Whether the turn goes on with new cards, because the plays empty the hand."""
    plays: tuple[Action, ...] = ()

    def __str__(self) -> str:
        *others, last = map(_name, self.plays)
        return ", ".join((*others, f"then {last}"))


def _longer(one: _Chain, other: _Chain) -> str:
    """Return a clause about the cards that can be played this turn if the better action allows more of them."""
    (first, *rest), (instead, *_) = one.plays, other.plays
    if isinstance(instead, EndTurn):
        than = "if you end your turn, you keep them" if one.cards > 1 else "if you end your turn, you keep it"
    elif isinstance(instead, PlayLast):
        than = f"{_name(instead)} now would end your turn"
    else:
        than = (
            f"after {_name(instead)}, {f'at most {other.cards}' if other.cards < one.cards else 'that is impossible'}"
        )
    can = f"you can play {counted(one.cards, 'card')} this turn: {one}"
    draws = ", which empties your hand, so that you draw and go on" if one.goes_on else ""
    return f"{can if rest else f'you can still play {_name(first)}'}{draws}; {than}"


def _harder(other: _Chain) -> str:
    """Return a clause for a worse action that allows as many cards this turn, but in a way that is harder to find."""
    cards = counted(other.cards, "card")
    return f"after {_name(other.plays[0])}, {cards} are possible this turn, too, but harder to find: {other}"


def _longest(state: State, action: Action, known: dict[Any, _Chain]) -> _Chain:
    """Return the longest chain of this turn that begins with an action, played with the cards in the hand."""
    seat, cards = state.turn or 0, len(cards_of(action))
    after = GAME.advance(state, action, None)
    if after.turn != seat or after.round != state.round:
        return _Chain(cards, False, (action,))
    if after.draw_piles[seat] != state.draw_piles[seat]:
        return _Chain(cards, True, (action,))
    place = after.hands[seat], tuple(pile[0] for pile in after.piles)
    if place not in known:
        following = (_longest(after, each, known) for each in GAME.legal(after) if not isinstance(each, EndTurn))
        known[place] = max(following, key=lambda chain: chain[:2], default=_Chain(0, False))
    rest = known[place]
    return _Chain(cards + rest.cards, rest.goes_on, (action, *rest.plays))


def _gives_free_play(state: State, action: Action) -> bool:
    """Return whether an action ends the turn and leaves matching piles."""
    after = GAME.advance(state, action, None)
    return after.turn != state.turn and is_matched(after)


# Simulations
def _outcome(what: str | HandCard) -> _Outcome:
    return _OUTCOMES[what if isinstance(what, str) else "kept"]


def _simulated(better: Action, worse: Action, facts: Sequence[Foreseen]) -> str:
    """Return a clause about the outcomes that are clearly better after the better action."""
    clauses = list[str]()
    for fact in facts:
        clause, number, _ = _outcome(fact.what)
        mean, instead, card = f"{fact.better:{number}}", f"{fact.worse:{number}}", fact.what
        if card in ("kept", "onto"):
            (spent,), (other,) = cards_of(better), cards_of(worse)
            card, instead = (
                (other, f"{_name_card(spent)} in {instead}")
                if card == "kept"
                else (spent, f"on {_name_card(other)} in {instead}")
            )
        name = "" if isinstance(card, str) else _name_card(card)
        clauses.append(f"{clause.format(mean, card=name)} ({instead}{'' if clauses else f' after {_name(worse)}'})")
    return f"in simulations after {_name(better)}, {join_words(clauses)}"


def _outcomes(view: State, action: Action, other: Action, states: Iterator[State]) -> Counter[str | HandCard]:
    """Return what happens after an action until the end of the player's next turn.

    Each card of the hand counts as 1 if it is played. `kept` counts as 1 if the other action's card is played.
    """
    seat, before, part, found = view.turn or 0, view, "turn", Counter[str | HandCard]()
    gone, covered = set[HandCard](), set[HandCard]()
    for after in states:
        mover = before.turn
        assert mover is not None, "the round isn't over"
        if part == "turn" and mover != seat:
            part, found["free"] = "reply", is_matched(before)
        elif part == "reply" and mover == seat:
            part = "next"
        elif part == "next" and mover != seat:
            break
        left, gained = cards_left(before), after.scores[mover] - before.scores[mover]
        if after.round != before.round or after.turn is None:
            if gained == left[1 - mover]:
                found["out" if mover == seat else "lost"] = 1
                found[part] += left[mover]
                gone.update(view.hands[seat] if mover == seat else ())
            break
        found[part] += left[mover] - cards_left(after)[mover]
        for old, new in zip(before.piles, after.piles, strict=True):
            if mover == seat:
                gone.update(new[: len(new) - len(old)])
            elif len(new) > len(old) and old:
                covered.add(old[0])
        before = after
    spent, kept = cards_of(action), cards_of(other)
    if len(spent) == len(kept) == 1 and spent != kept:
        found["kept"], found["onto"] = kept[0] in gone, spent[0] in covered
    return found + Counter(gone.intersection(view.hands[seat]).difference(spent, kept))
