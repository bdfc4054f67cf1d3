"""The dialog about the ruling that the status line cites."""

from __future__ import annotations

import re
from typing import Any

from cardtable.rooms.kit.goto import ToLesson, ToRules
from cardtable.rooms.kit.response import Goto
from cardtable.table.pages import ruling as ruling_text
from cardtable.tui.screens.app_screen import AppScreen
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.widgets.menu import Item


def ask_about_ruling(screen: AppScreen[Any], game_id: str, ruling: str, about: str) -> None:
    """Show this text in a dialog that offers the keys, the rule that the status line cites, and any lesson on it."""
    from cardtable.lessons.library import lesson_about

    places: dict[str, Goto] = {"ruling": ToRules(game_id, ruling)}
    changed = screen.key_for("rules")
    items = [
        Item("keys", "All keys", key="k", detail="what each key does here"),
        Item("ruling", f"Rule {ruling}", key="r" if changed in ("", "k", "q") else changed, detail=_begin(ruling)),
    ]
    if (found := lesson_about(game_id, ruling)) is not None:
        entry, step = found
        lesson = f"  Lesson {entry.number.lstrip('0')}, step {step + 1}"  # l opens the log elsewhere
        items.append(Item("lesson", lesson, detail=entry.title))
        places["lesson"] = ToLesson(game_id, entry.name, step)

    def answered(answer: str | None) -> None:
        if answer == "keys":
            screen.run_app_action("help")
        elif answer:
            screen.go(places[answer])

    screen.app.push_screen(ChoiceDialog(about, items), answered)


def _begin(number: str) -> str:
    """Return the first sentence of a ruling, which names the ruling's subject."""
    return re.split(r"(?<=[.;:]) ", ruling_text(number))[0].rstrip(".;:")
