"""Making machine code of the sources."""
