"""Tests of solver.referee.judge."""
