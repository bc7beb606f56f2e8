"""The examples are run."""
