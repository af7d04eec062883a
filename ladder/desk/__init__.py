"""What stands beneath the commands: operations on a store, asked for here or at an arena."""
