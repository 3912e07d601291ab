"""Background work: analyses, statistics, printing, cleanup and backups."""
