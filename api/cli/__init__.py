"""The `zolik` command."""
