"""Wait until the next player is at the keyboard, while nobody's hand may be shown."""

from __future__ import annotations

from contextlib import suppress

from cardtable.engine.phrases import join_words
from cardtable.plain.commands import COMMANDS, CommandTarget, find_command
from cardtable.plain.lines import EndOfInput
from cardtable.plain.signals import Resumed


def hand_over(plain: CommandTarget, reason: str, name: str, *, may_undo: bool = False) -> bool:
    """Wait until the player with this name presses Enter; return False if the last move is undone instead."""
    prompt = f"{reason}{', or type undo' if may_undo else ''}; {name} presses Enter."
    while True:
        with suppress(Resumed):  # nobody's hand was shown
            text = plain.lines.ask(prompt)
            if not text:
                return True
            if may_undo and text.lower() in ("undo", "u"):
                plain.session.undo()
                plain.say("The last move is undone. To play it again, type redo.")  # its name may be secret
                return False
            _obey(plain, text)


def _obey(plain: CommandTarget, text: str) -> None:
    """Obey a command that shows nobody's hand."""
    word, _, rest = text.partition(" ")
    command = find_command(word)
    if command is COMMANDS["quit"]:
        raise EndOfInput
    if command is None or not command.is_public:
        public = [name for name, each in COMMANDS.items() if each.is_public]
        plain.say(f"Press Enter first. Before that, you can type {join_words([*public, 'quit'], 'or')}.")
        return
    try:
        command.obey(plain, plain.session.look(None), rest.strip())
    except ValueError as refusal:
        plain.say(str(refusal))
