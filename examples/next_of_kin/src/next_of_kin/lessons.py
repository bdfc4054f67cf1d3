"""What the lessons on Next of Kin can measure and point at."""

from __future__ import annotations

from cardtable.lessons.teaching import Metric, PlayedAction, PointingZone, Teaching
from next_of_kin.model import Play
from next_of_kin.rules import count_kin


def _count_fitting(played: PlayedAction) -> int:
    action, hand = played.action, played.after.hands[played.seat]
    return count_kin(action.card, hand) if isinstance(action, Play) else 0


TEACHING = Teaching(
    measures={"fitting": Metric("cards of yours that could be played on it", _count_fitting)},
    zones={"pile": PointingZone("pile", 1), "hands": PointingZone("hands", 2, owned="card")},
)
