"""What the game is made of: cards, melds, positions, actions, and how they are written."""
