"""The set-up of a game in plain mode, with questions about the rules and the players."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from cardtable.engine.game import AnyGame, Preset
from cardtable.engine.phrases import counted, format_range, join_words, read_number, without_rulings
from cardtable.formats.computers import LEVELS, ME, is_player, parse_players, players_text, read_level
from cardtable.formats.options import OptionField, fields_of, preset_word
from cardtable.formats.text import player_names, safe_text
from cardtable.plain.room import Places, PlainRoom
from cardtable.rooms.kit.response import Response, Say
from cardtable.rooms.kit.set_up_answers import WhoPlays
from cardtable.rooms.set_up import SetUpRoom

PEOPLE, ALONE = "people", "alone"
WHO = (PEOPLE, ALONE, *LEVELS)
"""The answers to the question of who plays."""
TO_CHANGE = "To change a rule, type its name, an equals sign and the value."
TO_LEAVE = "To return to the lobby, type quit."


class PlainSetUp(PlainRoom):
    """A set-up that asks one question after another. Enter keeps the default answer."""

    room: SetUpRoom

    def __init__(self, places: Places, room: SetUpRoom) -> None:
        super().__init__(places)
        self.room = room
        self._changes = dict[str, Any]()
        """The options that the player typed one by one instead of choosing a preset."""

    def enter(self) -> None:
        self.say(f"{self.room.game.title}.", "At each question, you can also type help, back or quit.")
        self.show_room()

    def show_room(self) -> None:
        if self.room.question == "rules":
            self._changes = {}
            presets = enumerate(self._presets, 1)
            self.say(*(f"{number} {preset.name}: {without_rulings(preset.help)}" for number, preset in presets))

    def prompt(self) -> str:
        match self.room.question:
            case "rules":
                return self._ask_rules()
            case "seats":
                return f"How many players ({format_range(self.room.game.seats)})? Press Enter for {self.room.seats}:"
            case "who":
                return f"Who is playing? {self._kinds}. Press Enter for {_usual_answer(self.room.players)}:"
            case "names":
                return self._ask_names()

    def help_lines(self) -> Iterator[str]:
        yield self._choices()
        yield from super().help_lines()

    def _choices(self) -> str:
        """Return the possible answers in the form in which they can be typed."""
        room = self.room
        match room.question:
            case "rules":
                names = [field.name for field in fields_of(room.game)]
                about = f" The options are {join_words(names)}. {TO_CHANGE}" if names else ""
                return f"{self._rules}, or press Enter.{about}"
            case "seats":
                return f"Type a number from {room.game.seats[0]} to {room.game.seats[-1]}."
            case "who":
                names = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"][: room.seats]
                return f"{self._kinds}. Or type names: {', '.join(names)}."
            case "names":
                offered = [name for name in room.offered_names(room.players.people[0]) if name]
                recent = f" Names in recent games: {', '.join(offered)}." if offered else ""
                number = len(room.players.people)
                wanted = "your name" if number == 1 else f"{number} names with commas between them"
                return f"Type {wanted}, or press Enter.{recent}"

    def other(self, text: str) -> Response | None:
        """Record the answer to the question and go to the next question."""
        match self.room.question:
            case "rules":
                response = self._choose_rules(text)
                if response is not None:
                    return response
            case "seats":
                if (number := read_number(text or str(self.room.seats))) not in self.room.game.seats or number is None:
                    raise ValueError(f"{self._choices()} {TO_LEAVE}")
                self.room.set_seats(number)
            case "who":
                self._choose_players(text)
            case "names":
                self.room.set_names([name.strip() for name in text.split(",")] if text else self.room.usual_names)
        return self.room.go_on()

    # The rules

    @property
    def _presets(self) -> Sequence[Preset[Any]]:
        presets = self.room.game.presets
        return presets if len(presets) > 1 else ()

    @property
    def _known(self) -> list[Any]:
        """The sets of options that the player can choose by number."""
        return [preset.options for preset in self._presets] or [self.room.game.options()]

    @property
    def _usual_rules(self) -> int:
        """The number of the preset with the initial options, or 0 if no preset matches them."""
        first, known = self.room.first_options, self._known
        return known.index(first) + 1 if first in known else 0

    @property
    def _rules(self) -> str:
        single = "options to change single rules" if fields_of(self.room.game) else ""
        return f"Type {', '.join(filter(None, ['a number' if self._presets else '', single]))}"

    def _ask_rules(self) -> str:
        usual = self._usual_rules
        offered = "those of your last game" if not usual else str(usual) if self._presets else "the usual ones"
        return f"Which rules? {self._rules}, or press Enter for {offered}:"

    def _choose_rules(self, text: str) -> Response | None:
        """Choose a preset, with any options typed earlier. Return a response if the text is about an option."""
        game, numbers = self.room.game, {preset_word(each.name): at for at, each in enumerate(self._presets, 1)}
        number = numbers.get(preset_word(text)) or (read_number(text) if text else self._usual_rules)
        if text.lower() == "options":
            return Say("\n".join([*map(_option_line, fields_of(game)), TO_CHANGE]))
        if (named := _find_option(game, text)) is not None:
            return Say(f"{_option_line(named)}\n{TO_CHANGE}")
        if "=" in text:
            return self._set_option(text)
        if not text and not number:
            self.room.options = replace(self.room.first_options, **self._changes)
        elif number is not None and 0 < number <= len(self._known):
            self.room.options = replace(self._known[number - 1], **self._changes)
        else:
            what = f"a number from 1 to {len(self._presets)}" if self._presets else "options"
            raise ValueError(f"Type {what}, or press Enter. {TO_LEAVE}")
        return None

    def _set_option(self, text: str) -> Response:
        """Change an option that was typed as NAME=VALUE. Raise ValueError with a sentence if either part is invalid."""
        typed, value = (part.strip() for part in text.split("=", 1))
        if (field := _find_option(self.room.game, typed)) is None:
            title = self.room.game.title
            raise ValueError(f"{title} has no option '{safe_text(typed)}'. Type options to hear those it has.")
        try:
            parsed = field.parse(value)
        except ValueError as refusal:
            raise ValueError(str(refusal).removeprefix("--")) from None
        self._changes[field.name] = parsed
        return Say(f"{field.title}: {field.label(parsed)}.")

    # Who plays

    @property
    def _kinds(self) -> str:
        seats = self.room.seats
        levels, each = join_words(LEVELS, "or"), ", ".join((ME, *(LEVELS * seats)[: seats - 1]))
        return f"Type people; alone, to have every seat; {levels}, for computer players; or a list: {each}"

    def _choose_players(self, text: str) -> None:
        """Record who plays: people, one player in all seats, computer players of one level, or the listed players."""
        game, seats, players = self.room.game, self.room.seats, self.room.players
        try:
            typed = _read_names(text, seats)
            answer = PEOPLE if typed else (text or _usual_answer(players)).lower()
            players = replace(players, **_players(answer, game, seats))
        except ValueError as refusal:
            raise ValueError(f"{refusal} {TO_LEAVE}") from None
        self.room.has_typed_names = bool(typed)
        self.room.players = replace(players, names=typed) if typed else players

    # Names

    def _ask_names(self) -> str:
        people, seats, seat_names = self.room.players.people, self.room.seats, self.room.game.seat_names
        usual = ", ".join(filter(None, self.room.usual_names)) or "none"
        if len(people) == 1:
            return f"Type your name, or press Enter for {usual}:"
        is_numbered = len(people) == seats and not seat_names
        standard = player_names(seat_names, seats)
        whose = f"the {seats} players" if is_numbered else join_words(standard[seat] for seat in people)
        return f"Type the names of {whose}, with commas, or press Enter for {usual}:"


def _option_line(field: OptionField) -> str:
    """Return a line such as `target, a number from 0 to 99 or default: Points needed to win. Usually 10.`"""
    return f"{field.name}, {field.allowed_values}: {field.help} Usually {field.label(field.default)}."


def _find_option(game: AnyGame, typed: str) -> OptionField | None:
    """Return the option with the typed name, or None if there is no such option."""
    name = typed.lower().replace("-", "_").replace(" ", "_")
    return next((each for each in fields_of(game) if each.name == name), None)


def _usual_answer(players: WhoPlays) -> str:
    """Return the text that a player types for this line-up."""
    words = {"people": PEOPLE, "one": ALONE, "company": players.level}
    return words.get(players.who) or players_text(players.seat_levels, ", ")


def _read_names(text: str, seats: int) -> tuple[str, ...]:
    """Return the names in a list of people, or nothing for other text. Raise ValueError for a wrong number of names."""
    names = tuple(filter(None, map(str.strip, text.split(","))))
    if len(names) < 2 or any(is_player(word) for name in names for word in name.split()):
        return ()
    if len(names) != seats:
        raise ValueError(f"Type {counted(seats, 'name')}, not {len(names)}.")
    return names


def _players(who: str, game: AnyGame, seats: int) -> dict[str, Any]:
    """Return the fields of `WhoPlays` for an answer. Raise ValueError with a sentence if the answer is invalid."""
    if who in (PEOPLE, ALONE):
        return {"who": "people" if who == PEOPLE else "one"}
    if who in LEVELS:
        return {"who": "company", "level": read_level(who)}
    if not re.search(r"[\s,;+]", who):
        raise ValueError(f"Type {join_words((*WHO, 'a list'), 'or')}.")
    levels = parse_players(who, game)
    if len(levels) != seats:
        raise ValueError(f"Type {counted(seats, 'player')}, not {len(levels)}.")
    return {"who": "each", "levels": levels}
