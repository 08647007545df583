"""Kiln as an environment to learn in; `service.environment.kiln` has it. Each module says what it brings."""
