"""The board of Wind City: the play area with a preview of the hurricane's route, and the panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from textual import events

from cardtable.engine.game import Event, Seat
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import Space
from cardtable.engine.games.wind_city.cards import ACTIONS, MAX_CHOSEN
from cardtable.engine.games.wind_city.danger import Danger, dangers, threat
from cardtable.engine.games.wind_city.houses import area_of, suggested_house
from cardtable.engine.games.wind_city.model import Choose, PlaceHouse, SpaceAction, State
from cardtable.engine.games.wind_city.texts import PROMPTS
from cardtable.games.wind_city.board.area import AreaView, space_of
from cardtable.games.wind_city.board.cursor import first_useful, house_in_danger, nearest_group
from cardtable.games.wind_city.board.groups import ACTION_OF, line_group, plan_groups, space_group, toggled
from cardtable.games.wind_city.board.key_help import FINISH, KEY_HELP, enter_verb
from cardtable.games.wind_city.board.layout import Layout, layout_for, viewport_for
from cardtable.games.wind_city.board.panel import INSURING, PLACE_REST, Panel, paint_below
from cardtable.games.wind_city.board.recap import has_news, recap_lines, walk_lines
from cardtable.games.wind_city.board.route import NO_ROUTE, DrawnRoute, RouteFrame, route_to_show, walk
from cardtable.games.wind_city.board.texts import INVITATIONS, describe_space, insurance_status, plan_status
from cardtable.games.wind_city.board.title import paint_scores, paint_title
from cardtable.rooms.kit.command import Command
from cardtable.table.seen import Seen
from cardtable.tui.board.choices import ChoiceGroup
from cardtable.tui.board.widget import TYPED, BoardWidget
from cardtable.tui.drawing.canvas import Box, Canvas

NO_PLAN = "First choose one to three of the card's actions: press 1 to 5 (WC-4)."


class WindCityBoard(BoardWidget):
    """The board of Wind City as one seat sees it."""

    GAME_ID = GAME.id
    KEY_HELP = KEY_HELP

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.chosen: tuple[int, ...] = ()
        """The numbers of the actions chosen so far, in order."""
        self._last_space: Space | None = None
        """The cursor's space before the last action, or None if there was no such space."""
        self._has_moved_cursor = False
        """Whether the player has moved the cursor or chosen an action since the current question appeared."""
        self._shades_plans = False
        """Whether land is shaded while the player chooses actions. If so, each key repaints most of the board."""
        self._drawn_city: tuple[Any, State, tuple[Any, ...], Canvas] | None = None
        """The play area as last drawn, together with the values that it shows."""

    # Choices

    def group_actions(self, seen: Seen) -> tuple[ChoiceGroup, ...]:
        state: State = seen.state
        if seen.viewer is None or seen.turn != seen.viewer:
            self.chosen = ()
            return ()
        if state.phase == "plan":
            return tuple(plan_groups(state, self.chosen))
        self.chosen = ()
        if state.phase == "houses":
            board = area_of(state)
            rows = reversed(range(board.coast, board.rows))
            return tuple(
                space_group(PlaceHouse(row * 100 + column), board) for row in rows for column in range(board.columns)
            )
        spaces = [action for action in seen.legal if space_of(action) is not None]
        danger = [] if self._is_asked else dangers(state, seen.viewer)
        spaces.sort(key=lambda action: (_rank(danger, action.space), action.space % 100, -action.space))
        rest = [action for action in seen.legal if space_of(action) is None]
        board = area_of(state)
        spatial = [space_group(action, board) for action in spaces]
        return (*spatial, *(line_group(action, str(action), board.rows + at) for at, action in enumerate(rest)))

    def question(self, seen: Seen) -> tuple[str, Seat | None]:
        return seen.state.phase, None if seen.state.phase == "houses" else seen.turn

    def reset_cursor(self) -> None:
        super().reset_cursor()
        self.chosen, self._last_space, self._has_moved_cursor = (), None, False

    def move_cursor(self, group: int, action: int | None = None) -> None:
        self._has_moved_cursor = True
        super().move_cursor(group, action)

    def show(
        self, seen: Seen, frames: Sequence[Any] = (), *, prompt: str = "", notice: str = "", choice: Any = None
    ) -> None:
        is_new_house = self.seen is None or seen.state.houses != self.seen.state.houses
        follows_houses = seen.state.phase == "houses" and is_new_house
        self._last_space = space_of(self.choice.action) if self.choice and not follows_houses else None
        super().show(seen, frames, prompt=prompt, notice=notice, choice=choice)

    def place_cursor(self, seen: Seen) -> None:
        """Move the cursor to a useful action, to a good space for a house, or to the space nearest the last one."""
        if self._is_planning and not (self._has_moved_cursor or self.chosen):
            self.group = first_useful(seen.state, ())
        if self.groups and seen.state.phase == "houses" and not self._is_asked and self._last_space is None:
            self.group = self._group_of(suggested_house(seen.state))
            return
        if seen.state.phase in INSURING:  # Enter goes on, and never buys unless the player says so
            self.group = max(0, len(self.groups) - 1)
        elif seen.state.phase in ACTION_OF:
            self.group = self._nearest(seen, self._last_space)

    @property
    def _is_asked(self) -> bool:
        """Whether the choice may be a learner's answer. If so, the board must not reveal the right answer."""
        return self.is_read_only or self.posts_illegal_choices or self.is_answering

    @property
    def _house_in_danger(self) -> int | None:
        """The group of the house that most needs insurance. None if there is none or if a learner may be answering."""
        if self._is_asked or self.seen is None or self.seen.state.phase not in INSURING:
            return None
        return house_in_danger(self.seen.state, self.groups)

    def _nearest(self, seen: Seen, near: Space | None) -> int:
        """Return the index of the group with the allowed space nearest to `near` (if it is None, to the hurricane)."""
        allowed = {at: group for at, group in enumerate(self.groups) if self.is_allowed(group.actions[0])}
        found = nearest_group(seen.state, allowed, near)
        return self.group if found is None else found

    def action_cycle(self, step: int) -> None:
        is_last = self.pointer is None and self.group == len(self.groups) - 1 > 0
        if is_last and self.seen is not None and self.seen.state.phase in INSURING:
            in_danger = self._house_in_danger
            return self.move_cursor(self._nearest(self.seen, None) if in_danger is None else in_danger)
        return super().action_cycle(step)

    def _group_of(self, action: SpaceAction) -> int:
        return next(at for at, group in enumerate(self.groups) if group.actions[0].action == action)

    def action_pick(self, digit: int) -> None:
        """Add an action of the card to the choice, or drop it, and move the cursor to the line that ends the choice.

        If the question isn't about actions of the card, say what the question is about.
        """
        if self._is_planning:
            if digit <= ACTIONS and self._toggle(digit):
                self.move_cursor(len(self.groups) - 1)
        elif self.groups and self.seen is not None:
            self.say(PROMPTS[self.seen.state.phase])

    @property
    def _is_planning(self) -> bool:
        return bool(self.groups) and self.seen is not None and self.seen.state.phase == "plan"

    def _toggle(self, number: int) -> bool:
        """Add or drop an action and return True. If the plan would have too many actions, say so and return False."""
        chosen, self._has_moved_cursor = toggled(self.chosen, number), True
        if len(chosen) > MAX_CHOSEN:
            self.say(f"You can choose at most {MAX_CHOSEN} actions (WC-4).")
            return False
        self._take_plan(chosen)
        return True

    def _take_plan(self, plan: tuple[int, ...]) -> None:
        assert self.seen is not None, "a card is shown"
        self.chosen = plan
        self.groups = self.group_actions(self.seen)
        self.redraw()
        if self.is_attached:
            self.refresh_bindings()

    def remember_choice(self) -> Callable[[], None]:
        chosen, restore_cursor = self.chosen, super().remember_choice()

        def restore() -> None:
            if self._is_planning:
                self._take_plan(chosen)
            restore_cursor()

        return restore

    def point_to(self, action: object) -> None:
        """Move the cursor to an action. For a plan, choose its actions, and move to the line that ends the choice."""
        if isinstance(action, Choose) and self._is_planning:
            self._take_plan(action.plan)
        super().point_to(action)

    def _move_on(self, seen: Seen) -> None:
        """Move the cursor to the line that ends the choice. If a move is still missing, go to a useful move instead."""
        is_plan = Choose(self.chosen) in seen.legal
        self.move_cursor(len(self.groups) - 1 if is_plan else first_useful(seen.state, self.chosen))

    def _can_drop(self) -> bool:
        return self._is_planning and self.chosen != () and self.pointer is None

    @Command(
        "drop the action that you chose last",
        keys=("backspace",),
        label="Drop last",
        need=8,
        exists=_can_drop,
        no_words="In plain mode, a whole plan is typed at once.",
    )
    def drop_last(self) -> None:
        """Drop the last action that was chosen."""
        if self.seen is not None:
            self._has_moved_cursor = True
            self._take_plan(self.chosen[:-1])
            self._move_on(self.seen)

    @property
    def enter_meaning(self) -> str:
        meaning = super().enter_meaning
        if meaning == "Play" and self.choice is not None and self.seen is not None and not self._is_planning:
            return enter_verb(self.seen.state.phase, self.choice.action)
        if self.pointer is not None or self.prompt or not self._is_planning:
            return meaning
        if self.group == len(self.groups) - 1:
            return FINISH if meaning == "Play" else meaning
        return "Remove" if self.group + 1 in self.chosen else "Add"

    def _can_finish(self) -> bool:
        is_listed = bool(self.groups) and space_of(self.groups[-1].actions[0].action) is None
        return is_listed and self.seen is not None and self.seen.state.phase != "offer"

    def _finish_label(self) -> str:
        return FINISH if self.group < len(self.groups) - 1 else ""

    def _why_not_finish(self) -> str:
        return NO_PLAN if self._is_planning and not self.chosen else ""

    @Command(
        "finish: your plan is ready, or you choose no more houses",
        keys=("f",),
        label=_finish_label,
        need=8,
        why_not=_why_not_finish,
        exists=_can_finish,
        no_words=TYPED,
    )
    def finish(self) -> None:
        """End the choice at once. Enter on the line that ends the choice does the same."""
        if not self.prompt and self.pointer is None:
            self.move_cursor(len(self.groups) - 1)
            self.choose()

    def choose(self) -> None:
        if self.seen is None or self.prompt or self.is_animating:
            super().choose()
        elif self._is_planning and self.group < len(self.groups) - 1:
            if self.is_deliberate() and self._toggle(number := self.group + 1) and number in self.chosen:
                self._move_on(self.seen)
        elif self._is_planning and not self.chosen:
            self.say(NO_PLAN)
        else:
            super().choose()

    def on_click(self, event: events.Click) -> None:
        """Explain why a clicked space can't be chosen, or say what is there. The base class handles other clicks."""
        is_idle = not (self.is_animating or self.prompt) and self.pointer is None
        target = self.canvas.target_at(event.x, event.y)
        if is_idle and target == PLACE_REST:
            self.post_message(self.CommandChosen("place-rest"))
        elif is_idle and target is None and self.seen is not None:
            spaces = (
                place for box, place in self.canvas.places if place.zone == "space" and box.contains(event.x, event.y)
            )
            for place in spaces:
                self._tell_about(self.seen, place.row * 100 + place.column)

    def _tell_about(self, seen: Seen, space: Space) -> None:
        action = ACTION_OF.get(seen.state.phase) if self.groups else None
        self.say(describe_space(seen, space) if action is None else seen.explain(action(space)))

    @property
    def instructions(self) -> str:
        if self._is_planning:
            return "Press numbers to choose or drop actions, and Enter when your plan is ready."
        if self._can_finish() and space_of(self.groups[0].actions[0].action) is not None:
            return "Choose houses with the arrows and Enter. Press f when you want no more."
        return super().instructions

    # The table

    def recap_box(self, width: int, height: int) -> Box:
        """Return the box of the recap: the panel below the players, or the lines below the play area."""
        assert self.seen is not None, "a recap tells of a game"
        x = layout_for(width, height, area_of(self.seen.state)).panel
        top = len(self.seen.names) + 3 if x else height - 2
        return Box(x, top, width - x, height - top)

    def recap_forms(self, seen: Seen, since: int) -> tuple[tuple[str, ...], ...]:
        return recap_lines(seen), recap_lines(seen, is_brief=True)

    def has_news(self, seen: Seen, since: int) -> bool:
        return has_news(seen, since)

    def is_placing(self, seen: Seen) -> bool:
        return seen.state.phase in ("hurricane", "houses")

    def invitation(self, seen: Seen) -> str:
        return INVITATIONS.get(seen.state.phase, "go on with your turn")

    def paint(self, canvas: Canvas, seen: Seen, frame: RouteFrame | None = None) -> None:
        if frame:
            seen = replace(seen, state=frame.state, turn=frame.state.active)
        state: State = seen.state
        area = area_of(state)
        layout = layout_for(canvas.width, canvas.height, area)
        route = frame.route if frame else self._route(seen)
        space = space_of(self.choice.action) if self.choice else None
        middle = next((at for at in (space, route.end, state.hurricane) if at is not None), area.coast * 100)
        viewport = viewport_for(layout, area, middle)
        danger = self._dangers(seen, layout) if frame is None else []
        coming = threat(state, self._shaded_plan) if layout.panel and self.shows_effects and frame is None else None
        reach = coming.reach if coming else None
        endangered = frozenset(each.space for each in danger)
        view = AreaView(canvas, layout, viewport, state, route, self.signs, reach, endangered)
        canvas.blit(self._city(view))
        view.paint_route()
        if frame and frame.surge:
            view.paint_wave(frame.surge)
        if space is not None:
            view.paint_cursor(space)
        chosen = self.chosen if self._is_planning else tuple(state.plan)
        if layout.panel:
            paint_title(canvas, seen, self.caption, is_walking=bool(self._frames))
            plan = self._previewed_plan if frame is None else ()
            panel = Panel(self, canvas, layout, seen, plan, choosing=self._is_planning)
            panel.dangers = danger
            panel.shown = walk_lines(self.seen, route.steps) if frame and self.seen is not None else ()
            panel.paint(chosen)
        else:
            paint_scores(canvas, layout, seen, shows_points=self.shows_effects)
            paint_below(self, canvas, seen, chosen, choosing=self._is_planning)

    def _dangers(self, seen: Seen, layout: Layout) -> list[Danger]:
        """Return the viewer's houses in danger. A small board marks these houses only while they can be insured."""
        if seen.viewer is None or not self.shows_effects or not (layout.panel or seen.state.phase in INSURING):
            return []
        return dangers(seen.state, seen.viewer, self._shaded_plan or self._ready_plan)

    @property
    def _ready_plan(self) -> tuple[int, ...]:
        """The actions chosen so far if the cursor is on the line that ends the choice, or an empty tuple."""
        is_ready = self._is_planning and self.group == len(self.groups) - 1 and self.is_legal
        return self.chosen if is_ready else ()

    @property
    def _shaded_plan(self) -> tuple[int, ...]:
        """The previewed actions if the player wants to see the next player's reach, or an empty tuple."""
        return self._previewed_plan if self._shades_plans and Choose(self._previewed_plan) in self._legal else ()

    @property
    def _legal(self) -> tuple[Any, ...]:
        return self.seen.legal if self.seen else ()

    def _can_shade(self) -> bool:
        return self._is_planning and self.shows_effects

    @Command(
        "while you choose actions: show or hide where the next player could then take the hurricane",
        keys=("t",),
        label="Reach",
        need=1,
        exists=_can_shade,
        no_words="In plain mode, 'why' and a plan tell you this.",
    )
    def shade(self) -> None:
        """Shade the land that the next player could reach after the current plan, or turn the shading off."""
        self._shades_plans = not self._shades_plans
        self.redraw()

    def _city(self, view: AreaView) -> Canvas:
        """Return the play area without the cursor and the route, redrawn only if something on it has changed."""
        legal = self._legal if self.groups else ()
        width, height = view.canvas.width, view.canvas.height
        key = (width, height, view.layout, view.viewport, self.signs.name, view.reach, view.endangered)
        last = self._drawn_city
        if last is None or last[0] != key or last[1] is not view.state or last[2] is not legal:
            city = Canvas(width, height)
            still = replace(view, canvas=city, route=NO_ROUTE)
            still.paint_edges()
            still.paint_spaces(self)
            last = self._drawn_city = (key, view.state, legal, city)
        return last[3]

    def _route(self, seen: Seen) -> DrawnRoute:
        action = self.choice.action if self.choice else None
        return route_to_show(
            seen, self._previewed_plan, action, is_choosing=bool(self.groups), shows_effects=self.shows_effects
        )

    @property
    def _previewed_plan(self) -> tuple[int, ...]:
        """The actions to preview: the chosen actions, and the action under the cursor if it can still be added."""
        if self._is_planning:
            is_new = self.group < len(self.groups) - 1 and self.group + 1 not in self.chosen
            return (*self.chosen, self.group + 1) if is_new and len(self.chosen) < MAX_CHOSEN else self.chosen
        state = self.seen.state if self.seen else None
        return tuple(state.plan) if state is not None and state.card and state.trip is None else ()

    # Texts

    def status(self, seen: Seen) -> str:
        text = super().status(seen)
        if self.notice or self.prompt or self.choice is None:
            return text
        if self._is_planning:
            return plan_status(seen, self._previewed_plan, shows_effects=self.shows_effects)
        if not self.shows_effects:
            return text
        at = self._house_in_danger
        in_danger = space_of(self.groups[at].actions[0].action) if at is not None else None
        return insurance_status(seen, space_of(self.choice.action), text, in_danger)

    # The animation

    def build_frames(self, before: Seen, story: Sequence[Event], steps: int) -> list[Any]:
        return list(walk(before.state, story, steps))


def _rank(danger: Sequence[Danger], space: Space) -> int:
    """Return the index of a house's space among the houses in danger. Houses out of danger get the next index."""
    return next((at for at, each in enumerate(danger) if each.space == space), len(danger))
