"""Tests of solver.model.rules: a file a family, and for each rule three turns beside it."""
