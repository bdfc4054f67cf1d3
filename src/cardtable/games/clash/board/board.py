"""The board of Clash: the four piles, the hand sorted by category, and a preview of each play on the piles."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from rich.cells import cell_len

from cardtable.engine.cards import CATEGORIES, FACE_DOWN, Complete, is_hidden
from cardtable.engine.game import Event, Seat
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import (
    COMPLETE_PILE,
    PILE_OF,
    EndTurn,
    HandCard,
    Played,
    PlayLast,
    RoundEnded,
    State,
    cards_of,
)
from cardtable.engine.games.clash.outlook import foresee
from cardtable.engine.games.clash.words import effect
from cardtable.engine.phrases import capitalized, counted
from cardtable.engine.zones import Place
from cardtable.games.clash.board.actions import actions_of, tops_of, tops_with
from cardtable.games.clash.board.history import CUT, name_played, turns_of
from cardtable.games.clash.board.layout import Layout, layout_for
from cardtable.games.clash.board.match import paint_match
from cardtable.games.clash.board.scoring import MIN_ROWS, paint_scoring
from cardtable.rooms.kit.command import Command
from cardtable.table.seen import Seen
from cardtable.tui.board.choices import ChoiceGroup, ListedAction, Target
from cardtable.tui.board.panels import current_choices, paint_choices, paint_current_choice, paint_hand_card
from cardtable.tui.board.recap import steps_since
from cardtable.tui.board.widget import TYPED, BoardWidget
from cardtable.tui.drawing.canvas import PLAIN, Box, Canvas, cut, put_latest
from cardtable.tui.drawing.cards import draw_face
from cardtable.tui.drawing.faces import Size, count_label

PILE_NAMES = (*CATEGORIES, "Complete")
TRY = "Enter plays it if it fits."
"""The status line's text for every choice while players must find legal moves by themselves."""
ROOMY = 5
"""The smallest number of log rows at which a blank line separates the tips from the log."""

LOST_BY_WRAPPING = 8
"""The estimated number of columns that wrapping leaves empty at the end of a line."""


class ClashFrame(NamedTuple):
    """One frame of an animated play: the top cards of the piles and the moving cards."""

    tops: tuple[HandCard | None, ...]
    moving: tuple[tuple[HandCard, float], ...]
    """The moving cards, each with the part of its path that it has covered, from 0 to 1."""


class ClashBoard(BoardWidget):
    """The board of Clash as one seat sees it."""

    GAME_ID = GAME.id
    KEY_HELP = (
        ("left, right", "choose a card in your hand; ending the turn comes last"),
        ("1 to 9", "choose the card with that number"),
        ("up, down", "choose how to play it: alone, as your last card, or together with others"),
        ("mouse", "click a card, a pile or a line in the list to choose it; click it again to play it"),
        ("play, last", "under a card: you can play it, or only as the last card of your turn"),
        ("P > F", "the top card of a pile, if any, and the card that your choice puts on it"),
        ("HRC, S", "the initials of a card: Hollow-Red-Circle, Square"),
        ("Holl.", "short for Hollow on a card, as Part., Fill., Circ., Squ. and Tri. are for the others"),
        ("\u00d73", "the number of cards in a pile"),
        ("pat, col, sha", "on a small screen: the piles of pattern, colour and shape Chards"),
        ("*", "on a small screen: the dealer"),
        ("24 cards left", "the cards in a player's hand and face-down pile together"),
    )

    _is_new_question = True

    # Choices

    def group_actions(self, seen: Seen) -> tuple[ChoiceGroup, ...]:
        if seen.viewer is None or seen.turn != seen.viewer:
            return ()
        cards = seen.state.hands[seen.viewer]
        hand = (ChoiceGroup(card.name, tuple(actions_of(card, seen, has_all=self.hides_moves))) for card in cards)
        end = "end turn" if seen.state.played else "end turn (pass)"
        return (*hand, ChoiceGroup("End of the turn", (ListedAction(EndTurn(), end),)))

    def question(self, seen: Seen) -> Hashable:
        return seen.turn, seen.state.round, seen.state.played

    def reset_cursor(self) -> None:
        super().reset_cursor()
        self._is_new_question = True

    def place_cursor(self, seen: Seen) -> None:
        """If the question is new, move the cursor to the first card that can be played."""
        if self._is_new_question and self.groups:
            self.group = min(range(len(self.groups)), key=self._rank)
            self.action_index, self._is_new_question = self.preferred(self.group), False

    def _rank(self, group: int) -> int:
        """Return a sort key for a group of cards.

        Cards that can be played come first, then cards that can only be played last, then the end of the turn, and then
        all others. The best card doesn't come first, because that would be a hint.
        """
        first = self.groups[group].actions[self.preferred(group)]
        if self.hides_moves:
            return group
        if group == self.hand_size or not self.is_allowed(first):
            return 2 + (group < self.hand_size)
        return int(isinstance(first.action, PlayLast))

    def preferred(self, group: int) -> int:
        """Return the index of the legal action that plays the most cards. An action that ends the turn ranks lowest."""
        actions = self.groups[group].actions
        if self.hides_moves:
            return 0
        legal = [at for at, listed in enumerate(actions) if self.is_allowed(listed)]
        return min(legal, key=lambda at: _order(actions[at].action), default=0)

    def is_allowed(self, listed: ListedAction) -> bool:
        """Return whether an action is legal now. If players must find legal moves by themselves, return True."""
        return self.hides_moves or super().is_allowed(listed)

    def action_move(self, step: int) -> None:
        if self.groups and self.pointer is None:
            group = (self.group + step) % len(self.groups)
            self.move_cursor(group, self.preferred(group))
        else:
            super().action_move(step)

    def action_pick(self, digit: int) -> None:
        if digit <= self.hand_size:
            self.move_cursor(digit - 1, self.preferred(digit - 1))
        else:
            super().action_pick(digit)

    def action_first(self) -> None:
        if self.groups:
            self.move_cursor(0, self.preferred(0))

    @property
    def hand_size(self) -> int:
        return max(0, len(self.groups) - 1)

    def effect(self, seen: Seen, action: Any) -> str:
        return "" if self.hides_moves else effect(action, foresee(seen.state, action))

    def status(self, seen: Seen) -> str:
        if self.hides_moves and self.choice is not None and not (self.notice or self.prompt or self.pointer):
            return f"{capitalized(str(self.choice.action))}: {TRY}"
        return super().status(seen)

    def _can_choose(self) -> bool:
        return bool(self.groups)

    def _end_turn_label(self) -> str:
        return "End turn" if self.is_allowed(self.groups[-1].actions[0]) else ""

    @Command(
        "go to 'end turn', which is a pass if you have played nothing",
        keys=("e",),
        label=_end_turn_label,
        need=8,
        exists=_can_choose,
        no_words=TYPED,
    )
    def end_turn(self) -> None:
        """Move the cursor to the end of the turn. If the turn can't end yet, the status line says why."""
        self.move_cursor(len(self.groups) - 1)

    # The table

    def paint_moment(self, canvas: Canvas, seen: Seen, moment: Event) -> bool:
        if not isinstance(moment, RoundEnded) or canvas.height < MIN_ROWS:
            return False
        paint_scoring(self.signs, canvas, seen, moment)
        return True

    def recap_box(self, width: int, height: int) -> Box:
        layout = layout_for(width, height)
        return Box(0, layout.public, width, height - layout.public)

    def recap_forms(self, seen: Seen, since: int) -> tuple[tuple[str, ...], ...]:
        """Return the latest events, with the number of cards that were drawn in secret on each turn."""
        return (tuple(" ".join(map(seen.describe, step)) for step in steps_since(seen, since)),)

    def paint(self, canvas: Canvas, seen: Seen, frame: Any = None) -> None:
        layout = layout_for(canvas.width, canvas.height)
        shows = frame is None and self.is_legal and self.shows_effects
        played = cards_of(self.choice.action) if self.choice and shows else ()
        self._paint_title(canvas, seen)
        self._paint_player(canvas, layout, seen, 1, _across(seen))
        self._paint_piles(canvas, layout, seen.state, frame, played)
        free = foresee(seen.state, self.choice.action).gives_free_play if played and self.choice else False
        shown = () if self.hides_moves else played
        shows_match = frame is None and paint_match(canvas, layout, seen.state, shown, gives_free_play=free)
        if layout.has_log_beside or layout.log > layout.own or not shows_match:
            self._paint_log(canvas, layout, seen)
        if layout.panel and self.groups:
            area = layout.choices_box(canvas.width)
            title = self.groups[self.group].name
            used = 1 + paint_choices(canvas, self, area, current_choices(self), self.action_index, title)
            self.put_tips(canvas, Box(area.x, area.y + used, area.width, area.height - used))
        self._paint_player(canvas, layout, seen, layout.own, 1 - _across(seen))
        self._paint_hand(canvas, layout, seen)
        if not layout.panel:
            paint_current_choice(canvas, self, layout.below)
        if frame is not None:
            self._paint_flight(canvas, layout, frame)

    def _paint_title(self, canvas: Canvas, seen: Seen) -> None:
        state: State = seen.state
        is_match = not state.options.is_single_round
        number = f"Round {state.round}" if is_match else "Single round"
        if canvas.width >= 60:
            caption = self.caption if is_match else self.caption.removeprefix(number).lstrip()  # the preset, too
            number = f"Clash  {caption}".rstrip() + f"  {number.lower()}"
        goal = f"  {'first ' * (canvas.width >= 80)}to {state.options.target}" if is_match else ""
        room = min(20, (canvas.width - len(number) - len(goal) - 12) // 2)
        scores = "  ".join(f"{cut(each, room)} {score}" for each, score in zip(seen.players, state.scores, strict=True))
        canvas.title_bar(cut(number, canvas.width), f"  {scores}{goal}")
        for seat in range(len(seen.names)):
            canvas.mark_place(Box(canvas.width - cell_len(scores + goal), 0, cell_len(scores), 1), "scores", seat)

    def _paint_player(self, canvas: Canvas, layout: Layout, seen: Seen, y: int, seat: Seat) -> None:
        """Paint a player's name and card counts, and marks for the dealer and the current player."""
        state: State = seen.state
        has_turn, small, x = seat == seen.turn, canvas.width < 60, layout.counts_x
        hand, pile = state.hands[seat], len(state.draw_piles[seat])
        mark = "" if seat != state.dealer else "*" if small else ", dealer"
        room, name = x - 3 - len(mark), seen.player_with_level(seat)
        name = cut(seen.player(seat) if small or cell_len(name) > room else name, room)
        canvas.put(0, y, f"{'>' if has_turn else ' '} {name}{mark}", "gold" if has_turn else PLAIN)
        held = self._name_hand(layout, hand, small=small) if seat != seen.viewer else f"hand {len(hand)}"
        left = counted(len(hand) + pile, "card")
        piled, end = f"{held}  pile {pile}", canvas.width - x
        played = self._say_played(layout, seen, end - len(f"{piled}  {left} left")) if has_turn else ""
        forms = (
            (f"{piled}  {left} left", end - len(played)),
            (f"{held}  {left} left", end - len(played)),
            (piled, end),
            (held, end),
        )
        fitting = next((form for form, room in forms[2 * (canvas.width < 80) :] if len(form) <= room), held)
        counts = fitting if hand or pile else f"{left} left"
        canvas.put(x, y, counts, "dim")
        canvas.mark_place(Box(x + max(0, counts.find("pile")), y, len(f"pile {pile}"), 1), "draw_pile", seat)
        if seat != seen.viewer:
            for at in range(len(hand)):
                canvas.mark_place(Box(x, y, len(held), 1), "hand", seat, at)
        if layout.back and seat != seen.viewer:
            self._paint_others_cards(canvas, layout, y + 1 + (y < layout.top), hand, pile)
        x += len(counts)
        canvas.put(x, y, cut(played, canvas.width - x), "strong")

    def _say_played(self, layout: Layout, seen: Seen, room: int) -> str:
        """Return the names of the cards played this turn, or only their number if the names don't fit."""
        if not seen.state.played:
            return ""
        named = name_played(seen, in_full=layout.back is not None)
        return f"  played {named if named and len(named) + 9 <= room else seen.state.played}"

    def _name_hand(self, layout: Layout, hand: Sequence[HandCard], *, small: bool) -> str:
        """Return the text for another player's hand: the number of cards, their signs or codes, or both."""
        count = f"hand {len(hand)}"
        if layout.back or not hand:
            return count
        if any(map(is_hidden, hand)):
            return count if small else f"{count} {self.signs.back * len(hand)}"
        codes = " ".join(card.code for card in hand)
        return codes if small else f"{count} {codes}"

    def _paint_others_cards(self, canvas: Canvas, layout: Layout, y: int, hand: Sequence[HandCard], pile: int) -> None:
        """Paint a player's hand and face-down pile as the opponent sees them."""
        size = layout.back or Size.MEDIUM
        for at, each in enumerate(hand):
            draw_face(canvas, (layout.left + at * (size.width + 1), y), each, size, self.signs)
        self._paint_draw_pile(canvas, layout.pile_x(COMPLETE_PILE), y, size, pile)

    def _paint_draw_pile(self, canvas: Canvas, x: int, y: int, size: Size, pile: int) -> None:
        """Paint a player's face-down pile of this many cards."""
        card, foot = (FACE_DOWN, count_label(pile, self.signs)) if pile else (None, "")
        draw_face(canvas, (x, y), card, size, self.signs, foot=foot)

    def _paint_piles(
        self, canvas: Canvas, layout: Layout, state: State, frame: ClashFrame | None, played: tuple[HandCard, ...]
    ) -> None:
        tops = frame.tops if frame else tops_of(state)
        new_tops = {PILE_OF[card]: card for card in played}
        for pile, top in enumerate(tops):
            x, width = layout.pile_x(pile), layout.card.width
            card = new_tops.get(pile, top)
            name = PILE_NAMES[pile] if layout.card.height > 3 else PILE_NAMES[pile][: 8 if pile == COMPLETE_PILE else 3]
            change = " > ".join(each.code for each in (top, card) if each) if pile in new_tops else ""
            label = change if change and layout.hand is Size.TINY else name
            canvas.put(x, layout.top - 1, label, "strong" if change else "dim")
            if layout.hand is not Size.TINY:
                canvas.put(x, layout.below_piles, change, "strong")
            depth = len(state.piles[pile]) + (pile in new_tops)
            foot = count_label(depth, self.signs) if depth else ""
            draw_face(canvas, (x, layout.top), card, layout.card, self.signs, chosen=pile in new_tops, foot=foot)
            canvas.mark_place(Box(x, layout.top, width, layout.card.height), "pile", pile)
            self._spot_pile(canvas, Box(x, layout.top - 1, width, layout.card.height + 1), pile)

    def _spot_pile(self, canvas: Canvas, box: Box, pile: int) -> None:
        """Let a click on a pile choose the selected card's first legal play on that pile."""
        if not self.groups or self.seen is None:
            return
        for at, listed in enumerate(self.groups[self.group].actions):
            if self.is_allowed(listed) and pile in map(PILE_OF.__getitem__, cards_of(listed.action)):
                canvas.add_target(box, Target(self.group, at))
                return

    # The hand

    def _hand_xs(self, layout: Layout, cards: Sequence[HandCard]) -> list[int]:
        """Return the first column of each card, and the column after the hand. Gaps separate the categories."""
        x, xs = layout.left, list[int]()
        for at, card in enumerate(cards):
            if at and PILE_OF[card] != PILE_OF[cards[at - 1]]:
                x += layout.hand is not Size.TINY
            xs.append(x)
            x += layout.hand_pitch + (2 if layout.hand is Size.TINY and isinstance(card, Complete) else 0)
        return [*xs, x + (layout.hand is not Size.TINY)]

    def _paint_hand(self, canvas: Canvas, layout: Layout, seen: Seen) -> None:
        if seen.viewer is None:
            return
        cards = seen.state.hands[seen.viewer]
        *xs, end = self._hand_xs(layout, cards)
        involved = self._involved(cards)
        for at, (x, card) in enumerate(zip(xs, cards, strict=True)):
            width = layout.hand.width if layout.hand is not Size.TINY else len(card.code) + 2
            box, chosen = Box(x, layout.hand_top, width, layout.hand.height), at in involved
            place = Place("hand", seen.viewer, at)
            paint_hand_card(canvas, self, card, box, place, size=layout.hand, pitch=layout.hand_pitch, chosen=chosen)
            if self.groups:
                canvas.add_target(box, Target(at, self.action_index if at == self.group else self.preferred(at)))
            if self.groups and layout.hand is not Size.TINY:
                canvas.put(x, layout.below, self._hint(at).center(layout.hand.width).rstrip(), "dim")
        if self.groups:
            self._paint_end(canvas, layout, end)
        if layout.hand is Size.GIANT:
            x = end + layout.hand.width + 1
            self._paint_draw_pile(canvas, x, layout.hand_top, Size.LARGE, len(seen.state.draw_piles[seen.viewer]))

    def _involved(self, cards: Sequence[HandCard]) -> set[int]:
        """Return the indices of the hand's cards that the current choice would play."""
        if self.choice is None:
            return set()
        wanted, found = list(cards_of(self.choice.action)), set[int]()
        for at in (self.group, *range(len(cards))):
            if at < len(cards) and cards[at] in wanted:
                wanted.remove(cards[at])
                found.add(at)
        return found | ({self.group} - {len(cards)})

    def _hint(self, at: int) -> str:
        """Return `play` for a playable card, `last` for a card that can only be played last, or an empty string."""
        if self.hides_moves:
            return ""
        legal = [listed.action for listed in self.groups[at].actions if self.is_allowed(listed)]
        if any(not isinstance(action, PlayLast) for action in legal):
            return "play"
        return "last" if legal else ""

    def _paint_end(self, canvas: Canvas, layout: Layout, x: int) -> None:
        at = len(self.groups) - 1
        chosen = at == self.group
        if layout.hand is Size.TINY:
            canvas.put(x, layout.hand_top, ">e<" if chosen else " e ", "strong" if chosen else PLAIN)
        else:
            draw_face(canvas, (x, layout.hand_top), None, layout.hand, self.signs, chosen=chosen)
            y = layout.hand_top + layout.hand.height // 2
            canvas.put(x + 1, y, "end".center(layout.hand.width - 2), "strong" if chosen else "slot")
        canvas.add_target(Box(x, layout.hand_top, layout.hand.width, layout.hand.height), Target(at))

    # What happened

    def _paint_log(self, canvas: Canvas, layout: Layout, seen: Seen) -> None:
        x, y, width, room = layout.log_box(canvas.width, canvas.height)
        told = self.put_tips(canvas, Box(x, y, width, room - 1))
        told += bool(told) and room > ROOMY
        box = Box(x, y + told, width, room - told)
        turns = list(turns_of(seen, width * (3 if layout.back else 1)))  # on several lines beside the piles
        if turns and CUT in turns[-1]:
            *_, turns[-1] = turns_of(seen, width + (width - LOST_BY_WRAPPING) * (box.height - 1))
        put_latest(canvas, box, turns, "dim")

    # The animation

    def build_frames(self, before: Seen, story: Sequence[Event], steps: int) -> list[Any]:
        tops, played = tops_of(before.state), before.state.played
        frames = list[Any]()
        for event in story:
            if isinstance(event, Played):
                count = max(min(steps, 2), steps - played)  # the cards of a turn fly faster and faster
                frames += [
                    ClashFrame(tops, tuple((card, step / count) for card in event.cards)) for step in range(1, count)
                ]
                tops, played = tops_with(tops, event.cards), played + len(event.cards)
                frames.append(ClashFrame(tops, ()))
        return frames

    def _paint_flight(self, canvas: Canvas, layout: Layout, frame: ClashFrame) -> None:
        """Paint the cards that are moving from the hand to their piles."""
        for card, part in frame.moving:
            x, y = layout.pile_x(PILE_OF[card]), round(layout.hand_top + (layout.top - layout.hand_top) * part)
            draw_face(canvas, (x, y), card, layout.card, self.signs, chosen=True)


def _order(action: Any) -> int:
    """Return a sort key that puts actions with many cards first, and the end of the turn last."""
    return 1 if isinstance(action, PlayLast | EndTurn) else -len(cards_of(action))


def _across(seen: Seen) -> Seat:
    """Return the seat shown at the top of the board: the viewer's opponent."""
    return 1 - seen.viewer if seen.viewer is not None else 1
