"""Tests of advisor.strength.ranking."""
