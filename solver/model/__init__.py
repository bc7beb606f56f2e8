"""The CP-SAT model of one turn: its variables, rules and objective, and the turns read from its solutions."""
