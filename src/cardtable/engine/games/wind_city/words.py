"""Everything that Wind City says to players, and how it reads what they type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardtable.engine.cards import quote
from cardtable.engine.game import Event, OptionText, Preset
from cardtable.engine.games.wind_city import model
from cardtable.engine.games.wind_city.board import Space, name_of, parse_space
from cardtable.engine.games.wind_city.cards import ACTIONS, MAX_CARDS, MAX_COST, MAX_STEPS, House, Move, is_choice
from cardtable.engine.phrases import typed_words

TITLE = "Wind City"
SUMMARY = "Save your houses from the one hurricane that everybody steers."

OPTION_TEXTS = {
    "first": OptionText(
        "First player", "Who places the hurricane and takes the first turn.", unset="drawn by the deal"
    ),
    "calm_bonus": OptionText(
        "Calm bonus",
        "Which turns that meet no house and no sea earn 3 points.",
        labels={"any": "any such turn", "northward": "only if it ends farther north than it began"},
    ),
    "piles": OptionText("Piles", "How often the pile runs out before the game is scored as it stands; 0 for no limit."),
    "board": OptionText("Board", "Columns, rows and weather stations."),
    "cards": OptionText("Cards", "The actions of each card, card 1 first."),
}

PRESETS = (
    Preset("By the book", "The usual choice everywhere.", model.Options()),
    Preset(
        "No circling", "Calm turns pay only if the storm comes nearer (WC-10).", model.Options(calm_bonus="northward")
    ),
)


def _names(spaces: Iterable[Space]) -> str:
    return ", ".join(map(name_of, spaces))


# The log
def describe(event: Event, names: Sequence[str]) -> str:
    who = names[event.seat]
    match event:
        case model.Placed(_, space, hurricane):
            line = f"{who} puts {'the hurricane' if hurricane else 'a house'} on {name_of(space)}."
        case model.RanOut(_, times):
            line = f"The pile has run out ({times})."
        case model.Drew(_, card):
            line = f"{who} draws {f'card {card}' if card else 'a card'}."
        case model.Chose():
            line = f"{who} has chosen."
        case model.Lapsed(_, spaces):
            line = f"{who}'s insurance ends on {_names(spaces)}."
        case model.Offered(_, is_open):
            line = f"{who} {'offers' if is_open else 'sells no'} insurance."
        case model.Insured(_, space, cost, seller) if seller is not None:
            line = f"{who} insures {name_of(space)} with {names[seller]} for {cost}."
        case model.Insured(_, space, cost):
            line = f"{who} renews {name_of(space)} for {cost}."
        case model.Showed(_, card, _, actions):
            line = f"{who} shows card {card}: {', '.join(map(str, actions))}."
        case _:
            line = _describe_storm(event, names)
    return line


def _describe_storm(event: Event, names: Sequence[str]) -> str:
    """Return the log line for an event that comes of actions carried out."""
    who = names[event.seat]
    match event:
        case model.Moved():
            line = _describe_move(event, names)
        case model.Earned(_, points, station):
            line = f"{who} gets {points} for {'a weather station' if station else 'a calm turn'}."
        case model.Built(_, None):
            line = f"{who} buys no house."
        case model.Built(_, space):
            line = f"{who} buys a house for {name_of(space)}."
        case model.Paid(_, points):
            line = f"{who} pays {points}."
        case model.WentBankrupt(_, owed, had):
            line = f"{who} owes {owed}, has {had} and is out, houses and all."
        case model.Ended(_, points, why, run_out):
            scores = (f"{name} {score}" for name, score in zip(names, points, strict=False))
            line = f"{ending(why, run_out)} {', '.join(scores)}."
        case _:
            raise TypeError(f"{type(event).__name__} is no event of Wind City")
    return line


def _describe_move(move: model.Moved, names: Sequence[str]) -> str:
    if not move.path and not move.left:
        return "The hurricane stays at the southern edge."
    end = "over the northern edge" if move.left else f"to {name_of(move.path[-1])}"
    lines = [f"The hurricane goes {'on ' * move.went_on}{move.direction} {end}."]
    if move.passed:
        lines.append(f"It passes {_names(move.passed)}.")
    if move.destroyed:
        lost = (f"{names[owner]}'s {name_of(space)}" for owner, space in move.destroyed)
        lines.append(f"It destroys {', '.join(lost)}.")
    return " ".join(lines)


# The end
def ending(why: model.Ending, run_out: int) -> str:
    if why == "last-player":
        return "Only one player is left."
    if why == "northern-edge":
        return "The hurricane has left over the northern edge."
    return f"The pile has run out {'once' if run_out == 1 else f'{run_out} times'}."


def reason(why: model.Ending, run_out: int, most: int, tie_break: int | None) -> str:
    """Return how the game was won: with the most points, and with so many coins if they broke a tie."""
    coins = "" if tie_break is None else f", and {tie_break} coins break the tie"
    return f"{ending(why, run_out)} {most} points are the most{coins}."


# Explanations
PHASES: dict[model.Phase, str] = {
    "hurricane": "First the hurricane is placed, on a space of the southernmost sea row (WC-3).",
    "houses": "Now houses are placed, one at a time (WC-3).",
    "plan": "Now one to three actions of the card are chosen, in order (WC-4).",
    "renew": "Now the player on turn renews insurance, house by house, and then is done (WC-5).",
    "offer": "Now the player on turn offers insurance to the others, or does not (WC-6).",
    "insure": "Now houses may be insured, one by one; then say that you are done (WC-6).",
    "build": "Now a bought house is placed, or declined (WC-11).",
    "over": "The game is over (WC-15).",
}
OFFER = "The others may insure houses and pay you (WC-6)."
NO_OFFER = "Nobody may insure a house (WC-6)."
INSURE_NO_MORE = "No more houses are insured (WC-6)."
DONT_BUY = "The house is not bought (WC-11)."
NO_MOVE_CHOSEN = "At least one of the actions chosen has to be a move (WC-4)."
COAST_NEEDED = "The last house of this section has to stand on the coast, since none does yet (WC-3)."


def hurricane_starts(space: Space) -> str:
    return f"The hurricane starts on {name_of(space)}, in the southernmost sea row (WC-3)."


def house_counts(space: Space, points: int, *, is_beach: bool) -> str:
    return f"A {'beach ' * is_beach}house on {name_of(space)}: {points} points at the end (WC-3)."


def plan_costs(chosen: Sequence[Move | House]) -> str:
    cost = sum(action.cost for action in chosen)
    return f"{', '.join(map(str, chosen)).capitalize()}: in this order, for {cost} (WC-4)."


def stays_insured(space: Space, cost: int) -> str:
    return f"{name_of(space)} stays insured until your next turn, for {cost} to the bank (WC-5)."


def is_safe(space: Space, cost: int) -> str:
    return f"{name_of(space)} is safe until your next turn, for {cost} (WC-6)."


def becomes_two_family(space: Space, points: int) -> str:
    return f"{name_of(space)} becomes a two-family house: {points} points at the end (WC-11)."


def insurance_ends(spaces: Iterable[Space]) -> str:
    return f"Insurance ends on {_names(spaces)} (WC-5)."


def renewal_too_dear(space: Space, cost: int, coins: int) -> str:
    return f"To renew {name_of(space)} costs {cost}, with {coins} left (WC-5)."


def nothing_to_renew(space: Space) -> str:
    return f"There is no insurance of one's own to renew on {name_of(space)} (WC-5)."


def on_station(space: Space) -> str:
    return f"No house stands on the weather station {name_of(space)} (WC-1)."


def not_on_land(space: Space) -> str:
    return f"Houses stand on the land in use, and {name_of(space)} is not part of it (WC-1)."


def taken(space: Space) -> str:
    return f"A house stands on {name_of(space)} already (WC-3)."


def section_full(quota: int) -> str:
    return f"All {quota} houses that one player has in this section stand already (WC-3)."


def coast_full(most: int) -> str:
    return f"One player has at most {most} houses on the coast (WC-3)."


def nothing_to_insure(space: Space) -> str:
    return f"There is no house of one's own on {name_of(space)} (WC-6)."


def insured_already(space: Space) -> str:
    return f"The house on {name_of(space)} is insured already (WC-6)."


def insurance_too_dear(space: Space, cost: int, coins: int) -> str:
    return f"To insure {name_of(space)} costs {cost}, with {coins} left (WC-6)."


def nothing_to_build_beside(space: Space) -> str:
    return f"A bought house goes beside another of the same owner, and none is on {name_of(space)} (WC-11)."


def two_houses_already(space: Space) -> str:
    return f"{name_of(space)} has two houses already (WC-11)."


def insured_house(space: Space) -> str:
    return f"The house on {name_of(space)} is insured, and a bought one goes beside an uninsured one (WC-11)."


def not_north(space: Space) -> str:
    return f"{name_of(space)} is not north of the hurricane's row (WC-11)."


# Typed actions
_WITH_SPACE: dict[str, type[model.SpaceAction]] = {
    "hurricane": model.PlaceHurricane,
    "house": model.PlaceHouse,
    "renew": model.Renew,
    "insure": model.Insure,
    "build": model.Build,
}


def parse(text: str) -> model.Action:
    match typed_words(text):
        case []:
            raise ValueError(
                "Type a space with what is done there ('house E4'), numbers of actions ('1 3 4') or 'done'."
            )
        case ["done"] | ["decline"]:
            return model.Done()
        case ["offer"]:
            return model.Offer(True)
        case ["no", "offer"] | ["no"]:
            return model.Offer(False)
        case [word, name] if found := [each for each in _WITH_SPACE if each.startswith(word)]:
            if len(found) > 1:
                raise ValueError(f"{quote(word)} may be {' or '.join(found)}.")
            space = parse_space(name)
            if space is None:
                raise ValueError(f"A space is a column's letter and a row's number, as E4, not {quote(name)}.")
            return _WITH_SPACE[found[0]](space)
        case [name] if (space := parse_space(name)) is not None:
            return model.PlaceHouse(space)
        case typed:
            return _read_plan(typed)


def _read_plan(typed: list[str]) -> model.Choose:
    digits = "".join(typed)
    if not digits.isascii() or not digits.isdigit():
        raise ValueError(
            f"There is no action {quote(' '.join(typed))}: type as in 'house E4', '1 3 4', 'offer' or 'done'."
        )
    plan = tuple(map(int, digits))
    if not is_choice(plan):
        raise ValueError(f"Choose one to three different actions of the card's {ACTIONS}, as in '1 3 4'.")
    return model.Choose(plan)


# Options, boards and cards that make no game
def no_such_first_player(first: int, seats: int) -> str:
    return f"Player {first} cannot be the first player at a table of {seats} (WC-3)."


_SIZES = {"columns": "columns", "sea_rows": "sea rows", "section_rows": "rows in a land section"}
"""What each size of a board counts, by its field."""


def wrong_size(field: str, most: int, size: int) -> str:
    return f"A board has 1 to {most} {_SIZES[field]}, not {size} (WC-19)."


def too_many_stations(room: int, stations: int) -> str:
    return f"A board of this size has room for {room} stations, not {stations} (WC-19)."


def station_outside(row: int, column: int, rows: int, columns: int) -> str:
    return f"{_station(row, column)} lies outside the board's {rows} rows and {columns} columns (WC-19)."


def station_on_coast(row: int, column: int) -> str:
    return f"{_station(row, column)} lies on the coast row, which has none (WC-1)."


def station_twice(row: int, column: int) -> str:
    return f"{_station(row, column)} is there twice (WC-19)."


def _station(row: int, column: int) -> str:
    return f"The station at row {row}, column {column}"


def coast_too_short(seats: int, needed: int, columns: int) -> str:
    return f"With {seats} players the coast needs {needed} columns, and this board has {columns} (WC-19)."


def section_too_small(section: int, needed: int, room: int, seats: int) -> str:
    """Return what is wrong with a land section, counted from 1; of the first only the part behind the coast counts."""
    where = "behind the coast" if section == 1 else f"in land section {section}"
    return f"The {needed} houses {where} have only {room} spaces: too small for {seats} players (WC-19)."


def wrong_number_of_cards(cards: int) -> str:
    return f"There are 1 to {MAX_CARDS} cards, not {cards} (WC-19)."


def wrong_number_of_actions(card: int, actions: int) -> str:
    return f"Card {card} has {actions} actions, not {ACTIONS} (WC-13)."


def card_without_move(card: int) -> str:
    return f"Card {card} has no move (WC-4)."


def wrong_steps(card: int, action: int, steps: int) -> str:
    return f"Action {action} of card {card} goes 1 to {MAX_STEPS} steps, not {steps} (WC-19)."


def wrong_cost(card: int, action: int, cost: int) -> str:
    return f"Action {action} of card {card} costs 0 to {MAX_COST}, not {cost} (WC-19)."


# Positions that break the rules
def cards_not_in_one_place(cards: int) -> str:
    return f"Each of the {cards} cards lies in one place (WC-13)."


CARD_DRAWN = "The player on turn has drawn a card, and nobody else has (WC-4)."
PLAN_CHOSEN = "Whoever has drawn a card has chosen actions, or is about to (WC-4)."
PLAN_OF_CARD = "One to three actions of the card are chosen, among them a move (WC-4)."
ONE_BY_ONE = "Actions are carried out one by one, once all insurance is sold (WC-4)."


def run_out_too_often(piles: int) -> str:
    return f"The pile runs out {piles} times at the most (WC-14)."


HOUSES_ON_LAND = "Each space holds one player's houses, on land and on no station (WC-1)."
SOUTH_TO_NORTH = "Houses are told from south to north."
HOUSE_IS_HOUSE = "A two-family or an insured house is a house (WC-6)."
TOLD_ONCE = "Each house is told once."
TWELVE_HOUSES = "Each player has twelve houses (WC-2)."
COAST_TOO_FULL = "Too many houses of one player stand on the coast (WC-3)."
HURRICANE_ON_BOARD = "The hurricane stands on a space of the board (WC-7)."
HURRICANE_FIRST = "The hurricane is placed first, and leaves last (WC-3)."

SOMEBODY_LEFT = "Each player has coins, and somebody is left (WC-12)."
OUT_WITH_NOTHING = "Who is out has neither coins nor houses (WC-12)."
OVER_WITHOUT_TURN = "The game is over when nobody is asked (WC-15)."
NOT_OVER_YET = "Nothing has ended the game yet (WC-15)."
TAKES_PART = "Whoever is asked takes part."
ONLY_INSURANCE = "All but insurance is the affair of the player on turn (WC-4)."
PLACED_IN_TURN = "Houses are placed in turn, from the second player on (WC-3)."
RENEWAL_POSSIBLE = "There is an insurance to renew, and a coin for it (WC-5)."
LAPSES_ONLY_THEN = "Insurance ends only while it is renewed (WC-5)."
OWN_LAPSES = "Only the insurance of the player on turn ends (WC-5)."
HAS_CHOICE = "Whoever is asked has a choice (WC-6)."
BUYER_EXISTS = "Insurance is offered where somebody could buy it (WC-6)."

HURRICANE_BEFORE_HOUSES = "The hurricane is placed before the houses (WC-3)."
HURRICANE_IN_HARBOUR = "The hurricane stands in the southernmost row while houses are placed (WC-3)."
PLAIN_HOUSES = "No house is insured or has two families while houses are placed (WC-4)."
COINS_UNTOUCHED = f"Every player has {model.COINS} coins while houses are placed (WC-2)."
PILE_UNTOUCHED = "Every card is in the pile while houses are placed (WC-4)."


def too_many_in_section(quota: int) -> str:
    return f"Each player places {quota} houses in each section (WC-3)."


COAST_MISSED = "The last house of the first section stands on the coast if no other one does (WC-3)."

HOUSE_CHOSEN = "A house is placed where one was chosen, not where a move was (WC-11)."
WRONG_DEBT = "The amount owed is what the actions carried out so far cost (WC-12)."
STARTED_ON_BOARD = "The hurricane started this turn on a space of the board (WC-7)."
WRONG_PLACE = "The hurricane stands where the moves carried out have led it (WC-7)."
HOUSE_LEFT_STANDING = "Only insured houses stand where the hurricane has gone in this turn (WC-8)."
WRONG_TRIP = "Whether the hurricane has moved, and whether the turn is calm, follows from its way (WC-10)."
