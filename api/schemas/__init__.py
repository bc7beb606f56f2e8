"""What requests may hold and what answers hold: strict fields, request schemas, and JSON Schemas of the answers."""
