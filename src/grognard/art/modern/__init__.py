"""Soldiers, guns, vehicles and battlefields of 1944."""
