"""Everything that shows, plays and teaches Clash: board, view, player, lessons and arrays."""
