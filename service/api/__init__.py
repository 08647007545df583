"""HTTP: reading and checking requests, writing answers."""
