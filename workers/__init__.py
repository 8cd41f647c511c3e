"""What keeps the read models at the head: jobs woken by moves, and the sweeper that misses nothing."""
