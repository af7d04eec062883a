"""The public Python package of Serai: what a bot imports."""
