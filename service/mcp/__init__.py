"""Tools for agents of language models, over the Model Context Protocol. Each module says what it brings."""
