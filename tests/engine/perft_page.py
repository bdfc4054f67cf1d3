"""The perft tables of docs/perft.md, and the positions in docs/perft that they count from.

    python -m tests.engine.perft_page

counts everything again and rewrites the page and the positions, in a few minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import start
from cardtable.engine.games import SHIPPED
from cardtable.engine.walk import perft, turns
from cardtable.formats.notation import WIDTH, format_position
from cardtable.formats.options import non_default
from cardtable.formats.wrapping import wrap_words
from tests.engine.walks import AnyGame, tables

PAGE = Path(__file__).parents[2] / "docs" / "perft.md"
FOLDER = PAGE.with_suffix("")
CODE = "K7QF-2M9X"
LUCK = Key(4)
"""The key for the random actions that lead to the later positions.

With this key, five players of Wind City use up the pile, so that its option makes a difference.
"""
LAST_ACTIONS = 10
"""The number of actions from the position near the end to the end of its random game."""
MAX_DEPTH = 10
MAX_NUMBER = 40_000
"""A row ends with the first number above this one."""
OPTION_SEATS = {"exit-stage-right": 2, "wind-city": 5}
"""The number of players in the rows with options, for games that allow several numbers."""
NOTES = {
    "exit-stage-right": "An action plays a Single face up, plays one face down and names a row, or refills one or more"
    " rows. It makes no difference which of two equal Singles you play.",
    "tradewinds": "An action plays a Complete.",
    "rummy-like": "The actions are: draw; call; lead one of the three TriCards drawn; play a Chard; discard a TriCard;"
    " go bust; and send one or two Chards, in any order. It makes no difference which of two equal Chards you play or"
    " send. A player with only one choice, such as going bust, still makes it as an action."
    " The fields `known`, `deck_marks` and `drawn_marks` only say who knows which cards, so you can ignore them.",
    "wind-city": "The actions are: place the hurricane or a house; choose one to three actions on the card, where each"
    " order is a different choice, even one that you couldn't pay for; renew, insure or place one house, or decide"
    " that you are done; and offer insurance or not. Players aren't asked about insurance or a house if they could"
    " only say no (WC-18). A space is written as 100 × row + column, both counted from 0, so 505 is F6. Cards have"
    " their numbers on the rules page.",
    "clash": "An action is one play, or the end of the turn. Playing a card alone counts once even if several plays"
    " allow it (CL-10). A Chard as the last card of the turn is a different action from the same Chard as a matching"
    " Chard. The field `shown` only says which cards the dealer has shown, so you can ignore it.",
}
"""What an action is in each game."""
BEGINNING = f"""# Perft: numbers to compare your own implementation with

If you write these games yourself, from the pages in [`rules/`](../rules), you can check your program against the
numbers on this page. Perft, a word from chess programming, is the number of sequences of legal actions from a position:
at depth 1 the number of legal actions, at depth 2 the number of pairs of an action and the next one, and so on. Most
mistakes in the rules change one of these numbers.

## What is counted

- A position contains all hidden cards, and every deck in its order, top card first. A card that is drawn is the top
  one, so drawing never adds sequences.
- An action is one decision of the player to move, even if it is secret. Everything that follows without a decision,
  such as drawing, scoring or dealing the next round, belongs to the action. If two ways to play have the same effect,
  such as playing either of two equal cards, they are one action. The sections below list the actions of each game.
- A sequence that ends the game counts once at every greater depth. A row stops when all its sequences have ended, at
  depth {MAX_DEPTH}, or after the first number above {MAX_NUMBER:,}.
- Two sequences that reach the same position count twice.
- A star means that the number may depend on a shuffle, because some of the positions before the last action come after
  one. The shuffle is Fisher–Yates, with splitmix64 as the generator and the position's `key` as the seed. [How cards
  are dealt](#how-cards-are-dealt) describes every step. The numbers without a star involve no randomness.
- The last column gives a depth and a sum: in each position that the sequences of this depth reach, add the points that
  every player would have if the game ended there, and then add these sums. In Tradewinds the numbers depend only on how
  many cards the players hold, but the points depend on the winds.

## The positions

Each row links to its position, a file in the notation that [`rules/notation.md`](../rules/notation.md) describes. To
look at it and play on, run this in the root of the repository:

```sh
cardtable play --position docs/perft/clash/2-opening.txt
```

All games have the deal code {CODE}. *Middle* is a position in the middle of a random game, and *end* is the position
{LAST_ACTIONS} actions before the end of one. The options that differ from the usual ones come first, and the name of
a preset comes last, in brackets.

This script counts from the same position:

```python
from pathlib import Path

from cardtable import perft, read_position_file

game, state = read_position_file(Path("docs/perft/clash/2-opening.txt"))
print([perft(game, state, depth) for depth in (1, 2, 3)])
```

`python -m tests.engine.perft_page` writes this page and the positions. `make test` checks the smaller numbers, and
`make deep` checks all of them.

## How cards are dealt

To reproduce the starred numbers, or to deal the same cards for a deal code, a program needs the order of every step
that uses random numbers.

- **Random numbers.** A *key* is a 64-bit number. To draw a number below *n*, add 0x9E3779B97F4A7C15 to the key, which
  gives the next key, and take the splitmix64 output of that key modulo *n*. To shuffle cards, go from the last place to
  the second; at each place *i*, counted from 0, draw a number below *i* + 1, and swap the cards at these two places.
- **Deal codes.** The eight symbols of a deal code are the digits of a number in Crockford's base 32. Add
  0x9E3779B97F4A7C15 to it; the splitmix64 output of the sum is the first key.
- **Order of the cards.** Characteristics are in the order Hollow, Partial, Filled, Red, Green, Blue, Circle, Square,
  Triangle. The 36 Singles and the 36 Chards are in this order, with four equal cards in a row. The 27 Completes and the
  27 TriCards are ordered by pattern, then by colour, then by shape. A deck is a list whose first card is on top, and
  players get their hands from the top, one player's whole hand after the other's.
- **First player.** This is a number below the number of players. It is drawn even if an option names the first player.

In each game, the steps are:

- **Exit Stage Right.** Shuffle the Singles, then the Completes. Draw the first player. Deal the hands. The top three
  Completes go to the top, middle and bottom rows, in that order.
- **Tradewinds.** Shuffle the Singles. Draw a number below 36 for the covering Completes: go through all orders of the
  colours, in alphabetical order of the places of Red, Green and Blue, and within each through all orders of the shapes
  in the same way; the first covering Complete is Hollow, the second Partial and the third Filled, with the colours and
  shapes in these orders. Shuffle the other 24 Completes. Draw the first player, where North is 0. Shuffle the T/F
  cards, the True ones first: nine of each, or twelve in all if an option sets the number of True cards. Deal the hands;
  deal three T/F cards to each player, North first; and deal four Singles to each pile, row by row, starting in the
  north-west. The top Single of each pile is face up.
- **Rummy-like.** Draw the first leader. In each round, shuffle the Chards, then the TriCards, and deal twelve Chards
  and then three TriCards to each player, in the order of their seats. When the deck has too few TriCards, shuffle those
  that were led, oldest first, followed by those that were discarded, oldest first, and put them under the deck. Each
  round continues with the key that the previous round left.
- **Wind City.** Shuffle the cards, in the order of their numbers. Draw the first player. When the pile is empty,
  shuffle the discards, oldest first.
- **Clash.** Draw the first dealer. In each round, start with the Chards followed by the Completes. Until each category
  has a Chard: draw a number below the number of cards that are left, and take the card at this place out; it starts its
  pile if it is the first Chard of its category, and is put aside otherwise. Put the cards that were put aside, oldest
  first, under the others, and shuffle them all. If there is no Complete among the top thirty, repeat everything from
  the start of the round. The dealer gets the top thirty cards, and the other player the rest. While there is no
  Complete among the dealer's top seven cards, shuffle the dealer's pile. Each player's top seven cards are their hand.
  The next round continues with the key that this round left, and the other player deals.
"""


class Row(NamedTuple):
    """A position that is counted from."""

    game: AnyGame
    seats: int
    options: Any
    stage: str
    """`opening`, `middle` or `end`."""

    @property
    def varied(self) -> tuple[tuple[str, str], ...]:
        """The names and values of the options that aren't the default, as typed."""
        texts = non_default(self.game, self.options, self.seats)
        assert texts is not None, "no row has a board or cards of its own"
        return tuple((field.flag.removeprefix("--"), text) for field, text in texts)

    @property
    def name(self) -> str:
        """The name of the position's file in `FOLDER`."""
        words = (str(self.seats), *(word for each in self.varied for word in each), self.stage)
        return f"{self.game.id}/{'-'.join(words)}.txt"

    def play(self) -> Any:
        """Return the position, played from the deal."""
        opening = start(self.game, self.options, self.seats, DealCode.parse(CODE).key()).state
        if self.stage == "opening":
            return opening
        states = [turn.before for turn in turns(self.game, opening, LUCK)]
        return states[len(states) // 2 if self.stage == "middle" else -LAST_ACTIONS]

    def label(self) -> str:
        """Return what distinguishes the row from the others with the same number of players."""
        presets = {self.game.resolve_defaults(each.options, self.seats): each.name for each in self.game.presets[1:]}
        preset = f" ({presets[self.options]})" if self.options in presets else ""
        return " ".join((*(f"{name} {value}" for name, value in self.varied), self.stage)) + preset


def rows(game: AnyGame) -> Iterator[Row]:
    """Yield the rows of a game: each number of players, then each value of each option."""
    for seats in game.seats:
        for stage in ("opening", "middle", "end"):
            yield Row(game, seats, tables(game, seats)[0], stage)
    seats = OPTION_SEATS.get(game.id, game.seats[0])
    for options in tables(game, seats)[1:]:
        for stage in ("opening", "end"):
            yield Row(game, seats, options, stage)


class Counted(NamedTuple):
    """The numbers of a row."""

    cells: list[str]
    """The numbers of sequences, with their stars."""
    points: str
    """A depth, and the sum of all players' points after the sequences of that depth."""


ROWS = {row.name: row for game in SHIPPED.values() for row in rows(game)}


def count(game: AnyGame, state: Any, most: int = MAX_NUMBER) -> Counted:
    """Count sequences until a number is larger than `most`."""
    reached, cells = [state], list[str]()
    while len(cells) < MAX_DEPTH and not all(game.turn(each) is None for each in reached):
        number = perft(game, state, len(cells) + 1)
        shuffles = any(key_of(each) != key_of(state) for each in reached)
        cells.append(f"{number}{'*' * shuffles}")
        if number > most:
            return Counted(cells, _add_points(game, reached, len(cells) - 1))
        reached = [after for each in reached for after in _continue(game, each)]
        assert len(reached) == number, "perft counts what a simpler search finds"
    return Counted(cells, _add_points(game, reached, len(cells)))


def key_of(state: Any) -> Key | None:
    """Return the state's key, which every shuffle changes; None in a game without later shuffles."""
    return getattr(state, "key", None)


def _continue(game: AnyGame, state: Any) -> list[Any]:
    """Return the states after each action, or the state itself after the end."""
    return [game.advance(state, action, None) for action in game.legal(state)] or [state]


def _add_points(game: AnyGame, reached: list[Any], depth: int) -> str:
    return f"{depth}: {sum(sum(game.standing(state)) for state in reached)}"


def format_row(row: Row, counted: Counted) -> str:
    """Return a line of a table."""
    blank = [""] * (MAX_DEPTH - len(counted.cells))
    cells = (f"[{row.label()}](perft/{row.name})", str(row.seats), *counted.cells, *blank, counted.points)
    return f"| {' | '.join(cells)} |"


def format_file(row: Row, state: Any) -> str:
    """Return the text of a position's file."""
    return "\n".join(wrap_words(format_position(row.game, state).split(), WIDTH)) + "\n"


def table(game: AnyGame, lines: list[str]) -> str:
    """Return the section of a game."""
    depths = " | ".join(map(str, range(1, MAX_DEPTH + 1)))
    header = f"| position | players | {depths} | points |\n| --- |{' ---: |' * (MAX_DEPTH + 2)}"
    note = "\n".join(wrap_words(NOTES[game.id].split(), 120))
    return "\n".join((f"\n## {game.title}\n\n{note}\n\n{header}", *lines)) + "\n"


def write() -> None:
    """Play to every position, count, and write the page and the positions."""
    sections = []
    for game in SHIPPED.values():
        lines = []
        for row in rows(game):
            state = row.play()
            path = FOLDER / row.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(format_file(row, state), "utf-8")
            lines.append(format_row(row, count(game, state)))
        sections.append(table(game, lines))
    for path in set(FOLDER.rglob("*.txt")) - {FOLDER / name for name in ROWS}:
        path.unlink()
    PAGE.write_text(BEGINNING + "".join(sections), "utf-8")


if __name__ == "__main__":
    write()
