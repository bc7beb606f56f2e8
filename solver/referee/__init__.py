"""The referee: replays a turn action by action and names the clause that a wrong one breaks."""
