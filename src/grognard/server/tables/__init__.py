"""Tables as they are played: one room for each concern, over the tables that are at hand.

A room is a module of functions that take `Tables`, a table, and the guest who acts. Rooms do not know each other.
"""
