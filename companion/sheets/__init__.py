"""Sheets to print. They know nothing of games: names, numbers and titles are handed in.

Nothing is imported here, so that only the command that prints pays for loading the PDF library:
`companion.sheets.tags` writes tag sheets, `companion.sheets.fonts` has the paths of the shipped fonts.
"""
