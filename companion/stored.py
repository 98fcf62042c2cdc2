"""A sequence whose items lie in the store and are loaded when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, overload

Item = TypeVar("Item")


class Stored(Sequence[Item], Generic[Item]):
    """`length` items, of which `load(first, last)` gives those from index `first` up to before `last`."""

    def __init__(self, length: int, load: Callable[[int, int], list[Item]]) -> None:
        self._length = length
        self._load = load
        self._held: dict[int, Item] = {}

    def keep(self, first: int, items: Sequence[Item]) -> None:
        """Holds items that are at hand already, from index `first` on."""
        self._held.update(enumerate(items, start=first))

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Item]: ...

    def __getitem__(self, index: int | slice) -> Item | Sequence[Item]:
        if isinstance(index, slice):
            wanted = range(*index.indices(self._length))
            self._fetch([i for i in wanted if i not in self._held])
            return [self._held[i] for i in wanted]
        place = index + self._length if index < 0 else index
        if not 0 <= place < self._length:
            raise IndexError(index)
        self._fetch([place] if place not in self._held else [])
        return self._held[place]

    def _fetch(self, missing: list[int]) -> None:
        if missing:
            first = min(missing)
            self.keep(first, self._load(first, max(missing) + 1))
