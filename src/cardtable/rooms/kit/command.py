"""Something that a person can do in a room, as a value: bindings, key bar, help, refusals and typed words come from it.

class Hall(Room):
    def _why_locked(self) -> str:
        return "" if self.has_key else "You have no key."

    @Command("go through the door", keys=("d",), words=("door",), label="Door", why_not=_why_locked)
    def door(self) -> Response | None:
        return ToGarden()
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, ClassVar, TypeVar

from cardtable.rooms.kit.keys import CHANGEABLE, ChangeableKey
from cardtable.rooms.kit.response import Help, Response
from cardtable.store.powers import Power, may_open

NOT_FOR_GUESTS = "Guests can't do that here."


def _nothing(room: Any) -> str:
    return ""


def _always(room: Any) -> bool:
    return True


Method = TypeVar("Method", bound=Callable[..., Response | None])


@dataclass(frozen=True, slots=True)
class Command:
    """Something that a person can do in a room or on a board. A command decorates the method that carries it out."""

    help: str
    """A phrase for the keys page and the help of plain mode, such as `go to the next move`."""
    _: KW_ONLY
    id: str = ""
    """The command's name in the settings. The default is the name of its method."""
    method: str = ""
    keys: tuple[str, ...] = ()
    """Characters, or names such as `left` and `f5`. If `CHANGEABLE` has a key for the command, that key comes first."""
    also: tuple[str, ...] = ()
    """More keys, which no list shows."""
    label: str | Callable[[Any], str] = ""
    """The name on the key bar, or a function that returns the name. Commands with the same name share a place."""
    need: int = 0
    """The command's importance for beginners, from 0 to 9. A full key bar drops the least important commands."""
    group: str = ""
    """The word that replaces the keys on the key bar, such as `arrows`."""
    after: str = ""
    """The id of another command. The keys page lists both in one row."""
    comes_first: bool = False
    """Whether the command's keys take precedence over the same keys of a board."""
    no_key: str = ""
    """The reason why the command needs no key, if it doesn't have one."""
    words: tuple[str, ...] = ()
    """The words that players can type in plain mode, with the usual one first. An empty word stands for Enter."""
    takes: str = ""
    """The name, in capitals, of the text that can follow the word, such as `NUMBER`."""
    typing: str = ""
    """More about how to type the command, for the help of plain mode."""
    no_words: str = ""
    """The reason why the command can't be typed, if it has no words."""
    why_not: Callable[[Any], str] = _nothing
    """A function that returns a sentence with the reason for a refusal, or an empty string. It must be fast."""
    exists: Callable[[Any], bool] = _always
    """A function that returns whether the command makes sense now. If not, others may use its keys and words."""
    needs: Power | None = None
    """The power that the command needs, or None. Without this power, the command doesn't exist."""

    @property
    def rank(self) -> int:
        """The command's importance on the key bar. Help, Enter and the commands for leaving come before all others."""
        return 10 if {"?", "enter", "q", "esc"}.intersection(self.keys) else self.need

    def name(self, owner: Commanded) -> str:
        """Return the command's current name on the key bar. The result is empty if the command isn't on the bar."""
        return self.label if isinstance(self.label, str) else self.label(owner)

    def is_known(self, owner: Any) -> bool:
        """Return whether the command makes sense now and the player has the power that it needs."""
        return (self.needs is None or may_open(self.needs)) and self.exists(owner)

    def __call__(self, method: Method) -> Method:
        """Turn a room's method into this command."""
        name = method.__name__
        setattr(method, _MADE, replace(self, id=self.id or name.replace("_", "-"), method=name))
        return method

    @property
    def changeable(self) -> ChangeableKey | None:
        """The command's key that players can change, or None if it has no such key."""
        return None if self.no_key else CHANGEABLE.get(self.id)

    @property
    def listed_keys(self) -> tuple[str, ...]:
        """The command's default keys, except those that aren't listed."""
        return (self.changeable.key, *self.keys) if self.changeable else self.keys

    @property
    def fixed_key(self) -> str:
        """The command's first key, for a sentence that names it. Players can't change this key."""
        assert self.changeable is None, "the key may be another one"
        return self.keys[0]

    def run(self, owner: Commanded, rest: str) -> Response | None:
        """Run the command with the rest of a typed line. Raise ValueError with a sentence if that isn't possible."""
        if rest and not self.takes:
            raise ValueError(f"Type {self.words[0]} on its own.")
        response: Response | None = getattr(owner, self.method)(*([rest] if self.takes else []))
        return response


_MADE = "_command"


def own_commands(kind: type) -> tuple[Command, ...]:
    """Return the commands that a class itself defines, in the order of its methods."""
    return tuple(made for value in vars(kind).values() if (made := getattr(value, _MADE, None)) is not None)


class Commanded:
    """An object with commands in order of importance.

    The commands of the base class come last. A command that replaces one of them takes its place.
    """

    commands: ClassVar[tuple[Command, ...]] = ()

    def __init_subclass__(cls, without: tuple[str, ...] = (), **options: Any) -> None:
        """Collect the commands. `without` has the ids of inherited commands that make no sense in this class."""
        super().__init_subclass__(**options)
        own = {each.id: each for each in own_commands(cls)}
        inherited = [own.pop(each.id, each) for each in cls.commands if each.id not in without]
        found = (*own.values(), *inherited)
        cls.commands = tuple(sorted(found, key=lambda each: each.id == "leave"))  # help and the key bar end with it

    @classmethod
    def command(cls, command_id: str) -> Command:
        """Return the command with this id."""
        return next(each for each in cls.commands if each.id == command_id)

    def can(self, command_id: str) -> bool | None:
        """Return True if a command can be used now, None if it would be refused, or False if it makes no sense now."""
        found = self.command(command_id)
        if not found.is_known(self):
            return False
        return None if found.why_not(self) else True

    @property
    def known(self) -> tuple[Command, ...]:
        """The commands that make sense now, including commands that would be refused."""
        return tuple(each for each in self.commands if each.is_known(self))

    @property
    def offered(self) -> tuple[Command, ...]:
        """The commands that a player can use now."""
        return tuple(each for each in self.known if not each.why_not(self))

    def do(self, command_id: str, rest: str = "") -> Response | None:
        """Carry out a command with the rest of a typed line. Raise ValueError with a sentence if it is refused."""
        found = self.command(command_id)
        if found.needs is not None and not may_open(found.needs):
            raise ValueError(NOT_FOR_GUESTS)
        if reason := found.why_not(self):
            raise ValueError(reason)
        return found.run(self, rest)


class Room(Commanded):
    """A place in the program."""

    plays_on_board: ClassVar[bool] = False
    """Whether the keys of a game's board also work in this room."""

    @Command("list what you can do here", keys=("?",), label="Help", words=("help", "?"))
    def help(self) -> Response | None:
        """List the commands."""
        return Help()


def rows_of(commands: Iterable[Command]) -> Iterator[tuple[Command, ...]]:
    """Yield the commands row by row, as on the keys page."""
    listed = [each for each in commands if each.listed_keys]
    ids = {each.id for each in listed}
    for first in listed:
        if first.after not in ids:
            yield (first, *(each for each in listed if each.after == first.id))
