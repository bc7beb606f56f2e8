"""Tests of api.service.service."""
