"""Whatever is killed, cut off or hung while tournaments run, what comes out is the same: ./dev chaos."""
