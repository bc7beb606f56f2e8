"""The exact part: cards, rules, positions, the CP-SAT optimiser and the referee. Knows no HTTP and no sentences."""
