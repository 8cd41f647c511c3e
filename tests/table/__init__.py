"""Tests of the rules that every game shares."""
