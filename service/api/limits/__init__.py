"""How often a client may call."""
