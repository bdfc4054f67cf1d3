"""The replay of a game. Players step by move, turn or round, change the view, and start games from a position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from cardtable.engine.phrases import read_number
from cardtable.rooms.kit.command import Command, Room
from cardtable.rooms.kit.goto import ToBranch, ToReview, ToWhatIf
from cardtable.rooms.kit.public import RULES_BY_NUMBER, rules_about
from cardtable.rooms.kit.response import Answer, Ask, AskText, Leave, Response, Say, ShowLog, Stay
from cardtable.table.replay import ONLY_AT_THE_END, ONLY_PUBLIC, OPEN, Replay, Stride, Viewer, zones_of
from cardtable.table.what_if import why_no_what_if

PAUSES = (6.0, 3.0, 1.5, 0.7, 0.3)
"""The times between two moves in autoplay, in seconds, from the slowest speed to the fastest."""
DEFAULT_SPEED = 2
"""The default speed, as an index into `PAUSES`."""
AT_ONCE = "In plain mode, Enter goes on."
"""The reason why autoplay can't be typed in plain mode."""


@dataclass(frozen=True, slots=True)
class Stepped(Response):
    """Show the moves since the position after `before` moves, then show the room."""

    before: int


@dataclass(frozen=True, slots=True)
class Playing(Response):
    """Start autoplay, which plays one move after another."""


@dataclass(frozen=True, slots=True)
class ShowCards(Response):
    """Show every hand and pile in this view."""


class ReplayRoom(Room):
    """A replay that a person watches."""

    def __init__(self, replay: Replay, number: int | None = None) -> None:
        """Watch a replay. `number` is the game's number, or None if it isn't saved."""
        self.replay, self.number = replay, number
        self.is_playing = False
        """True while autoplay is on."""
        self.speed = DEFAULT_SPEED

    def do(self, command_id: str, rest: str = "") -> Response | None:
        if command_id not in WHILE_PLAYING:
            self.is_playing = False
        return super().do(command_id, rest)

    @property
    def pause(self) -> float:
        """The number of seconds between two moves in autoplay."""
        return PAUSES[self.speed]

    @property
    def is_at_end(self) -> bool:
        """Whether the replay is at the position after the last move."""
        return self.replay.at == self.replay.length

    # Moving

    def _has_turns(self) -> bool:
        return self.replay.last_position.turn > 0

    def _why_not_forward(self) -> str:
        if not self.is_at_end:
            return ""
        return "This is the end of the game." if self.replay.session.turn is None else "This is the last move so far."

    def _why_not_back(self) -> str:
        return "" if self.replay.at else "This is the start."

    def _forward(self, stride: Stride) -> Response:
        before = self.replay.at
        self.replay.forward(stride)
        return Stepped(before)

    def _back(self, stride: Stride) -> Response:
        before = self.replay.at
        self.replay.back(stride)
        return Stepped(before)

    def go_to(self, at: int) -> Response:
        """Go to the position after `at` moves."""
        before = self.replay.at
        self.replay.go(at)
        return Stepped(before)

    @Command(
        "to the next move",
        keys=("right",),
        label="Step",
        group="arrows",
        after="back",
        words=("next", ""),
        typing="Enter does the same",
        why_not=_why_not_forward,
    )
    def next(self) -> Response:
        return self._forward("move")

    @Command("to the move before", keys=("left",), label="Step", group="arrows", words=("back",), why_not=_why_not_back)
    def back(self) -> Response:
        return self._back("move")

    @Command(
        "to the next turn",
        keys=("down",),
        after="turn-back",
        words=("turn",),
        why_not=_why_not_forward,
        exists=_has_turns,
    )
    def turn(self) -> Response:
        return self._forward("turn")

    @Command("to the start of this turn", keys=("up",), words=("back turn",), why_not=_why_not_back, exists=_has_turns)
    def turn_back(self) -> Response:
        return self._back("turn")

    @Command(
        "to the next round",
        keys=("pgdn", "]"),
        after="round-back",
        words=("round",),
        why_not=_why_not_forward,
        exists=_has_turns,
    )
    def round(self) -> Response:
        return self._forward("round")

    @Command(
        "to the start of this round",
        keys=("pgup", "["),
        words=("back round",),
        why_not=_why_not_back,
        exists=_has_turns,
    )
    def round_back(self) -> Response:
        return self._back("round")

    @Command("to the start", keys=("home",), words=("start",), why_not=_why_not_back)
    def start(self) -> None:
        self.replay.to_start()

    @Command("to the end", keys=("end",), after="start", words=("end",), why_not=_why_not_forward)
    def end(self) -> None:
        self.replay.to_end()

    @Command(
        "to the position after this many moves",
        keys=("#",),
        words=("go", "move"),
        takes="NUMBER",
    )
    def go(self, text: str) -> Response | None:
        if not text:
            return AskText(f"Go to which move, from 0 to {self.replay.length}?", self.go)
        at, most = read_number(text), self.replay.length
        if at is None or not 0 <= at <= most:
            raise ValueError(f"Type go and the number of a move from 0 to {most}, as in: go {most}.")
        self.replay.go(at)
        return None

    @Command("start or stop autoplay", keys=("space",), label="Play", no_words=AT_ONCE)
    def autoplay(self) -> Response | None:
        self.is_playing = not self.is_playing
        if self.is_playing and self.is_at_end:
            self.replay.to_start()
        return Playing() if self.is_playing else None

    @Command("faster", keys=("+",), also=("=",), no_words=AT_ONCE)
    def faster(self) -> Response:
        return self._change_speed(1)

    @Command("slower", keys=("-",), after="faster", no_words=AT_ONCE)
    def slower(self) -> Response:
        return self._change_speed(-1)

    def _change_speed(self, step: int) -> Response:
        self.speed = max(0, min(self.speed + step, len(PAUSES) - 1))
        return Say(f"Speed {self.speed + 1} of {len(PAUSES)}: {self.pause:g} seconds per move.")

    # What starts from here

    def _why_no_review(self) -> str:
        from cardtable.practice.decisions import why_no_review  # only now, because it takes time to load

        return why_no_review(self.replay.session)

    @Command(
        "review a finished game: mistakes, and what was better",
        keys=("g",),
        label="Review",
        words=("review",),
        why_not=_why_no_review,
    )
    def review(self) -> Response:
        return ToReview(self.replay.session, self.number)

    def _why_no_what_if(self) -> str:
        return why_no_what_if(self.replay.session, self.replay.at)

    @Command(
        "play on from here without saving, then return to the game",
        also=("w",),
        label="What if",
        words=("what if", "what-if"),
        why_not=_why_no_what_if,
    )
    def what_if(self) -> Response:
        return ToWhatIf(self.replay.session, self.replay.at)

    def _why_not_play_on(self) -> str:
        return self.replay.why_cannot_play_on()

    @Command(
        "play on from here as a new game, marked as continued",
        label="Play on",
        words=("play", "play on"),
        why_not=_why_not_play_on,
    )
    def play_on(self) -> Response:
        text = f"Start a new game from move {self.replay.at}? The new game will be marked as continued from that move."
        if self.replay.session.turn is not None:
            text = f"{text}\nThe original game stays as it is."
        return Ask(
            text,
            (
                Answer("Back to the replay", Stay, key="n", words=("no",)),
                Answer("Play on from here", lambda: ToBranch(self.replay.play_on()), key="p", words=("play", "yes")),
            ),
        )

    # What is shown

    def _why_no_view(self) -> str:
        return "" if len(self.replay.viewers) > 1 else ONLY_PUBLIC

    @Command(
        "choose a player's view",
        label="View",
        words=("view",),
        takes="NAME",
        typing="public shows what everyone saw",
        why_not=_why_no_view,
    )
    def view(self, name: str) -> Response | None:
        if name:
            self.replay.viewer = self.replay.find_viewer(name)
            return None
        viewers = self.replay.viewers
        words: dict[Viewer, tuple[str, str]] = {None: ("public", "e"), OPEN: ("all", "o")}
        choices = list[Answer]()
        for at, viewer in enumerate(viewers):
            label, number = self.replay.name(viewer), str(at + 1 - (viewers[0] is None))
            typed, key = words.get(viewer, (label, number))
            choices.append(Answer(label, partial(self._see, viewer), key, (typed,)))
        return Ask("Whose view?", choices)

    def _see(self, viewer: Viewer) -> None:
        self.replay.viewer = viewer

    def _why_not_open(self) -> str:
        return "" if OPEN in self.replay.viewers else ONLY_AT_THE_END

    @Command("show all cards, once the game is over", words=("view all",), why_not=_why_not_open)
    def open(self) -> None:
        self.replay.viewer = OPEN

    @Command(
        "the whole table, and not only what the last step has changed",
        words=("look",),
        no_key="The screen shows the whole table.",
    )
    def look(self) -> None:
        """Show the room again."""

    def _why_no_cards(self) -> str:
        has_zones = any(True for _ in zones_of(self.replay.look()))
        return "" if has_zones else "The table already shows everything you can see."

    @Command("every hand and pile in this view", label="Cards", words=("cards",), why_not=_why_no_cards)
    def cards(self) -> Response:
        return ShowCards()

    @Command("log up to here", label="Log", words=("log",))
    def log(self) -> Response:
        return ShowLog()

    @Command("the rules about this position", words=("rules",), takes="NUMBER", typing=RULES_BY_NUMBER)
    def rules(self, place: str) -> Response:
        return rules_about(self.replay.look(), place)

    @Command("leave the replay", keys=("q",), also=("escape",), label="Leave", words=("quit", "q"))
    def leave(self) -> Response:
        return Leave()


WHILE_PLAYING = ("next", "turn", "round", "start", "open", "autoplay", "faster", "slower")
"""The commands that don't stop autoplay."""
