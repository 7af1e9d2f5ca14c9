"""Live tables: one queue and one task each, over the stored rows."""
