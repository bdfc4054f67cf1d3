"""What the Wind City board shows of a plan and of the hurricane's route, and the moment when everybody watches it."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from textual.pilot import Pilot

from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import name_of
from cardtable.engine.games.wind_city.hidden import forecast
from cardtable.engine.games.wind_city.houses import area_of
from cardtable.engine.games.wind_city.model import Choose, Done, Insured, Moved, Offer, Renew, Showed
from cardtable.engine.games.wind_city.outlook import effects
from cardtable.engine.phrases import counted
from cardtable.games.wind_city.board import WindCityBoard, layout_for
from cardtable.games.wind_city.board.route import last_route
from cardtable.rooms.table import AFTER_HURRYING
from cardtable.store.settings import Settings
from cardtable.tui.drawing.canvas import PLAIN
from cardtable.tui.screens.hand_over import PublicMoment
from tests.games.wind_city_positions import space, state, with_card
from tests.table.sittings import truth
from tests.tui.boards.boards import COMPACT, LARGE, MEDIUM, SIZES, USUAL, hold, shown, status
from tests.tui.boards.wind_city_boards import NAMES, board_of, sit_at, sit_till, token
from tests.tui.screens import board_on, flowing_text, lift_curtain, press, run, screen_text, table_of

# Previews


def test_the_previewed_route_is_the_one_that_follows() -> None:
    """Arrows, destroyed houses, passed houses and the end agree with the events."""
    for luck in range(6):
        session = sit_till("plan", 3, later=luck, luck=luck)
        board = board_of(session)
        seen = board.seen
        assert seen is not None
        for action in seen.legal[::5]:
            board.chosen = action.plan
            board.groups = board.group_actions(seen)
            board.finish()
            moves = [event for event in forecast(seen.state, action.plan) if isinstance(event, Moved)]
            path = [each for move in moves for each in move.path]
            wrecked = {each for move in moves for _, each in move.destroyed}
            gone = any(move.left for move in moves)
            for at in set(path) - {seen.state.hurricane}:
                drawn = token(board, name_of(at))
                if at == path[-1] and not gone:
                    assert "@" in drawn
                    assert drawn.startswith("*") == (at in wrecked)
                else:
                    assert any(sign in drawn for sign in "^v<>*")
                    assert drawn.startswith("*") == (at in wrecked)
                    assert drawn.startswith("[") == (at in seen.state.insured)


@pytest.mark.parametrize("renews", [True, False])
def test_the_route_follows_which_insurance_is_renewed(renews: bool) -> None:
    """A house whose insurance ends is destroyed; an insured one is passed."""
    session = sit_at(state("A5 H5!", "J9", at="E5", card=1, options=with_card("E3:2 N1:1 S1:1 W1:1 H:1")))
    session.act(Choose((1,)))
    board = board_of(session)
    assert board.seen is not None
    assert board.seen.state.phase == "renew"
    board.move_cursor(0 if renews else len(board.groups) - 1)
    route = board._route(board.seen)
    assert (space("H5") in route.destroyed) != renews
    for action in (Renew(space("H5")),) if renews else (Done(),):
        session.act(action)
    session.act(Offer(False))
    took = last_route(session.look(None).log)
    assert (took.steps, took.destroyed) == (route.steps, route.destroyed)


def test_the_finishing_key_works_on_the_finishing_line_too() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "1", "f")
        session = table_of(pilot).session
        assert session.look(session.turn).state.phase != "plan"

    run(play, sit_till("plan", 2))


def test_the_status_line_says_what_the_actions_would_do_and_to_whom() -> None:
    here = state("A5", "F5 G5!", at="E5", card=1, options=with_card("E3:2 N1:1 S1:1 W1:1 H:1"))
    board = board_of(sit_at(here))
    board.action_pick(1)
    assert status(board) == "East 3: to H5, destroys Bob's F5; you pay 2."
    assert [token(board, f"{each}5") for each in "EFGH"] == ["<@>", "*2*", "[2]>", "(@)"]
    board.action_pick(1)
    board.action_pick(2)
    assert status(board) == "North 1: to E6; you get 8 (station and calm) and pay 1."
    board.move_cursor(0)
    assert status(board).startswith("North 1, east 3: to H6")
    board.action_pick(5)
    assert "because none is lost" not in status(board), "eleven houses are missing in this position"
    poor = board_of(sit_at(here._replace(coins=(1, 40))))
    poor.action_pick(1)
    assert status(poor).endswith("you pay 2, but 1 isn't enough: you may be out.")
    far = board_of(sit_at(here._replace(hurricane=space("E11"))))
    far.action_pick(2)
    assert status(far) == "North 1: leaves the board: the game ends and Bob wins with 20 points."


@pytest.mark.parametrize(
    ("houses", "insured", "effect"),
    [
        (("A5! F5!", "J9"), "F5", "East 3: to H5, destroys your F5 unless renewed; you pay 2."),
        (("A5 H5!", "F5"), "H5", "East 3: to I5 (or H5 unless renewed), destroys Bob's F5, and your H5 unless renewed"),
    ],
)
def test_a_plan_names_your_own_houses_whose_insurance_ends_before_it(
    houses: tuple[str, ...], insured: str, effect: str
) -> None:
    session = sit_at(state(*houses, at="E5", card=1, options=with_card("E3:2 N1:1 S1:1 W1:1 H:1")))
    board = board_of(session)
    board.action_pick(1)
    assert status(board).startswith(effect)
    session.act(Choose((1,)))
    session.act(Renew(space(insured)))
    assert "unless renewed" not in effects(truth(session), (1,), 0, NAMES)


def test_a_plan_that_ends_the_game_only_if_a_house_stays_insured_says_so() -> None:
    options = with_card("N1:2 N2:1 S1:1 W1:1 H:1")
    board = board_of(sit_at(state("A5 E11!", "F5", at="E10", card=1, options=options)))
    end = "leaves the board: the game ends and you win with 20 points."
    for number, effect in (1, f"destroys your E11; if renewed, {end}"), (2, f"destroys your E11 unless renewed, {end}"):
        board.chosen = ()
        board.action_pick(number)
        assert status(board) == f"North {number}: {effect}"


def test_a_house_that_nobody_can_buy_is_announced() -> None:
    full = state("A4 A5 B5 C5 D5 E5 F5 G5 H5 I5 J5 A7", "B4", at="E6", card=1)
    board = board_of(sit_at(full))
    board.action_pick(2)
    board.action_pick(5)
    assert "you buy no house, because none is lost, get 3 (calm) and pay 2." in " ".join(status(board).split())


def test_enter_that_may_hurry_computer_players_adds_nothing_to_the_plan() -> None:
    board = board_of(sit_at(state("A4", "F5", at="E5", card=1, options=with_card("E2:2 N1:1 S1:1 W1:1 H:1"))))
    board.may_be_hurried = lambda: True
    board.choose()
    assert (board.chosen, status(board)) == ((), AFTER_HURRYING)
    board.choose()
    assert board.chosen == (1,)


def test_a_way_over_the_edge_names_the_spaces_that_are_joined() -> None:
    here = state("E4", "F5", at="B5", card=1, options=with_card("W3:2 N1:1 S1:1 W1:1 H:1"))
    board = board_of(sit_at(here))
    board.move_cursor(0)
    assert status(board).startswith("West 3: to I5, over the edge from A5 to J5; you get 3 (calm) and pay 2.")
    board.move_cursor(3)
    assert "over the edge" not in status(board)


def test_the_whole_plan_stays_drawn_while_it_is_chosen_with_enter() -> None:
    here = state("A4", "F5", at="E5", card=1, options=with_card("E2:2 N1:1 S1:1 W1:1 H:1"))
    board = board_of(sit_at(here))
    board.choose()
    drawn = shown(board)
    assert [token(board, f"{each}5") for each in "EFG"] == ["<@>", "*2*", "(@)"]
    board.move_cursor(1)
    board.choose()
    assert board.chosen == (1, 2)
    assert [token(board, each) for each in ("F5", "G5", "G6")] == ["*2*", ">", "(@)"]
    text = shown(board, LARGE)
    assert "1 east 2" in drawn
    assert ("first" in text, "second" in text, "third" in text) == (True, True, False)
    board.finish()
    assert "Enter: finish; insurance next" in shown(board, LARGE)
    canvas = board.drawn(*LARGE)
    gold = " ".join(text for y in range(LARGE[1]) for text, ink in canvas.runs(y) if ink == "gold")
    assert "east 2" in gold
    assert "north 1" in gold
    assert "south 1" not in gold


def test_the_moves_after_a_house_stay_drawn_while_it_is_built() -> None:
    session = sit_at(state("A4 C9", "G6", at="E6", card=1, options=with_card("E2:2 N1:1 S1:1 W1:1 H:1")))
    for move in ("5 1", "no offer"):
        session.act(GAME.parse(move))
    board = board_of(session)
    assert "buy no house" in shown(board)
    assert [token(board, f"{each}6") for each in "EFG"] == ["<@>", ">", "*@*"]


@pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM])
def test_the_panel_shows_what_all_insurance_would_cost(size: tuple[int, int]) -> None:
    here = state("A4! B5! C6+!", "D4 E5 F6!", at="D3", phase="offer", plan=(3,))
    board = board_of(sit_at(GAME.apply(here, Offer(True)).state))
    assert ("Both: 9 coins." if size == MEDIUM else "To insure both costs 9.") in flowing(board, size)
    assert "finish, insure none" in shown(board, size) or size == MEDIUM
    for each in ("D4 25/25 6", "E5 12/25 3"):
        bar = "━━━━━─────" if each.startswith("E5") else "━━━━━━━━━━"
        in_full = each.replace(" ", f" {bar} ", 1).replace("/25", " of 25 cards")
        assert (each if size == MEDIUM else in_full) in flowing(board, size)
    board.action_cycle(-1)
    assert board.groups[board.group].name == "D4", "Up goes to the house in the most danger"
    assert "25 of 25 cards can hit it." in status(board)
    poor = GAME.apply(here._replace(coins=(40, 7)), Offer(True)).state
    canvas = board_of(sit_at(poor)).drawn(*size)
    warnings = " ".join(text for y in range(size[1]) for text, ink in canvas.runs(y) if ink == "loss")
    assert "You have 7" in " ".join(warnings.split())
    asked = GAME.apply(here._replace(phase="plan", plan=()), Choose((3,))).state
    assert "To renew all 3 costs 8." in flowing(board_of(sit_at(asked)), size) or size == MEDIUM


def flowing(board: WindCityBoard, size: tuple[int, int]) -> str:
    """Return the text of the panel with its lines joined."""
    left = layout_for(size[0], size[1] - 2, area_of(board.seen.state)).panel if board.seen else 0
    return " ".join(" ".join(line[left:] for line in shown(board, size).splitlines()).split())


def test_f_never_declines_to_offer_insurance() -> None:
    for phase in ("offer", "insure", "renew", "build", "plan"):
        board = board_of(sit_till(phase, 2))
        assert (board.command("finish") in board.known) == (phase != "offer")


def test_a_plan_that_ends_the_game_is_red_only_if_the_player_loses() -> None:
    for houses, ink in (("A11 B11", PLAIN), ("A11", "loss")):
        board = board_of(sit_at(state(houses, "E5 F5", at="D11", card=1, options=with_card("N1:1 S1:1 E1:1 W1:1 H:1"))))
        board.action_pick(1)
        canvas = board.drawn(*LARGE)
        inks = {style for y in range(LARGE[1]) for text, style in canvas.runs(y) if "Leaves the board" in text}
        assert ink in inks


def test_backspace_or_its_label_drops_the_action_chosen_last() -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        assert isinstance(board, WindCityBoard)
        await press(pilot, "left", "right")
        assert "Drop last" not in screen_text(pilot), "nothing is chosen yet"
        await press(pilot, "4", "1", "backspace")
        assert list(board.chosen) == [4]
        assert "enter Finish  backspace Drop last" in screen_text(pilot)
        (key_bar,) = pilot.app.screen.query("KeyBar")
        await pilot.click(key_bar, offset=(screen_text(pilot).splitlines()[-1].index("Drop last"), 0))
        assert list(board.chosen) == []
        assert "Drop last" not in screen_text(pilot)
        await press(pilot, "backspace")
        assert list(board.chosen) == []
        await press(pilot, "2", "enter")
        assert board.seen is not None
        assert board.seen.state.plan == (2,)

    run(play, sit_at(state("A5", "F5 B7", at="E6", card=1, options=TWO_STEPS)))


# The walk


@pytest.mark.parametrize("steps", [3, 6, 12])
def test_the_hurricane_walks_space_by_space(steps: int) -> None:
    here = state("A5", "F5 B7", at="E5", phase="offer", plan=(1,), options=with_card("E2:2 N1:1 S1:1 W1:1 H:1"))
    session = sit_at(here)
    before, board = session.look(0), board_of(session)
    story = session.act(GAME.parse("no offer"))
    frames = board.build_frames(before, story, steps)
    assert [name_of(frame.state.hurricane) for frame in frames[::steps]] == ["E5", "F5", "G5"]
    assert [len(frame.state.houses[1]) for frame in frames[::steps]] == [2, 1, 1]
    for frame in frames:
        hold(board, frame)
        for size in SIZES:
            assert "<@>" in shown(board, size)
    assert token(board, "F5") == "*2*", "the way so far stays drawn"


def test_waves_run_over_the_land_when_the_hurricane_comes_ashore() -> None:
    """They cover no house and no station."""
    here = state("A5 C4", "D5 B7", at="C3", phase="offer", plan=(1,), options=with_card("N2:2 E1:1 S1:1 W1:1 H:1"))
    session = sit_at(here)
    before, board = session.look(0), board_of(session)
    frames = board.build_frames(before, session.act(GAME.parse("no offer")), 1)
    assert [(name_of(frame.state.hurricane), frame.surge) for frame in frames] == [
        ("C3", 0), ("C4", 0), ("C4", 1), ("C4", 2), ("C5", 0)
    ]  # fmt: skip
    for size in SIZES:
        waves = list[int]()
        for frame in frames[1:4]:
            hold(board, frame)
            text = shown(board, size)
            assert "<@>" in text
            waves.append(text.count("~~~"))
        assert waves[0] == 0 < waves[1] < waves[2]
    assert token(board, "D5") == "2"


def test_a_walk_shows_the_plan_and_what_insurance_saves_and_not_yet_what_comes() -> None:
    here = state("A5", "F5! G5 B7", at="E5", phase="offer", plan=(1,), options=with_card("E2:2 N1:1 S1:1 W1:1 H:1"))
    session = sit_at(here)
    before, board = session.look(None), board_of(session)
    story = session.act(GAME.parse("no offer"))
    board.show(session.look(None))
    board.recap = board.recap_forms(session.look(None), 0)
    texts = list[str]()
    for frame in board.build_frames(before, story, 1):
        hold(board, frame)
        texts.append(" ".join(shown(board).split()))
    assert ["Ann shows card 1: east 2." in text for text in texts] == [True, True, True]
    assert ["Insurance saves Bob's F5." in text for text in texts] == [False, True, True]
    assert not any("Bob loses" in text for text in texts), "the recap comes after the walk"
    hold(board)
    assert all(text in shown(board) for text in ("Bob loses G5.", "Insurance saves Bob's F5."))


# The moment

Speed = Literal["off", "slow"]
TWO_STEPS = with_card("E2:2 N1:1 S1:1 W1:1 H:1")


@pytest.mark.usefixtures("endless_animations")
@pytest.mark.parametrize("speed", ["off", "slow"])
def test_everybody_watches_the_hurricane_before_the_next_card_is_shown(speed: Speed) -> None:
    """With two players, the last to insure is the next to draw a card."""

    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await press(pilot, "1", "enter", "enter")
        assert not isinstance(pilot.app.screen, PublicMoment), "insurance needs no secrets, so no curtain"
        assert "Bob: insure your houses?" in screen_text(pilot)
        assert "Card" not in screen_text(pilot), "Ann's card is hidden"
        await press(pilot, "u")
        assert "Too late to undo: Bob has already seen the table" in screen_text(pilot)
        await press(pilot, "n")
        assert "Bob: insure your houses?" in screen_text(pilot)
        await press(pilot, "enter")
        assert not any("[2]" in line for line in screen_text(pilot).splitlines()), "Enter buys nothing"
        moment = pilot.app.screen
        assert isinstance(moment, PublicMoment)
        if speed == "slow":
            assert moment.board.is_animating
            assert "The hurricane goes" not in screen_text(pilot), "the log doesn't give the walk away"
            walked = [name_of(frame.state.hurricane) for frame in moment.board._frames[::-12]][::-1]
            assert walked[-2:] == ["F6", "G6"]
            await press(pilot, "x")
        assert not moment.board.is_animating
        text = flowing_text(pilot)
        assert "hurricane goes" in text
        assert "Bob, press space to see your card." in text
        assert "Card" not in text
        assert token(moment.board, "F6") == ">", "the way stays drawn"
        seen = moment.board.seen
        assert seen is not None
        assert (seen.viewer, name_of(seen.state.hurricane), seen.state.card) == (None, "G6", 0)
        await lift_curtain(pilot)
        assert "Card " in screen_text(pilot)
        assert "Bob chooses" in screen_text(pilot)

    here = state("A5", "F5 B7", at="E6", card=1, options=TWO_STEPS)
    run(play, sit_at(here, persons=(0, 1)), settings=Settings(speed=speed))


def test_the_first_action_under_the_cursor_is_drawn_at_once_in_place_of_the_last_route() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "1", "enter", "down", "enter")
        board = board_on(pilot)
        assert board.seen is not None
        assert board.seen.turn == 1
        assert [token(board, each) for each in ("E6", "F6", "G6")] == ["x", "·", "<@>"]
        assert "East 2: to I6" in screen_text(pilot)
        assert [token(board, each) for each in ("H6", "I6")] == [">", "(@)"]
        await press(pilot, "down")
        assert [token(board, each) for each in ("F6", "G6", "G7")] == ["·", "<@>", "(@)"]

    run(play, sit_at(state("A5", "F5 B7", at="E6", card=1, options=TWO_STEPS)))


def test_the_first_card_after_the_houses_falls_under_the_curtain() -> None:
    async def play(pilot: Pilot[int]) -> None:
        table, board = table_of(pilot), board_on(pilot)
        await press(pilot, "enter", "p", "p")
        assert len(table.session.actions) == 25, "the hurricane and twenty-four houses"
        assert isinstance(pilot.app.screen, PublicMoment)
        assert "Card" not in screen_text(pilot)
        assert board.seen is not None
        assert board.seen.viewer is None
        await lift_curtain(pilot)
        assert "Card " in screen_text(pilot)

    run(play, sit_till("hurricane", 2, persons=(0, 1)))


# The recap between two turns


def test_the_recap_begins_with_what_happened_to_the_next_player() -> None:
    seen = 0
    for later in range(3, 12):
        session = sit_till("plan", 3, later)
        public = session.look(None)
        lines = board_of(session).recap_forms(public, 0)[0]
        own, rest = lines[: lines.index("")], lines[lines.index("") + 1 :]
        assert public.turn is not None
        assert own[0].startswith(f"{public.names[public.turn]} loses ")
        assert not any(". " in line for line in lines), "each line has one sentence"
        story = [event for step in public.log for event in step]
        turns = [at for at, event in enumerate(story) if isinstance(event, Showed) and event.seat == public.turn]
        since = [event for event in story[turns[-1] if turns else 0 :] if isinstance(event, Insured)]
        bought = [event for event in since if event.seller is not None]
        for seat in {event.seat for event in bought}:
            costs = [event.cost for event in bought if event.seat == seat]
            assert f"{NAMES[seat]} insures {counted(len(costs), 'house')} for {sum(costs)}." in rest
        seen += bool(bought)
    assert seen


def test_a_small_table_tells_the_last_thing_worth_telling() -> None:
    session = sit_till("renew")
    assert session.turn is not None
    board = board_of(session, viewer=(session.turn + 1) % 5)
    assert board.seen is not None
    assert board.seen.describe_step(board.seen.log[-1]).endswith("in secret.")
    assert "in secret" not in shown(board, COMPACT)


def test_insurance_is_offered_by_name() -> None:
    """Buyers follow one another without a curtain, so the table says whose decision it is."""
    session = sit_till("insure")
    assert session.turn is not None
    asked = f"{NAMES[session.turn]}: insure your houses?"
    board = board_of(session)
    for size in SIZES:
        assert asked in " ".join(shown(board, size).split())
    assert status(board).startswith(asked)
    board.action_move(1)
    assert not status(board).startswith(asked)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everybody_reads_at_80x24_what_each_player_did_since_the_next_one(seats: int) -> None:
    for later in range(seats + 1, 2 * seats + 1):  # nobody is out yet, which takes more lines
        session = sit_till("plan", seats, later)
        public = session.look(None)
        board = board_of(session)
        board.show(public)
        board.recap = board.recap_forms(public, 0)
        text = " ".join(" ".join(line[45:].split()) for line in shown(board).split("\n"))
        turns = [[line for line in form if re.search(" takes the hurricane | steers ", line)] for form in board.recap]
        assert any(turns)
        assert any(all(line in text for line in form) for form in turns), "in full or in short"
