"""Facts become sentences in English, Czech and Slovak."""
