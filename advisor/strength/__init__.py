"""The whole turn by what it is expected to come to at the end of the deal."""
