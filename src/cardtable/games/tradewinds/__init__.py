"""Everything that shows, plays and teaches Tradewinds: board, view, player, lessons and arrays."""
