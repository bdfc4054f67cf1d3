"""Screens whose keys are the commands of a room: bindings, key bar, keys page and refusals come from these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from textual import events
from textual.binding import Binding, BindingType

from cardtable.rooms.command import Command, Goto, Help, Leave, Response, Room, Say, Stay, Think, rows_of
from cardtable.tui.app_screen import AppScreen, Result
from cardtable.tui.keys import key_label
from cardtable.tui.thinking import Asker

TEXTUAL_NAMES = {"pgup": "pageup", "pgdn": "pagedown", "esc": "escape"}
"""Textual's names for keys that people call something else."""


def bindings_of(commands: Iterable[Command]) -> list[BindingType]:
    """Return the bindings of commands; those that the settings can change have the commands' ids."""
    return list(_bindings(commands))


def _bindings(commands: Iterable[Command]) -> Iterator[Binding]:
    for each in commands:
        action = action_of(each)
        for key in each.listed_keys[:1]:
            changeable = each.id if each.changeable else None
            display = each.group or each.listed_keys[0]
            yield Binding(TEXTUAL_NAMES.get(key, key), action, each.label, key_display=display, id=changeable)
        for key in (*each.listed_keys[1:], *each.also):
            yield Binding(TEXTUAL_NAMES.get(key, key), action, show=False)


def action_of(command: Command) -> str:
    """Return the action of the bindings of a command."""
    return f"command({command.id!r})"


def labels_of(commands: Iterable[Command]) -> tuple[str, ...]:
    """Return what the key bar shows, the most important first."""
    return tuple(dict.fromkeys(each.label for each in commands if each.label))


class RoomScreen(AppScreen[Result]):
    """A screen on which a person is in a room; subclasses have the room's bindings, by `bindings_of`."""

    room: Room
    _asker: Asker | None = None
    """What answers questions in another process, once there has been one."""

    @property
    def key_help(self) -> tuple[tuple[str, str], ...]:
        offered = [row for row in rows_of(self.room.known) if any(self.room.can(each.id) for each in row)]
        return (*((self._keys(row), ", ".join(each.help for each in row)) for row in offered), *self.KEY_HELP)

    def _keys(self, row: Iterable[Command]) -> str:
        """Return the keys of commands on the keys page, as the player has changed them."""
        keys = ((self.key_for(each.id), *each.keys) if each.changeable else each.keys for each in row)
        return ", ".join(key_label(key) for nth in zip_longest(*keys) for key in nth if key)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable a command that is refused now; its key stays known, so that `on_key` can say why."""
        if action == "command":
            return self.room.can(str(parameters[0]))
        return super().check_action(action, parameters)

    def on_key(self, event: events.Key) -> None:
        """Say why the key of a refused command does nothing."""
        active = self.active_bindings.get(event.key)
        if active is not None and active.node is self and not active.enabled:
            event.stop()
            self.do(next(each.id for each in self.room.commands if action_of(each) == active.binding.action))

    def on_unmount(self) -> None:
        if self._asker is not None:
            self._asker.close()

    @property
    def is_thinking(self) -> bool:
        """True while the answer to a question is being looked for."""
        return self._asker is not None and self._asker.is_asking

    def stop_thinking(self) -> None:
        """Forget the question, because the player does something else."""
        if self._asker is not None:
            self._asker.stop()

    def _think(self, think: Think) -> None:
        if self._asker is None:
            self._asker = Asker(self)
        if think.notice:
            self.say(think.notice)
        self._asker.ask(think.question, lambda answer: self.answer(think.take(answer)))

    def action_command(self, command_id: str) -> None:
        """Carry out a command by its key."""
        self.do(command_id)

    def do(self, command_id: str) -> None:
        """Carry out a command, or say why it is refused."""
        try:
            response = self.room.do(command_id)
        except ValueError as refusal:
            response = Say(str(refusal))
        self.answer(response)

    def answer(self, response: Response | None) -> None:
        """Do what a response asks for; without one, show the room again."""
        match response:
            case None:
                self.show_room()
            case Say(text):
                self.say(text)
            case Stay():
                pass
            case Think():
                self._think(response)
            case Help():
                self.run_app_action("help")
            case Goto():
                self.go(response)
            case Leave(None):
                self.dismiss()
            case Leave(Goto() as then):
                self.go(then, instead=True)
            case _:
                self.carry_out(response)

    def show_room(self) -> None:
        """Show the room as it is now."""
        raise NotImplementedError  # each screen paints its own room

    def say(self, text: str) -> None:
        """Show a sentence."""
        self.notify(text, markup=False)
