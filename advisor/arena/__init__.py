"""Programs play whole deals against each other; the only place that sees hidden cards."""
