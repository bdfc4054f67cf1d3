"""The news since the viewer's last turn, and the recap that all players see between two turns."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from cardtable.engine.game import Event, Seat
from cardtable.engine.games.wind_city.board import Space, name_of
from cardtable.engine.games.wind_city.houses import points_of
from cardtable.engine.games.wind_city.model import (
    BoughtNoHouse,
    Built,
    Chose,
    Declined,
    Drew,
    Earned,
    Insured,
    Lapsed,
    Moved,
    Offered,
    Paid,
    Placed,
    Showed,
    WentBankrupt,
)
from cardtable.engine.games.wind_city.words import list_houses, possessive, sentences_about_move
from cardtable.engine.phrases import address, capitalized, counted, join_words
from cardtable.table.seen import Seen

FIRST_TURN = (
    "All houses are placed. Now the hurricane moves.",
    "On your turn, choose one to three actions on your card.",
    "Then you can sell insurance to the others, before the hurricane destroys the uninsured houses on its way.",
)
"""The sentences that all players see before the first turn."""
FIRST_TURN_IN_SHORT = (
    "All houses are placed.",
    "Choose one to three actions on your card.",
    "Then you can sell insurance.",
)
"""The sentences of `FIRST_TURN` for a narrow panel."""
MAX_WITH_FULL_TURN = 3
"""The largest number of players for which the recap has room to tell the last turn in full."""
_OPEN_PHASES = ("hurricane", "houses", "insure", "over")
"""The phases in which all players look at the same table. In these phases, `you` could mean any of several people."""
_TURN = (Showed, Moved, Earned, Built, BoughtNoHouse, Paid, WentBankrupt)
"""The events of a turn, from showing the card to paying for the actions."""


def recent_lines(seen: Seen, *, is_brief: bool = False, steps: int = 0) -> tuple[str, list[str]]:
    """Return a heading and what has happened since the viewer's last plan, including who bought insurance.

    Brief lines describe the hurricane's moves in fewer words. The lines cover at least the last `steps` steps.
    """
    seen = _for_readers(seen)
    seen = replace(seen, you=seen.viewer)  # as the heading does
    since = _last_turn(seen, seen.viewer)
    story = _own_turn_and_since(seen, since, steps)
    lines = list(_told_briefly(seen, [each for each in story if not _is_own_answer(seen, each)], is_brief))
    if not since:
        was_placed = any(isinstance(event, Placed) for step in seen.log for event in step)
        is_moving = seen.state.phase not in ("hurricane", "houses")
        return "So far", [FIRST_TURN[0], *lines] if was_placed and is_moving else lines
    if steps:
        return "What happened", lines
    return "Your last turn" if len(lines) == 1 else "Your last turn and since", lines


def _for_readers(seen: Seen) -> Seen:
    """Return the table, in the public view if several people may be reading."""
    return replace(seen, viewer=seen.you if seen.state.phase in _OPEN_PHASES else seen.reader)


def _own_turn_and_since(seen: Seen, since: int, steps: int = 0) -> list[Event]:
    """Return the news since the viewer chose the plan of their last turn, and from at least the last `steps` steps."""
    chosen = (at for at in range(since - 1, 0, -1) if any(isinstance(event, Chose) for event in seen.log[at]))
    return _story(seen, min(next(chosen, max(0, since - 1)), max(0, len(seen.log) - steps)))


def loss_line(seen: Seen, *, is_brief: bool = False) -> str:
    """Return a sentence about the houses that the viewer has lost since their last turn began, or an empty string."""
    seen = _for_readers(seen)
    if seen.viewer is None or seen.state.phase == "over":
        return ""
    story = _own_turn_and_since(seen, _last_turn(seen, seen.viewer))
    moves = [event for event in story if isinstance(event, Moved)]
    lost = [name_of(space) for move in moves for owner, space in move.destroyed if owner == seen.viewer]
    if is_brief or not lost:
        return f"Lost: {', '.join(lost)}" if lost else ""
    return f"You lost {join_words(lost)}: {points_of(seen.state)[seen.viewer]} points now."


def _is_own_answer(seen: Seen, event: Event) -> bool:
    return isinstance(event, Offered | Declined) and event.seat == seen.viewer


def _told_briefly(seen: Seen, story: Sequence[Event], is_brief: bool = False) -> Iterator[str]:
    """Yield a sentence for each turn in which the hurricane moves, and the usual lines for everything else."""
    for seat, run in groupby(story, key=lambda event: event.seat if isinstance(event, _TURN) else None):
        events = list(run)
        yield from _told(seen, events) if seat is None else [_turn_in_short(seen, seat, events, is_brief)]
        debts = [event for event in events if seat is not None and isinstance(event, WentBankrupt)]
        yield from (_debt(seen, event, is_brief) for event in debts)


def _turn_in_short(seen: Seen, seat: Seat, story: Sequence[Event], is_brief: bool) -> str:
    """Return a sentence about a player's turn, from showing the card to the end of the turn."""
    moves = [event for event in story if isinstance(event, Moved)]
    parts = list(_deeds_of_hurricane(seen, seat, moves, is_brief))
    if earned := sum(event.points for event in story if isinstance(event, Earned)):
        parts.append(("got", "gets", str(earned)))
    for event in story:
        match event:
            case Built(_, space):
                parts.append(("bought", "buys", f"a house on {name_of(space)}"))
            case Paid(_, points):
                parts.append(("paid", "pays", str(points)))
    if not parts:  # a house comes first, and hasn't been placed yet
        return seen.describe(story[0])
    is_own = seat == seen.viewer
    done = join_words(f"{past if is_own else present} {what}" for past, present, what in parts)
    return f"{'You' if is_own else seen.player(seat)} {done}."


def _debt(seen: Seen, event: WentBankrupt, is_brief: bool) -> str:
    """Return a sentence saying that a player is out and (unless brief) couldn't pay for the turn just described."""
    who = "you are" if event.seat == seen.viewer else f"{seen.player(event.seat)} is"
    reason = "" if is_brief else f"That costs {event.owed}, with only {event.had} to pay it: "
    return f"{capitalized(reason + who)} out."


def _deeds_of_hurricane(
    seen: Seen, seat: Seat, moves: Sequence[Moved], is_brief: bool
) -> Iterator[tuple[str, str, str]]:
    """Yield what a player does with the hurricane, each time as a past verb, a present verb and the following words."""
    took, takes, it = ("steered", "steers", "") if is_brief else ("took", "takes", "the hurricane ")
    path = [space for move in moves for space in move.path]
    if any(move.left for move in moves):
        yield took, takes, f"{it}off the board"
    elif path:
        yield took, takes, f"{it}to {name_of(path[-1])}"
    elif moves:
        yield "left", "leaves", "the hurricane where it was"
    if passed := dict.fromkeys(each for move in moves for each in move.passed):
        yield "passed", "passes", list_houses(passed, _whose(seen, seat), " insured")
    if lost := [each for move in moves for each in move.destroyed]:
        yield "destroyed", "destroys", list_houses(lost, _whose(seen, seat))


def _whose(seen: Seen, seat: Seat | None) -> list[str]:
    """Return a word for each owner of houses. If `seat` isn't the viewer, that player's houses are `their own`."""
    whose = [possessive(owner, seen.viewer, seen.names) for owner in range(len(seen.names))]
    if seat is not None and seat != seen.viewer:
        whose[seat] = "their own"
    return whose


def walk_lines(seen: Seen, steps: Container[Space]) -> Iterator[str]:
    """Yield sentences about the latest plan, and about the houses that insurance has saved on these spaces."""
    yield from (seen.describe(event) for event in seen.log[-1] if isinstance(event, Showed))
    passed = dict.fromkeys(each for event in seen.log[-1] if isinstance(event, Moved) for each in event.passed)
    if saved := [each for each in passed if each[1] in steps]:
        yield f"Insurance saves {list_houses(saved, _whose(seen, None))}."


def has_news(seen: Seen, since: int) -> bool:
    """Return whether players need time to read what has happened after the first `since` steps.

    Players don't need time for a secret plan, an offer or a refusal alone. All houses that a player insures count as
    one event.
    """
    is_insuring = seen.state.phase in ("renew", "insure") and any(
        isinstance(event, Insured) and event.seat == seen.turn for event in seen.log[-1]
    )
    return not is_insuring and any(not isinstance(event, Offered | Declined) for event in _story(seen, since))


def last_line(seen: Seen) -> str:
    """Return the latest events. Steps that tell nothing new, such as the choice of a secret plan, are left out."""
    for step in reversed(seen.log):
        news = _news(seen, step)
        told = [event for event in news if not isinstance(event, Offered | Declined)] or news
        if told:
            return " ".join(_told_briefly(seen, told, is_brief=True))
    return ""


def recap_lines(seen: Seen, *, is_brief: bool = False) -> tuple[str, ...]:
    """Return the recap for the next player: the player's own news, an empty line, and the remaining news.

    The news starts at the player's last move of the hurricane. The remaining news has a sentence for each earlier turn
    and, if there is room at 80x24, the last turn in full. Brief lines have shorter words for the hurricane's actions.
    """
    if not any(isinstance(event, Showed) for step in seen.log for event in step) and seen.state.phase == "plan":
        return FIRST_TURN_IN_SHORT if is_brief else FIRST_TURN
    story = _story(seen, _last_turn(seen, seen.turn))
    if seen.turn is None or not any(isinstance(event, Moved) for event in story):
        return tuple(_told(seen, story))
    last = max(at for at, event in enumerate(story) if isinstance(event, Showed))
    is_full = len(seen.names) <= MAX_WITH_FULL_TURN and not is_brief
    latest = _told(seen, story[last:]) if is_full else _told_in_short(seen, story[last:], is_brief)
    return (*_fate(seen, seen.turn, story), "", *_told_in_short(seen, story[:last], is_brief), *latest)


def _told_in_short(seen: Seen, story: Sequence[Event], is_brief: bool) -> Iterator[str]:
    """Yield a sentence for each player who has insured houses, and then a sentence for each turn of the hurricane."""
    bought = [event for event in story if isinstance(event, Insured) and event.seller is not None]
    for seat in dict.fromkeys(event.seat for event in bought):
        costs = [event.cost for event in bought if event.seat == seat]
        yield address(f"{seen.player(seat)} insures {counted(len(costs), 'house')} for {sum(costs)}.")
    turns = [event for event in story if isinstance(event, _TURN)]
    turns = [replace(each, passed=()) if isinstance(each, Moved) else each for each in turns]
    yield from _told_briefly(seen, turns, is_brief)


def _last_turn(seen: Seen, seat: Seat | None) -> int:
    """Return the log's length just after this player's last move of the hurricane, or 0 if there was no such move."""
    for at in range(len(seen.log) - 1, 0, -1):
        if any(isinstance(event, Showed) and event.seat == seat for event in seen.log[at]):
            return at + 1
    return 0


def _story(seen: Seen, since: int) -> list[Event]:
    """Return the news in the log, apart from its first `since` steps."""
    return [event for step in seen.log[since:] for event in _news(seen, step)]


def _news(seen: Seen, step: Sequence[Event]) -> list[Event]:
    """Return the events that tell something new. Once the set-up is over, its events are left out."""
    dull: tuple[type[Event], ...] = (Chose, Drew)
    if seen.state.phase not in ("hurricane", "houses"):
        dull += (Placed,)
    return [event for event in step if not isinstance(event, dull)]


def _fate(seen: Seen, seat: Seat, story: Sequence[Event]) -> Iterator[str]:
    """Yield sentences about what the other players did to a player's houses and coins."""
    name = seen.names[seat]
    moves = [event for event in story if isinstance(event, Moved)]
    lost = [space for move in moves for owner, space in move.destroyed if owner == seat]
    safe = [space for move in moves for owner, space in move.passed if owner == seat]
    yield f"{name} loses {join_words(map(name_of, lost)) if lost else 'no house'}."
    if safe:
        yield f"Insurance saves {name}'s {join_words(map(name_of, dict.fromkeys(safe)))}."
    if sold := sum(event.cost for event in story if isinstance(event, Insured) and event.seller == seat):
        yield f"{name} gets {sold} for insurance."
    yield from (
        seen.describe(event) for event in story if isinstance(event, Lapsed | WentBankrupt) and event.seat == seat
    )


def _told(seen: Seen, story: Sequence[Event]) -> Iterator[str]:
    """Yield a line for each sentence about these events. Houses that a player insures with one seller share a line."""
    for _, run in groupby(story, key=_kind):
        events = list(run)
        if bought := [event for event in events if isinstance(event, Insured)]:
            yield _insurance_line(seen, bought)
        else:
            for event in events:
                yield from (
                    sentences_about_move(event, seen.names) if isinstance(event, Moved) else (seen.describe(event),)
                )


def _kind(event: Event) -> tuple[type[Event], Seat, Seat | None]:
    """Return the properties that events must have in common to share a line."""
    return type(event), event.seat, event.seller if isinstance(event, Insured) else None


def _insurance_line(seen: Seen, events: Sequence[Insured]) -> str:
    verb, seller = ("renews", "") if events[0].seller is None else ("insures", f" with {seen.player(events[0].seller)}")
    spaces = join_words(name_of(event.space) for event in events)
    cost = sum(event.cost for event in events)
    return address(f"{seen.player(events[0].seat)} {verb} {spaces}{seller} for {cost}.")
