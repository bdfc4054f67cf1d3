"""What is decided in each place where a player can be, for the app and plain mode alike, and not how it looks.

A *room* (`command.py`) has *commands*; a command returns a *response*, which a front end carries out.  Some responses
say where to go next (`goto.py`); the navigator of each front end opens those places.
"""
