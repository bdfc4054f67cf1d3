"""The table of Rummy-like: the trick, and one's own Chards counted by kind above the TriCards that they serve."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from rich.cells import cell_len
from textual.binding import Binding, BindingType

from cardtable.engine.cards import FILLED, Card, Chard, TriCard, in_order, is_hidden
from cardtable.engine.game import Event, Seat
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import (
    KINDS,
    OF_A_KIND,
    SEATS,
    TRICARDS_EACH,
    Call,
    Discard,
    Draw,
    GoBust,
    Lead,
    Led,
    PickedUp,
    Play,
    Played,
    Send,
    Sent,
    State,
    TookBack,
)
from cardtable.engine.games.rummy_like.scoring import (
    SetChanges,
    characteristics_of,
    kinds_of,
    points_of,
    set_changes,
    sets_of,
)
from cardtable.engine.games.rummy_like.trick import count_to_send, turn_order
from cardtable.engine.zones import less
from cardtable.table.session import Seen
from cardtable.tui.board import Board
from cardtable.tui.canvas import PLAIN, Box, Canvas, cut, wrap
from cardtable.tui.choices import Group, Target, Way
from cardtable.tui.faces import Size, face, ink_of
from cardtable.tui.panels import paint_choices, ways_here

CATEGORY = 3
"""So many kinds share a category; a gap parts the categories."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things stand, chosen by the room there is."""

    card: Size
    """Of the cards in the middle."""
    own: Size
    """Of one's own TriCards."""
    players: int
    """First row of the players; on one row all together where cards are TINY."""
    middle: int
    """The row of the names above the cards in the middle."""
    panel: int
    """First column of the list of what can be chosen; 0 where there is none."""
    open: int
    """The row of the deck and of what lies open."""
    table: int
    """The row of the names of the nine kinds; the counts, the TriCards and the worth come below."""
    label: int
    """First column of the nine kinds."""
    pitch: int
    log: int
    """First row of what happened last."""

    @property
    def small(self) -> bool:
        return self.card is Size.TINY

    def kind_x(self, at: int) -> int:
        return self.label + self.pitch * at + at // CATEGORY

    @property
    def counts(self) -> int:
        return self.table + 1

    def own_y(self, at: int) -> int:
        return self.counts + 1 + at * self.own.height

    @property
    def worth(self) -> int:
        return self.own_y(TRICARDS_EACH)

    @property
    def slot(self) -> int:
        """From one card in the middle to the next."""
        return self.card.width + 2


def layout_for(width: int, height: int) -> Layout:
    """The largest layout that fits `height` rows, the status lines not counted."""
    if width >= 120 and height >= 37:
        return Layout(Size.LARGE, Size.MEDIUM, 2, 6, 64, 13, 15, 13, 11, 28)
    if width >= 80 and height >= 21:
        return Layout(Size.LARGE, Size.SMALL, 1, 4, 40, 10, 11, 11, 7, 17)
    if width >= 60 and height >= 16:
        return Layout(Size.MEDIUM, Size.SMALL, 1, 4, 31, 8, 9, 9, 5, 15)
    return Layout(Size.TINY, Size.TINY, 1, 3, 0, 2, 4, 6, 3, 9)


class Flight(NamedTuple):
    """One picture of a card on its way, from place to place in cells; `part` of the way is done."""

    cards: tuple[Card, ...]
    source: str
    """`hand`, `slot`, `led`, or a player's line."""
    seat: Seat
    target: str
    to: Seat
    part: float


class RummyLikeBoard(Board):
    """Draws `State` as one seat sees it."""

    GAME_ID = GAME.id
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "score", "Score"),
        Binding("s", "no_score", "Score, not now", show=False),
    ]
    KEY_HELP = (
        ("left, right", "go through the kinds of Chard, or through the TriCards to lead or discard"),
        ("1 to 9", "go to a kind of Chard: Hollow, Partial, Filled, Red, Green, Blue, Circle, Square, Triangle"),
        ("up, down", "while passing on: choose the other Chard to send"),
        ("s", 'go to "Score", when it is your turn to lead'),
        ("mouse", "click a kind, a TriCard or a line of the list to choose it; click it again to play it"),
    )

    # Choices

    def group_actions(self, seen: Seen) -> tuple[Group, ...]:
        if seen.viewer is None or seen.turn != seen.viewer:
            return ()
        state: State = seen.state
        if state.phase == "send":
            return tuple(Group(kind.name, tuple(_sendings(kind, state, seen.viewer))) for kind in KINDS)
        if any(isinstance(action, Play) for action in seen.legal):
            return tuple(Group(kind.name, (Way(Play(kind), f"play {kind}"),)) for kind in KINDS)
        if state.phase == "draw":
            ways = (Way(Draw(), "take three TriCards"), Way(Call(), 'say "Score"'))
            return tuple(Group(way.label, (way,)) for way in ways)
        return tuple(Group(str(action), (Way(action, _label(action)),)) for action in seen.legal)

    def place_cursor(self, seen: Seen) -> None:
        """Start on something that can be played."""
        if self.groups and not self.is_legal:
            openings = (at for at, group in enumerate(self.groups) if group.ways[0].action in seen.legal)
            self.group, self.way = next(openings, self.group), 0

    def effect(self, seen: Seen, action: Any) -> str:
        return effect(seen, action)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The call has its key at the beginning of a trick only."""
        if action == "score":
            return bool(self.groups) and isinstance(self.groups[-1].ways[0].action, Call)
        return super().check_action(action, parameters)

    def action_score(self) -> None:
        self.point(len(self.groups) - 1)

    def action_no_score(self) -> None:
        self.say('"Score" is said in place of leading, before three TriCards are taken (RM-6).')

    @property
    def how(self) -> str:
        if self.groups and len(self.groups[self.group].ways) > 1:
            return "Left and right choose a Chard, up and down the other one; Enter sends both."
        return super().how

    # The table

    def paint(self, canvas: Canvas, seen: Seen, frame: Any = None) -> None:
        plan = layout_for(canvas.width, canvas.height)
        self._paint_title(canvas, seen)
        for seat in range(SEATS):
            self._paint_player(canvas, plan, seen, seat)
        self._paint_open(canvas, plan, seen.state)
        if plan.small:
            self._paint_middle_line(canvas, plan, seen)
        else:
            self._paint_middle(canvas, plan, seen)
            self._paint_panel(canvas, plan, seen)
        self._paint_kinds(canvas, plan, seen)
        self._paint_log(canvas, plan, seen)
        if isinstance(frame, Flight):
            self._paint_flight(canvas, plan, frame)

    def _paint_title(self, canvas: Canvas, seen: Seen) -> None:
        state: State = seen.state
        target = state.options.target
        number = f"Rummy-like  {self.caption}".rstrip() + f"  round {state.round}"
        goal = f"  to {target}" if target else "  single round"
        room = max(4, (canvas.width - len(goal) - 40) // 3)
        scores = "  ".join(
            f"{_brief(each, room)} {score}" for each, score in zip(seen.names, state.scores, strict=True)
        )
        told = f"  {scores}{goal}"
        left = canvas.width - cell_len(told)
        canvas.bar(number if len(number) <= left else f"R{state.round}"[: max(0, left)], told)
        x = left + 2
        for seat, score in enumerate(scores.split("  ")):
            canvas.lay(Box(x, 0, cell_len(score), 1), "scores", seat)
            x += cell_len(score) + 2

    def _paint_player(self, canvas: Canvas, plan: Layout, seen: Seen, seat: Seat) -> None:
        """Who leads and is asked, what each has done in this trick, and what the viewer knows of them."""
        state: State = seen.state
        on_turn, leads = seat == seen.turn, seat == state.leader and seen.turn is not None
        ink = "strong" if on_turn else PLAIN
        if plan.small:
            third = canvas.width // SEATS
            done = _done(state, seat)
            name = f"{'>' if on_turn else ' '}{_brief(seen.names[seat], third - 4 - len(done))}{'*' if leads else ''}"
            canvas.put(third * seat, plan.players, f"{name} {done}", ink)
            return
        y, wide = plan.players + seat, canvas.width >= 80
        room = 17 if wide else 12
        name = _brief(seen.names[seat], room - 2 - 7 * leads) + " leads" * leads
        canvas.put(0, y, f"{'>' if on_turn else ' '} {name}", ink)
        x, backs = room + 2, self.signs.back * len(state.tricards[seat])
        cards = f"TriCards {len(state.tricards[seat])}" + (f" {backs:<3}" if wide else "")
        canvas.put(x, y, cards, "dim")
        if seat != seen.viewer:
            for at in range(len(state.tricards[seat])):
                canvas.lay(Box(x, y, len(cards), 1), "tricards", seat, at)
        x += len(cards) + 2
        told = _done(state, seat, long=True)
        canvas.put(x, y, told, "strong" if state.bust[seat] else PLAIN)
        sure = [card for card in state.chards[seat] if not is_hidden(card)] if seat != seen.viewer else []
        if sure and seen.viewer is not None:
            x += 12 if wide else 10
            canvas.put(x, y, cut(f"has {' '.join(card.code for card in sure)}", canvas.width - x), "dim")

    def _paint_open(self, canvas: Canvas, plan: Layout, state: State) -> None:
        """The deck, what the viewer knows of it, and what lies open."""
        known = " ".join(f"{at + 1}={card.code}" for at, card in enumerate(state.deck) if not is_hidden(card))
        deck = f"deck {len(state.deck)}"
        discards = " ".join(card.code for card in state.discards) or "-"
        if plan.small:
            told = [f"led {state.led.code}" if state.led else "", deck, f"out {discards}", known and f"under {known}"]
        else:
            earlier = " ".join(card.code for card in reversed(state.led_pile)) or "-"
            told = [f"{deck} ({known})" if known else deck, f"discards {discards}", f"led before {earlier}"]
        canvas.put(0, plan.open, cut("  ".join(filter(None, told)), canvas.width), "dim")
        zones = ("led", "deck", "discards") if plan.small else ("deck", "discards", "led_pile")
        x = 0
        for zone, text in zip(zones, told, strict=False):
            canvas.lay(Box(x, plan.open, min(len(text), canvas.width - x), 1), zone)
            x += len(text) + 2 * bool(text)

    # The middle: what was drawn or led, and the Chards of the trick

    def _paint_middle(self, canvas: Canvas, plan: Layout, seen: Seen) -> None:
        state: State = seen.state
        if state.phase == "lead":
            for at, drawn in enumerate(state.drawn):
                chosen = bool(self.groups) and at == self.group
                self._paint_card(canvas, plan, at, ("first", "second", "third")[at], drawn, chosen=chosen)
                self._lay_card(canvas, plan, at, "drawn", at)
                if self.groups:
                    x = 1 + plan.slot * at
                    canvas.spot(Box(x, plan.middle, plan.card.width, plan.card.height + 1), Target(at))
            return
        self._paint_card(canvas, plan, 0, "led", state.led)
        self._lay_card(canvas, plan, 0, "led")
        if state.phase == "send":
            for at, picked in enumerate(state.picked, 1):
                self._paint_card(canvas, plan, at, "", picked)
                self._lay_card(canvas, plan, at, "picked", at - 1)
            assert seen.turn is not None, "somebody passes on"
            width = (plan.panel or canvas.width) - plan.slot - 2
            canvas.put(1 + plan.slot, plan.middle, cut(f"to pass on: {seen.names[seen.turn]}", width), "dim")
            return
        for at, seat in enumerate(turn_order(state.leader), 1):
            foreseen = self._foreseen_play(seen, seat)
            card = foreseen or state.played[seat]
            label = _brief(seen.names[seat], plan.card.width)
            self._paint_card(canvas, plan, at, label, card, chosen=foreseen is not None)
            self._lay_card(canvas, plan, at, "played", seat)
            if card is None and state.led and (state.sat_out[seat] or state.bust[seat]):
                y = plan.middle + 1 + plan.card.height // 2
                canvas.put(1 + plan.slot * at + 1, y, "bust" if state.bust[seat] else "out", "dim")

    def _foreseen_play(self, seen: Seen, seat: Seat) -> Chard | None:
        """The Chard that the choice would lay in this player's place."""
        if seat == seen.viewer and self.choice and self.is_legal and isinstance(self.choice.action, Play):
            return self.choice.action.card
        return None

    def _paint_card(
        self, canvas: Canvas, plan: Layout, at: int, label: str, card: Card | None, *, chosen: bool = False
    ) -> None:
        x = 1 + plan.slot * at
        canvas.put(x, plan.middle, label, "strong" if chosen else "dim")
        canvas.block(x, plan.middle + 1, face(card, plan.card, self.signs, chosen=chosen), ink_of(card))

    def _lay_card(self, canvas: Canvas, plan: Layout, at: int, zone: str, row: int = 0) -> None:
        canvas.lay(Box(1 + plan.slot * at, plan.middle + 1, plan.card.width, plan.card.height), zone, row)

    def _paint_middle_line(self, canvas: Canvas, plan: Layout, seen: Seen) -> None:
        """All of it on one row, and the choice where there is one."""
        state: State = seen.state
        x = 0
        if state.phase == "lead":
            for at, card in enumerate(state.drawn):
                chosen = bool(self.groups) and at == self.group
                text = f">{card.code}<" if chosen else f" {card.code} "
                canvas.put(x, plan.middle, text, "strong" if chosen else ink_of(card))
                canvas.lay(Box(x, plan.middle, len(text), 1), "drawn", at)
                if self.groups:
                    canvas.spot(Box(x, plan.middle, 5, 1), Target(at))
                x += 6
            return
        if state.phase == "send":
            canvas.put(0, plan.middle, f"up {' '.join(card.code for card in state.picked)}", PLAIN)
            for at in range(len(state.picked)):
                canvas.lay(Box(3 + 2 * at, plan.middle, 1, 1), "picked", at)
            x = 10
        if self.choice is not None:
            told = f"{self.choice.label}  {self.effect_of(self.choice)}".rstrip()
            canvas.put(x, plan.middle, cut(told, canvas.width - x), "cursor")
            box = Box(x, plan.middle, canvas.width - x, 1)
            canvas.spot(box, Target(self.group, self.way))

    # What there is to choose

    def _paint_panel(self, canvas: Canvas, plan: Layout, seen: Seen) -> None:
        """The ways of the kind under the cursor while Chards are passed on; else everything on offer but the kinds."""
        if not self.groups or isinstance(self.groups[0].ways[0].action, Play):
            return
        area = Box(plan.panel, plan.middle, canvas.width - plan.panel, plan.card.height + 1)
        if seen.state.phase == "send":
            title = f"Send {self.groups[self.group].name}"
            paint_choices(canvas, self, area, ways_here(self), self.way, title)
        else:
            choices = [(group.ways[0], Target(at)) for at, group in enumerate(self.groups)]
            paint_choices(canvas, self, area, choices, self.group)

    # One's own cards

    def _paint_kinds(self, canvas: Canvas, plan: Layout, seen: Seen) -> None:
        """Nine columns with their counts, and below them a row for each TriCard that they may serve."""
        if seen.viewer is None:
            return
        state: State = seen.state
        held = state.chards[seen.viewer] + (state.picked if seen.turn == seen.viewer else ())
        after = less(held, self._leaving())
        asked = self._asked(state) if self.foresees else 0
        sets, by_kind = sets_of(after) if self.foresees else 0, self.groups and len(self.groups) == len(KINDS)
        canvas.put(0, plan.counts, "you" if plan.small else "Chards", "dim")
        for at, kind in enumerate(KINDS):
            x, chosen = plan.kind_x(at), bool(by_kind) and at == self.group
            ink = "cursor" if chosen else ink_of(kind) if held.count(kind) else "dim"
            canvas.put(x, plan.table, self._kind_name(plan, kind, chosen=chosen, fits=bool(kind.mask & asked)), ink)
            self._paint_count(canvas, plan, x, held.count(kind), after.count(kind))
            for index, card in enumerate(state.chards[seen.viewer]):
                if card is kind:
                    canvas.lay(Box(x, plan.table, plan.pitch - 1, 2), "chards", seen.viewer, index)
            if by_kind:
                canvas.spot(Box(x, plan.table, plan.pitch, 2), Target(at, self.way if chosen else 0))
        self._paint_own(canvas, plan, seen, sets)

    def _asked(self, state: State) -> int:
        """The characteristics of the TriCard led, or of the one that would be, until Chards are passed on."""
        action = self.choice.action if self.choice else None
        card = action.card if isinstance(action, Lead) else state.led if state.phase == "play" else None
        return card.mask if card else 0

    def _leaving(self) -> tuple[Chard, ...]:
        """The Chards that the choice takes out of the hand."""
        action = self.choice.action if self.choice and self.is_legal and self.foresees else None
        return (action.card,) if isinstance(action, Play) else action.cards if isinstance(action, Send) else ()

    def _kind_name(self, plan: Layout, kind: Chard, *, chosen: bool, fits: bool) -> str:
        """With a sign for the cursor, or for what matches the TriCard led or to be led."""
        sign = ">" if chosen else "*" if fits else " "
        if plan.small:
            return sign + kind.code
        room = plan.pitch - 2
        name = kind.name if len(kind.name) <= room else kind.name[:3] if room < 4 else kind.name[: room - 1] + "."
        return sign + name

    def _paint_count(self, canvas: Canvas, plan: Layout, x: int, before: int, after: int) -> None:
        """A bar of four, which is full for a set; what the choice changes is shown as `3>2`."""
        changed = f"{before}>{after}" if before != after else ""
        if plan.small:
            text = changed or f" {before or '.'}" + "!" * (before == OF_A_KIND)
        else:
            bar = self.signs.fill[FILLED] * after + self.signs.hollow_single * (OF_A_KIND - after)
            count = changed or str(after or "")
            text = f" {bar} {count}" if plan.pitch > 8 else f" {changed or bar + count}"
        ink = "strong" if OF_A_KIND in (before, after) or before != after else PLAIN
        canvas.put(x, plan.counts, text[: plan.pitch], ink)

    def _paint_own(self, canvas: Canvas, plan: Layout, seen: Seen, sets: int) -> None:
        assert seen.viewer is not None, "only a player has cards"
        own: tuple[TriCard, ...] = seen.state.tricards[seen.viewer]
        discarding = bool(self.groups) and isinstance(self.groups[0].ways[0].action, Discard)
        for at, card in enumerate(own):
            y, chosen = plan.own_y(at), discarding and at == self.group
            middle = y + plan.own.height // 2
            canvas.lay(Box(0, y, plan.own.width + 2 * plan.small, plan.own.height), "tricards", seen.viewer, at)
            if plan.small:
                canvas.put(0, y, f">{card.code}<" if chosen else f" {card.code}", "strong" if chosen else ink_of(card))
            else:
                canvas.block(0, y, face(card, plan.own, self.signs, chosen=chosen), ink_of(card))
            for kind_at, kind in enumerate(KINDS):
                if kind.mask & card.mask:
                    scores = bool(kind.mask & sets)
                    canvas.put(plan.kind_x(kind_at) + 1, middle, "+1" if scores else "+", "strong" if scores else "dim")
            if discarding:
                canvas.spot(Box(0, y, canvas.width, plan.own.height), Target(at))
        if plan.small or not self.foresees:
            return
        worth = f"worth {points_of(own, sets)}"
        canvas.put(0, plan.worth, worth, "strong" if sets else "dim")
        for at, kind in enumerate(KINDS):
            value = points_of(own, kind.mask)
            canvas.put(plan.kind_x(at) + 1, plan.worth, str(value) if value else "", "dim")

    # What happened

    def _paint_log(self, canvas: Canvas, plan: Layout, seen: Seen) -> None:
        room = canvas.height - plan.log
        rows: list[str] = []
        for line in reversed([seen.describe(event) for step in seen.log for event in step]):
            told = wrap(line, canvas.width, max(1, room))
            if len(told) + len(rows) > room:
                break
            rows = [*told, *rows]
        canvas.block(0, plan.log, rows, "dim")

    # The film

    def film(self, before: Seen, story: Sequence[Event], steps: int) -> list[Any]:
        flights = (flight for event in story for flight in _flights(event))
        return [flight._replace(part=step / steps) for flight in flights for step in range(1, steps + 1)]

    def _paint_flight(self, canvas: Canvas, plan: Layout, flight: Flight) -> None:
        (x0, y0), (x1, y1) = (
            self._point_of(canvas, plan, where, seat)
            for where, seat in ((flight.source, flight.seat), (flight.target, flight.to))
        )
        x, y = round(x0 + (x1 - x0) * flight.part), round(y0 + (y1 - y0) * flight.part)
        for at, card in enumerate(flight.cards):
            canvas.block(x + at * plan.slot, y, face(card, plan.card, self.signs, chosen=True), ink_of(card))

    def _point_of(self, canvas: Canvas, plan: Layout, where: str, seat: Seat) -> tuple[int, int]:
        """The cell where a card lies that is in a player's hand, in their place in the trick, or led."""
        assert self.seen is not None, "a film has a table"
        if where == "led":
            return 1, plan.middle + 1
        if where == "slot":
            return 1 + plan.slot * (1 + (seat - self.seen.state.leader) % SEATS), plan.middle + 1
        if seat == self.seen.viewer:
            return plan.label, plan.counts
        return (canvas.width // SEATS * seat, plan.players) if plan.small else (plan.label, plan.players + seat)


def _brief(name: str, room: int) -> str:
    """The name in so many cells; of `Player 2` the number stays."""
    first, _, last = name.rpartition(" ")
    if cell_len(name) > room and first.isascii() and last.isdigit() and len(last) < room:
        return first[: room - len(last)] + last
    return cut(name, room)


def _label(action: Any) -> str:
    match action:
        case Lead(card):
            return f"lead {card}"
        case Discard(card):
            return f"discard {card}"
        case GoBust():
            return "go bust"
        case _:
            return str(action)


def _sendings(kind: Chard, state: State, seat: Seat) -> Iterator[Way]:
    """To send this kind alone, or with each other one that is held; one that is not held is refused."""
    held = state.chards[seat] + state.picked
    count = count_to_send(state)
    if kind not in held or count == 1:
        yield Way(Send((kind,) * count), f"send {kind}")
        return
    for other in KINDS:
        if other in less(held, (kind,)):
            yield Way(Send(in_order((kind, other))), f"with {other}")


def _done(state: State, seat: Seat, *, long: bool = False) -> str:
    """What a player has done in this trick: one sign, or a word."""
    word, sign = "", ""
    if state.bust[seat]:
        word, sign = "bust", "!"
    elif state.sat_out[seat]:
        word, sign = "discarded", "x"
    elif state.phase == "send" and seat == state.turn:
        word, sign = "passes on", "="
    elif state.played[seat] is not None:
        word, sign = "played", "+"
    return word if long else sign


def effect(seen: Seen, action: Any) -> str:
    """Return what comes of a legal action, in a word or two."""
    state: State = seen.state
    assert seen.viewer is not None, "only a player has choices"
    hand = state.chards[seen.viewer]
    match action:
        case Call():
            points = points_of(state.tricards[seen.viewer], sets_of(hand))
            return f"{points} for you"
        case Lead(card):
            mine = kinds_of(characteristics_of(hand) & card.mask)
            return f"you: {' '.join(kind.code for kind in mine)}" if mine else "you discard"
        case Discard(card):
            loss = points_of((card,), sets_of(hand))
            return f"loses {loss}" if loss else ""
        case Send(cards):
            return _consequence(set_changes(hand, state.picked, cards))
        case _:
            return ""


def _consequence(changes: SetChanges) -> str:
    if changes.broken:
        return f"breaks {' '.join(kind.code for kind in changes.broken)}"
    return f"set of {' '.join(kind.code for kind in changes.made)}" if changes.made else ""


def _flights(event: Event) -> Iterator[Flight]:
    match event:
        case Led(seat, card):
            yield Flight((card,), "hand", seat, "led", seat, 0)
        case Played(seat, card):
            yield Flight((card,), "hand", seat, "slot", seat, 0)
        case PickedUp(seat, cards):
            yield Flight(tuple(cards), "slot", seat, "hand", seat, 0)
        case TookBack(seat, card):
            yield Flight((card,), "slot", seat, "hand", seat, 0)
        case Sent(seat, cards, to):
            yield Flight(tuple(cards), "hand", seat, "hand", to, 0)
        case _:
            return
