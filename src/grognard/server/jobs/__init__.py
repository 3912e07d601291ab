"""Work that runs beside requests: analyses, statistics, printing, cleaning up, backups."""
