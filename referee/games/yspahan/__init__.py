"""Yspahan: three weeks of trade in the shops of Isfahan."""
