"""The whole of Gavel under a state machine: services, store and worker fall over while tables are played."""
