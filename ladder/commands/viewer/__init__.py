"""The viewer of `serai replay show` on a terminal."""
