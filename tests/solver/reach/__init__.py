"""Tests of solver.reach.question."""
