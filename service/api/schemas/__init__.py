"""What goes in and out, as the contract describes it."""
