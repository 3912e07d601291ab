"""The network's side of the server: connections, limits, logs, live streams, files for pages."""
