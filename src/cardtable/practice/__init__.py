"""Practice: reviews of games, exercises from mistakes, and progress."""
