"""Tests of records: export, reading, verifying, replay."""
