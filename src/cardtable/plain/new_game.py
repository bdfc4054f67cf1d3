"""Questions about a new game in plain mode: its rules, and who plays."""

from __future__ import annotations

import re

from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import counted, format_range, join_words
from cardtable.formats.computers import LEVELS, ME, Levels, parse_players, read_level
from cardtable.formats.options import OptionField, fields_of
from cardtable.formats.text import player_names, safe_text
from cardtable.plain.choices import read_number
from cardtable.plain.lines import Lines
from cardtable.store.settings import load_settings
from cardtable.table.dealing import OPEN_HANDS, DealRequest, can_open_hands, is_likely_alone, new_session
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session

PEOPLE, ALONE = "people", "alone"
WHO = (PEOPLE, ALONE, *LEVELS)
"""The answers to who plays."""


class BackToLobby(Exception):
    """The player has left a question without an answer."""


def set_up(lines: Lines, game: AnyGame) -> Session:
    """Return a new game after asking for its rules and players; raise BackToLobby if the player leaves."""
    from cardtable.players.at_table import seat_computers

    lines.say(f"{game.title}.")
    preset, options = _rules(lines, game)
    while True:
        seats = _seats(lines, game)
        who = _who_plays(lines, game, seats)
        alone = who == ALONE and seats > 1
        levels = _levels(who, game, seats)
        request = DealRequest(
            players=str(seats),
            levels=levels if any(levels) else (),
            names=() if who == ALONE else _names(lines, game, levels),
            preset=preset,
            one_person=alone,
            options=({OPEN_HANDS: "yes"} if alone and can_open_hands(game) else {}) | options,
        )
        try:
            return new_session(game, request, seat_computers)
        except RequestError as refusal:
            lines.say(str(refusal))
            if options:
                preset, options = _rules(lines, game)


def _rules(lines: Lines, game: AnyGame) -> tuple[str | None, dict[str, str]]:
    """Return the name of the set of options that the player chooses, if there are several, and the options typed."""
    presets, typed = game.presets if len(game.presets) > 1 else (), dict[str, str]()
    if not presets and not fields_of(game):
        return None, typed
    lines.say(*(f"{number} {preset.name}: {preset.help}" for number, preset in enumerate(presets, 1)))
    choose = "Type a number, options to change single rules" if presets else "Type options to change them"
    usual = "1" if presets else "the usual ones"
    while True:
        text = ask(lines, f"Which rules? {choose}, or press Enter for {usual}:")
        number = read_number(text) if text else 1
        if text.lower() == "options":
            lines.say(
                *map(_option_line, fields_of(game)), "To change a rule, type its name, an equals sign and the value."
            )
        elif "=" in text:
            typed |= _read_option(lines, game, text)
        elif number is not None and 0 < number <= max(1, len(presets)):
            return (presets[number - 1].name if presets else None), typed
        else:
            lines.say(f"Type a number from 1 to {max(1, len(presets))}.")


def _option_line(field: OptionField) -> str:
    """Return a line such as `target, a number from 0 to 99 or default: Points needed to win. Usually 10.`"""
    return f"{field.name}, {field.allowed_values}: {field.help} Usually {field.label(field.default)}."


def _read_option(lines: Lines, game: AnyGame, text: str) -> dict[str, str]:
    """Return the option that was typed as NAME=VALUE, by its name; if it's invalid, say why and return none."""
    typed, value = (part.strip() for part in text.split("=", 1))
    name = typed.lower().replace("-", "_").replace(" ", "_")
    field = next((each for each in fields_of(game) if each.name == name), None)
    if field is None:
        lines.say(f"{game.title} has no option '{safe_text(typed)}'. Type options to hear those it has.")
        return {}
    try:
        lines.say(f"{field.title}: {field.label(field.parse(value))}.")
    except ValueError as refusal:
        lines.say(str(refusal).removeprefix("--"))
        return {}
    return {name: value}


def _seats(lines: Lines, game: AnyGame) -> int:
    fewest = game.seats[0]
    while len(game.seats) > 1:
        text = ask(lines, f"How many players ({format_range(game.seats)})? Press Enter for {fewest}:") or str(fewest)
        if (number := read_number(text)) in game.seats and number is not None:
            return number
        lines.say(f"Type a number from {fewest} to {game.seats[-1]}.")
    return fewest


def _who_plays(lines: Lines, game: AnyGame, seats: int) -> str:
    """Ask who plays: people, one player who has every seat, computer players of a level, or a player for each seat."""
    usual = PEOPLE
    if is_likely_alone(game, load_settings().names):
        usual = ALONE if game.together else "medium"
    levels, each = join_words(LEVELS, "or"), ", ".join((ME, *(LEVELS * seats)[: seats - 1]))
    question = f"Who plays? Type people, alone to have every seat, {levels} for computer players, or a list: {each}"
    while seats > 1:
        text = (ask(lines, f"{question}. Press Enter for {usual}:") or usual).lower()
        try:
            _levels(text, game, seats)
        except ValueError as refusal:
            lines.say(str(refusal))
        else:
            return text
    return ALONE


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


def _names(lines: Lines, game: AnyGame, levels: Levels) -> tuple[str, ...]:
    """Ask for the people's names, which may all be left out; return the name at each seat, or nothing."""
    people = [seat for seat, level in enumerate(levels) if level is None]
    if not people:
        return ()
    if len(people) == 1:
        question = "Type your name, or press Enter:"
    else:
        seats = len(levels)
        is_numbered = len(people) == seats and not game.seat_names
        standard = player_names(game.seat_names, seats)
        players = f"the {seats} players" if is_numbered else join_words(standard[seat] for seat in people)
        question = f"Type the names of {players}, with commas, or press Enter:"
    while True:
        text = ask(lines, question)
        typed = [name.strip() for name in text.split(",")] if text else []
        if len(typed) <= len(people):
            names = dict(zip(people, typed, strict=False))
            return tuple(names.get(seat, "") for seat in range(len(levels))) if text else ()
        lines.say(f"Type {counted(len(people), 'name')}, not {len(typed)}.")


def ask(lines: Lines, prompt: str) -> str:
    """Return what is typed after a prompt; raise BackToLobby if that is `quit`."""
    text = lines.ask(prompt)
    if text.lower() == "quit":
        raise BackToLobby
    return text
