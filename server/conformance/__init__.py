"""Conformance checks: a scripted referee tries on a bot everything the protocol and the rules may ask of it."""
