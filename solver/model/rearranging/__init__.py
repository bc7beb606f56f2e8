"""The part of the model that takes table melds apart and builds new ones."""
