"""Tests of advisor.arena.match."""
