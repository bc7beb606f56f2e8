"""What callers get: answers as JSON, and their schemas."""
