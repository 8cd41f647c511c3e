"""Moon Colony Bloodbath: its rules shown by example."""
