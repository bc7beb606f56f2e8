"""Tests of solver.rules.profile."""
