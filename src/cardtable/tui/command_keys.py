"""Keys as commands: the bindings of rooms and boards, and the reasons why a key is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from textual.binding import Binding, BindingType
from textual.dom import DOMNode

from cardtable.rooms.kit.command import Command, Commanded, own_commands
from cardtable.rooms.kit.keys import CHANGEABLE

TEXTUAL_NAMES = {"pgup": "pageup", "pgdn": "pagedown", "esc": "escape"}
"""Textual's key names, by the names that people use."""
LISTED_NAMES = {name: listed for listed, name in TEXTUAL_NAMES.items()}
"""The key names that people use, by Textual's names."""


def textual_key(key: str) -> str:
    """Return Textual's name for a key."""
    return TEXTUAL_NAMES.get(key, key)


def bindings_of(commands: Iterable[Command]) -> list[BindingType]:
    """Return the bindings of commands. If the settings can change a binding's key, the binding has the command's id."""
    return list(_bindings(commands))


def _bindings(commands: Iterable[Command]) -> Iterator[Binding]:
    for each in commands:
        action = action_of(each)
        for key in each.listed_keys[:1]:
            changeable = each.id if each.changeable else None
            label = each.label if isinstance(each.label, str) else each.help
            display = each.group or None
            yield Binding(
                textual_key(key), action, label, key_display=display, id=changeable, priority=each.comes_first
            )
        for key in (*each.listed_keys[1:], *each.also):
            yield Binding(textual_key(key), action, show=False, priority=each.comes_first)


def action_of(command: Command) -> str:
    """Return the action that a command's bindings carry out."""
    return f"command({command.id!r})"


_ACTION = re.compile(r"command\('([\w-]+)'\)")


def command_of(node: DOMNode, binding: Binding) -> tuple[Commanded, Command] | None:
    """Return the command of a binding and the room or board that has it, or None if the binding has no command."""
    found = _ACTION.fullmatch(binding.action)
    owner = getattr(node, "room", node)
    return (owner, owner.command(found[1])) if found is not None and isinstance(owner, Commanded) else None


class CommandedWidget(Commanded):
    """A widget with commands. The keys of the widget take precedence over the keys of the screen."""

    def __init_subclass__(cls, **options: Any) -> None:
        cls.BINDINGS = [*vars(cls).get("BINDINGS", ()), *bindings_of(own_commands(cls))]  # type: ignore[attr-defined]  # as any widget
        super().__init_subclass__(**options)

    @property
    def command_rows(self) -> tuple[tuple[str, str], ...]:
        """The rows of the keys page for the widget's own commands."""
        listed = (each for each in self.known if "enter" not in each.keys)
        return tuple((", ".join(each.keys), each.help) for each in listed)

    def refused_by(self, key: str) -> str:
        """Return the id of the widget's command for this key if that command is refused now, or an empty string."""
        keys = ((each.id, map(textual_key, (*each.keys, *each.also))) for each in self.commands)
        return next((name for name, own in keys if key in own and self.can(name) is None), "")


def usual_place(node: DOMNode, binding: Binding) -> int:
    """Return the index of a binding among its node's default bindings."""
    command = CHANGEABLE.get(binding.id or "")
    keys, key = _usual_keys(type(node)), command.key if command else binding.key
    return keys.index(key) if key in keys else len(keys)


@cache
def _usual_keys(node: type[DOMNode]) -> tuple[str, ...]:
    bindings = (base.__dict__.get("BINDINGS", ()) for base in reversed(node.__mro__))
    return tuple(dict.fromkeys(binding.key for each in bindings for binding in Binding.make_bindings(each)))
