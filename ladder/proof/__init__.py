"""Hidden information, proved: what a seat is sent does not depend on what it may not know."""
