"""The service and the `zolik` command."""
