"""The panel beside the play area: the players, the choices with their effects, and the latest events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from rich.cells import cell_len

from cardtable.engine.games.wind_city.account import accounts
from cardtable.engine.games.wind_city.board import HOUSES, name_of
from cardtable.engine.games.wind_city.cards import House, Move
from cardtable.engine.games.wind_city.danger import Danger, next_danger
from cardtable.engine.games.wind_city.houses import area_of, count_by_section, section_quota
from cardtable.engine.games.wind_city.insurance import has_bought, insurance_costs, premium, renewal
from cardtable.engine.games.wind_city.model import Choose, Offer, Phase, State
from cardtable.engine.games.wind_city.outlook import coast_quota, effect_words, end_warning
from cardtable.engine.games.wind_city.storm import reach, steps_to_end
from cardtable.engine.games.wind_city.words import QUESTIONS
from cardtable.engine.phrases import address, capitalized, counted, join_words, together
from cardtable.games.wind_city.board.area import DANGER, space_of
from cardtable.games.wind_city.board.layout import MIN_LOG_ROWS, Layout
from cardtable.games.wind_city.board.news import NARROW, news_of, paint_news
from cardtable.games.wind_city.board.recap import last_line
from cardtable.games.wind_city.board.texts import ORDER, buyers, insurance_question, is_insurance_next
from cardtable.games.wind_city.board.title import figures
from cardtable.table.seen import Seen
from cardtable.tui.board.choices import ChoiceGroup, Target
from cardtable.tui.board.panels import choice_style, paint_line
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.drawing.canvas import PLAIN, Box, Canvas, cut, wrap

PLACE_REST = "place the rest"
"""The target of a click that lets the board place the player's remaining houses."""
WIDE = 40
"""The smallest width at which the panel has full headings."""
LEGEND = (
    ("x", "station", "weather station, which pays 5", "pays 5"), ("~", "sea", "sea", "sea"),
    ("<@>", "storm", "the hurricane", "storm"),
)  # fmt: skip
"""The signs on the play area, each with its ink, a full description and a short description."""
SIGNS = (
    "[1] insured house of player 1, 11 two-family",
    "<@> hurricane, x weather station (pays 5)",
    "{danger} in danger, shaded: a card can go there",
)
"""The descriptions of signs below the play area. `{danger}` stands for the sign of a house in danger."""
SHORT_SIGNS = "[1] insured, 11 two-family, x pays 5"
"""The descriptions of the least obvious signs, shown if the log is below the play area."""
INSURING: tuple[Phase, ...] = ("renew", "insure")
"""The phases in which players choose houses to insure."""
BAR = 10
"""The width of the bar that shows how many cards threaten a house."""
ACCOUNT = ("left", "lost", "hit", "sold", "paid")
"""The headings of the columns of an account."""
ABOUT_ACCOUNT = "Houses: left, lost, hit (others'). Coins for insurance: sold, paid."
MIN_LISTED, MIN_BELOW = 2, 4
"""The number of houses in danger that are always listed, and the rows kept free below a longer list."""
LONG_LOG = 60
"""The number of recent steps that fills even the largest log."""
ROOMY = 7
"""The smallest number of free rows at which the panel adds a blank line."""


class Panel:
    """The panel, painted from top to bottom."""

    def __init__(
        self, board: BoardWidget, canvas: Canvas, layout: Layout, seen: Seen, plan: tuple[int, ...], *, choosing: bool
    ) -> None:
        """Prepare the panel for the effects of `plan`. `choosing` is true while the player is choosing the plan."""
        self.board, self.canvas, self.layout, self.seen = board, canvas, layout, seen
        self.plan, self.is_choosing = plan, choosing
        self.state: State = seen.state
        self.x, self.y, self.width = layout.panel, 1, layout.panel_width
        self.dangers: Sequence[Danger] = ()
        """The viewer's houses that the hurricane may hit, starting with the house in the most danger."""
        self.shown: Iterable[str] = ()
        """The sentences about the current plan, which are shown while the hurricane moves."""
        self.after_blank = 0
        """The row below the last blank line."""
        self.groups = [
            (at, group)
            for at, group in enumerate(board.groups)
            if space_of(group.actions[0].action) is None and not (choosing and at < len(board.groups) - 1)
        ]
        """The choices that are neither spaces nor actions of the card."""

    def paint(self, chosen: tuple[int, ...]) -> None:
        """Paint the whole panel. `chosen` has the numbers of the actions chosen so far."""
        self._paint_players()
        self._paint_end()
        self._skip()
        self._paint_placing()
        for line in (line for text in self.shown for line in wrap(text, self.width, 4)):
            self._put(line)
        self._paint_card(chosen)
        self._paint_effects()
        self._paint_choices()
        if self.state.phase == "over":
            self._paint_accounts()
        self._paint_log()

    def _put(self, text: str, ink: str = PLAIN) -> None:
        """Paint a line if the choices still have room below it."""
        if self.y < self.canvas.height - len(self.groups):
            self.canvas.put(self.x, self.y, cut(text, self.width), ink)
            self.y += 1

    def _skip(self) -> None:
        """Add a blank line if there is room and no blank line just above."""
        if self.y != self.after_blank and self.canvas.height - self.y >= ROOMY:
            self.y += 1
            self.after_blank = self.y

    def _paint_players(self) -> None:
        canvas, seen, state, width = self.canvas, self.seen, self.state, self.width
        names = [seen.player_with_level(seat) for seat, _ in enumerate(seen.names)]
        if max(map(cell_len, names)) > width - len("coins houses ins. pts") - 4:
            names = list(seen.players)
        longest = max(map(cell_len, names))
        insured = "insured" if width - len("coins houses insured pts") - 5 >= longest else "ins."
        head = "coins houses insured points" if width >= WIDE else f"coins houses {insured} pts"
        head = head if width >= NARROW else "co ho pts"
        sizes = [len(word) + (at > 0) for at, word in enumerate(head.split())]
        canvas.put_right(self.x + width, self.y, head, "dim")
        for seat, name in enumerate(names):
            y = self.y + 1 + seat
            numbers = figures(state, seat)
            texts = [*map(str, numbers[:3]), str(numbers[3]) if self.board.shows_effects else ""]
            texts = texts if width >= NARROW else [*texts[:2], texts[3]]
            line = "".join(text.rjust(size) for text, size in zip(texts, sizes, strict=True))
            line = "out".rjust(sizes[0]) + " " * (len(head) - sizes[0]) if seat in state.out else line
            mark = ">" if seat == seen.turn else "*" if seat == state.active and state.card is not None else " "
            ink = "gold" if mark == ">" else PLAIN
            canvas.put(self.x, y, mark, ink)
            chip = f"{'turn' if seat == seen.turn else 'owner'}-{seat + 1}"
            canvas.put(self.x + 1, y, f" {seat + 1} " if width >= NARROW else str(seat + 1), chip)
            if width >= NARROW:
                canvas.put(
                    self.x + 5, y, cut(name, width - len(head) - 4), ink
                )  # a count leaves its first columns free
            canvas.put_right(self.x + width, y, line, ink)
            canvas.mark_place(Box(self.x + width - len(head), y, sizes[0], 1), "coins", seat)
        self.y += 1 + len(seen.names)

    def _paint_end(self) -> None:
        """Paint the hurricane's distance from the northern edge, where the hurricane ends the game."""
        steps = steps_to_end(self.state)
        if not steps:
            return
        is_near = reach(self.state).can_leave
        may_end = is_near and not (self.is_choosing or self.plan)  # a known plan shows where it leads
        if self.width < NARROW:
            text = f"end: {steps} north{', perhaps now' * may_end}"
        elif may_end:  # the whole warning would take two lines
            text = f"May end this turn: {counted(steps, 'step')} north"
        else:
            text = end_warning(self.state, is_plan_known=True)
        for line in wrap(text, self.width, 1 if self.width >= NARROW else 2):  # a recap begins right below
            self._put(line, "loss" if is_near else "dim")

    def _paint_placing(self) -> None:
        """Paint the number of houses that the player still has to place, and the places for them."""
        seen, state = self.seen, self.state
        if state.phase not in ("hurricane", "houses") or seen.turn is None:
            return
        seats, own = len(seen.names), state.houses[seen.turn]
        counts = count_by_section(state.options.board, seats, own)
        if self.width >= NARROW:
            told = self.board.put_tips(self.canvas, Box(self.x, self.y, self.width, 3))
            self.y += told
            if not told:
                self._put("Goal: most points at the end", "strong")
            piles = f", or after {counted(state.options.piles, 'pile')}" * bool(state.options.piles)
            for line in wrap(f"Ends when the hurricane leaves in the north{piles}", self.width, 3):
                self._put(line)
            self._skip()
        left = address(f"{seen.player(seen.turn)} places {counted(HOUSES - len(own), 'more house')}:")
        self._put(cut(left, self.width) if self.width >= NARROW else "left:", "strong")
        height, first = state.options.board.section_rows, area_of(state).coast + 1
        for count in counts:
            last, due = first + height - 1, section_quota(seats) - count
            self._put(f"  {due} in rows {first} to {last}" if self.width >= NARROW else f" rows {first}-{last}: {due}")
            first += height
        where = "of them on the coast" if self.width >= NARROW else "on the coast"
        for line in wrap(f"{coast_quota(state, seen.turn)} {where}", self.width, 3):
            self._put(line)
        if self.board.offers("place-rest"):
            text = "p: place the rest for me" if self.width >= NARROW else "p: the rest"
            self._skip()
            self.canvas.add_target(Box(self.x, self.y, self.width, 1), PLACE_REST)
            self._put(text, "gold")
        placed_for = self.board.table.placed_for if self.board.table else ()
        if waiting := [seat for seat in placed_for if len(state.houses[seat]) < HOUSES]:
            whom = join_words("you" if seat == seen.you else seen.names[seat] for seat in sorted(waiting))
            undo = self.board.undo_key
            for line in wrap(f"The rest is placed for {whom}. Press {undo} to stop that.", self.width, 4):
                self._put(line, "gold")
        if not own:
            self._paint_legend()

    def _paint_legend(self) -> None:
        """Paint the meanings of the signs on the play area for players who are new to these signs."""
        self._skip()
        for sign, ink, meaning, short in LEGEND:
            x, y = self.x, self.y
            self._put(f"{'':5}{meaning if self.width >= NARROW else short}")
            if self.y > y:
                self.canvas.put(x, y, f" {sign} ", ink)

    def _paint_card(self, chosen: tuple[int, ...]) -> None:
        """Paint the actions of the card, with their costs and the order in which they were chosen."""
        state = self.state
        if not state.card or state.phase == "over":
            return
        title = f"Card {state.card}: choose up to three, in order" if self.is_choosing else f"Card {state.card}"
        if self.width < WIDE:
            title = title.partition(",")[0] if self.width >= NARROW else f"Card {state.card}"
        self.canvas.put_right(self.x + self.width, self.y, "cost", "dim")
        self.canvas.mark_place(Box(self.x, self.y, self.width, 1), "card")
        self._put(title, "strong")
        for number, action in enumerate(state.options.cards[state.card - 1], 1):
            if not (self.is_choosing or number in chosen or self.width >= WIDE):
                continue  # the plan is made, and other things need the room
            line = Box(self.x, self.y, self.width, 1)
            is_here = self.is_choosing and self.board.group == number - 1
            ink = "cursor" if is_here else "gold" if number in chosen else PLAIN
            text = f"{'>' if is_here else ' '}{self._action_line(action, number, chosen)}"
            if self.is_choosing:
                paint_line(self.canvas, line, text, ink, Target(number - 1))
            else:
                self.canvas.put(line.x, line.y, text, ink)
            if number in chosen:
                self.canvas.mark_place(line, "plan", chosen.index(number))
            self.y += 1

    def _action_line(self, action: Move | House, number: int, chosen: tuple[int, ...]) -> str:
        order = ORDER[chosen.index(number)] if number in chosen else ""
        if self.width < NARROW:
            mark = f" #{chosen.index(number) + 1}" if order else ""
            return f"{number} {action!s:<7}{mark:<3}{action.cost:>2}"
        return f"{number} {action!s:<9}{order:<{self.width - 15}}{action.cost:>3}"

    def _paint_effects(self) -> None:
        is_legal = not self.is_choosing or Choose(self.plan) in self.seen.legal
        if self.width < NARROW or not self.plan or not is_legal or not self.board.shows_effects:
            return
        self._skip()
        seen = self.seen
        found = effect_words(self.state, self.plan, seen.reader, seen.names)
        if self.width >= WIDE or not self.is_choosing:  # or only the status line says it
            for line in wrap(f"{capitalized(str(found))}.", self.width, 6):
                self._put(line, "loss" if found.is_grave else PLAIN)
        if self.dangers and self.is_choosing and seen.viewer is not None:
            lines = wrap(next_danger(self.state, self.plan, seen.viewer, seen.names), self.width, 4)
            below = len(self.groups) + news_of(seen, self.width).least_rows(self.width)
            if self.y + len(lines) + below <= self.canvas.height:  # or only the board shows it
                self.canvas.block(self.x, self.y, lines, "loss")
                self.y += len(lines)

    def _paint_choices(self) -> None:
        board = self.board
        if self.groups:
            self._skip()
        if self.groups and board.shows_effects:
            for line, ink in self._heading():
                self._put(line, ink)
        if self.state.phase in INSURING or not self.state.card:
            self._paint_dangers()
        for at, group in self.groups:
            text = f"{'>' if at == board.group else ' '}{self._label(at, group)}"
            ink = choice_style(board, group.actions[0], chosen=at == board.group)
            paint_line(self.canvas, Box(self.x, self.y, self.width, 1), cut(text, self.width), ink, Target(at))
            self.y += 1

    def _heading(self) -> Iterator[tuple[str, str]]:
        """Yield the lines above the choices, each with its ink."""
        state = self.state
        if state.phase in ("renew", "insure"):
            if state.phase == "insure":
                yield from ((line, "strong") for line in wrap(insurance_question(self.seen), self.width, 3))
            yield from self._prices()
        elif state.phase == "offer":
            asked = QUESTIONS["offer"]
            yield f"{asked if self.width >= NARROW else asked.removesuffix(' to the others')}?", "strong"
            for line in wrap(buyers(self.seen), self.width, 3) if self.width >= NARROW else ():
                yield line, PLAIN
        elif state.phase == "build":
            for line in wrap(f"{QUESTIONS['build']}: choose one of your houses.", self.width, 3):
                yield line, "strong"

    def _prices(self) -> Iterator[tuple[str, str]]:
        """Yield lines with the total price of insuring all houses, or of renewing all their insurance."""
        assert self.seen.turn is not None, "the choices are a player's"
        costs, coins = insurance_costs(self.state), self.state.coins[self.seen.turn]
        which = together(len(costs)) if len(costs) > 1 else self.board.groups[0].name
        text = f"To {self.state.phase} {which} costs {sum(costs)}."
        if self.width < NARROW:
            text = f"{capitalized(which)}: {counted(sum(costs), 'coin')}."
        if sum(costs) > coins:
            text += f" You have {coins}."
        yield from ((line, PLAIN if sum(costs) <= coins else "loss") for line in wrap(text, self.width, 3))

    def _paint_dangers(self) -> None:
        """Paint the viewer's houses in danger, with the cards that threaten them and the price of insurance."""
        room = max(MIN_LISTED, self.canvas.height - self.y - len(self.groups) - MIN_BELOW)
        can_insure = self.state.phase in INSURING and bool(self.groups)
        if self.dangers:
            whose = f"{cut(self.seen.owner, self.width - 21)} houses in" if self.width >= NARROW else "In"
            self._put(f"{whose} danger", "strong")
            if can_insure:
                self.canvas.put_right(self.x + self.width, self.y - 1, "cost", "dim")
        elif can_insure and self.board.shows_effects:
            self._put("No house is in danger now." if self.width >= NARROW else "None in danger", "strong")
        here = space_of(self.board.choice.action) if self.board.choice else None
        at = next((at for at, each in enumerate(self.dangers) if each.space == here), 0)
        first = max(0, min(at - room // 2, len(self.dangers) - room))
        for each in self.dangers[first : first + room]:
            self._paint_danger(each, is_here=each.space == here, shows_price=can_insure)
        if rest := len(self.dangers) - room:
            self._put(f" and {rest} more" * (rest > 0), "dim")

    def _paint_danger(self, danger: Danger, *, is_here: bool, shows_price: bool) -> None:
        state, space, signs = self.state, danger.space, self.board.signs
        price = renewal(state, space) if state.phase == "renew" else premium(state, space)
        share = danger.cards / danger.held if danger.cards else 1
        text = f"{'>' if is_here else ' '}{name_of(space):<4}"
        if self.width >= NARROW:
            done, left = signs.bar[0], signs.bar[2]
            filled = max(1, round(share * BAR))
            text += f"{done * filled}{left * (BAR - filled)} {danger.words:>14}"
        else:
            text += f"{danger.cards}/{danger.held}" if danger.cards else "on path"
        line = Box(self.x, self.y, self.width, 1)
        ink = "gold" if is_here else "loss" if share >= 0.5 else PLAIN
        self._put(f"{text:<{self.width - 3}}{price:>3}" if shows_price else text, ink)
        for at, group in enumerate(self.board.groups if self.y > line.y else ()):
            if space_of(group.actions[0].action) == space:
                self.canvas.add_target(line, Target(at))

    def _paint_accounts(self) -> None:
        """Paint each player's gains and losses in the game."""
        if self.width < NARROW:
            return
        self._put("Account", "strong")
        self.canvas.put_right(self.x + self.width, self.y - 1, " ".join(ACCOUNT), "dim")
        for seat, account in enumerate(accounts(self.state, chain.from_iterable(self.seen.log))):
            numbers = " ".join(f"{number:>{len(head)}}" for number, head in zip(account, ACCOUNT, strict=True))
            name = cut(self.seen.players[seat], self.width - 5 - len(numbers))
            self.canvas.put(self.x + 1, self.y, f" {seat + 1} ", f"owner-{seat + 1}")
            self.canvas.put_right(self.x + self.width, self.y, numbers)
            self.canvas.put(self.x + 5, self.y, name)
            self.y += 1
        for line in wrap(ABOUT_ACCOUNT, self.width, 3):
            self._put(line, "dim")

    def _label(self, at: int, group: ChoiceGroup) -> str:
        if self.is_choosing and not self.board.is_allowed(group.actions[0]):
            if not group.actions[0].action.plan:
                return "nothing chosen yet" if self.width >= NARROW else "nothing yet"
            return "your plan needs a move" if self.width >= NARROW else "needs a move"
        is_here = at == self.board.group
        return choice_label(self.seen, group, self.width, is_here=is_here)

    def _paint_log(self) -> None:
        """Paint the events since the viewer's last turn, in the panel or below the play area."""
        x, y, width, layout = self.x, self.y + 1, self.width, self.layout
        news = news_of(self.seen, width, LONG_LOG if layout.scale > 1 else 0)
        below = self.canvas.height - layout.bottom
        if below > MIN_LOG_ROWS and below * (self.x - 2) > (self.canvas.height - y) * width:
            x, y, width = 1, layout.bottom + 1, self.x - 2
            if self.state.phase not in ("hurricane", "houses"):
                self._put_sign(layout.bottom, SHORT_SIGNS)
        elif below > len(SIGNS) and self.width >= NARROW and self.state.phase not in ("hurricane", "houses"):
            for row, line in enumerate(SIGNS, layout.bottom + 1):
                self._put_sign(row, line)
            top = layout.bottom + len(SIGNS) + 2
            self.board.put_tips(self.canvas, Box(1, top, self.x - 2, self.canvas.height - top))
        if self.state.phase not in ("hurricane", "houses"):
            room = self.canvas.height - y - max(MIN_LOG_ROWS - 2, news.rows(width))  # tips give way to it
            told = self.board.put_tips(self.canvas, Box(x, y, width, room))
            y += told + (0 < told < room)
        has_blank_above = y == self.y + 1
        if y - has_blank_above < self.canvas.height:
            box = Box(x, y, width, self.canvas.height - y)
            paint_news(self.canvas, news, box, has_blank_above=has_blank_above)

    def _put_sign(self, y: int, text: str) -> None:
        """Paint the meanings of signs below the play area. On large pictures, `1 1` marks a two-family house."""
        text = text.format(danger="1".join(DANGER[self.board.signs.name]))
        self.canvas.put(1, y, cut(text.replace("11", "1 1") if self.layout.is_big else text, self.x - 2), "dim")


def choice_label(seen: Seen, group: ChoiceGroup, width: int, *, is_here: bool = False) -> str:
    """Return the text of a choice that isn't a space, in at most this width."""
    state: State = seen.state
    action, done = group.actions[0].action, has_bought(state, seen.log, seen.turn)
    narrow, key = width < NARROW, "Enter" if is_here else "f"
    if isinstance(action, Offer):
        return ("offer" if narrow else "offer insurance") if action.open else ("none" if narrow else "offer none")
    if state.phase == "plan":
        following = "" if narrow else "; insurance next" if is_insurance_next(state) else " the plan"
        return f"{key}: finish{following}"
    if narrow:
        return "done" if done else "none"
    without = {"renew": ", renew none", "insure": ", insure none", "build": ", buy no house"}
    return f"{key}: finish{'' if done else without.get(state.phase, '')}"


def paint_below(board: BoardWidget, canvas: Canvas, seen: Seen, chosen: tuple[int, ...], *, choosing: bool) -> None:
    """Paint the choices on one line. Layouts without room for the panel use this line."""
    state: State = seen.state
    y, x = canvas.height - 1, 1
    for at, group in enumerate(board.groups):
        if space_of(group.actions[0].action) is None:
            is_chosen = choosing and at + 1 in chosen
            text = _short(state, chosen, at) if choosing else choice_label(seen, group, NARROW)
            ink = choice_style(board, group.actions[0], chosen=at == board.group)
            canvas.put(x - 1, y, ">" * (at == board.group))
            canvas.put(x, y, text, "gold" if is_chosen and ink != "cursor" else ink)
            canvas.add_target(Box(x, y, len(text) + 1, 1), Target(at))
            x += len(text) + 1
    may_place_rest = board.offers("place-rest")
    if x == 1:
        card = state.options.cards[state.card - 1] if state.card and board.is_read_only else ()
        actions = " ".join(_in_short(each, number, state.plan) for number, each in enumerate(card, 1))
        room = canvas.width - 12 if may_place_rest else canvas.width
        canvas.put(0, y, cut(actions or last_line(seen), room), "dim")
    if state.phase in ("renew", "insure") and board.groups and board.shows_effects:
        costs = insurance_costs(state)
        can_pay = seen.turn is None or sum(costs) <= state.coins[seen.turn]
        canvas.put_right(canvas.width, y, f"all {len(costs)}: {sum(costs)}", PLAIN if can_pay else "loss")
    if may_place_rest:
        canvas.put_right(canvas.width, y, "p: the rest", "gold")
        canvas.add_target(Box(canvas.width - 11, y, 11, 1), PLACE_REST)


def _short(state: State, chosen: tuple[int, ...], at: int) -> str:
    card = state.options.cards[(state.card or 1) - 1]
    return "go " + "".join(map(str, chosen)) if at == len(card) else _in_short(card[at], at + 1, chosen)


def _in_short(action: Move | House, number: int, chosen: tuple[int, ...]) -> str:
    """Return the short form of an action, such as `2N4:3`. Chosen actions are in brackets."""
    what, _, steps = str(action).partition(" ")
    text = f"{number}{what[0].upper()}{steps}:{action.cost}"
    return f"[{text}]" if number in chosen else text
