"""The logic of each place that a player can open, without its appearance. The app and plain mode share it.

A *room* (`kit/command.py`) has *commands*. A command returns a *response*, which a front end carries out. Some
responses name the next place to open (`kit/goto.py`), and the navigator of each front end opens that place.
"""
