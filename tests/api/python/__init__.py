"""Tests of the package `zolik` as Python programs use it."""
