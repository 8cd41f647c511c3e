"""The rules, each group in a file of its own, and the resolver that works through the seats' stacks."""
