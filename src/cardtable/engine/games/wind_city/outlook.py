"""What a plan is certain to do: first as data, then in short texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from cardtable.engine.game import Outcome, Seat
from cardtable.engine.games.wind_city.board import Space, column_of, name_of
from cardtable.engine.games.wind_city.cards import Move
from cardtable.engine.games.wind_city.hidden import forecast
from cardtable.engine.games.wind_city.houses import (
    building_sites,
    coast_left,
    why_no_purchase,
    without_houses,
)
from cardtable.engine.games.wind_city.insurance import insurable, lapse, unrenewed
from cardtable.engine.games.wind_city.model import Earned, Moved, NoPurchase, Paid, State
from cardtable.engine.games.wind_city.rules import chosen_actions, outcome
from cardtable.engine.games.wind_city.storm import begin_trip, carry_out_move, reach, steps_to_end
from cardtable.engine.games.wind_city.words import list_houses, possessive
from cardtable.engine.phrases import counted, join_words

MAX_NAMED = 2
"""The maximum number of houses that a sentence lists one by one."""
LEAVES, ENDS = "leaves the board", "the game ends and "
_NO_PURCHASES: dict[NoPurchase, str] = {
    "none-lost": ", because none is lost",
    "far-north": " so far north",
    "no-place": ", because there's no place for it",
}


class PlanEffects(NamedTuple):
    """The effects of a plan on the hurricane, the houses and the player's coins."""

    moves: tuple[Moved, ...]
    path: tuple[Space, ...]
    """The spaces that the hurricane would enter, in order."""
    end: Space | None
    """The space where the hurricane would stop, or None if it would leave the board."""
    lost: tuple[tuple[Seat, Space], ...]
    """The houses that the hurricane would destroy, each with its owner."""
    earnings: tuple[Earned, ...]
    """What the player would get for a stop on a weather station and for a calm turn."""
    paid: int
    """The coins that the player would pay for the plan's actions."""

    @property
    def earned(self) -> int:
        """The coins that the player would get in all."""
        return sum(event.points for event in self.earnings)


def foresee(state: State, plan: tuple[int, ...]) -> PlanEffects:
    """Return what these actions are certain to do if nobody buys insurance and every house in the plan is bought."""
    story = forecast(state, plan)
    moves = tuple(event for event in story if isinstance(event, Moved))
    path = tuple(space for move in moves for space in move.path)
    return PlanEffects(
        moves,
        path,
        end=None if any(move.left for move in moves) else path[-1] if path else state.hurricane,
        lost=tuple(each for move in moves for each in move.destroyed),
        earnings=tuple(event for event in story if isinstance(event, Earned)),
        paid=sum(event.points for event in story if isinstance(event, Paid)),
    )


class EffectWords(NamedTuple):
    """Texts about the effects of a plan."""

    end: str
    """The hurricane's destination, such as `to F4` or `leaves the board`."""
    losses: str
    """The houses that the hurricane would destroy, or an empty string if it would destroy none."""
    result: str
    """The coins that the player would get and pay, or the winner if the game would end."""
    is_grave: bool
    """Whether the player would lose the game or might go out."""

    def __str__(self) -> str:
        if self.end == LEAVES:
            return f"{', '.join(filter(None, (self.losses, self.end)))}: {self.result}"
        return f"{', '.join(filter(None, (self.end, self.losses)))}; {self.result}"


def effects(state: State, plan: tuple[int, ...], viewer: Seat | None, names: Sequence[str]) -> str:
    """Return text about the effects of these actions on the hurricane and the player, such as `to F4; you pay 2`."""
    return str(effect_words(state, plan, viewer, names))


def effect_words(state: State, plan: tuple[int, ...], viewer: Seat | None, names: Sequence[str]) -> EffectWords:
    """Return the effects of these actions as separate texts."""
    planned, unrenewed_plan = foresee(state, plan), foresee(_without_renewals(state), plan)
    end, lost, unrenewed_end = planned.end, planned.lost, unrenewed_plan.end
    in_doubt = [house for house in unrenewed_plan.lost if house not in lost]
    if_renewed = end is None and unrenewed_end is not None
    losses = _destruction(lost, in_doubt, viewer, names, is_condition=if_renewed)
    if end is None:
        result = _result(state, lost)
        return EffectWords(LEAVES, losses, _ending(result, viewer, names), is_grave=state.active not in result.winners)
    goes = f"to {name_of(end)}{_over_the_edge((state.hurricane or 0, *planned.path))}"
    goes += _if_insured(state, plan, end, (*lost, *in_doubt), viewer, names)
    goes = goes if planned.path else "stays where it is"
    if unrenewed_end is not None and unrenewed_end != end:
        goes += f" (or {name_of(unrenewed_end)} unless renewed)"
    is_you = state.active == viewer
    deeds = join_words(_deeds(state, plan, planned, ending="" if is_you else "s"))
    is_grave = planned.paid > state.coins[state.active] + planned.earned
    return EffectWords(goes, losses, f"{'you' if is_you else names[state.active]} {deeds}", is_grave)


def _without_renewals(state: State) -> State:
    """Return the state without the insurance that the current player hasn't renewed yet (WC-5)."""
    return lapse(state._replace(lapsing=unrenewed(state)), None)


def _destruction(
    lost: Sequence[tuple[Seat, Space]],
    in_doubt: Sequence[tuple[Seat, Space]],
    viewer: Seat | None,
    names: Sequence[str],
    *,
    is_condition: bool,
) -> str:
    """Return text about the houses that would be destroyed.

    The houses in `in_doubt` would be destroyed only if their insurance isn't renewed. If `is_condition` is true, the
    text ends with `if renewed`, because the words that follow apply only in that case.
    """
    found = [losses_of(lost, viewer, names)] if lost else []
    found += [f"{losses_of(in_doubt, viewer, names)}{'' if is_condition else ' unless renewed'}"] if in_doubt else []
    return f"destroys {', and '.join(found)}{'; if renewed' * is_condition}" if found else ""


def _deeds(state: State, plan: tuple[int, ...], planned: PlanEffects, *, ending: str) -> Iterator[str]:
    """Yield phrases about what the player would buy, get and pay. `ending` is added to verbs, as in `buys`."""
    earned, paid = planned.earned, planned.paid
    if house := house_bought(state, plan):
        yield f"buy{ending} {house}{',' * (', ' in house and not earned)}"
    if earned:
        sources = join_words("station" if event.station else "calm" for event in planned.earnings)
        yield f"get{ending} {earned} ({sources})"
    has = state.coins[state.active] + earned
    warning = f", but {has} isn't enough: {'they' if ending else 'you'} may be out" if paid > has else ""
    yield f"pay{ending} {paid}{warning}"


def _if_insured(
    state: State,
    plan: tuple[int, ...],
    end: Space,
    named: Sequence[tuple[Seat, Space]],
    viewer: Seat | None,
    names: Sequence[str],
) -> str:
    """Say where a plan leads if another player insures the house at its end (WC-9), or return "" if nothing changes.

    While the player is renewing insurance, only what is already renewed counts. The text names the player's houses at
    risk, except those in `named`.
    """
    others = (seat for seat in range(len(state.houses)) if seat != state.active)
    if state.trip is not None or not any(end in insurable(state, seat) for seat in others):
        return ""
    insured = state._replace(insured=(*state.insured, end))
    lapsed = _without_renewals(insured)
    found = lapsed if state.phase == "renew" else insured
    insured_plan = foresee(found, plan)
    goes_to, lost = insured_plan.end, insured_plan.lost
    if goes_to == end:
        return ""
    where = "off the board" if goes_to is None else name_of(goes_to)
    at_risk = foresee(lapsed, plan).lost
    own = [each for each in at_risk if each[0] == state.active and each not in named]
    certain = [each for each in own if each in lost]
    risk = f", destroying {losses_of(own, viewer, names)}{'' if certain else ' unless renewed'}" if own else ""
    return f" (or {where} if {name_of(end)} is insured{risk})"


def _over_the_edge(path: Sequence[Space]) -> str:
    """Name the spaces before and after the hurricane crosses from one edge to the other (WC-7), if it does."""
    for one, other in pairwise(path):
        if abs(column_of(one) - column_of(other)) > 1:
            return f", over the edge from {name_of(one)} to {name_of(other)}"
    return ""


def losses_of(lost: Sequence[tuple[Seat, Space]], viewer: Seat | None, names: Sequence[str]) -> str:
    """Return the names of the houses that would be destroyed, such as `Ann's E4 and your F6`."""
    if len(lost) <= MAX_NAMED:
        return list_houses(lost, [possessive(seat, viewer, names) for seat in range(len(names))])
    seats = sorted({seat for seat, _ in lost})
    owners = [possessive(seat, viewer, names) for seat in seats]
    owners = [f"{owners[0]} houses", *("yours" if owner == "your" else owner for owner in owners[1:])]
    return join_words(
        f"{sum(seat == each for each, _ in lost)} of {owner}" for seat, owner in zip(seats, owners, strict=True)
    )


def end_warning(state: State, *, is_plan_known: bool = False) -> str:
    """Return a sentence about the hurricane's distance from the northern edge, where the game ends.

    Return an empty string if the hurricane can't move. If the plan isn't known, the sentence also says whether the game
    may end this turn.
    """
    steps = steps_to_end(state)
    if not steps:
        return ""
    may_end = not is_plan_known and reach(state).can_leave
    return f"{counted(steps, 'step')} north would end the game{', perhaps this turn' * may_end}."


def coast_quota(state: State, seat: Seat) -> str:
    """Return how many of a player's remaining houses go on the coast, such as `1 to 3` or `up to 2`."""
    least, most = coast_left(state, seat)
    if most == least:
        return str(most) if most else "none"
    return f"{least} to {most}" if least else f"up to {most}"


def _result(state: State, lost: Iterable[tuple[Seat, Space]]) -> Outcome:
    """Return the outcome that would follow if the hurricane now destroyed these houses and left the board."""
    state = without_houses(state, [space for _, space in lost])
    result = outcome(state._replace(turn=None, phase="over", ending="northern-edge", hurricane=None))
    assert result is not None, "the game is over"
    return result


def _ending(result: Outcome, viewer: Seat | None, names: Sequence[str]) -> str:
    """Return text about who would win."""
    winners = ["you" if seat == viewer else names[seat] for seat in result.winners]
    verb = "win" if len(winners) > 1 or winners == ["you"] else "wins"
    most = max(result.points)
    tie_break = " and more coins" if result.points.count(most) > len(winners) else ""
    return f"{ENDS}{join_words(winners)} {verb} with {counted(most, 'point')}{tie_break}"


def house_bought(state: State, plan: tuple[int, ...]) -> str:
    """Return text about the house that a chosen action would buy. Return an empty string if no action buys one."""
    state = begin_trip(state._replace(plan=plan))
    for action in chosen_actions(state):
        if isinstance(action, Move) and state.hurricane is None:
            return ""  # the game has ended
        if isinstance(action, Move):
            state = carry_out_move(state, action, None, is_last=False)
        elif building_sites(state):
            return "back a house"
        else:
            return f"no house{_NO_PURCHASES[why_no_purchase(state)]}"
    return ""
