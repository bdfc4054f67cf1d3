"""Descriptions of a game in words for plain mode: the table, a hand and the events, with one idea per line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from cardtable.engine.cards import Card, is_hidden
from cardtable.engine.game import AnyGame, Event
from cardtable.engine.phrases import address, counted, naming_subject, uncapitalized, without_rulings
from cardtable.engine.tellings import Tell, Telling
from cardtable.games import GAMES
from cardtable.plain.spelling import Letters
from cardtable.table.seen import Seen

MAX_IN_LINE = 40
"""The maximum number of moves to read out in one line."""
MAX_NAMED = 12
"""The maximum number of moves that are listed every turn. If there are more, they are only counted."""
FEW_LINES = 3
"""By default, the moves are read out in full every turn if that takes at most this many lines."""


Log = Sequence[tuple[Event, ...]]
"""The events of several actions, in order."""


@dataclass(frozen=True, slots=True)
class MoveList:
    """The legal actions as they are read out on a player's turn."""

    numbered: tuple[Any, ...]
    """The actions that have a number and a line of their own."""
    notes: tuple[str, ...] = ()
    """Lines about the actions that don't have numbers."""
    brief_notes: tuple[str, ...] = ()
    """Shorter lines about the actions without numbers, for a player who can type `moves` to hear more."""
    way_to_type: str = ""
    """The ways to type a move, as in `two of the numbers from 1 to 9`, if one number isn't enough."""


def number_all(seen: Seen) -> MoveList:
    """Return a list in which every legal action has a number."""
    return MoveList(seen.legal)


def _as_typed(seen: Seen, text: str) -> str:
    return text


def _nothing(seen: Seen) -> tuple[str, ...]:
    return ()


def _no(seen: Seen) -> bool:
    return False


def _explanation(seen: Seen, action: Any) -> str:
    return seen.explain(action)


def _notation(seen: Seen, action: Any) -> str:
    return str(action)


def _as_it_is(log: Log) -> Log:
    return log


def _all_lines(seen: Seen, changed: Sequence[str]) -> Sequence[str]:
    return changed


def _no_actions(seen: Seen, text: str) -> Sequence[Any]:
    return ()


def _no_words(*_: Any) -> str:
    return ""


def turn_line(seen: Seen) -> str:
    """Return a line with the viewer's name and whose turn it is. The result is empty if there is only one player."""
    if len(seen.names) == 1:
        return ""
    viewer = "" if seen.viewer is None else f"You are {seen.names[seen.viewer]}."
    if seen.turn is None:
        return viewer
    turn = "It's your turn." if seen.turn == seen.viewer else f"{seen.names[seen.turn]}'s turn."
    return f"{viewer} {turn}".strip()


def announcement(seen: Seen) -> str:
    """Return a sentence that says whose turn it is."""
    assert seen.turn is not None, "a turn is announced only while the game is running"
    return address(f"{seen.players[seen.turn]}'s turn.")


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The functions that describe one game in words. They receive only what a seat may see."""

    game_id: str
    board: Callable[[Seen], tuple[str, ...]]
    """Describes the public part of the position, except for the score."""
    hand: Callable[[Seen], tuple[str, ...]]
    """Describes the part of the position that only the viewer can see. Returns nothing for a spectator."""
    tell: Tell
    """Describes an event, in sentences that get a line each. The brief sentences are for players who hear `news` next.

    The second argument has the name of the player in each seat.
    """
    repeats_public: bool = True
    """Whether players, on their turns, hear a brief repeat of events that were read out to everybody."""
    tells_draws: bool = False
    """Whether events name every card that is added to a hand, so that such cards aren't news."""
    rereads_hand: Callable[[Seen], bool] = _no
    """Returns whether a changed hand is read out in full. Otherwise, only the changes are read out."""
    reread: Callable[[Seen], str] = _no_words
    """Returns the start of a line of `news` to read out even if it hasn't changed, or "" if there is no such line."""
    score: Callable[[Seen], tuple[str, ...]] = _nothing
    """Describes the score so far and the condition for winning."""
    news: Callable[[Seen], tuple[str, ...]] = _nothing
    """Returns the lines about the table and the hand for a player's turn. Only changed lines are read out."""
    opening: Callable[[Seen], tuple[str, ...]] = _nothing
    """Describes the table to all players before the first turn. After that, players hear only changes."""
    select_news: Callable[[Seen, Sequence[str]], Sequence[str]] = _all_lines
    """Returns the lines to read out on a player's turn, given the table and the changed lines of `news`."""
    turn: Callable[[Seen], str] = turn_line
    """Says who the viewer is and whose turn it is, in lessons and exercises."""
    announcement: Callable[[Seen], str] = announcement
    """Announces whose turn it is, when the turn passes to a different player."""
    question: Callable[[Seen], str] = _no_words
    """Says what the player must choose now. Returns "" if the question is always the same."""
    all_moves: Callable[[Seen], tuple[str, ...]] = _nothing
    """Returns lines about all legal actions, if they can be shorter than a numbered list with its notes."""
    some_moves: Callable[[Seen, str], tuple[str, ...]] | None = None
    """Returns detailed lines about a group of legal actions. Raises ValueError for an unknown group."""
    groups_help: Callable[[Seen], str] = _no_words
    """Says what to type to hear a group of legal actions. Returns "" if there are no groups."""
    gather: Callable[[Log], Log] = _as_it_is
    """Returns the events, with a single event for all pieces that a player placed one by one."""
    as_command: Callable[[Seen, str], str] = _as_typed
    """Returns the command that a short text stands for, such as `moves F9` for `F9`. Returns other text unchanged."""
    what_instead: Callable[[Seen, Any], str] = _no_words
    """Returns legal alternatives to an illegal action, if they are shorter than the advice on how to hear all moves."""
    how_to_play: str = "Type the number of a move, or the move itself."
    """A sentence, read out before the game begins, about how to type moves."""
    list_moves: Callable[[Seen], MoveList] = number_all
    """Returns the legal actions as they are read out."""
    spell_out: Callable[[Seen, str], str] = _as_typed
    """Returns a typed move with words instead of the numbers of its parts. Raises ValueError for invalid numbers."""
    most_in_full: int = FEW_LINES
    """The moves are read out in full every turn if that takes at most this many lines."""
    gathered: str = ""
    """A regular expression for the start of changed lines. Lines with equal captured groups are joined into one."""
    letters: Letters = "cards"
    """What a single letter stands for in a lesson (see `spell_cards`)."""
    lasting: str = ""
    """A regular expression for the start of lines that lessons repeat only if the lines have changed."""
    read_several: Callable[[Seen, str], Sequence[Any]] = _no_actions
    """Returns the actions if a line names several, otherwise nothing. Raises ValueError if any of them isn't legal."""
    in_lessons: Callable[[Seen], tuple[str, ...]] = _nothing
    """Says which moves can be typed in lessons and exercises, if that is shorter than a list of the moves."""
    label: Callable[[Seen, Any], str] = _notation
    """Returns a legal action as it is read out in the list of moves."""
    effect: Callable[[Seen, Any], str] = _no_words
    """Describes the effect of a legal action in a few words. Returns "" if the effect isn't known."""
    brief_effect: Callable[[Seen, Any], str] = _no_words
    """Describes an action's most important effect, for the list read out every turn. Returns "" if there is none."""
    explain: Callable[[Seen, Any], str] = _explanation
    """Explains why an action is legal or why it isn't."""
    foretell: Callable[[Seen, Any], tuple[str, ...]] | None = None
    """Describes all the effects of a legal action. None if `effect` is enough."""

    def table(self, seen: Seen) -> tuple[str, ...]:
        """Describe the public part of the position."""
        return (*self.board(seen), *self.score(seen))

    def is_lasting(self, line: str) -> bool:
        """Return whether a line about the table starts with a match of `lasting`."""
        return bool(self.lasting and re.match(self.lasting, line))

    def retell(self, event: Event, players: Sequence[str], *, is_brief: bool = False) -> tuple[str, ...]:
        """Describe an event, with players' names or `You`. `is_brief` asks for few words, because `news` comes next."""
        told = self.tell(event, players)
        lines = told.briefly if is_brief else told.full
        return tuple(map(address, lines)) if "You" in players else lines

    def reasons(self, seen: Seen, action: Any, *, names_rulings: bool = True) -> tuple[str, ...]:
        """Explain why an action is or isn't legal, and describe the effects of a legal action.

        A refusal always names its rulings.
        """
        why = naming_subject(action, self.explain(seen, action))
        if action not in seen.legal:
            return (why,)
        return (why if names_rulings else without_rulings(why), *self.consequences(seen, action))

    def consequences(self, seen: Seen, action: Any) -> tuple[str, ...]:
        """Return lines that describe the effects of a legal action."""
        if self.foretell is not None:
            return self.foretell(seen, action)
        effect = self.effect(seen, action)
        return (f"Effect: {effect}.",) if effect else ()


def move_lines(seen: Seen, view: View) -> tuple[str, ...]:
    """Return lines with the viewer's moves, their numbers and their effects."""
    listed = view.list_moves(seen)
    numbered = enumerate(listed.numbered, 1)
    return (*(f"{number} {describe_move(seen, view, action)}" for number, action in numbered), *listed.notes)


def brief_move_lines(seen: Seen, view: View) -> tuple[str, ...]:
    """Return lines about the viewer's moves. A few get a line each, more share one line, and many are only counted."""
    in_full, listed = move_lines(seen, view), view.list_moves(seen)
    if listed.brief_notes and not listed.numbered:
        return listed.brief_notes
    if len(in_full) <= view.most_in_full:
        return in_full
    if not listed.numbered:
        return ("To hear what your moves would do, type moves.",)
    count = counted(len(listed.numbered), "move")
    if len(listed.numbered) > MAX_NAMED:
        return (f"{count}. Type moves to hear them.", *listed.brief_notes)
    moves = (f"{number} {_briefly(seen, view, each)}" for number, each in enumerate(listed.numbered, 1))
    return (f"{count}: {'; '.join(moves)}.", *listed.brief_notes)


def _briefly(seen: Seen, view: View, action: Any) -> str:
    effect = view.brief_effect(seen, action)
    label = view.label(seen, action)
    return f"{label}: {effect}" if effect else label


def gather_lines(lines: Sequence[str], beginning: str) -> Iterator[str]:
    """Yield the lines. Lines whose start matches `beginning` with equal captured groups are joined into one."""
    groups: dict[Any, list[str]] = {}
    for at, line in enumerate(lines):
        found = re.match(beginning, line) if beginning else None
        groups.setdefault(found.groups() if found else at, []).append(line)
    for group in groups.values():
        first, *others = (line.removesuffix(".") for line in group)
        yield f"{'; '.join([first, *map(uncapitalized, others)])}." if others else group[0]


def describe_move(seen: Seen, view: View, action: Any) -> str:
    """Return a legal action with its effect, such as `Hollow: 1 right, 2 left`."""
    effect = view.effect(seen, action)
    label = view.label(seen, action)
    return f"{label}: {effect}" if effect else label


def all_move_lines(seen: Seen, view: View) -> tuple[str, ...]:
    """Return lines with every legal action and its effect."""
    return view.all_moves(seen) or (*move_lines(seen, view), *_unnumbered_lines(seen, view))


def moves_asked_for(seen: Seen, view: View, group: str) -> tuple[str, ...]:
    """Return the lines about a group of legal actions, or about all of them. Raise ValueError for an unknown group."""
    return view.some_moves(seen, group) if group and view.some_moves is not None else all_move_lines(seen, view)


def _unnumbered_lines(seen: Seen, view: View) -> Iterator[str]:
    """Yield lines about the legal actions without numbers. Actions with the same effect share a line."""
    listed = view.list_moves(seen)
    if listed.way_to_type:  # the notes name all parts that these actions are made of
        return
    by_effect: dict[str, list[str]] = {}
    for action in seen.legal:
        if action not in listed.numbered:
            by_effect.setdefault(view.effect(seen, action), []).append(str(action))
    for effect, actions in by_effect.items():
        for first in range(0, len(actions), MAX_IN_LINE):
            together = "; ".join(actions[first : first + MAX_IN_LINE])
            yield f"{together}: {effect}" if effect else together


def describe(game: AnyGame, event: Event, names: Sequence[str]) -> Telling:
    """Return the game's own log line for an event."""
    return Telling((game.describe(event, names).strip(),))


def cards_in_words(cards: Sequence[Card]) -> str:
    """Return the cards as a list such as `Red, Blue`, or `nothing` for no cards."""
    return ", ".join(map(str, cards)) or "nothing"


def count_cards(cards: Sequence[Card], kind: str) -> str:
    """Return the number of cards with their kind, such as `1 Single`, `2 Singles` or `0 Singles`."""
    return counted(len(cards), kind, none="0")


def scores_in_words(names: Sequence[str], scores: Sequence[int]) -> str:
    """Return the scores, such as `Ann has 3, Ben has 0`, or `no points yet` if nobody has any."""
    if not any(scores):
        return "no points yet"
    return ", ".join(f"{name} has {score}" for name, score in zip(names, scores, strict=True))


def view_of(game: AnyGame) -> View:
    """Return the view of a game. A game without a view of its own is described by the fields of its state."""
    found: View | None = GAMES.part_of(game.id, "view", "VIEW")
    return generic_view(game) if found is None else found


def generic_view(game: AnyGame) -> View:
    """Return a view that describes each field of the state, for a game without its own view."""
    return View(
        game_id=game.id,
        board=_generic_board,
        hand=_generic_hand,
        tell=partial(describe, game),
        news=_generic_news,
        foretell=_generic_forecast,
    )


def _generic_news(seen: Seen) -> tuple[str, ...]:
    return (*_generic_board(seen), *_generic_hand(seen))


def _generic_forecast(seen: Seen, action: Any) -> tuple[str, ...]:
    events = seen.game.preview(seen.state, action)
    return tuple(f"This would happen: {seen.describe(event)}" for event in events)


_TOLD_ELSEWHERE = ("options", "key", "hands", "turn")
"""The fields of a state that the table leaves out. Other lines describe the turn and the viewer's hand."""


def _generic_board(seen: Seen) -> tuple[str, ...]:
    shown = {name: value for name, value in seen.state._asdict().items() if name not in _TOLD_ELSEWHERE}
    fields = (f"{name.replace('_', ' ').capitalize()}: {_words(value)}." for name, value in shown.items())
    hands = enumerate(getattr(seen.state, "hands", ()))
    return (*fields, *(f"{seen.names[seat]}'s hand: {_words(hand)}." for seat, hand in hands if seat != seen.viewer))


def _generic_hand(seen: Seen) -> tuple[str, ...]:
    hands = getattr(seen.state, "hands", ())
    return (f"Your hand: {_words(hands[seen.viewer])}.",) if hands and seen.viewer is not None else ()


def _words(value: Any) -> str:
    """Return any value of a state in words. Face-down cards are only counted."""
    if isinstance(value, tuple):
        shown = [_words(item) for item in value if not (isinstance(item, Card) and is_hidden(item))]
        hidden = len(value) - len(shown)
        return ", ".join([*shown, f"{hidden} face down"] if hidden else shown) or "none"
    return "none" if value is None else str(value)
