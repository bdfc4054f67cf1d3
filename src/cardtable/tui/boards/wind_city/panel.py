"""The panel beside the play area: the players, the choices and the log."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.engine.game import Seat
from cardtable.engine.games.wind_city.board import HOUSES, MAX_BEACH_HOUSES
from cardtable.engine.games.wind_city.cards import House, Move
from cardtable.engine.games.wind_city.houses import count_by_section, points_of, section_quota
from cardtable.engine.games.wind_city.insurance import premium, renewal
from cardtable.engine.games.wind_city.model import State
from cardtable.engine.phrases import counted
from cardtable.table.session import Seen
from cardtable.tui.board import BoardWidget
from cardtable.tui.boards.wind_city.area import HOUSE_STYLES, space_of
from cardtable.tui.boards.wind_city.layout import Layout
from cardtable.tui.canvas import Box, Canvas, cut, wrap
from cardtable.tui.choices import Group, Target
from cardtable.tui.panels import paint_line

CHOSEN = "chosen "
SECTION_NAMES = {2: ("south", "north"), 3: ("south", "middle", "north"), 4: ("south", "second", "third", "north")}
"""The names of the land sections, from south to north, by the number of sections in use."""


def paint_panel(board: BoardWidget, canvas: Canvas, layout: Layout, seen: Seen, chosen: tuple[int, ...] | None) -> None:
    """Paint the panel; `chosen` holds the numbers of the actions chosen so far, or is None in other phases."""
    x, width = layout.panel, canvas.width - layout.panel
    y = _paint_players(board, canvas, x, 1, width, seen) + 1
    y = _paint_choices(board, canvas, Box(x, y, width, 1), seen, chosen)
    room = canvas.height - y - 1
    lines: list[str] = []
    for step in reversed(seen.log):
        if len(lines) >= room:
            break
        lines = [line for event in step for line in wrap(seen.describe(event), width, 3)] + lines
    for at, line in enumerate(lines[-room:] if room > 0 else ()):
        canvas.put(x, y + 1 + at, line, "dim")


def _paint_players(board: BoardWidget, canvas: Canvas, x: int, y: int, width: int, seen: Seen) -> int:
    """Paint each player's coins, houses, insured houses and points; return the row below them."""
    state: State = seen.state
    wide = width >= 30
    head = "coins houses ins. pts" if wide else "co ho pts"
    canvas.put_right(x + width, y, head, "dim")
    for seat, name in enumerate(seen.names):
        numbers = _figures(state, seat)
        points = numbers[3] if board.shows_effects else ""
        figures = "out".rjust(5) if seat in state.out else (
            f"{numbers[0]:>5}{numbers[1]:>7}{numbers[2]:>5}{points:>4}" if wide
            else f"{numbers[0]:>2} {numbers[1]:>2} {points:>3}"
        )  # fmt: skip
        mark = ">" if seat == seen.turn else "*" if seat == state.active and seen.turn is not None else " "
        line = cut(f"{mark}{seat + 1} {name}", width - len(figures) - 1) if wide else f"{mark}{seat + 1}"
        canvas.put(x, y + 1 + seat, line, HOUSE_STYLES[seat])
        canvas.put_right(x + width, y + 1 + seat, figures, HOUSE_STYLES[seat])
        canvas.mark_place(Box(x + width - len(figures), y + 1 + seat, 5 if wide else 2, 1), "coins", seat)
    return y + 1 + len(seen.names)


def _paint_choices(board: BoardWidget, canvas: Canvas, first: Box, seen: Seen, chosen: tuple[int, ...] | None) -> int:
    """Paint the choices under a heading; return the next free row."""
    state: State = seen.state
    x, y, width, _ = first
    for line in _heading(seen, width, lists_card=chosen is None):
        canvas.put(x, y, cut(line, width), "dim")
        if line.startswith("card "):
            canvas.mark_place(Box(x, y, width, 1), "card")
        elif line.startswith(CHOSEN):
            for at in range(len(state.plan)):
                canvas.mark_place(Box(x + len(CHOSEN) + 2 * at, y, 1, 1), "plan", at)
        y += 1
    for at, group in enumerate(board.groups):
        if space_of(group.actions[0].action) is None:
            style = board.choice_style(group.actions[0], chosen=at == board.group)
            paint_line(canvas, Box(x, y, width, 1), _line_of(board, state, at, width, chosen), style, Target(at))
            y += 1
    return y


def _heading(seen: Seen, width: int, *, lists_card: bool) -> Iterator[str]:
    state: State = seen.state
    if state.phase in ("hurricane", "houses") and seen.turn is not None:
        seats, own = len(seen.names), state.houses[seen.turn]
        quota, most = section_quota(seats), MAX_BEACH_HOUSES[seats]
        counts = count_by_section(state.options.board, seats, own)
        sections = zip(SECTION_NAMES[len(counts)], counts, strict=True)
        room = ", ".join(f"{name} {quota - count}" for name, count in sections)
        yield from wrap(f"{counted(HOUSES - len(own), 'house')} left: {room}; 1 to {most} on the coast", width, 4)
    elif state.card and state.phase != "over":
        yield f"card {state.card}"
        if state.plan:
            yield f"{CHOSEN}{' '.join(map(str, state.plan))}"
        if lists_card:
            for number, action in enumerate(state.options.cards[state.card - 1], 1):
                yield f" {_action_line(action, number, state.plan)}"
    if seen.turn is not None and state.phase == "renew":
        yield f"renew all: {sum(renewal(state, space) for space in state.lapsing)}"
    elif seen.turn is not None and state.phase == "insure":
        uninsured = [space for space in state.houses[seen.turn] if space not in state.insured]
        yield f"insure all: {sum(premium(state, space) for space in uninsured)}"
    elif state.phase == "build":
        yield "place the house"


def _line_of(board: BoardWidget, state: State, at: int, width: int, chosen: tuple[int, ...] | None) -> str:
    """Return the text of a choice that isn't a space."""
    mark = ">" if at == board.group else " "
    if chosen is None:
        return f"{mark}{board.groups[at].name}"
    if at == len(board.groups) - 1:
        return f"{mark}carry out {(' ' if width >= 20 else '').join(map(str, chosen)) or '-'}"
    action = state.options.cards[(state.card or 1) - 1][at]
    return f"{mark}{_action_line(action, at + 1, chosen)}"


def paint_below(board: BoardWidget, canvas: Canvas, seen: Seen, chosen: tuple[int, ...] | None) -> None:
    """Paint the choices on one line and the coins on another, for layouts without room for the panel."""
    state: State = seen.state
    y, x = canvas.height - 2, 0
    for at, group in enumerate(board.groups):
        if space_of(group.actions[0].action) is None:
            text = _short(state, chosen, at, group) if chosen is not None else group.name
            canvas.put(x, y, text, board.choice_style(group.actions[0], chosen=at == board.group))
            canvas.add_target(Box(x, y, len(text) + 1, 1), Target(at))
            x += len(text) + 1
    if x == 0:
        card = state.options.cards[state.card - 1] if state.card and board.is_read_only else ()
        actions = " ".join(_in_short(each, number, state.plan) for number, each in enumerate(card, 1))
        canvas.put(0, y, cut(actions or board.describe_last_step(seen), canvas.width), "dim")
    coins = "  ".join(f"{'>' if seat == seen.turn else ''}{seat + 1}:{count}" for seat, count in enumerate(state.coins))
    canvas.put(0, y + 1, cut(f"coins  {coins}", canvas.width), "dim")
    for seat in range(len(seen.names)):
        canvas.mark_place(Box(0, y + 1, len(f"coins  {coins}"), 1), "coins", seat)


def _action_line(action: Move | House, number: int, plan: tuple[int, ...]) -> str:
    """Return the number, name and cost of an action, and its place in the chosen order, such as `#1`."""
    order = f" #{plan.index(number) + 1}" if number in plan else ""
    return f"{number} {action!s:<7}{action.cost:>2}{order}"


def _short(state: State, chosen: tuple[int, ...], at: int, group: Group) -> str:
    """Return the short form of an action of the card, or of "carry out"."""
    card = state.options.cards[(state.card or 1) - 1]
    return "go " + "".join(map(str, chosen)) if at == len(card) else _in_short(card[at], at + 1, chosen)


def _in_short(action: Move | House, number: int, chosen: tuple[int, ...]) -> str:
    """Return the short form of an action, such as `2N4:3`, in brackets if it's chosen."""
    what, _, steps = str(action).partition(" ")
    text = f"{number}{what[0].upper()}{steps}:{action.cost}"
    return f"[{text}]" if number in chosen else text


def _figures(state: State, seat: Seat) -> tuple[int, int, int, int]:
    """Return coins, houses, insured houses and points."""
    own = state.houses[seat]
    two = sum(space in state.two_family for space in own)
    insured = sum(space in state.insured for space in own)
    return state.coins[seat], len(own) + two, insured, points_of(state)[seat]
