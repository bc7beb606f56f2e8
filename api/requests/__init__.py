"""What callers may ask: the fields of requests, read strictly."""
