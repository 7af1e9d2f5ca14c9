"""Fixtures for every room."""

from tests.databases import database, postgres, postgres_server, sqlite, store

__all__ = ["database", "postgres", "postgres_server", "sqlite", "store"]
