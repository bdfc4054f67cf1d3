"""What can be typed in plain mode besides an action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from cardtable.engine.game import Event, Seat
from cardtable.formats.deal_line import COMMA
from cardtable.formats.options import fields_of
from cardtable.plain.choices import read_choice, read_number
from cardtable.plain.lines import EndOfInput
from cardtable.plain.views.view import View
from cardtable.table.command_lines import command_to_continue, deal_sentence, deal_text
from cardtable.table.session import Seen, Session

WARNING = "Whoever has the deal code can lay out every hidden card."


class CommandTarget(Protocol):
    """What commands need of the game that is played."""

    session: Session
    view: View
    say: Callable[..., None]
    saved: tuple[str, tuple[Any, ...]] | None

    def show(self, seen: Seen) -> None:
        """Say the table, the hand and the actions."""

    def tell(self, events: Iterable[Event]) -> None:
        """Say what happened."""

    def after_action(self, seat: Seat, told: Sequence[Event]) -> None:
        """Say what came of an action, and pass on to the next player."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something to be typed that is no action."""

    obey: Callable[[CommandTarget, Seen, str], None]
    """Does it, given what else was typed; ValueError with a sentence, and nothing changed, where that cannot be."""
    takes: str
    help: str


def _help(plain: CommandTarget, seen: Seen, rest: str) -> None:
    if seen.legal:
        plain.say(f"To play: a number from 1 to {len(seen.legal)}, or an action such as: {seen.legal[-1]}.")
    plain.say(*(f"{name} {each.takes}".strip() + f": {each.help}" for name, each in COMMANDS.items()))


def _look(plain: CommandTarget, seen: Seen, rest: str) -> None:
    plain.show(seen)


def _hand(plain: CommandTarget, seen: Seen, rest: str) -> None:
    plain.say(*(plain.view.hand(seen) or ["There is no hand to be shown."]))


def _log(plain: CommandTarget, seen: Seen, rest: str) -> None:
    last = read_number(rest or "0")
    if last is None:
        raise ValueError("After log comes nothing, or how many of the last actions to tell, as in: log 5.")
    for events in seen.log[-last:] if last > 0 else seen.log:
        plain.tell(events)


def _why(plain: CommandTarget, seen: Seen, rest: str) -> None:
    if not rest or not seen.legal:
        raise ValueError("Type why and an action that could be yours now, as in: why 1.")
    action = read_choice(rest, seen)
    plain.say(f"{action}: {seen.game.explain(seen.state, action)}")
    if action in seen.legal:
        plain.tell(seen.game.preview(seen.state, action))


def _undo(plain: CommandTarget, seen: Seen, rest: str) -> None:
    last = plain.session.actions[-1:]
    plain.session.undo()
    plain.say(f"Taken back: {last[0]}.")


def _redo(plain: CommandTarget, seen: Seen, rest: str) -> None:
    seat = plain.session.turn
    told = plain.session.redo()
    assert seat is not None, "the game goes on where something was taken back"
    plain.after_action(seat, told)


def _rules(plain: CommandTarget, seen: Seen, rest: str) -> None:
    from cardtable.table.pages import plain_text, read_page, ruling, without_diagrams

    if rest:
        number = f"{seen.game.prefix}-{rest}" if rest.isdecimal() else rest.upper()
        plain.say(f"{number}: {ruling(number)}")
    else:
        plain.say(*plain_text(without_diagrams(read_page(seen.game.page))).splitlines())


def _options(plain: CommandTarget, seen: Seen, rest: str) -> None:
    for each in fields_of(seen.game):
        plain.say(f"{each.title}: {each.label(getattr(plain.session.options, each.name))} ({each.ruling}).")


def _deal(plain: CommandTarget, seen: Seen, rest: str) -> None:
    plain.say(deal_sentence(deal_text(plain.session, COMMA)))
    if plain.session.code is not None and not plain.session.alone:
        plain.say(WARNING)


def _save(plain: CommandTarget, seen: Seen, rest: str) -> None:
    from cardtable.formats.record import dumps
    from cardtable.store.files import write_new
    from cardtable.table.recording import record_of

    if not rest:
        raise ValueError("Type save and the name of a new file, as in: save evening.json.")
    write_new(rest, dumps(record_of(plain.session)))
    plain.saved = (rest, plain.session.actions)
    plain.say("Saved. Whoever reads that file can lay out every hidden card.")
    plain.say("To go on from there:", command_to_continue(rest))


def _quit(plain: CommandTarget, seen: Seen, rest: str) -> None:
    raise EndOfInput


COMMANDS = {
    "help": Command(_help, "", "these lines."),
    "look": Command(_look, "", "the table, your hand and the actions again."),
    "hand": Command(_hand, "", "your hand."),
    "log": Command(_log, "NUMBER", "all that has happened, or only the last actions."),
    "why": Command(_why, "ACTION", "why you may or may not do it, and what is sure to come of it."),
    "undo": Command(_undo, "", "take the last action back."),
    "redo": Command(_redo, "", "play again what was taken back."),
    "rules": Command(_rules, "NUMBER", "the rules page, or one ruling, as in: rules 4."),
    "options": Command(_options, "", "the options of this game."),
    "deal": Command(_deal, "", "the deal, with its code; among several players a secret."),
    "save": Command(_save, "FILE", "write the game to a new file."),
    "quit": Command(_quit, "", "stop, and hear how to play the same deal again."),
}
