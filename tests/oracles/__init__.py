"""Tests of oracles."""
