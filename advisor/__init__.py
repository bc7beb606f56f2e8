"""Analyses built on the solver: plans, reasons, words, scores, looking ahead. Knows no HTTP."""
