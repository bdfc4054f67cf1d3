"""The board of Rummy-like: the players, the trick, and the viewer's own Chards and TriCards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.cells import cell_len
from textual import events

from cardtable.engine.cards import Chard
from cardtable.engine.game import Event, Seat
from cardtable.engine.games.rummy_like import GAME, outlook, words
from cardtable.engine.games.rummy_like.model import KINDS, SEATS, Call, Draw, Lead, Play, Scored, State, WonAtOnce
from cardtable.engine.games.rummy_like.tips import GOAL
from cardtable.games.rummy_like.board.actions import (
    costs,
    keep_second,
    label_of,
    lead_with,
    leads_of,
    refuse_chard,
    sends_of,
)
from cardtable.games.rummy_like.board.animation import CardInFlight, flights_of, paint_flight
from cardtable.games.rummy_like.board.lately import lately
from cardtable.games.rummy_like.board.layout import Layout, layout_for
from cardtable.games.rummy_like.board.middle import (
    paint_face_up,
    paint_middle,
    paint_middle_line,
    paint_open,
    paint_panel,
    paint_side_log,
)
from cardtable.games.rummy_like.board.own_cards import paint_own_cards
from cardtable.games.rummy_like.board.players import WIDE, knows_any, paint_player, shorten_name, tips_box
from cardtable.games.rummy_like.board.scoring import (
    MIN_COLUMNS,
    MIN_ROWS,
    paint_final_hands,
    paint_scoring,
)
from cardtable.rooms.kit.command import Command
from cardtable.table.seen import Seen
from cardtable.tui.board.choices import ChoiceGroup, ListedAction, list_groups
from cardtable.tui.board.widget import TYPED, BoardWidget
from cardtable.tui.drawing.canvas import Box, Canvas, put_latest, wrap

WIDE_STATUS = 60
"""The smallest width at which the status lines have room for two sentences."""
MIN_NAME_CELLS = 4
"""The smallest width to which names in the title bar are cut."""
HOW_TO_SEND = "Left and right choose one Chard, up and down the other."

NO_SCORE = 'You can say "Score" only before you draw TriCards, instead of leading (RM-6).'


class RummyLikeBoard(BoardWidget):
    """The board of Rummy-like as one seat sees it."""

    GAME_ID = GAME.id
    KEY_HELP = (
        ("left, right", "choose a kind of Chard or a TriCard to lead; in a list, the next line"),
        (
            "1 to 9",
            "choose a kind of Chard: Hollow, Partial, Filled, Red, Green, Blue, Circle, Square, Triangle; or a TriCard",
        ),
        (
            "up, down",
            "choose a line in the list, such as the Chard to play with your lead, or the second to send",
        ),
        (
            "mouse",
            "click a kind, a TriCard, the deck or a line in the list to choose it; click again to play it",
        ),
        ("\u00d73, 3 of 4", "how many Chards of a kind you hold; 4 of 4 is a set, and +1 is the point that it scores"),
        ("A set scores +2", "what a set of this kind would score with your TriCards; on most screens, H+2"),
        ("the cursor", "starts on a choice that costs you nothing, if there is one; for advice, ask for a hint"),
        ("2 \u2192 1 of 4", "how many you hold now and after your choice"),
        ("match, 2 left", "matches the TriCard led; the number of Chards of this kind left after your choice"),
        ("you get it back", "you play first in this trick, so you will pick up all Chards played, and yours with them"),
        ("loses 2, breaks a set", "you would have four of a kind no longer, which now score 2 points for you"),
        ("your last Red", "you would have no Red left, so another player could collect all four"),
        ("no use to you", "none of your TriCards has the kinds of Chard that you would send"),
        ("HRC, S", "the initials of a card: Hollow-Red-Circle, Square"),
        ("you know: S", "a Chard that you saw enter another player's hand"),
        ("*", "on a small screen: the player who leads, or a kind of Chard that matches the TriCard led"),
        (">", "on a small screen: the player whose turn it is, or your choice"),
        ("4>2, 4!", "on a small screen: what your choice would leave, and a set"),
    )

    _is_new_question = True

    # Choices

    def group_actions(self, seen: Seen) -> tuple[ChoiceGroup, ...]:
        if seen.viewer is None or seen.turn != seen.viewer:
            return ()
        state: State = seen.state
        if state.phase == "send":
            return tuple(ChoiceGroup(kind.name, tuple(sends_of(kind, state, seen.viewer))) for kind in KINDS)
        if any(isinstance(action, Play) for action in seen.legal):
            return tuple(ChoiceGroup(kind.name, (ListedAction(Play(kind), f"play {kind}"),)) for kind in KINDS)
        if state.phase == "lead" and not self.posts_illegal_choices:
            return tuple(ChoiceGroup(card.name, leads_of(card, state, seen.viewer)) for card in state.drawn)
        if state.phase == "draw":
            return list_groups((ListedAction(Draw(), "draw three TriCards"), ListedAction(Call(), 'say "Score"')))
        return list_groups(ListedAction(action, label_of(action)) for action in seen.legal)

    def question(self, seen: Seen) -> tuple[str, Seat | None]:
        return seen.state.phase, seen.turn

    def reset_cursor(self) -> None:
        super().reset_cursor()
        self._is_new_question = True

    def place_cursor(self, seen: Seen) -> None:
        """Move the cursor to the first legal action. If the question is new, prefer one that costs little."""
        places = [
            (group, at)
            for group, each in enumerate(self.groups)
            for at, listed in enumerate(each.actions)
            if self.is_allowed(listed)
        ]
        if places and (self._is_new_question or not self.is_legal):
            if self.shows_effects:
                places.sort(key=lambda place: self._costs(seen, *place))
            self.group, self.action_index = places[0]
        self._is_new_question = self._is_new_question and not places

    def _costs(self, seen: Seen, group: int, at: int) -> tuple[bool, bool]:
        listed = self.groups[group].actions[at]
        return costs(seen, listed.then or listed.action)

    @property
    def lines(self) -> list[int]:
        """The indices of the groups listed one per line, or an empty list if a single group's actions are listed."""
        if not self.groups or max(len(group.actions) for group in self.groups) > 1 or self._asks_for_one_lead:
            return []
        by_kind = len(self.groups) == len(KINDS)
        return [at for at, group in enumerate(self.groups) if not by_kind or self.is_allowed(group.actions[0])]

    @property
    def _asks_for_one_lead(self) -> bool:
        """Whether the drawn TriCards are side by side and the list shows the Chards to play with one of them."""
        return isinstance(self.groups[0].actions[0].action, Lead) and not self.posts_illegal_choices

    def action_move(self, step: int) -> None:
        """Skip unplayable kinds if other kinds are playable. Lessons, which may ask about any kind, skip none."""
        if self.pointer is not None or self.posts_illegal_choices:
            super().action_move(step)
        elif self.lines:
            self.action_cycle(step)
        elif self.groups and self.seen is not None and self.seen.state.phase == "send":
            count = len(self.groups)
            following = [(self.group + step * ahead) % count for ahead in range(1, count + 1)]
            self._go_to_kind(next(at for at in following if self.is_allowed(self.groups[at].actions[0])))
        else:
            super().action_move(step)

    def action_pick(self, digit: int) -> None:
        if digit <= self.hand_size:
            self._go_to_kind(digit - 1)
        elif self.groups:
            self._choose_chard(KINDS[digit - 1])

    def on_click(self, event: events.Click) -> None:
        """Say why a clicked Chard can't be chosen. The base class handles all other clicks."""
        target = self.canvas.target_at(event.x, event.y)
        if isinstance(target, Chard) and not self.is_animating and self.pointer is None:
            self._choose_chard(target)

    def _choose_chard(self, kind: Chard) -> None:
        """Choose the Chard to play with the lead, or say why this Chard can't be played."""
        group = self.groups[self.group]
        if (at := lead_with(group, kind)) is not None:
            self.move_cursor(self.group, at)
        else:
            self.say(refuse_chard(group, kind))

    def _go_to_kind(self, group: int) -> None:
        """Move the cursor to a group. When the player sends two Chards, the second Chard stays the same if possible."""
        self.move_cursor(group, keep_second(self.groups, self.group, self.choice, group))

    def action_cycle(self, step: int) -> None:
        lines = self.lines
        if self.pointer is not None or not lines:
            super().action_cycle(step)
        elif self.group in lines:
            self.move_cursor(lines[(lines.index(self.group) + step) % len(lines)])
        else:
            beyond = [at for at in lines if (at - self.group) * step > 0]
            self.move_cursor(min(beyond or lines, key=lambda at: at * step))

    def effect(self, seen: Seen, action: Any) -> str:
        return words.effect(action, outlook.foresee(seen.state, action))

    def effect_label(self, listed: ListedAction) -> str:
        if self.seen is None or not self.is_allowed(listed):
            return "not now"
        return self.effect(self.seen, listed.then or listed.action) if self.shows_effects else ""

    @property
    def _lists_score(self) -> bool:
        return bool(self.groups) and isinstance(self.groups[-1].actions[0].action, Call)

    def _score_label(self) -> str:
        return "Score" if self._lists_score and self.is_allowed(self.groups[-1].actions[0]) else ""

    def _why_no_score(self) -> str:
        return "" if self._lists_score else NO_SCORE  # the status line says why a listed call is impossible

    @Command(
        'choose to say "Score" instead of leading',
        keys=("s",),
        label=_score_label,
        need=8,
        no_words=TYPED,
        why_not=_why_no_score,
    )
    def score(self) -> None:
        """Move the cursor to the call, which ends the round."""
        self.move_cursor(len(self.groups) - 1)

    @property
    def instructions(self) -> str:
        if self.groups and len(self.groups[self.group].actions) > 1:
            return "Use left/right for one Chard and up/down for the other. Enter sends both."
        return super().instructions

    def status(self, seen: Seen) -> str:
        """Return the status text. If there is room, the text also names the keys that choose each of two Chards."""
        text = super().status(seen)
        asks_for_two = self.choice is not None and seen.state.phase == "send" and not self.lines
        if self.notice or self.prompt or not asks_for_two or self.size.width < WIDE_STATUS:
            return text
        return f"{text} {HOW_TO_SEND}"

    # The table

    def paint_moment(self, canvas: Canvas, seen: Seen, moment: Event) -> bool:
        if not isinstance(moment, Scored | WonAtOnce) or canvas.width < MIN_COLUMNS or canvas.height < MIN_ROWS:
            return False
        paint_scoring(self.signs, canvas, seen, moment)
        return True

    def _paint_end(self, canvas: Canvas, seen: Seen, end: Scored | WonAtOnce) -> None:
        """Paint the final hands as large as possible."""
        if canvas.width < MIN_COLUMNS or canvas.height < MIN_ROWS:
            paint_final_hands(canvas, seen, canvas.height)
        else:
            paint_scoring(self.signs, canvas, seen, end)

    def recap_box(self, width: int, height: int) -> Box:
        layout = layout_for(width, height)
        top = layout.table - (width < 60)  # small tables have a row for the choices, which a recap leaves free
        return Box(0, top, layout.face_up - 2 if layout.face_up else width, height - top)

    def paint(self, canvas: Canvas, seen: Seen, frame: Any = None) -> None:
        if seen.outcome and frame is None and seen.log[-1] and isinstance(seen.log[-1][-1], Scored | WonAtOnce):
            self._paint_end(canvas, seen, seen.log[-1][-1])
            return
        layout = layout_for(canvas.width, canvas.height)
        self._paint_title(canvas, layout, seen)
        tips = tips_box(canvas, layout, seen)
        end = tips.x - 1 if self.put_tips(canvas, tips) or self._paint_goal(canvas, tips, seen) else canvas.width
        for seat in range(SEATS):
            paint_player(self.signs, canvas, layout, seen, seat, end)
        paint_open(self, canvas, layout, seen.state, self.lines)
        if layout.small:
            paint_middle_line(self, canvas, layout, seen)
        else:
            paint_middle(self, canvas, layout, seen)
            paint_panel(self, canvas, layout, seen, self.lines)
        paint_own_cards(self, canvas, layout, seen)
        y = layout.middle
        if layout.side or (seen.viewer is None and layout.face_up):
            y = paint_face_up(self.signs, canvas, layout, seen.state)
        if layout.side:
            paint_side_log(canvas, Box(layout.side, y, canvas.width - layout.side, canvas.height - y), seen)
        self._paint_log(canvas, layout, seen)
        if isinstance(frame, CardInFlight):
            paint_flight(self, canvas, layout, frame)

    def _paint_goal(self, canvas: Canvas, box: Box, seen: Seen) -> bool:
        """Paint the goal even after the first turns if there is spare room, and return whether it was painted.

        A wide table has spare room until the viewer knows some of the other players' Chards.
        """
        is_shown = canvas.width >= WIDE and self.gives_tips and box.height > 0 and not knows_any(seen)
        canvas.block(box.x, box.y, wrap(GOAL, box.width, box.height) if is_shown else [], "strong")
        return is_shown

    def _paint_title(self, canvas: Canvas, layout: Layout, seen: Seen) -> None:
        state: State = seen.state
        target = state.options.target
        caption = self.caption if target else self.caption.removeprefix("Single round").lstrip()  # the goal says it
        number = f"Rummy-like  {caption}".rstrip() + f"  round {state.round}"
        goal = f"  first to {target}" if target else "  single round" if state.round == 1 else "  after a tie"
        if layout.small:  # the scores are beside the players
            canvas.title_bar(number, goal)
            return
        title, scores = _title_and_scores(seen, number, canvas.width - len(goal) - 2)
        text = f"  {scores}{goal}"
        canvas.title_bar(title, text)
        x = canvas.width - cell_len(text) + 2
        for seat, score in enumerate(scores.split("  ")):
            canvas.mark_place(Box(x, 0, cell_len(score), 1), "scores", seat)
            x += cell_len(score) + 2

    # What happened

    def _paint_log(self, canvas: Canvas, layout: Layout, seen: Seen) -> None:
        """Paint what others have done since the viewer's last move, or the latest events if they have done nothing."""
        room, width = canvas.height - layout.log, layout.end(canvas.width)
        told = self.put_tips(canvas, Box(0, layout.log, width, room - 1))
        y, room = layout.log + told, room - told
        rows = lately(seen, width, room)
        if rows or layout.side:
            canvas.block(0, y, rows, "dim")
        elif room > 0:
            stories = [[*_ends(seen.describe(event))] for step in seen.log for event in step]
            put_latest(canvas, Box(0, y, canvas.width, room), stories, "dim")

    # The animation

    def build_frames(self, before: Seen, story: Sequence[Event], steps: int) -> list[Any]:
        flights = (flight for event in story for flight in flights_of(event))
        return [flight._replace(part=step / steps) for flight in flights for step in range(1, steps + 1)]


def _title_and_scores(seen: Seen, title: str, room: int) -> tuple[str, str]:
    """Return the title and the scores. If they are too long, shorten the title and then, if necessary, the names."""
    number = seen.state.round
    longest = max(map(cell_len, seen.players))
    titles = (title, f"Round {number}", f"R{number}")
    shorter = [(titles[-1], width) for width in range(longest - 1, MIN_NAME_CELLS, -1)]
    for each, width in (*((each, longest) for each in titles), *shorter):
        if cell_len(each) + cell_len(scores := _scores(seen, width)) <= room:
            return each, scores
    return "", _scores(seen, MIN_NAME_CELLS)


def _scores(seen: Seen, width: int) -> str:
    """Return each player's name, cut to this width, with the player's score."""
    named = zip(seen.players, seen.state.scores, strict=True)
    return "  ".join(f"{shorten_name(name, width)} {score}" for name, score in named)


def _ends(line: str) -> Iterator[str]:
    """Yield a line as a whole, then without its first sentence, without its first two sentences, and so on."""
    while line:
        yield line
        line = line.partition(". ")[2]
