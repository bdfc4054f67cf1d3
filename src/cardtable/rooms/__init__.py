"""What is decided in each place where a player can be, for the app and plain mode alike, and not how it looks."""
