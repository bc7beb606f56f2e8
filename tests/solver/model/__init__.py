"""Tests of solver.model."""
