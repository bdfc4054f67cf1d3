"""The logic of each place where a player can be, shared by the app and plain mode, without its appearance.

A *room* (`command.py`) has *commands*; a command returns a *response*, which a front end carries out.  Some responses
say where to go next (`goto.py`); the navigator of each front end opens those places.
"""
