"""Tests of api.cli.main."""
