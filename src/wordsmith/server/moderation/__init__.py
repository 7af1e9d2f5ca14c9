"""Keeping the peace: what was reported, what is done about it, by whom, and with which right."""
