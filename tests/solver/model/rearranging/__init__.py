"""Tests of solver.model.rearranging."""
