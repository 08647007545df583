"""A ladder: the levels of bots play each other, and are rated by who won. Each module says what it brings."""
