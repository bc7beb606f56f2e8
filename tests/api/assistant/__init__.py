"""Tests of the tools of assistants."""
