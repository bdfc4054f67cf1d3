"""Questions about a new game in plain mode: its rules, and who plays."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import counted, format_range, join_words, read_number, without_rulings
from cardtable.formats.computers import LEVELS, ME, is_player, parse_players, players_text, read_level
from cardtable.formats.options import OptionField, fields_of, preset_word
from cardtable.formats.text import player_names, safe_text
from cardtable.plain.lines import Lines
from cardtable.rooms.command import Response
from cardtable.rooms.set_up import SetUpRoom, WhoPlays

PEOPLE, ALONE = "people", "alone"
WHO = (PEOPLE, ALONE, *LEVELS)
"""The answers to who plays."""
TO_CHANGE = "To change a rule, type its name, an equals sign and the value."
TO_LEAVE = "To return to the lobby, type quit."


class BackToLobby(Exception):
    """The player has left a question without an answer."""


class BackToQuestion(BackToLobby):
    """The player wants to go one question back."""


def set_up(lines: Lines, room: SetUpRoom) -> Response:
    """Ask for the rules and players of a new game, and start it; raise BackToLobby if the player leaves.

    Enter means the answers that the set-up begins with.
    """
    lines.say(f"{room.game.title}.", "At each question, you can also type help, back or quit.")
    questions, asked, at = (_rules, _seats, _who_plays, _names), list[int](), 0
    room.deal = ""  # plain mode plays deal lines at once
    while True:
        while at < len(questions):
            try:
                if questions[at](lines, room):
                    asked.append(at)
                at += 1
            except BackToQuestion:
                if not asked:
                    raise
                at = asked.pop()
        try:
            return room.start()
        except ValueError as refusal:
            lines.say(str(refusal))
            has_changed = room.options not in (room.game.options(), *(preset.options for preset in room.game.presets))
            at, asked = (0, []) if has_changed else (1, [each for each in asked if each < 1])


# Each question notes its answer and returns whether it had to be asked.


def _rules(lines: Lines, room: SetUpRoom) -> bool:
    """Ask for the set of options, if there are several, and for single options."""
    game = room.game
    presets = game.presets if len(game.presets) > 1 else ()
    changes = dict[str, Any]()
    if not presets and not fields_of(game):
        return False
    lines.say(*(f"{number} {preset.name}: {without_rulings(preset.help)}" for number, preset in enumerate(presets, 1)))
    names = [field.name for field in fields_of(game)]
    single = "options to change single rules" if names else ""
    choose = f"Type {', '.join(filter(None, ['a number' if presets else '', single]))}"
    choices = f"{choose}, or press Enter. {_options_sentence(names)}".rstrip()
    known = [preset.options for preset in presets] or [game.options()]
    usual = known.index(room.first_options) + 1 if room.first_options in known else 0
    offered = "those of your last game" if not usual else str(usual) if presets else "the usual ones"
    numbers = {preset_word(preset.name): number for number, preset in enumerate(presets, 1)}
    while True:
        text = ask(lines, f"Which rules? {choose}, or press Enter for {offered}:", choices)
        number = numbers.get(preset_word(text)) or (read_number(text) if text else usual)
        if text.lower() == "options":
            lines.say(*map(_option_line, fields_of(game)), TO_CHANGE)
        elif (named := _find_option(game, text)) is not None:
            lines.say(_option_line(named), TO_CHANGE)
        elif "=" in text:
            changes |= _read_option(lines, game, text)
        elif not text and not usual:
            room.options = replace(room.first_options, **changes)
            return True
        elif number is not None and 0 < number <= max(1, len(presets)):
            room.options = replace(known[number - 1], **changes)
            return True
        else:
            lines.say(
                f"Type {f'a number from 1 to {len(presets)}' if presets else 'options'}, or press Enter. {TO_LEAVE}"
            )


def _options_sentence(names: Sequence[str]) -> str:
    return f"The options are {join_words(names)}. {TO_CHANGE}" if names else ""


def _option_line(field: OptionField) -> str:
    """Return a line such as `target, a number from 0 to 99 or default: Points needed to win. Usually 10.`"""
    return f"{field.name}, {field.allowed_values}: {field.help} Usually {field.label(field.default)}."


def _read_option(lines: Lines, game: AnyGame, text: str) -> dict[str, Any]:
    """Return the value that was typed as NAME=VALUE, by the option's name; if it's invalid, say why and return none."""
    typed, value = (part.strip() for part in text.split("=", 1))
    if (field := _find_option(game, typed)) is None:
        lines.say(f"{game.title} has no option '{safe_text(typed)}'. Type options to hear those it has.")
        return {}
    try:
        parsed = field.parse(value)
    except ValueError as refusal:
        lines.say(str(refusal).removeprefix("--"))
        return {}
    lines.say(f"{field.title}: {field.label(parsed)}.")
    return {field.name: parsed}


def _find_option(game: AnyGame, typed: str) -> OptionField | None:
    """Return the option with the name that was typed, or None."""
    name = typed.lower().replace("-", "_").replace(" ", "_")
    return next((each for each in fields_of(game) if each.name == name), None)


def _seats(lines: Lines, room: SetUpRoom) -> bool:
    game, usual = room.game, room.seats
    choose = f"Type a number from {game.seats[0]} to {game.seats[-1]}."
    while len(game.seats) > 1:
        question = f"How many players ({format_range(game.seats)})? Press Enter for {usual}:"
        if (number := read_number(ask(lines, question, choose) or str(usual))) in game.seats and number is not None:
            room.set_seats(number)
            return True
        lines.say(f"{choose} {TO_LEAVE}")
    return False


def _who_plays(lines: Lines, room: SetUpRoom) -> bool:
    """Ask who plays: people, one player who has every seat, computer players of a level, or a player for each seat."""
    game, seats = room.game, room.seats
    if seats == 1:
        return False
    usual = _usual_answer(room.players)
    levels, each = join_words(LEVELS, "or"), ", ".join((ME, *(LEVELS * seats)[: seats - 1]))
    choose = f"Type people, alone to have every seat, {levels} for computer players, or a list: {each}"
    names = ", ".join(("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")[:seats])
    while True:
        text = ask(lines, f"Who is playing? {choose}. Press Enter for {usual}:", f"{choose}. Or type names: {names}.")
        try:
            typed = _read_names(text, seats)
            room.players = replace(room.players, **_players(PEOPLE if typed else (text or usual).lower(), game, seats))
        except ValueError as refusal:
            lines.say(f"{refusal} {TO_LEAVE}")
        else:
            room.has_typed_names = bool(typed)
            if typed:
                room.players = replace(room.players, names=typed)
            return True


def _usual_answer(players: WhoPlays) -> str:
    """Return what to type for these players."""
    words = {"people": PEOPLE, "one": ALONE, "company": players.level}
    return words.get(players.who) or players_text(players.seat_levels, ", ")


def _read_names(text: str, seats: int) -> tuple[str, ...]:
    """Return the names in a list of people, or nothing if the text isn't one; raise ValueError for a wrong number."""
    names = tuple(filter(None, map(str.strip, text.split(","))))
    if len(names) < 2 or any(is_player(word) for name in names for word in name.split()):
        return ()
    if len(names) != seats:
        raise ValueError(f"Type {counted(seats, 'name')}, not {len(names)}.")
    return names


def _players(who: str, game: AnyGame, seats: int) -> dict[str, Any]:
    """Return the fields of `WhoPlays` for an answer; raise ValueError with a sentence for an invalid one."""
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


def _names(lines: Lines, room: SetUpRoom) -> bool:
    """Ask for the people's names, which may all be left out, unless they are known or nobody needs a name."""
    players, seats = room.players, room.seats
    people = [seat for seat, level in enumerate(players.seat_levels) if level is None]
    if not people or seats == 1 or players.has_one_person or room.has_typed_names:
        return False
    standard = player_names(room.game.seat_names, seats)
    known = [players.name_at(seat) for seat in people]
    if not any(known):
        known = [name for name in players.names if name][: len(people)]
    usual = ", ".join(filter(None, known)) or "none"
    if len(people) == 1:
        question = f"Type your name, or press Enter for {usual}:"
    else:
        is_numbered = len(people) == seats and not room.game.seat_names
        whose = f"the {seats} players" if is_numbered else join_words(standard[seat] for seat in people)
        question = f"Type the names of {whose}, with commas, or press Enter for {usual}:"
    while True:
        text = ask(lines, question, f"Type {counted(len(people), 'name')} with commas, or press Enter.")
        typed = [name.strip() for name in text.split(",")] if text else known
        if len(typed) <= len(people):
            names = dict(zip(people, typed, strict=False))
            room.players = replace(players, names=tuple(names.get(seat, "") for seat in range(seats)))
            return True
        lines.say(f"Type {counted(len(people), 'name')}, not {len(typed)}.")


def ask(lines: Lines, prompt: str, choices: str = "") -> str:
    """Return the text typed after a prompt; raise Back if it is `back`, and BackToLobby if it is `quit`.

    `choices` says for `help` what can be typed.
    """
    while (text := lines.ask(prompt)).lower() in ("help", "?") and choices:
        lines.say(choices, "Type back to go one question back, or quit to return to the lobby.")
    if text.lower() == "back":
        raise BackToQuestion
    if text.lower() == "quit":
        raise BackToLobby
    return text
