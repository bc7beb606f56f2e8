"""Tests of api.requests."""
