"""The calls as tools of assistants, by the Model Context Protocol; needs the extra `mcp`."""
