"""The command `serai`: a module for each group of commands. They parse, call one function and print."""
