"""The bench: what Gavel reaches on this machine, beside what its peers reach there in the same run."""
