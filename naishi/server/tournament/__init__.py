"""Pure tournament logic: pairings and standings.

Nothing here is stored, nor tells the time.
"""
