"""Values of the game as plain JSON objects, for the answers."""
