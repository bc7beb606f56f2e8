"""The calls behind HTTP and the command: limits, memory of answers, batches, metrics."""
