"""The commands that start Gavel and play on it, run as real processes."""
