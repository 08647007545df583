"""To see inside of a running service: counts and times, the log, traces."""
