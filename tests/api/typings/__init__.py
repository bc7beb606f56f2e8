"""Tests of api.typings."""
