"""The service's calls by URL, one blueprint a group."""
