"""A replay in plain mode, either one position at a time on request or the whole game at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches

from cardtable.engine.game import Event
from cardtable.engine.phrases import address, capitalized
from cardtable.plain.choices import read_number
from cardtable.plain.commands import players_line
from cardtable.plain.ending import result_lines
from cardtable.plain.game import play
from cardtable.plain.hearing import spoken_players
from cardtable.plain.lines import EndOfInput, Lines
from cardtable.plain.views import view_of
from cardtable.table.lazy_archive import SavedGame
from cardtable.table.replay import OPEN, Replay, Stride, Viewer, describe_cards, zones_of
from cardtable.table.seen import Seen

PROMPT = "Press Enter for the next move, or type help:"
PROMPT_AT_END = "This is the end. Type back, quit or help:"
_SECOND_PERSON = re.compile("You |Your ")


def watch(replay: Replay, lines: Lines, saved: SavedGame | None = None) -> int:
    """Show the replay, obeying commands until the input ends; return the exit code.

    `saved` is the game among the saved games, with which a review is saved.
    """
    return PlainReplay(replay, lines, saved).run()


def tell_all(replay: Replay, lines: Lines) -> int:
    """Read out the whole game so far; return the exit code."""
    plain = PlainReplay(replay, lines)
    plain.introduce()
    plain.say(f"{capitalized(plain.view_label)}.")
    for at in range(replay.length + 1):
        replay.go(at)
        plain.say(f"{str(replay.position).capitalize()}.")
        plain.tell(replay.last_events())
    plain.show_table()
    return 0


class PlainReplay:
    """A replay being watched in plain mode."""

    def __init__(self, replay: Replay, lines: Lines, saved: SavedGame | None = None) -> None:
        session = replay.session
        self.replay = replay
        self.saved = saved
        self.lines = lines
        self.say = lines.say
        self.view = view_of(session.game)
        self._players = spoken_players(session)
        self._you = 0 if self._players == ("You",) else session.you
        """The seat that texts call "you", as during the game."""
        self._read = set[str]()
        """The lines about the table and the hands that were true when they were read out last."""

    def run(self) -> int:
        """Obey commands; return the exit code, or that of a new game if one was played from here."""
        self.introduce()
        self.show()
        try:
            while True:
                try:
                    self._obey(self.lines.ask(PROMPT_AT_END if _is_at_end(self) else PROMPT))
                except ValueError as refusal:
                    self.say(str(refusal))
        except EndOfInput:
            return 0
        except _PlayedOn as ended:
            return ended.code

    def _obey(self, text: str) -> None:
        word, _, rest = text.lower().partition(" ")
        command = COMMANDS.get(word) or _OTHER_WORDS.get(word)
        if command is None:
            close = get_close_matches(word, COMMANDS, n=1)
            raise ValueError(f"There's no such command. {f'Did you mean {close[0]}?' if close else 'Type help.'}")
        command.obey(self, rest.strip())

    # Output

    @property
    def view_label(self) -> str:
        """A label such as `your view`, `Ann's view`, `public view` or `all cards open`."""
        is_yours = self._you is not None and self.replay.viewer == self._you
        return "your view" if is_yours else self.replay.view_label

    def introduce(self) -> None:
        """Read out which game this is and who is playing."""
        session = self.replay.session
        self.say(f"{session.game.title}: replay.")
        if self._players != ("You",) or session.you is None:
            self.say(players_line(session, session.players))
        if session.turn is not None:
            self.say("The game isn't over yet.")

    def show(self) -> None:
        """Read out the position's number, the last move and the table."""
        self.say_move()
        self.show_table()

    def say_move(self) -> None:
        """Read out the position's number and the last move."""
        self.say(f"{str(self.replay.position).capitalize()}, {self.view_label}.")
        self.tell(self.replay.last_events())

    def show_table(self, *, only_changes: bool = False) -> None:
        """Read out the table and the hands in this view, or what has changed there; at the end, also the result."""
        seen = replace(self.replay.look(), you=self._you)
        table = self.view.table(seen)
        if seen.viewer is not None and seen.viewer != self._you:
            name = seen.names[seen.viewer]
            table = tuple(_in_third_person(name, line) if _SECOND_PERSON.match(line) else line for line in table)
        lines = (*table, *self._hands(seen))
        self.say(*(line for line in lines if not only_changes or line not in self._read))
        self._read = set(lines)
        if seen.outcome is not None:
            self.say("The game is over.", *result_lines(seen.outcome, seen.players))
        elif seen.turn is not None:
            self.say(address(f"{seen.player(seen.turn)}'s turn."))

    def _hands(self, seen: Seen) -> Iterator[str]:
        seats = range(len(seen.names)) if self.replay.viewer == OPEN else () if seen.viewer is None else (seen.viewer,)
        for seat in seats:
            for line in self.view.hand(replace(seen, viewer=seat)):
                yield line if seat == self._you else _in_third_person(seen.names[seat], line)

    def tell(self, events: Iterable[Event]) -> None:
        """Read out events."""
        for event in events:
            self.say(*self.view.retell(event, self._players))

    def stride(self, stride: Stride, *, forward: bool) -> None:
        """Step forward or back and read out every event on the way; raise ValueError at either end."""
        before = self.replay.at
        if forward:
            self.replay.forward(stride)
        else:
            self.replay.back(stride)
        if self.replay.at == before:
            raise ValueError("This is the end." if forward else "This is the start.")
        for events in self.replay.look().log[before + 1 : -1]:
            self.tell(events)
        self.say_move()
        self.show_table(only_changes=True)


def _in_third_person(name: str, line: str) -> str:
    """Rephrase a line about the viewer's own hand in the third person, using the player's name."""
    verbs = (("You have ", f"{name} has "), ("You know ", f"{name} knows "))
    for own, theirs in (("Your ", f"{name}'s "), *verbs, ("You ", f"{name} ")):
        if line.startswith(own):
            return theirs + line.removeprefix(own)
    return f"{name}: {line}"


class _PlayedOn(Exception):
    """The new game that was played from here has ended."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


# Input


def _always(plain: PlainReplay) -> bool:
    return True


def _is_at_end(plain: PlainReplay) -> bool:
    return plain.replay.at == plain.replay.length


def _is_at_start(plain: PlainReplay) -> bool:
    return plain.replay.at == 0


def _has_turns(plain: PlainReplay) -> bool:
    return plain.replay.position.turn > 0


def _can_review(plain: PlainReplay) -> bool:
    from cardtable.plain.review import can_review  # only now, because it takes time to load

    return can_review(plain.replay.session)


@dataclass(frozen=True, slots=True)
class ReplayCommand:
    """A command that can be typed during a replay."""

    obey: Callable[[PlainReplay, str], None]
    """Run the command with the rest of the line; raise ValueError with a message if it isn't available now."""
    takes: str
    help: str
    works: Callable[[PlainReplay], bool] = _always
    """Returns whether the command can do anything now; otherwise, it isn't listed."""


def _help(plain: PlainReplay, rest: str) -> None:
    works = ((name, each) for name, each in COMMANDS.items() if each.works(plain))
    plain.say(*(f"{name} {each.takes}".strip() + f": {each.help}" for name, each in works))


def _next(plain: PlainReplay, rest: str) -> None:
    plain.stride("move", forward=True)


def _back(plain: PlainReplay, rest: str) -> None:
    if rest not in ("", "move", "turn", "round"):
        raise ValueError("Type back, back turn or back round.")
    plain.stride("turn" if rest == "turn" else "round" if rest == "round" else "move", forward=False)


def _turn(plain: PlainReplay, rest: str) -> None:
    plain.stride("turn", forward=True)


def _round(plain: PlainReplay, rest: str) -> None:
    plain.stride("round", forward=True)


def _start(plain: PlainReplay, rest: str) -> None:
    plain.replay.to_start()
    plain.show()


def _end(plain: PlainReplay, rest: str) -> None:
    plain.replay.to_end()
    plain.show()


def _go(plain: PlainReplay, rest: str) -> None:
    at, most = read_number(rest), plain.replay.length
    if at is None or not 0 <= at <= most:
        raise ValueError(f"Type go and the number of a move from 0 to {most}, as in: go {most}.")
    plain.replay.go(at)
    plain.show()


def _view(plain: PlainReplay, rest: str) -> None:
    if not rest:
        raise ValueError(f"Type view and one of these: {_viewers(plain.replay)}.")
    plain.replay.viewer = plain.replay.find_viewer(rest)
    plain.show()


def _viewers(replay: Replay) -> str:
    words: dict[Viewer, str] = {OPEN: "all", None: "public"}
    return ", ".join(words.get(viewer) or replay.name(viewer) for viewer in replay.viewers)


def _look(plain: PlainReplay, rest: str) -> None:
    plain.show()


def _cards(plain: PlainReplay, rest: str) -> None:
    zones = [f"{name}: {cards}." for name, cards in describe_cards(plain.replay.look())]
    plain.say(*(zones or ["The table already shows everything you can see."]))


def _log(plain: PlainReplay, rest: str) -> None:
    for events in plain.replay.look().log:
        plain.tell(events)


def _play(plain: PlainReplay, rest: str) -> None:
    raise _PlayedOn(play(plain.replay.play_on(), plain.lines))


def _review(plain: PlainReplay, rest: str) -> None:
    from cardtable.plain.review import review_game

    with plain.lines.signals:
        review_game(plain.replay.session, plain.saved, plain.lines)


def _quit(plain: PlainReplay, rest: str) -> None:
    raise EndOfInput


COMMANDS = {
    "help": ReplayCommand(_help, "", "list these commands."),
    "next": ReplayCommand(
        _next, "", "go to the next move; Enter does the same.", works=lambda plain: not _is_at_end(plain)
    ),
    "back": ReplayCommand(
        _back,
        "",
        "go back a move; back turn and back round go further.",
        works=lambda plain: not _is_at_start(plain),
    ),
    "turn": ReplayCommand(
        _turn, "", "go to the next turn.", works=lambda plain: _has_turns(plain) and not _is_at_end(plain)
    ),
    "round": ReplayCommand(
        _round, "", "go to the next round.", works=lambda plain: _has_turns(plain) and not _is_at_end(plain)
    ),
    "start": ReplayCommand(_start, "", "go to the start.", works=lambda plain: not _is_at_start(plain)),
    "end": ReplayCommand(_end, "", "go to the end.", works=lambda plain: not _is_at_end(plain)),
    "go": ReplayCommand(_go, "NUMBER", "go to the position after this many moves."),
    "view": ReplayCommand(
        _view,
        "NAME",
        "show what this player saw; public shows what everyone saw, all shows every card.",
        works=lambda plain: len(plain.replay.viewers) > 1,
    ),
    "look": ReplayCommand(_look, "", "read the whole table, and not only what the last step has changed."),
    "cards": ReplayCommand(
        _cards, "", "read every hand and pile in this view.", works=lambda plain: any(zones_of(plain.replay.look()))
    ),
    "log": ReplayCommand(_log, "", "read everything that has happened so far."),
    "play": ReplayCommand(
        _play,
        "",
        "start a new game from here; its result is marked.",
        works=lambda plain: not plain.replay.why_cannot_play_on(),
    ),
    "review": ReplayCommand(
        _review, "", "hear the review of a finished game: mistakes, and what was better.", works=_can_review
    ),
    "quit": ReplayCommand(_quit, "", "stop."),
}
_OTHER_WORDS = {"": COMMANDS["next"], "?": COMMANDS["help"], "q": COMMANDS["quit"]}
