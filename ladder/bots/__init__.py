"""Bots as folders, versions and archives."""
