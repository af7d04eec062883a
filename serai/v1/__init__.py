"""Version 1 of the wire: generated code, never edited by hand."""
