"""What guests do at tables: one module for each concern, working on the tables in memory.

Most functions take the `TableRegistry`, a table, and the guest who acts.
"""
