"""Tables as they are played: one module for each concern, over the tables in memory.

A module has functions that take `TableRegistry`, a table, and the guest who acts. Modules do not know each other.
"""
