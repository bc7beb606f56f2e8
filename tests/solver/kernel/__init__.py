"""Tests of solver.kernel.hand."""
