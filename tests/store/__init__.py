"""The store: one contract for every server it may run on."""
