"""Files that commands read and write: logs, backups, and their verification."""
