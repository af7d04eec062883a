"""Tadmor (Palmyra: the Bride of the Desert), for 2, 3 or 4 seats."""
