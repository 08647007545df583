"""The commands of `kiln`, one a module; `service.cli` lists them."""
