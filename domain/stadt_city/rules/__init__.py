"""The rules, each group in a file of its own, and the flow of a round that goes on until somebody is asked."""
