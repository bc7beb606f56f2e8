"""The rule sets as data: parameters, the five presets, and where each value comes from."""
