"""Disputes: filed by a seat, heard in sealed statements, ruled by a judge or a panel, appealed once (rules TB-D…)."""
