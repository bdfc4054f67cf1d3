"""Everything that shows, plays and teaches Exit Stage Right: board, view, player, lessons and arrays."""
