"""Screens for rooms. A room's commands provide the bindings, the key bar, the keys page and the refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import zip_longest
from typing import TYPE_CHECKING

from textual import events
from textual.binding import Binding

from cardtable.rooms.kit.command import Command, Room, rows_of
from cardtable.rooms.kit.keys import key_label
from cardtable.rooms.kit.response import Goto, Help, Leave, Response, Say, Stay, Think
from cardtable.tui.command_keys import command_of, textual_key
from cardtable.tui.screens.app_screen import AppScreen, ResultT

if TYPE_CHECKING:
    from cardtable.tui.thinking import Asker


class RoomScreen(AppScreen[ResultT]):
    """A screen for a room. Subclasses have the room's bindings, which `bindings_of` creates."""

    room: Room
    _asker: Asker | None = None
    """The object that gets questions answered in another process, or None before the first question."""

    @property
    def key_help(self) -> tuple[tuple[str, str], ...]:
        offered = [row for row in rows_of(self.room.known) if any(self.room.can(each.id) for each in row)]
        rows = ((self._keys(row), ", ".join(each.help for each in row)) for row in offered)
        return (*(row for row in rows if row[0]), *self.KEY_HELP)  # a board may have taken the only key

    def _keys(self, row: Iterable[Command]) -> str:
        """Return the keys of these commands for the keys page, including keys that the player has changed."""
        keys = ((self.key_for(each.id), *each.keys) if each.changeable else each.keys for each in row)
        return ", ".join(key_label(key) for nth in zip_longest(*keys) for key in nth if key)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable a command that is refused now. Its key stays known, so that `on_key` can give the reason."""
        if action == "command":
            return self.room.can(str(parameters[0]))
        return super().check_action(action, parameters)

    def on_key(self, event: events.Key) -> None:
        """Say why a key does nothing when its command is refused."""
        if not any(self.room.can(each.id) is None for each in self.room.commands if self._has_key(each, event.key)):
            return  # this is quick, unlike what follows
        active = self.active_bindings.get(event.key)
        if active is not None and active.node is self and not active.enabled and (found := self.find(active.binding)):
            event.stop()
            self.do(found.id)

    def key_of(self, command: Command) -> str:
        """Return the first key of a command, which the player may have changed."""
        changed = self.settings.keys.get(command.id) if command.changeable else None
        return key_label(changed or command.listed_keys[0])

    def _has_key(self, command: Command, key: str) -> bool:
        changed = self.settings.keys.get(command.id) if command.changeable else None
        return key == changed or key in map(textual_key, (*command.listed_keys, *command.also))

    def find(self, binding: Binding) -> Command | None:
        """Return the room's command with this binding, or None if there is no such command."""
        found = command_of(self, binding)
        return None if found is None else found[1]

    def on_unmount(self) -> None:
        if self._asker is not None:
            self._asker.close()

    @property
    def is_thinking(self) -> bool:
        """True while the answer to a question is being computed."""
        return self._asker is not None and self._asker.is_asking

    def stop_thinking(self) -> None:
        """Drop the current question, because the player is doing something else."""
        if self._asker is not None:
            self._asker.stop()

    def _think(self, think: Think) -> None:
        if self._asker is None:
            from cardtable.tui.thinking import Asker

            self._asker = Asker(self)
        if think.notice:
            self.say(think.notice)

        def answered(answer: object) -> None:
            if self.app.screen is self:  # otherwise, nobody waits for it any more
                self.answer(think.take(answer))

        self._asker.ask(think.question, answered)
        self.refresh_bindings()

    def action_command(self, command_id: str) -> None:
        """Carry out a command by its key."""
        self.do(command_id)

    def do(self, command_id: str) -> None:
        """Carry out a command, or tell the player why the command is refused."""
        self.stop_thinking()
        self.attempt(lambda: self.room.do(command_id, self.rest_for(command_id)))

    def attempt(self, act: Callable[[], Response | None]) -> None:
        """Call `act` and carry out its response. If `act` raises ValueError, show the player the error message."""
        try:
            response = act()
        except ValueError as refusal:
            response = Say(str(refusal))
        self.answer(response)

    def rest_for(self, command_id: str) -> str:
        """Return the text to pass to a command, such as the id of the game under the cursor, or an empty string."""
        return ""

    def answer(self, response: Response | None) -> None:
        """Carry out a response. If there is no response, show the room again."""
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
        """Show the player a sentence."""
        self.notify(text, markup=False)
