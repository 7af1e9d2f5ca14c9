"""Reminders to those who are away: to their browsers, and by mail."""
