"""Tests of api.answers."""
