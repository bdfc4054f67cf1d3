"""The dialog about the ruling that the status line cites."""

from __future__ import annotations

from typing import Any

from cardtable.tui.app_screen import AppScreen
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.widgets.menu import Item


def ask_about_ruling(screen: AppScreen[Any], game_id: str, ruling: str, about: str) -> None:
    """Show a text, and offer the keys, the rule that the status line cites, and the lesson that teaches it, if any."""
    from cardtable.lessons.library import lesson_about

    actions = {"keys": "help", "ruling": f"rules({game_id!r}, {ruling!r})"}
    changed = screen.key_for("rules")
    items = [
        Item("keys", "All keys", key="k"),
        Item("ruling", f"Rule {ruling}", key="r" if changed in ("", "k", "l", "q") else changed),
    ]
    if (found := lesson_about(game_id, ruling)) is not None:
        entry, step = found
        items.append(Item("lesson", f"Lesson {entry.number.lstrip('0')}, step {step + 1}", key="l"))
        actions["lesson"] = f"lesson({game_id!r}, {entry.name!r}, {step})"

    def answered(answer: str | None) -> None:
        if answer:
            screen.run_app_action(actions[answer])

    screen.app.push_screen(ChoiceDialog(about, items), answered)
