"""Events of Wind City in words, and what actions would do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardtable.engine.game import Event, Seat
from cardtable.engine.games.wind_city import model
from cardtable.engine.games.wind_city.board import Space, name_of
from cardtable.engine.games.wind_city.cards import House, Move
from cardtable.engine.phrases import counted, join_words, times
from cardtable.engine.tellings import Telling

PHASE_VERBS: dict[model.Phase, str] = {
    "hurricane": "places the hurricane", "houses": "places a house", "plan": "chooses actions",
    "renew": "may renew insurance", "offer": "may offer insurance",
    "insure": "may buy insurance", "build": "may buy back a house", "over": "",
}  # fmt: skip
"""What the player whose turn it is does or may do, by phase."""

QUESTIONS: dict[model.Phase, str] = {
    "hurricane": "Place the hurricane", "houses": "Place a house", "plan": "Choose one to three actions",
    "renew": "Renew your insurance", "offer": "Sell insurance to the others",
    "insure": "Insure your houses", "build": "Place the house you buy back", "over": "",
}  # fmt: skip
"""What the player should choose now, by phase."""


def possessive(seat: Seat, viewer: Seat | None, names: Sequence[str]) -> str:
    """Return `your`, or the possessive form of a player's name."""
    return "your" if seat == viewer else f"{names[seat]}'s"


def list_houses(houses: Iterable[tuple[Seat, Space]], whose: Sequence[str], kind: str = "") -> str:
    """Return the names of houses with their owners, such as `Ann's E4 and F5`. `whose` has a word for each seat."""
    names = dict[Seat, list[str]]()
    for owner, space in houses:
        names.setdefault(owner, []).append(name_of(space))
    joined = join_words if len(names) == 1 else ", ".join  # only one "and"
    return join_words(f"{whose[owner]}{kind} {joined(each)}" for owner, each in names.items())


def list_spaces(spaces: Iterable[Space]) -> str:
    """Return the names of spaces, such as `E4 and F5`."""
    return join_words(map(name_of, spaces))


# Events
def tell(event: Event, names: Sequence[str], *, spoken: bool = False) -> Telling:
    """Return an event in words. If `spoken` is true, leave out what a listener will hear next anyway."""
    who, weight = names[event.seat], 1
    match event:
        case model.Placed(_, space, hurricane):
            line = f"{who} places {'the hurricane' if hurricane else 'a house'} on {name_of(space)}."
        case model.RanOut(_, count):
            line = f"The pile has run out {times(count)}."
        case model.Drew(_, card):  # the line about the viewer's card covers it
            line, weight = f"{who} draws {f'card {card}' if card else 'a card'}.", 0
        case model.Chose():
            line, weight = f"{who} chooses a plan in secret.", 0
        case model.Lapsed(_, spaces):
            line = f"{who}'s insurance ends on {list_spaces(spaces)}."
        case model.Offered(_, is_open):
            line = f"{who} {'offers' if is_open else 'sells no'} insurance."
        case model.Declined(_, has_some):
            line = f"{who} insures no {'other ' if has_some else ''}house."
        case model.Insured(_, space, cost, seller) if seller is not None:
            line = f"{who} insures {name_of(space)} with {names[seller]} for {cost}."
        case model.Insured(_, space, cost):
            line = f"{who} renews {name_of(space)} for {cost}."
        case model.Showed(_, card, _, actions):
            line = f"{who} shows card {card}: {', then '.join(map(name_card_action, actions))}."
        case _:
            line = _tell_result(event, names, spoken=spoken)
    return Telling((line,), weight=weight)


def name_card_action(action: Move | House) -> str:
    """Return an action of a card, such as `north 2`."""
    return str(action) if isinstance(action, Move) else "buy back a house"


def _tell_result(event: Event, names: Sequence[str], *, spoken: bool) -> str:
    """Return a sentence about an event caused by carrying out actions."""
    who = names[event.seat]
    match event:
        case model.Moved():
            line = " ".join(sentences_about_move(event, names, names_edge=not spoken))
        case model.Earned(_, points, station):
            why = "reaching a weather station" if station else "a calm turn"
            line = f"{who} gets {counted(points, 'coin')} for {why}."
        case model.Built(_, space):
            line = f"{who} buys back a house and adds it to {name_of(space)}."
        case model.BoughtNoHouse(_, cause):
            line = f"{who} {_NO_PURCHASES[cause]}."
        case model.Paid(_, points):
            line = f"{who} pays {counted(points, 'coin')}."
        case model.WentBankrupt(_, owed, had):
            line = f"{who} owes {owed}, with only {had} to pay it: {who} is out and loses all houses."
        case model.Ended(_, results, ending, run_out):
            scores = ", ".join(f"{name} {score}" for name, score in zip(names, results, strict=False))
            is_told = spoken and ending == "pile"  # another event has said that the pile ran out
            line = f"{scores}." if is_told else f"{describe_ending(ending, run_out)} {scores}."
        case _:
            raise TypeError(f"not an event of Wind City: {event!r}")
    return line


_NO_PURCHASES: dict[model.NoPurchase, str] = {
    "declined": "doesn't buy back a house",
    "none-lost": "has no house to buy back",
    "far-north": "can't buy back a house so far north",
    "no-place": "has no place to put a house back",
}


def sentences_about_move(move: model.Moved, names: Sequence[str], *, names_edge: bool = True) -> list[str]:
    """Return a sentence about the hurricane's destination, and sentences about the houses on its path.

    `names_edge` is true if the sentences should say that the hurricane leaves the board over the northern edge.
    """
    if not move.path and not move.left:
        return ["The hurricane stays at the southern edge."]
    end = " over the northern edge" * names_edge if move.left else f" to {name_of(move.path[-1])}"
    sentences = [f"The hurricane goes {'on ' * move.went_on}{move.direction}{end}."]
    whose = [possessive(seat, None, names) for seat in range(len(names))]
    if move.destroyed:
        sentences.append(f"It destroys {list_houses(move.destroyed, whose)}.")
    if move.passed:
        verbs = "is insured and still stands" if len(move.passed) == 1 else "are insured and still stand"
        sentences.append(f"{list_houses(move.passed, whose)} {verbs}.")
    return sentences


def describe_ending(why: model.Ending, run_out: int) -> str:
    """Return a sentence about why the game ended."""
    if why == "last-player":
        return "Only one player is left."
    if why == "northern-edge":
        return "The hurricane has left the board over the northern edge."
    return f"The pile has run out {times(run_out)}."
