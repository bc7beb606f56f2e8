"""How many draws a hand is away from a goal."""
