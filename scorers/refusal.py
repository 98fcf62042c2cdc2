"""The one exception for something that was asked for and can't be done."""

from __future__ import annotations

from scorers.text import Text


class Refusal(ValueError):  # noqa: N818 - the word of the product
    """What was asked is refused: `kind` is a short stable word for programs, `text` a sentence for people.

    The sentence says what was asked, which limit or rule it met, and what would be accepted.
    """

    def __init__(self, kind: str, text: Text) -> None:
        super().__init__(str(text))
        self.kind = kind
        self.text = text
