"""Golden files of the stored form: a landed name, field or byte never changes (service/docs/record.md)."""
