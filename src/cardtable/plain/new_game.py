"""Questions about a new game in plain mode: its rules, and who plays."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import counted, format_range, join_words, read_number, without_rulings
from cardtable.formats.computers import LEVELS, ME, Levels, is_player, parse_players, players_text, read_level
from cardtable.formats.options import OptionField, fields_of, preset_word
from cardtable.formats.text import player_names, safe_text
from cardtable.plain.lines import Lines
from cardtable.rooms.set_up import SetUpAnswers, WhoPlays
from cardtable.table.dealing import OPEN_HANDS, DealRequest, can_open_hands, new_session
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session

PEOPLE, ALONE = "people", "alone"
WHO = (PEOPLE, ALONE, *LEVELS)
"""The answers to who plays."""
TO_CHANGE = "To change a rule, type its name, an equals sign and the value."
TO_LEAVE = "To return to the lobby, type quit."


class BackToLobby(Exception):
    """The player has left a question without an answer."""


class BackToQuestion(BackToLobby):
    """The player wants to go one question back."""


def set_up(lines: Lines, start: SetUpAnswers) -> Session:
    """Return a new game after asking for its rules and players; raise BackToLobby if the player leaves.

    Enter means the answers that the set-up starts with.
    """
    game = start.players.game
    lines.say(f"{game.title}.", "At each question, you can also type help, back or quit.")
    questions, asked, at = (_rules, _seats, _who_plays, _names), list[int](), 0
    answers = _Answers(start, start.players.seats)
    while True:
        while at < len(questions):
            try:
                if questions[at](lines, game, answers):
                    asked.append(at)
                at += 1
            except BackToQuestion:
                if not asked:
                    raise
                at = asked.pop()
        try:
            return _deal(game, answers)
        except RequestError as refusal:
            lines.say(str(refusal))
            at, asked = (0, []) if answers.options or answers.base else (1, [each for each in asked if each < 1])


@dataclass(slots=True)
class _Answers:
    """The answers so far."""

    start: SetUpAnswers
    seats: int
    preset: str | None = None
    base: Any = None
    """The options of the last game, if those are the ones to play with."""
    options: dict[str, str] = field(default_factory=dict)
    who: str = ALONE
    names: tuple[str, ...] = ()


def _deal(game: AnyGame, answers: _Answers) -> Session:
    """Return the new game; raise RequestError if it can't be played like this."""
    from cardtable.players.at_table import seat_computers

    alone = answers.who == ALONE and answers.seats > 1
    levels = _levels(answers.who, game, answers.seats)
    request = DealRequest(
        players=str(answers.seats),
        levels=levels if any(levels) else (),
        names=answers.names,
        preset=answers.preset,
        base=answers.base,
        one_person=alone,
        options=({OPEN_HANDS: "yes"} if alone and can_open_hands(game) else {}) | answers.options,
    )
    return new_session(game, request, seat_computers)


# Each question notes its answer and returns whether it had to be asked.


def _rules(lines: Lines, game: AnyGame, answers: _Answers) -> bool:
    """Ask for the set of options, if there are several, and for single options."""
    presets = game.presets if len(game.presets) > 1 else ()
    answers.preset, answers.base, answers.options = None, None, {}
    if not presets and not fields_of(game):
        return False
    lines.say(*(f"{number} {preset.name}: {without_rulings(preset.help)}" for number, preset in enumerate(presets, 1)))
    names = [field.name for field in fields_of(game)]
    changes = "options to change single rules" if names else ""
    choose = f"Type {', '.join(filter(None, ['a number' if presets else '', changes]))}"
    choices = f"{choose}, or press Enter. {_options_sentence(names)}".rstrip()
    known = [preset.options for preset in presets] or [game.options()]
    usual = known.index(answers.start.options) + 1 if answers.start.options in known else 0
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
            answers.options |= _read_option(lines, game, text)
        elif not text and not usual:
            answers.base = answers.start.options
            return True
        elif number is not None and 0 < number <= max(1, len(presets)):
            answers.preset = presets[number - 1].name if presets else None
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


def _read_option(lines: Lines, game: AnyGame, text: str) -> dict[str, str]:
    """Return the option that was typed as NAME=VALUE, by its name; if it's invalid, say why and return none."""
    typed, value = (part.strip() for part in text.split("=", 1))
    if (field := _find_option(game, typed)) is None:
        lines.say(f"{game.title} has no option '{safe_text(typed)}'. Type options to hear those it has.")
        return {}
    try:
        lines.say(f"{field.title}: {field.label(field.parse(value))}.")
    except ValueError as refusal:
        lines.say(str(refusal).removeprefix("--"))
        return {}
    return {field.name: value}


def _find_option(game: AnyGame, typed: str) -> OptionField | None:
    """Return the option with the name that was typed, or None."""
    name = typed.lower().replace("-", "_").replace(" ", "_")
    return next((each for each in fields_of(game) if each.name == name), None)


def _seats(lines: Lines, game: AnyGame, answers: _Answers) -> bool:
    usual = answers.start.players.seats
    choose = f"Type a number from {game.seats[0]} to {game.seats[-1]}."
    while len(game.seats) > 1:
        question = f"How many players ({format_range(game.seats)})? Press Enter for {usual}:"
        if (number := read_number(ask(lines, question, choose) or str(usual))) in game.seats and number is not None:
            answers.seats = number
            return True
        lines.say(f"{choose} {TO_LEAVE}")
    return False


def _who_plays(lines: Lines, game: AnyGame, answers: _Answers) -> bool:
    """Ask who plays: people, one player who has every seat, computer players of a level, or a player for each seat."""
    seats, answers.names = answers.seats, ()
    if seats == 1:
        answers.who = ALONE
        return False
    usual = _usual_answer(replace(answers.start.players, seats=seats))
    levels, each = join_words(LEVELS, "or"), ", ".join((ME, *(LEVELS * seats)[: seats - 1]))
    choose = f"Type people, alone to have every seat, {levels} for computer players, or a list: {each}"
    names = ", ".join(("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")[:seats])
    while True:
        text = ask(lines, f"Who is playing? {choose}. Press Enter for {usual}:", f"{choose}. Or type names: {names}.")
        try:
            answers.names = _read_names(text, seats)
            answers.who = PEOPLE if answers.names else (text or usual).lower()
            _levels(answers.who, game, seats)
        except ValueError as refusal:
            lines.say(f"{refusal} {TO_LEAVE}")
        else:
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


def _levels(who: str, game: AnyGame, seats: int) -> Levels:
    """Return the level at each seat, with None for a person; raise ValueError with a sentence for an invalid answer."""
    if who in (PEOPLE, ALONE):
        return (None,) * seats
    if who in LEVELS:
        return (None, *[read_level(who)] * (seats - 1))
    if not re.search(r"[\s,;+]", who):
        raise ValueError(f"Type {join_words((*WHO, 'a list'), 'or')}.")
    levels = parse_players(who, game)
    if len(levels) != seats:
        raise ValueError(f"Type {counted(seats, 'player')}, not {len(levels)}.")
    return levels


def _names(lines: Lines, game: AnyGame, answers: _Answers) -> bool:
    """Ask for the people's names, which may all be left out, unless they are known or nobody needs a name."""
    levels = _levels(answers.who, game, answers.seats)
    people = [seat for seat, level in enumerate(levels) if level is None]
    if not people or answers.who == ALONE or answers.names:
        return False
    standard = player_names(game.seat_names, answers.seats)
    known = [answers.start.players.name_at(seat) for seat in people]
    if not any(known):
        known = [name for name in answers.start.players.names if name][: len(people)]
    usual = ", ".join(filter(None, known)) or "none"
    if len(people) == 1:
        question = f"Type your name, or press Enter for {usual}:"
    else:
        is_numbered = len(people) == answers.seats and not game.seat_names
        players = f"the {answers.seats} players" if is_numbered else join_words(standard[seat] for seat in people)
        question = f"Type the names of {players}, with commas, or press Enter for {usual}:"
    while True:
        text = ask(lines, question, f"Type {counted(len(people), 'name')} with commas, or press Enter.")
        typed = [name.strip() for name in text.split(",")] if text else known
        if len(typed) <= len(people):
            names = dict(zip(people, typed, strict=False))
            answers.names = tuple(names.get(seat, "") for seat in range(answers.seats))
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
