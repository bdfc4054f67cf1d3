"""Questions about a new game in plain mode: its rules, and who plays."""

from __future__ import annotations

from cardtable.engine.game import AnyGame, format_range
from cardtable.engine.phrases import join_words
from cardtable.formats.computers import LEVELS, read_level
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

    lines.say(f"{game.title}. For all its options, quit and type: cardtable play {game.id} --help")
    preset = _preset(lines, game)
    while True:
        seats = _seats(lines, game)
        who = _who_plays(lines, game, seats)
        alone = who == ALONE and seats > 1
        request = DealRequest(
            players=str(seats),
            levels=(None, *[read_level(who)] * (seats - 1)) if who in LEVELS else (),
            names=_names(lines, game, seats, who),
            preset=preset,
            one_person=alone,
            options={OPEN_HANDS: "yes"} if alone and can_open_hands(game) else {},
        )
        try:
            return new_session(game, request, seat_computers)
        except RequestError as refusal:
            lines.say(str(refusal))


def _preset(lines: Lines, game: AnyGame) -> str | None:
    """Return the name of the set of options that the player chooses, or None if there is no choice."""
    if len(game.presets) < 2:
        return None
    lines.say(*(f"{number} {preset.name}: {preset.help}" for number, preset in enumerate(game.presets, 1)))
    while True:
        number = read_number(ask(lines, "Which rules? Type a number, or press Enter for 1:") or "1")
        if number is not None and 0 < number <= len(game.presets):
            return game.presets[number - 1].name
        lines.say(f"Type a number from 1 to {len(game.presets)}.")


def _seats(lines: Lines, game: AnyGame) -> int:
    fewest = game.seats[0]
    while len(game.seats) > 1:
        text = ask(lines, f"How many players ({format_range(game.seats)})? Press Enter for {fewest}:") or str(fewest)
        if (number := read_number(text)) in game.seats and number is not None:
            return number
        lines.say(f"Type a number from {fewest} to {game.seats[-1]}.")
    return fewest


def _who_plays(lines: Lines, game: AnyGame, seats: int) -> str:
    """Ask who plays: people, one player who has every seat, or computer players of a level."""
    usual = PEOPLE
    if is_likely_alone(game, load_settings().names):
        usual = ALONE if game.together else "medium"
    levels = join_words(LEVELS, "or")
    question = f"Who plays? Type people, alone to have every seat, or {levels} for computer players"
    while seats > 1:
        word = (ask(lines, f"{question}. Press Enter for {usual}:") or usual).lower()
        if word in WHO:
            return word
        lines.say(f"Type {join_words(WHO, 'or')}.")
    return ALONE


def _names(lines: Lines, game: AnyGame, seats: int, who: str) -> tuple[str, ...]:
    """Ask for the people's names, which may all be left out."""
    if who in LEVELS:
        return (ask(lines, "Type your name, or press Enter:"),)
    if who == ALONE:
        return ()
    players = join_words(game.seat_names) if game.seat_names else f"the {seats} players"
    text = ask(lines, f"Type the names of {players}, with commas, or press Enter:")
    return tuple(name.strip() for name in text.split(",")) if text else ()


def ask(lines: Lines, prompt: str) -> str:
    """Return what is typed after a prompt; raise BackToLobby if that is `quit`."""
    text = lines.ask(prompt)
    if text.lower() == "quit":
        raise BackToLobby
    return text
