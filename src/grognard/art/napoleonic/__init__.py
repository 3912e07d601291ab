"""Soldiers on foot and on horseback, and guns, of the time of Napoleon."""
