"""The steps of the tables as Alembic takes them, for PostgreSQL."""
