"""Who may do what: owners, their tokens and roles, the arena's limits, and how a client finds and trusts an arena."""
