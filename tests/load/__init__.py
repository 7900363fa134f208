"""A club under load: live games, idle games, processes and PostgreSQL killed. `make load`, docs/operations.md."""
