"""The table of Clash: the four piles, the hand by category, and what a play would lay drawn where it would lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from rich.cells import cell_len
from textual.binding import Binding, BindingType

from cardtable.engine.cards import CATEGORIES, Chard, Complete, is_hidden
from cardtable.engine.game import Event, Place, Seat
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import (
    COMPLETE_PILE,
    PILE_OF,
    Dealt,
    Drew,
    EndTurn,
    Held,
    Passed,
    PlayChard,
    PlayComplete,
    Played,
    PlayLast,
    PlayPair,
    PlayThree,
    RoundEnded,
    State,
    cards_of,
)
from cardtable.engine.games.clash.rules import is_matched, partner
from cardtable.table.session import Seen
from cardtable.tui.board import Board
from cardtable.tui.canvas import PLAIN, Box, Canvas, cut
from cardtable.tui.choices import Group, Target, Way
from cardtable.tui.faces import Size, face, ink_of, pile_of
from cardtable.tui.panels import paint_choices, paint_held, paint_only_way, ways_here

PILE_NAMES = (*CATEGORIES, "Complete")
MATCHED = (
    "All match: any Complete, or three Chards, one of each category",
    "All match: any Complete or three Chards",
    "All match: Complete or 3 Chards",
)
"""What a match of all four piles allows, from the widest screen to the narrowest."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things stand, chosen by the room there is."""

    card: Size
    hand: Size
    left: int
    """First column of the piles and of the hand."""
    pitch: int
    """From one pile's left edge to the next."""
    top: int
    """First row of the piles; their names stand above it."""
    panel: int
    """First column of the list of ways; 0 where there is none."""
    own: int
    """Row of the viewer's own counts; below it is the hand."""
    hand_pitch: int
    log: int
    """First row of the latest turns; the row that says that all match where there is no other."""

    def pile_x(self, pile: int) -> int:
        """The Complete pile stands a little apart."""
        return self.left + self.pitch * pile + (pile == COMPLETE_PILE) * (self.pitch // 4)

    @property
    def hand_top(self) -> int:
        return self.own + 1

    @property
    def below(self) -> int:
        """The row below the hand."""
        return self.hand_top + self.hand.height


def layout_for(width: int, height: int) -> Layout:
    """The largest layout that fits `height` rows, the status lines not counted."""
    if width >= 120 and height >= 37:
        return Layout(Size.LARGE, Size.LARGE, 6, 12, 6, 68, 17, 10, 27)
    if width >= 80 and height >= 21:
        return Layout(Size.LARGE, Size.LARGE, 2, 9, 3, 44, 10, 8, 18)
    if width >= 60 and height >= 16:
        return Layout(Size.MEDIUM, Size.MEDIUM, 1, 7, 3, 33, 8, 6, 14)
    return Layout(Size.SMALL, Size.TINY, 0, 9, 3, 0, 5, 3, 8 if height > 8 else 4)


class Frame(NamedTuple):
    """One picture of a play: what shows on the piles, and the cards on their way."""

    tops: tuple[Held | None, ...]
    moving: tuple[tuple[Held, float], ...]
    """Each with the part of the way that is done."""


class ClashBoard(Board):
    """Draws a state of Clash as one seat sees it."""

    GAME_ID = GAME.id
    BINDINGS: ClassVar[list[BindingType]] = [Binding("e", "end_turn", "End turn")]
    KEY_HELP = (
        ("left, right", "go along your hand; the end of the turn comes last"),
        ("up, down", "choose how the card is played: alone, as the last card, or with which others"),
        ("e", "go to the end of the turn, which is a pass where nothing has been played"),
        ("mouse", "click a card, a pile or a way to choose it; click it again to play it"),
    )

    # Choices

    def group_actions(self, seen: Seen) -> tuple[Group, ...]:
        if seen.viewer is None or seen.turn != seen.viewer:
            return ()
        hand = (Group(card.name, tuple(_ways_of(card, seen))) for card in seen.state.hands[seen.viewer])
        end = "end the turn" if seen.state.played else "pass"
        return (*hand, Group("End of the turn", (Way(EndTurn(), end),)))

    @property
    def in_hand(self) -> int:
        return max(0, len(self.groups) - 1)

    def effect(self, seen: Seen, action: Any) -> str:
        story = seen.game.preview(seen.state, action)
        ended = next((event for event in story if isinstance(event, RoundEnded)), None)
        if ended is not None:
            points = 0 if ended.winner is None else abs(ended.left[0] - ended.left[1])
            return f"round over, {points}" if ended.winner == seen.viewer else f"round over, {-points}"
        laid = [card for event in story if isinstance(event, Played) for card in event.cards]
        draws = sum(len(event.cards) for event in story if isinstance(event, Drew))
        told = ["all match"] if laid and _would_match(seen.state, laid) else []
        if isinstance(action, PlayLast | EndTurn) or not seen.state.piles[COMPLETE_PILE]:
            told.append("ends")
        return ", ".join([*told, f"draw {draws}"] if draws else told)

    def action_end_turn(self) -> None:
        self.point(len(self.groups) - 1)

    # The table

    def paint(self, canvas: Canvas, seen: Seen, frame: Any = None) -> None:
        plan = layout_for(canvas.width, canvas.height)
        shows = self.choice is not None and self.is_legal and self.foresees
        foreseen = seen.game.preview(seen.state, self.choice.action) if self.choice and shows else ()
        laid = () if frame else tuple(card for event in foreseen if isinstance(event, Played) for card in event.cards)
        self._paint_title(canvas, seen)
        self._paint_player(canvas, plan, seen, 1, _across(seen))
        self._paint_piles(canvas, plan, seen.state, frame, laid)
        says_match = frame is None and self._paint_match(canvas, plan, seen.state, laid)
        if plan.log > plan.own or not says_match:
            self._paint_log(canvas, plan, seen)
        if plan.panel and self.groups:
            area = Box(plan.panel, plan.top - 1, canvas.width - plan.panel, plan.own - plan.top + 1)
            paint_choices(canvas, self, area, ways_here(self), self.way, self.groups[self.group].name)
        self._paint_player(canvas, plan, seen, plan.own, 1 - _across(seen))
        self._paint_hand(canvas, plan, seen)
        if not plan.panel:
            paint_only_way(canvas, self, plan.below)
        if frame is not None:
            self._paint_flight(canvas, plan, frame)

    def _paint_title(self, canvas: Canvas, seen: Seen) -> None:
        state: State = seen.state
        target = state.options.target
        number = f"Round {state.round}" if target else "Single round"
        if canvas.width >= 60:
            number = f"Clash  {self.caption}".rstrip() + f"  {number.lower()}"
        goal = f"  to {target}" if target else ""
        room = min(20, (canvas.width - len(number) - len(goal) - 12) // 2)
        scores = "  ".join(f"{cut(each, room)} {score}" for each, score in zip(seen.names, state.scores, strict=True))
        canvas.bar(cut(number, canvas.width), f"  {scores}{goal}")
        for seat in range(len(seen.names)):
            canvas.lay(Box(canvas.width - cell_len(scores + goal), 0, cell_len(scores), 1), "scores", seat)

    def _paint_player(self, canvas: Canvas, plan: Layout, seen: Seen, y: int, seat: Seat) -> None:
        """Whose turn and deal it is, and how many cards a player has where."""
        state: State = seen.state
        on_turn, small, x = seat == seen.turn, canvas.width < 60, 15 if canvas.width < 60 else 24
        hand, pile = len(state.hands[seat]), len(state.draw_piles[seat])
        deals = "" if seat != state.dealer else "*" if small else " (deals)"
        name = cut(seen.names[seat], x - 3 - len(deals))
        canvas.put(0, y, f"{'>' if on_turn else ' '} {name}{deals}", "strong" if on_turn else PLAIN)
        backs = "" if small or seat == seen.viewer else f" {self.signs.back * hand}"
        counts = f"hand {hand}{backs}  pile {pile}" + (f"  left {hand + pile}" if canvas.width >= 80 else "")
        canvas.put(x, y, counts, "dim")
        canvas.lay(Box(x + counts.index("pile"), y, len(f"pile {pile}"), 1), "draw_pile", seat)
        if seat != seen.viewer:
            for at in range(hand):
                canvas.lay(Box(x, y, len(f"hand {hand}{backs}"), 1), "hand", seat, at)
        if on_turn and state.played:
            x += len(counts) + 2
            told = state.played if small else " ".join(card.code for card in _played_this_turn(seen))
            canvas.put(x, y, cut(f"played {told}", canvas.width - x), "strong")

    def _paint_piles(
        self, canvas: Canvas, plan: Layout, state: State, frame: Frame | None, laid: tuple[Held, ...]
    ) -> None:
        tops = frame.tops if frame else tuple(pile[0] if pile else None for pile in state.piles)
        lands = {PILE_OF[card]: card for card in laid}
        for pile, top in enumerate(tops):
            x, width = plan.pile_x(pile), plan.card.width
            card = lands.get(pile, top)
            name = PILE_NAMES[pile] if plan.card.height > 3 else PILE_NAMES[pile][: 8 if pile == COMPLETE_PILE else 3]
            label = f"{top.code if top else '.'} > {card.code}" if pile in lands and card else name
            canvas.put(x, plan.top - 1, label, "strong" if pile in lands else "dim")
            depth = len(state.piles[pile]) + (pile in lands)
            foot = pile_of(depth, self.signs) if depth else ""
            lines = face(card, plan.card, self.signs, chosen=pile in lands, foot=foot)
            canvas.block(x, plan.top, lines, ink_of(card))
            canvas.lay(Box(x, plan.top, width, plan.card.height), "pile", pile)
            self._spot_pile(canvas, Box(x, plan.top - 1, width, plan.card.height + 1), pile)

    def _spot_pile(self, canvas: Canvas, box: Box, pile: int) -> None:
        """A click on a pile means the first open way of the chosen card that lays something there."""
        if not self.groups or self.seen is None:
            return
        for at, way in enumerate(self.groups[self.group].ways):
            if way.action in self.seen.legal and pile in map(PILE_OF.__getitem__, cards_of(way.action)):
                canvas.spot(box, Target(self.group, at))
                return

    def _paint_match(self, canvas: Canvas, plan: Layout, state: State, laid: tuple[Held, ...]) -> bool:
        """That all four piles match, or would; whether there was something to say."""
        y, width = plan.top + plan.card.height, (plan.panel or canvas.width) - plan.left
        if laid and _would_match(state, laid):
            canvas.put(plan.left, y, cut("Then all four piles match.", width), "strong")
        elif is_matched(state):
            text = next((text for text in MATCHED if len(text) <= width), MATCHED[-1])
            canvas.put(plan.left, y, cut(text, width), "cursor" if not laid else "strong")
        else:
            return False
        return True

    # The hand

    def _hand_xs(self, plan: Layout, cards: Sequence[Held]) -> list[int]:
        """Where each card of a hand begins, and where the next thing would: a gap parts the categories."""
        x, xs = plan.left, list[int]()
        for at, card in enumerate(cards):
            if at and PILE_OF[card] != PILE_OF[cards[at - 1]]:
                x += plan.hand is not Size.TINY
            xs.append(x)
            x += plan.hand_pitch + (2 if plan.hand is Size.TINY and isinstance(card, Complete) else 0)
        return [*xs, x + (plan.hand is not Size.TINY)]

    def _paint_hand(self, canvas: Canvas, plan: Layout, seen: Seen) -> None:
        if seen.viewer is None:
            return
        cards = seen.state.hands[seen.viewer]
        *xs, end = self._hand_xs(plan, cards)
        involved = self._involved(cards)
        for at, (x, card) in enumerate(zip(xs, cards, strict=True)):
            width = plan.hand.width if plan.hand is not Size.TINY else len(card.code) + 2
            box, chosen = Box(x, plan.hand_top, width, plan.hand.height), at in involved
            place = Place("hand", seen.viewer, at)
            paint_held(canvas, self, card, box, place, size=plan.hand, pitch=plan.hand_pitch, chosen=chosen)
            if self.groups and plan.hand is not Size.TINY:
                canvas.put(x, plan.below, self._hint(at).center(plan.hand.width).rstrip(), "dim")
        if self.groups:
            self._paint_end(canvas, plan, end)

    def _involved(self, cards: Sequence[Held]) -> set[int]:
        """Which cards of the hand the choice plays: the chosen one, and others that go with it."""
        if self.choice is None:
            return set()
        wanted, found = list(cards_of(self.choice.action)), set[int]()
        for at in (self.group, *range(len(cards))):
            if at < len(cards) and cards[at] in wanted:
                wanted.remove(cards[at])
                found.add(at)
        return found | ({self.group} - {len(cards)})

    def _hint(self, at: int) -> str:
        """How the card may be played: so that the turn goes on, only as the last card, or not at all."""
        assert self.seen is not None, "there are choices"
        legal = [way.action for way in self.groups[at].ways if way.action in self.seen.legal]
        if any(not isinstance(action, PlayLast) for action in legal):
            return "play"
        return "last" if legal else "-"

    def _paint_end(self, canvas: Canvas, plan: Layout, x: int) -> None:
        at = len(self.groups) - 1
        chosen = at == self.group
        if plan.hand is Size.TINY:
            canvas.put(x, plan.hand_top, ">e<" if chosen else " e ", "strong" if chosen else PLAIN)
        else:
            canvas.block(x, plan.hand_top, face(None, plan.hand, self.signs, chosen=chosen))
            y = plan.hand_top + plan.hand.height // 2
            canvas.put(x + 1, y, "end".center(plan.hand.width - 2), "strong" if chosen else PLAIN)
        canvas.spot(Box(x, plan.hand_top, plan.hand.width, plan.hand.height), Target(at))

    # What happened

    def _paint_log(self, canvas: Canvas, plan: Layout, seen: Seen) -> None:
        turns = list(_turns(seen))
        room = canvas.height - plan.log if plan.log > plan.own else 1
        for down, line in enumerate(turns[-room:]):
            canvas.put(0, plan.log + down, cut(line, canvas.width), "dim")

    # The film

    def film(self, before: Seen, story: Sequence[Event], steps: int) -> list[Any]:
        tops = tuple(pile[0] if pile else None for pile in before.state.piles)
        frames = list[Any]()
        for event in story:
            if isinstance(event, Played):
                frames += [Frame(tops, tuple((card, step / steps) for card in event.cards)) for step in range(1, steps)]
                tops = _tops_with(tops, event.cards)
                frames.append(Frame(tops, ()))
        return frames

    def _paint_flight(self, canvas: Canvas, plan: Layout, frame: Frame) -> None:
        """The cards on their way up from the hand to their piles."""
        for card, part in frame.moving:
            x, y = plan.pile_x(PILE_OF[card]), round(plan.hand_top + (plan.top - plan.hand_top) * part)
            canvas.block(x, y, face(card, plan.card, self.signs, chosen=True), ink_of(card))


def _across(seen: Seen) -> Seat:
    """The seat whose counts stand at the top: the one that is not looking."""
    return 1 - seen.viewer if seen.viewer is not None else 1


def _ways_of(card: Held, seen: Seen) -> Iterator[Way]:
    """Alone, as the last card, then together with others; the first ways also where they are refused."""
    if isinstance(card, Complete):
        yield Way(PlayComplete(card), "play it")
        if seen.state.piles[COMPLETE_PILE] and (chard := partner(seen.state, card)):
            yield Way(PlayPair(chard, card), f"with {chard}")
        return
    yield Way(PlayChard(card), "play it")
    yield Way(PlayLast(card), "last card")
    for action in seen.legal:
        if isinstance(action, PlayPair | PlayThree) and card in cards_of(action):
            others = [other.name for other in cards_of(action) if other is not card]
            yield Way(action, f"with {', '.join(others)}")


def _played_this_turn(seen: Seen) -> tuple[Held, ...]:
    """The cards that the seat on turn has laid since its turn began."""
    cards = [card for step in seen.log for event in step if isinstance(event, Played) for card in event.cards]
    return tuple(cards[len(cards) - seen.state.played :])


def _tops_with(tops: tuple[Held | None, ...], laid: Sequence[Held]) -> tuple[Held | None, ...]:
    lands = {PILE_OF[card]: card for card in laid}
    return tuple(lands.get(pile, top) for pile, top in enumerate(tops))


def _would_match(state: State, laid: Sequence[Held]) -> bool:
    """Whether all four piles match once these cards are laid."""
    *chards, top = _tops_with(tuple(pile[0] if pile else None for pile in state.piles), laid)
    return top is not None and all(chard is not None and chard.mask & top.mask for chard in chards)


def _turns(seen: Seen) -> Iterator[str]:
    """What happened, one line a turn: `North: Filled, FRS, Green last, draws 3`."""
    seat, told = -1, list[str]()
    for event in (event for step in seen.log for event in step):
        if told and (event.seat != seat or isinstance(event, Dealt | RoundEnded)):
            yield f"{seen.names[seat]}: {', '.join(told)}."
            told = []
        seat = event.seat
        match event:
            case Played(cards=cards, last=last):
                told.append(" + ".join(_short(card) for card in cards) + (" last" if last else ""))
            case Drew(cards=cards):
                told.append(f"draws {' '.join(card.code for card in cards) if not is_hidden(cards[0]) else len(cards)}")
            case Passed():
                told.append("passes")
            case _:
                yield seen.describe(event)
    if told:
        yield f"{seen.names[seat]}: {', '.join(told)}."


def _short(card: Held) -> str:
    return card.name if isinstance(card, Chard) else card.code
