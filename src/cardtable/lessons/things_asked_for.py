"""The things that a question asks a learner to point at, and things like them."""

from __future__ import annotations

from cardtable.engine.place import Place
from cardtable.lessons.places import is_empty, thing_at
from cardtable.lessons.walkthrough import Walkthrough


class ThingsAskedFor:
    """The right answers to the current step of a lesson, which asks for places."""

    def __init__(self, walk: Walkthrough) -> None:
        self._teaching, self._view = walk.situation.teaching, walk.seen.state
        self._right = {thing_at(self._teaching, self._view, place) for place in walk.right_places}
        self._kinds = {type(thing) for thing in self._right}
        self._zones = {place.zone for place in walk.right_places}

    def rank(self, place: Place) -> int:
        """Rank a place at which to start pointing: low for things like those asked for, high for right answers."""
        thing = thing_at(self._teaching, self._view, place)
        is_bad = thing in self._right or is_empty(self._teaching, self._view, place)
        return 4 * is_bad + 2 * (type(thing) not in self._kinds) + (place.zone not in self._zones)

    def are_like(self, place: Place) -> bool:
        """Return whether a place shows a thing of a kind asked for, such as a TriCard, right or wrong."""
        thing = thing_at(self._teaching, self._view, place)
        is_thing = not is_empty(self._teaching, self._view, place)
        return thing in self._right or (type(thing) in self._kinds and is_thing)
