"""Everything that shows, plays and teaches Rummy-like: board, view, player, lessons and arrays."""
