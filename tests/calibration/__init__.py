"""Do the figures that answers show come true? Deals of the arena, what was shown and what came, and tables of both."""
