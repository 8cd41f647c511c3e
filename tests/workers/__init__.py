"""Tests of the workers, against real servers and real processes."""
