"""Lessons to take in plain mode, and their transcripts."""

from __future__ import annotations

import io

from cardtable.engine.games import SHIPPED
from cardtable.lessons.library import LessonEntry
from cardtable.plain.lesson import PlainLesson
from cardtable.plain.lines import Lines
from cardtable.plain.navigator import PlainNavigator
from cardtable.rooms.kit.records import Records
from cardtable.rooms.lesson import LessonRoom
from tests.lessons.scripts import HEAD, lesson
from tests.plain.transcripts import keyboard

STEPS = (
    'kind = "tell"\ntext = "Look at **these**."\npoint = ["FRS", "hand"]',
    'kind = "show"\naction = "red"\ntext = "Red fits two."',
    'kind = "ask"\ntext = "How many?"\nchoices = ["one", "two"]\nanswer = "two"\nwrong = { one = "More." }',
    'kind = "ask"\ntext = "Which are Red?"\nanswer_points = ["HRC", "FRS"]\nhint = "R."',
    'kind = "ask"\ntext = "Which gain?"\nanswer_actions = { measure = "net", at_least = 1 }',
    'kind = "try"\ntext = "Gain one."\nright = { best = "net" }\nhint = "Look."\nthen = "Well done."',
    'kind = "free"\ntext = "Play."\nturns = 1\nmeasure = "net"',
)
POSITIONS = {
    "clash": """
[position]
players = ["Ann", "Ben"]
lay = { piles = "P G S FRC", hands = { Ann = "F C B T H PRS HGT" }, draw_piles = ["23", "22"], turn = "Ann" }
""",
    "tradewinds": """
[position]
lay = { covering = "HRT PBS FGC", sides = ["- + -", "+ + +", "- - -", "+ - +"], turn = "South" }
""",
    "wind-city": """
[position]
players = ["Ann", "Ben"]
options = { first = 1 }
lay = { houses = ["D6 G4 I8", "E5 F5 F8 J5"], hurricane = "F6", card = 2, coins = [40, 2] }
""",
}
WORDS = 'kind = "ask"\ntext = "Which?"\nchoices = ["Red", "Green"]\nanswer = "Red"'
TELL = 'kind = "tell"\ntext = "Listen."'


def take_lesson(*typed: str, steps: tuple[str, ...] = STEPS) -> tuple[list[str], bool]:
    """Return the output of a lesson for this input, and whether the lesson was finished."""
    output, room = take_room(LessonRoom(lesson(*steps), is_heard=True), *typed)
    return output.splitlines(), room.walk.is_over


def take_game(game_id: str, *typed: str, steps: tuple[str, ...] = (), **settings: str) -> str:
    """Return the output of a lesson at a position of this game, for this input."""
    head = HEAD.replace("ES-5", f"{SHIPPED[game_id].prefix}-1") + "".join(f"{k} = {v}\n" for k, v in settings.items())
    script = lesson(*steps, position=POSITIONS[game_id], head=head, game=game_id)
    return take_room(LessonRoom(script, is_heard=True), *typed)[0]


def take_entry(entry: LessonEntry, *typed: str, step: int | None = None) -> str:
    """Return the output of a lesson that comes with Cardtable, for this input; no progress is saved."""
    return take_room(LessonRoom(entry.load(), entry=entry, step=step, is_heard=True), *typed)[0]


def take_room(room: LessonRoom, *typed: str) -> tuple[str, LessonRoom]:
    """Return the output of a lesson for this input, and the lesson."""
    out = io.StringIO()
    PlainLesson(PlainNavigator(lines_of(out, typed), Records()), room).run()
    return out.getvalue(), room


def lines_of(out: io.StringIO, typed: tuple[str, ...]) -> Lines:
    """Return the lines of a conversation with this input."""
    return Lines(keyboard(*typed), out, {})
