"""The commands that can be typed during a game in plain mode."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Protocol, cast

from cardtable.engine.game import Event, Seat
from cardtable.engine.phrases import address, counted, read_number, speak_signs
from cardtable.formats.computers import names_with_levels
from cardtable.formats.deal_line import COMMA
from cardtable.formats.options import fields_of
from cardtable.plain.choices import is_numbered
from cardtable.plain.lines import EndOfInput, Lines
from cardtable.plain.room import Places
from cardtable.plain.typed_moves import ways_to_type
from cardtable.plain.views.view import View, moves_asked_for
from cardtable.table.command_lines import command_to_continue, deal_sentence, deal_text
from cardtable.table.seen import Seen
from cardtable.table.session import Session

CODE_WARNING = "Anyone with the deal code can reconstruct every hidden card."


class CommandTarget(Protocol):
    """The methods that commands need from a game in plain mode."""

    session: Session
    lines: Lines
    view: View
    say: Callable[..., None]
    saved: tuple[str, tuple[Any, ...]] | None

    is_verbose: bool

    def show(self, seen: Seen) -> None:
        """Read out the table, the hand and the legal actions."""

    def read_move(self, text: str, seen: Seen) -> Any:
        """Return the move that was typed, legal or not; raise ValueError for any other text."""

    def tell(self, events: Iterable[Event]) -> None:
        """Read out events."""

    def after_action(self, seat: Seat, events: Sequence[Event]) -> None:
        """Read out what an action did, before the next player's turn begins."""


def _always(plain: CommandTarget, seen: Seen) -> bool:
    return True


def _on_turn(plain: CommandTarget, seen: Seen) -> bool:
    return bool(seen.legal)


def _can_review(plain: CommandTarget, seen: Seen) -> bool:
    if seen.turn is not None:
        return False
    from cardtable.plain.review import can_review  # only now, because it takes time to load

    return can_review(plain.session)


@dataclass(frozen=True, slots=True)
class Command:
    """A command that can be typed instead of a move."""

    obey: Callable[[CommandTarget, Seen, str], None]
    """Run the command with the rest of the line; raise ValueError, without changing anything, if it can't run."""
    takes: str
    help: str
    """What the command does; `{prefix}` stands for that of the game's rulings."""
    is_public: bool = False
    """Whether the command can be typed while nobody's hand may be shown."""
    works: Callable[[CommandTarget, Seen], bool] = _always
    """Returns whether the command can do anything now; otherwise, it isn't listed."""


def _help(plain: CommandTarget, seen: Seen, rest: str) -> None:
    if seen.legal:
        plain.say(f"To play, type {ways_to_type(seen, plain.view)}.")
    if (placement := plain.view.placement(seen)) is not None:
        plain.say(placement.offer)
    plain.say(*filter(None, [plain.view.groups_help(seen)]))
    is_public = seen.viewer is None and seen.turn is not None  # the keyboard is being passed on
    for name, each in COMMANDS.items():
        if each.works(plain, seen) and (not is_public or each.is_public or each.obey is _quit):
            plain.say(f"{name} {each.takes}".strip() + f": {each.help.replace('{prefix}', seen.game.prefix)}")


def _look(plain: CommandTarget, seen: Seen, rest: str) -> None:
    plain.show(seen)


def _board(plain: CommandTarget, seen: Seen, rest: str) -> None:
    word = re.compile(rf"(?<!\w){re.escape(rest)}(?!\w)", re.IGNORECASE)
    lines = [line for line in plain.view.board(seen) if not rest or word.search(line)]
    if rest and not lines:
        raise ValueError("Nothing on the table is called that. To hear what is there, type board.")
    plain.say(*lines)


def _scores(plain: CommandTarget, seen: Seen, rest: str) -> None:
    plain.say(*(plain.view.score(seen) or ["This game keeps no score until it ends."]))


def _score(plain: CommandTarget, seen: Seen, rest: str) -> None:
    with suppress(ValueError):  # in some games, the word is also a move
        action = seen.game.parse("score")
        if seen.legal:
            plain.say(plain.view.explain(seen, action))
    _scores(plain, seen, rest)


def _moves(plain: CommandTarget, seen: Seen, rest: str) -> None:
    if not seen.legal:
        raise ValueError("It isn't your turn, so you have no moves.")
    plain.say(*moves_asked_for(seen, plain.view, rest))


def _verbose(plain: CommandTarget, seen: Seen, rest: str) -> None:
    plain.is_verbose = True
    plain.say(
        "In this game, you now hear the whole table and each move's effect. To hear only what has changed, type terse."
    )


def _terse(plain: CommandTarget, seen: Seen, rest: str) -> None:
    plain.is_verbose = False
    plain.say(
        "In this game, you now hear only what has changed, and your moves in brief. To hear everything, type look."
    )


def _hand(plain: CommandTarget, seen: Seen, rest: str) -> None:
    plain.say(*(plain.view.hand(seen) or ["You have no hand now."]))


def _log(plain: CommandTarget, seen: Seen, rest: str) -> None:
    number = read_number(rest or "0")
    if number is None:
        raise ValueError("Type log on its own or with a number of moves, as in: log 5.")
    moves = seen.log[-number:] if number > 0 else seen.log
    told = [event for events in plain.view.gather(moves) for event in events]
    if not told:
        raise ValueError("Nothing has happened yet.")
    plain.tell(told)


def _why(plain: CommandTarget, seen: Seen, rest: str) -> None:
    if not rest or not seen.legal:
        raise ValueError(f"On your turn, type why followed by a move, as in: why {seen.legal[0] if seen.legal else 1}.")
    plain.say(*plain.view.reasons(seen, plain.read_move(rest, seen), names_rulings=plain.is_verbose))


def _hint(plain: CommandTarget, seen: Seen, rest: str) -> None:
    from cardtable.players.at_table import default_simulations
    from cardtable.players.hints import hints
    from cardtable.table.result_words import hint_note

    if not seen.legal:
        raise ValueError("You can only have a hint on your turn.")
    found = hints(seen, plain.session.thinking_key(), default_simulations(seen.game))
    if len(seen.legal) > 1:
        plain.session.note_hint()
        plain.say(f"{hint_note(plain.session)} These moves look best, the best one first:".strip())
    listed = plain.view.list_moves(seen).numbered if is_numbered(seen) else ()
    numbers = {action: str(number) for number, action in enumerate(listed, 1)}
    for hint in found:
        at = f"{numbers[hint.action]} " if hint.action in numbers else ""
        expected = f"{speak_signs(hint.expected)}. " if hint.expected else ""
        plain.say(f"{at}{hint.name}: {expected}{hint.why} {hint.difference}".rstrip())
    best = found[0].action
    plain.say(f"To play {'it' if len(found) == 1 else 'the first one'}, type {numbers.get(best, best)}.")


def _undo(plain: CommandTarget, seen: Seen, rest: str) -> None:
    before = plain.session.actions
    plain.session.undo()
    first, *answers = before[len(plain.session.actions) :]
    more = f" and {counted(len(answers), 'move')} after it" if answers else ""
    plain.say(f"Undone: {first}{more}. To play {'them' if answers else 'it'} again, type redo.")


def _redo(plain: CommandTarget, seen: Seen, rest: str) -> None:
    seat = plain.session.turn
    events = plain.session.redo()
    assert seat is not None, "after an undo the game is running"
    plain.after_action(seat, events)


def _rules(plain: CommandTarget, seen: Seen, rest: str) -> None:
    from cardtable.plain.rules import PlainRules

    rules = PlainRules(cast(Places, plain), seen.game)  # from the rules, no other place is opened
    if rest:
        rules.answer(rules.other(rest) if rest.lower() != "all" else rules.room.whole())
    else:
        rules.run()


def players_line(session: Session, players: Sequence[str]) -> str:
    """Return a sentence that lists the players by these names, with the levels of computer players."""
    return address(f"At the table: {', '.join(names_with_levels(players, session.computers))}.")


def _players(plain: CommandTarget, seen: Seen, rest: str) -> None:
    plain.say(players_line(plain.session, plain.session.players))


def _options(plain: CommandTarget, seen: Seen, rest: str) -> None:
    for each in fields_of(seen.game):
        plain.say(f"{each.title}: {each.label(getattr(plain.session.options, each.name))} ({each.ruling}).")


def _deal(plain: CommandTarget, seen: Seen, rest: str) -> None:
    plain.say(deal_sentence(deal_text(plain.session, COMMA)))
    if plain.session.deal_code is not None and not plain.session.has_one_player:
        plain.say(CODE_WARNING)


def _save(plain: CommandTarget, seen: Seen, rest: str) -> None:
    from cardtable.formats.record import dump_record
    from cardtable.store.paths import save_as
    from cardtable.table.recording import record_of

    if not rest:
        raise ValueError("Type save and the name of a new file, as in: save evening.json.")
    save_as(rest, dump_record(record_of(plain.session)))
    plain.saved = (rest, plain.session.actions)
    plain.say("Saved. Anyone with this file can reconstruct every hidden card.")
    plain.say("To continue from this point:", command_to_continue(rest))


def _review(plain: CommandTarget, seen: Seen, rest: str) -> None:
    from cardtable.plain.review import review_game, saved_game_of

    review_game(plain.session, saved_game_of(plain.session), plain.lines)


def _quit(plain: CommandTarget, seen: Seen, rest: str) -> None:
    raise EndOfInput


COMMANDS = {
    "help": Command(_help, "", "list these commands.", is_public=True),
    "look": Command(_look, "", "read everything: the table, your hand and your moves."),
    "board": Command(
        _board, "WORD", "read what is on the table, or only the lines with a word such as a name.", is_public=True
    ),
    "hand": Command(_hand, "", "read your hand.", works=lambda plain, seen: bool(plain.view.hand(seen))),
    "scores": Command(
        _scores, "", "read the score. You can also type score, except where that is a move.", is_public=True
    ),
    "moves": Command(_moves, "", "read all your moves, with their effects.", works=_on_turn),
    "why": Command(_why, "MOVE", "read why a move is legal or not, and what would happen.", works=_on_turn),
    "hint": Command(
        _hint, "", "read the best moves, what they may bring and why. A hint counts as help.", works=_on_turn
    ),
    "log": Command(_log, "NUMBER", "read what has happened; with a number, only the last moves.", is_public=True),
    "verbose": Command(
        _verbose,
        "",
        "in this game, read the whole table and the effects of your moves every turn.",
        works=lambda plain, seen: seen.turn is not None and not plain.is_verbose,
    ),
    "terse": Command(
        _terse,
        "",
        "in this game, read only what has changed since your last turn, and your moves in brief.",
        works=lambda plain, seen: seen.turn is not None and plain.is_verbose,
    ),
    "undo": Command(
        _undo,
        "",
        "undo the last move, and anything that computer players have played since.",
        works=lambda plain, seen: not seen.no_undo,
    ),
    "redo": Command(_redo, "", "play what was undone again.", works=lambda plain, seen: not seen.no_redo),
    "rules": Command(
        _rules,
        "NUMBER",
        "choose parts of the rules to read, or read one part, or a ruling, as in: rules {prefix}-4.",
        is_public=True,
    ),
    "players": Command(
        _players,
        "",
        "read who plays, and the levels of computer players.",
        is_public=True,
        works=lambda plain, seen: len(seen.names) > 1,
    ),
    "options": Command(_options, "", "read the options of this game.", is_public=True),
    "deal": Command(_deal, "", "read the deal code, which is secret if there are several players."),
    "save": Command(_save, "FILE", "save the game to a new file."),
    "review": Command(_review, "", "hear the review of the game: mistakes, and what was better.", works=_can_review),
    "quit": Command(_quit, "", "leave, and read how to continue."),
}

_OTHER_WORDS = {
    "score": Command(_score, "", "", is_public=True),
    "table": COMMANDS["board"],
    "stage": COMMANDS["board"],
    "where": COMMANDS["board"],
    "legal": COMMANDS["moves"],
    "?": COMMANDS["help"],
    "u": COMMANDS["undo"],
    "q": COMMANDS["quit"],
}
"""Other words for commands, which games may use for their moves."""


def find_command(word: str) -> Command | None:
    """Return the command with this name, or None."""
    return COMMANDS.get(word.lower()) or _OTHER_WORDS.get(word.lower())


def similar_command(text: str) -> str:
    """Return the name of the command that a single mistyped word is most like, or an empty string."""
    close = [] if " " in text else get_close_matches(text.lower(), COMMANDS, n=1)
    return close[0] if close else ""
