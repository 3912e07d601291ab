"""Napoleonic soldiers on foot and on horseback, and guns."""
