"""Golden files of the stored form: a landed name, field or byte never changes (format.md)."""
