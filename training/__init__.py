"""What is learned from games, and how: every file of weights has a script here that makes it again."""
