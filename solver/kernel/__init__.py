"""The second exact method: hands without a table in plain Python, for many questions at once."""
