"""How the compiled engine is made: the same source, with its records written out, goes through mypyc."""
