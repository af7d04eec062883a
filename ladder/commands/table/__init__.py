"""`serai play` with seats that are not processes of ours: one that its author starts, one that a person plays."""
