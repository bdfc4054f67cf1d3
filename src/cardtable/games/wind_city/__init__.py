"""Everything that shows, plays and teaches Wind City: board, view, player, lessons and arrays."""
