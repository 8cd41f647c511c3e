"""Tests of the read models' folds."""
