"""Tests of api.http."""
