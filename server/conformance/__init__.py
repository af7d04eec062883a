"""The examiner: a scripted referee that puts a bot through everything the protocol and the rules may ask of it."""
