"""The labels, reasons and results of Wind City, and the parser for typed actions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardtable.engine.cards import quote_typed
from cardtable.engine.game import WINNERS, OptionText, Preset, UnclearAction
from cardtable.engine.games.wind_city import model
from cardtable.engine.games.wind_city.board import Space, name_of, parse_space, row_of
from cardtable.engine.games.wind_city.cards import ACTIONS, MAX_CARDS, MAX_COST, MAX_STEPS, House, Move, is_choice
from cardtable.engine.games.wind_city.words import describe_ending, list_spaces
from cardtable.engine.phrases import counted, times, typed_words

OPTION_TEXTS = {
    "first": OptionText(
        "First player", "The player who places the hurricane and takes the first turn.", unset="drawn at random"
    ),
    "calm_bonus": OptionText(
        "Calm bonus",
        "Which calm turns (in which the hurricane crosses only empty land) earn 3 coins.",
        labels={"any": "any such turn", "northward": "only if it ends farther north than it began"},
    ),
    "piles": OptionText("Piles", "How many times the pile runs out before the game ends, or 0 for no limit."),
    "board": OptionText("Board", "Columns, rows and weather stations."),
    "cards": OptionText("Cards", "The actions of each card, card 1 first."),
}
TIE_BREAK = "coins"
NORTHWARD = model.Options(calm_bonus="northward")
PRESETS = (
    Preset("By the book", "The usual rules.", model.Options()),
    Preset("No circling", "A calm turn pays only if it ends farther north than it began (WC-10).", NORTHWARD),
)


# The outcome
def describe_outcome(why: model.Ending, run_out: int, winners: int, most: int, coins: tuple[int, int] | None) -> str:
    """Return a sentence about how the game ended.

    `most` is each winner's number of points. If coins broke a tie, `coins` holds the winner's number of coins, and the
    highest number among the other tied players.
    """
    won = f"{'wins' if winners == 1 else 'each win'} with {counted(most, 'point')}"
    if coins is not None:
        won += f"; {counted(coins[0], 'coin')} against {coins[1]} break{'s' * (coins[0] == 1)} the tie"
    ending = "" if why == "northern-edge" else f"{describe_ending(why, run_out)} "  # the last move says so
    return f"{ending}{WINNERS} {won}."


# What to do now
PROMPTS: dict[model.Phase, str] = {
    "hurricane": "First place the hurricane on a space in row 1 (WC-3).",
    "houses": "Now place a house, on land (WC-3).",
    "plan": "Now choose one to three of the card's actions, in order (WC-4).",
    "renew": "Now renew your insurance, house by house, or say that you're done (WC-5).",
    "offer": "Now choose whether to offer insurance to the others (WC-6).",
    "insure": "Now insure houses, or say that you're done (WC-6).",
    "build": "Now place the house you're buying, or decide not to buy it (WC-11).",
    "over": "The game is over (WC-15).",
}


# Why an action is legal
OFFER = "The others may insure houses and pay you for it (WC-6)."
NO_OFFER = "Nobody can insure a house this turn (WC-6)."
INSURE_NO_MORE = "Buy no more insurance (WC-6)."
DONT_BUY = "Don't buy back a house; declining costs nothing (WC-11)."


def justify_hurricane(space: Space) -> str:
    return f"Place the hurricane on {name_of(space)}, in the southernmost sea row (WC-3)."


def justify_house(space: Space, points: int, *, is_beach: bool) -> str:
    if not is_beach:
        return f"Place a house on {name_of(space)}: it's worth {points} points at the end (WC-3)."
    risk = "but the hurricane comes there first"
    return f"Place a house on {name_of(space)}: worth {points} points, {risk} (WC-3)."


def justify_plan(chosen: Sequence[Move | House]) -> str:
    total = sum(action.cost for action in chosen)
    moves = sum(action.cost for action in chosen if isinstance(action, Move))
    cost = f"costs {moves}{f', or {total} if a house is bought' * (moves < total)}"
    return f"{', then '.join(map(str, chosen)).capitalize()}, {cost} (WC-4)."


def justify_renewal(space: Space, cost: int) -> str:
    return f"Pay the bank {cost} to renew {name_of(space)} until your next turn (WC-5)."


def justify_insurance(space: Space, cost: int) -> str:
    return f"Pay {cost} to insure {name_of(space)} until your next turn (WC-6)."


def justify_building(space: Space, points: int) -> str:
    return f"{name_of(space)} becomes a two-family house worth {points} points at the end (WC-11)."


def justify_lapse(spaces: Iterable[Space]) -> str:
    return f"Your insurance no longer covers {list_spaces(spaces)} (WC-5)."


# Why an action isn't legal
NO_MOVE_CHOSEN = "At least one of the actions you choose must be a move (WC-4)."
COAST_NEEDED = "Your last house in this section must go on the coast, because you have none there yet (WC-3)."


def refuse_costly_renewal(space: Space, cost: int, coins: int) -> str:
    return f"Renewing {name_of(space)} costs {cost}, but you have {coins} left (WC-5)."


def refuse_renewal(space: Space) -> str:
    return f"You have no insurance to renew on {name_of(space)} (WC-5)."


def refuse_station(space: Space) -> str:
    return f"{name_of(space)} is a weather station; no house can stand there (WC-1)."


def refuse_space_off_land(space: Space) -> str:
    return f"Houses go on the land in use, not on {name_of(space)} (WC-1)."


def refuse_taken_space(space: Space) -> str:
    return f"There is already a house on {name_of(space)} (WC-3)."


def refuse_full_section(quota: int) -> str:
    return f"You have already placed your {quota} houses in this section (WC-3)."


def refuse_full_coast(most: int) -> str:
    return f"You can have at most {most} houses on the coast (WC-3)."


def refuse_missing_house(space: Space) -> str:
    return f"You have no house on {name_of(space)} (WC-6)."


def refuse_insured_house(space: Space) -> str:
    return f"Your house on {name_of(space)} is already insured (WC-6)."


def refuse_costly_insurance(space: Space, cost: int, coins: int) -> str:
    return f"Insuring {name_of(space)} costs {cost}, but you have {coins} left (WC-6)."


def refuse_building_alone(space: Space) -> str:
    return f"A house you buy must join another of yours, but you have none on {name_of(space)} (WC-11)."


def refuse_third_house(space: Space) -> str:
    return f"There are already two houses on {name_of(space)} (WC-11)."


def refuse_building_on_insured(space: Space) -> str:
    return f"The house on {name_of(space)} is insured; a house you buy must join an uninsured one (WC-11)."


def refuse_building_south(space: Space) -> str:
    return f"A house you buy must be north of the hurricane's row, and {name_of(space)} isn't (WC-11)."


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
            raise UnclearAction("Type what to do on a space ('house E4'), action numbers ('1 3 4') or 'done'.")
        case ["done"] | ["decline"]:
            return model.Done()
        case ["offer"]:
            return model.Offer(True)
        case ["no", "offer"] | ["no"]:
            return model.Offer(False)
        case [word, name] if found := [each for each in _WITH_SPACE if each.startswith(word)]:
            if len(found) > 1:
                raise ValueError(f"{quote_typed(word)} could be {' or '.join(found)}.")
            space = parse_space(name)
            if space is None:
                raise ValueError(
                    f"A space has a column letter and a row number, like E4; {quote_typed(name)} isn't one."
                )
            return _WITH_SPACE[found[0]](space)
        case [name] if (space := parse_space(name)) is not None:
            # Row 1 is always sea, so only the hurricane can be placed there.
            return model.PlaceHouse(space) if row_of(space) else model.PlaceHurricane(space)
        case typed:
            return _read_plan(typed)


def _read_plan(typed: list[str]) -> model.Choose:
    digits = "".join(typed)
    if not digits.isascii() or not digits.isdigit():
        raise UnclearAction(
            f"There is no action {quote_typed(' '.join(typed))}; try 'house E4', '1 3 4', 'offer' or 'done'."
        )
    plan = tuple(map(int, digits))
    if not is_choice(plan):
        raise ValueError(f"Choose one to three different actions from 1 to {ACTIONS}, as in '1 3 4'.")
    return model.Choose(plan)


# Faults in options, boards and cards
def reject_first_player(first: int, seats: int) -> str:
    return f"Player {first} can't go first with only {seats} players (WC-3)."


def reject_board_size(field: str, most: int, size: int) -> str:
    what = {"columns": "columns", "sea_rows": "sea rows", "section_rows": "rows in a land section"}[field]
    return f"A board has 1 to {most} {what}, not {size} (WC-19)."


def reject_number_of_stations(room: int, stations: int) -> str:
    return f"A board of this size has room for {room} stations, not {stations} (WC-19)."


def reject_station_outside(row: int, column: int, rows: int, columns: int) -> str:
    return f"{_station(row, column)} is outside the board's {rows} rows and {columns} columns (WC-19)."


def reject_station_on_coast(row: int, column: int) -> str:
    return f"{_station(row, column)} is on the coast row, where stations can't be (WC-1)."


def reject_repeated_station(row: int, column: int) -> str:
    return f"{_station(row, column)} is listed twice (WC-19)."


def _station(row: int, column: int) -> str:
    return f"The station at row {row}, column {column}"


def reject_short_coast(seats: int, needed: int, columns: int) -> str:
    return f"With {seats} players, the coast needs {needed} columns, but this board has {columns} (WC-19)."


def reject_small_section(section: int, needed: int, room: int, seats: int) -> str:
    """Reject a land section (numbered from 1) without room for every house. In section 1, the coast isn't counted."""
    where = "behind the coast" if section == 1 else f"in land section {section}"
    return f"With {seats} players, {needed} houses need space {where}, but there is room for {room or 'none'} (WC-19)."


def reject_number_of_cards(cards: int) -> str:
    return f"There must be 1 to {MAX_CARDS} cards, not {cards} (WC-19)."


def reject_number_of_actions(card: int, actions: int) -> str:
    return f"Card {card} must have {ACTIONS} actions, not {actions} (WC-13)."


def reject_card_without_move(card: int) -> str:
    return f"Card {card} has no move (WC-4)."


def reject_steps(card: int, action: int, steps: int) -> str:
    return f"Action {action} of card {card} must go 1 to {MAX_STEPS} steps, not {steps} (WC-19)."


def reject_cost(card: int, action: int, cost: int) -> str:
    return f"Action {action} of card {card} must cost 0 to {MAX_COST}, not {cost} (WC-19)."


# Faults in a position from outside
def reject_card_places(cards: int) -> str:
    return f"Each of the {cards} cards must be in exactly one place (WC-13)."


CARD_DRAWN = "The player whose turn it is must have a card, and nobody else can have one (WC-4)."
PLAN_CHOSEN = "There must be chosen actions after the phase `plan` of each turn, and at no other time (WC-4)."
PLAN_OF_CARD = "The chosen actions must be one to three of the card's actions, including a move (WC-4)."
ONE_BY_ONE = "Actions are carried out one by one, after any insurance has been sold (WC-4)."


def reject_pile_count(piles: int) -> str:
    return f"The pile can't run out more than {times(piles)} (WC-14)."


HOUSES_ON_LAND = "Houses must be on land spaces without a station, and two players can't share a space (WC-1)."
SOUTH_TO_NORTH = "Houses must be listed from south to north."
HOUSE_IS_HOUSE = "There is no house on a space listed as insured or as two-family (WC-6)."
LISTED_TWICE = "A space is listed twice."
TWELVE_HOUSES = "A player has more than twelve houses (WC-2)."
COAST_TOO_FULL = "A player has too many houses on the coast (WC-3)."
HURRICANE_ON_BOARD = "The hurricane must be on a space on the board (WC-7)."
HURRICANE_FIRST = "The hurricane must be on the board from when it is placed until it leaves (WC-3)."
PLAYER_LEFT = "Every player must have a number of coins, and at least one player must still be in the game (WC-12)."
OUT_WITH_NOTHING = "A player who is out can't have coins or houses (WC-12)."
OVER_WITHOUT_TURN = "It must be a player's turn until the game is over, and nobody's turn after that (WC-15)."
NOT_OVER_YET = "The ending listed doesn't fit the position (WC-15)."
TAKES_PART = "A player who is out can't have a turn."
ONLY_INSURANCE = "Players choose only on their own turn, except when they buy insurance (WC-4)."
PLACED_IN_TURN = "Houses must be placed in turn, starting with the second player (WC-3)."
RENEWAL_POSSIBLE = "There is no insurance that this player could renew (WC-5)."
LAPSES_ONLY_THEN = "Insurance can be due for renewal only in the phase `renew` (WC-5)."
OWN_LAPSES = "Only the insurance of the player whose turn it is can be due for renewal (WC-5)."
HAS_CHOICE = "The player who must choose has nothing to choose from (WC-6)."
BUYER_EXISTS = "Insurance can be offered only if another player could buy it (WC-6)."
HURRICANE_BEFORE_HOUSES = "The hurricane must be placed before the houses (WC-3)."
HURRICANE_IN_HARBOUR = "While houses are being placed, the hurricane must be in the southernmost row (WC-3)."
PLAIN_HOUSES = "While houses are being placed, none can be insured or two-family (WC-4)."
COINS_UNTOUCHED = f"While houses are being placed, every player must have {model.COINS} coins (WC-2)."
PILE_UNTOUCHED = "While houses are being placed, every card must be in the pile (WC-4)."


def reject_section_count(quota: int) -> str:
    return f"A player has more than {quota} houses in a section (WC-3)."


COAST_MISSED = "A player has all the houses of the first section, but none on the coast (WC-3)."
HOUSE_CHOSEN = "A house is being bought, but the action chosen is a move (WC-11)."
WRONG_DEBT = "The amount owed must be the cost of the actions carried out so far (WC-12)."
STARTED_ON_BOARD = "The hurricane must have started this turn on a space on the board (WC-7)."
WRONG_PLACE = "The hurricane isn't where this turn's moves have taken it (WC-7)."
HOUSE_LEFT_STANDING = "An uninsured house is still standing where the hurricane has been this turn (WC-8)."
WRONG_TRIP = "The fields 'moved' and 'calm' don't agree with the hurricane's route (WC-10)."
