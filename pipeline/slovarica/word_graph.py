"""The word graph: words as a minimal acyclic graph over tiles, and its file.

Prefix tree and graph are made of nodes in the sense of the file: a tile, whether a word ends with
it, the first node of what may follow it, and its next sibling. Two nodes are the same if all four
are. Interned from the leaves to the root, only the nodes of the minimal graph remain, and lists of
siblings that merely end alike have that end in common. `kwg` describes the file and reads it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from slovarica import kwg
from slovarica.errors import SlovaricaError

Tiles = NDArray[np.uint8]
Numbers = NDArray[np.int64]

# A node as one number, for interning: tile (8 bits), accepts (1), child (27), next (27). Twice the
# nodes of the largest file fit in 23 bits, so that the limit is met by the layout, not here.
_TILE, _ACCEPTS, _CHILD = 55, 54, 27
_REFERENCE = (1 << 27) - 1


def build_word_graph(tiles: Tiles) -> bytes:
    """Return the .kwg file with the forward graph of words.

    `tiles` has one row a word: its tiles as numbers from 1 in the edition's order, filled up with
    0 (`tile_matrix.tile_matrix` makes it); the rows are sorted and distinct. There is no reversed
    graph: node 1 has no child. Raises SlovaricaError for more nodes than the format can number.
    """
    nodes = _Nodes()
    lengths = (tiles != 0).sum(axis=1)
    root, _ = _intern(nodes, tiles, lengths, np.zeros_like(lengths))
    return _layout(nodes, [(root, len(nodes.keys))])


def build_gaddag(tiles: Tiles) -> bytes:
    """Return the .kwg file with the forward graph and, behind it, the reversed prefixes (GADDAG).

    For a word w1…wn the second graph has wn…w1 and, for every i below n, wi…w1, the separator
    (tile 0) and w(i+1)…wn; what follows a separator is a list of the forward graph (Gordon 1994,
    in the form that wolges gave it). Input and error as for `build_word_graph`, with one word at
    least; the forward half is the same.
    """
    nodes = _Nodes()
    lengths = (tiles != 0).sum(axis=1)
    root, prefixes = _intern(nodes, tiles, lengths, np.zeros_like(lengths))
    forward = len(nodes.keys)
    reversed_root, _ = _intern(nodes, *_reversed_paths(tiles, lengths, prefixes))
    return _layout(nodes, [(root, forward), (reversed_root, len(nodes.keys))])


class _Nodes:
    """The distinct nodes so far. Their numbers count from 1 as they come; 0 is no node.

    `keys` holds the nodes by number, `_sorted` in ascending order with `_numbers` beside it.
    """

    def __init__(self) -> None:
        self.keys = np.zeros(1, np.int64)
        self._sorted = np.zeros(0, np.int64)
        self._numbers = np.zeros(0, np.int64)

    def intern(self, keys: Numbers) -> Numbers:
        """Return the numbers of the nodes with these keys; those not yet seen get new ones."""
        distinct, inverse = np.unique(keys, return_inverse=True)
        place = np.searchsorted(self._sorted, distinct)
        seen = np.append(self._sorted, -1)[place] == distinct
        fresh = distinct[~seen]
        numbers = np.append(self._numbers, 0)[place]
        numbers[~seen] = np.arange(len(self.keys), len(self.keys) + len(fresh))
        self.keys = np.append(self.keys, fresh)
        self._sorted = np.insert(self._sorted, place[~seen], fresh)
        self._numbers = np.insert(self._numbers, place[~seen], numbers[~seen])
        return numbers[inverse]


def _intern(
    nodes: _Nodes, paths: Tiles, lengths: Numbers, arcs: Numbers
) -> tuple[int, list[tuple[int, Numbers, Numbers]]]:
    """Intern the prefix tree of sorted, distinct paths.

    A path has its tiles in a row of `paths`, their number in `lengths`. A word ends with it, or,
    if `arcs` names a node, the path goes on there. Returns the first node at the root, and the
    prefixes that something follows: for each length, the first path with each prefix and the first
    node of what follows it.
    """
    columns = np.ascontiguousarray(paths.T)
    # How many tiles each path shares with the one before it. It brings in the longer prefixes.
    shared = np.zeros(len(paths) + 1, np.int64)
    same = np.logical_and.accumulate(columns[:, 1:] == columns[:, :-1], axis=0).sum(axis=0)
    shared[1:-1] = np.minimum(same, np.minimum(lengths[1:], lengths[:-1]))
    before = np.append(0, lengths)
    prefixes = []
    lists = np.zeros(0, np.int64)
    for depth in range(len(columns), 0, -1):
        first = np.flatnonzero((shared[:-1] < depth) & (depth <= lengths))
        last = lengths[first] == depth
        child = np.where(last, arcs[first], 0)
        child[~last | (shared[first + 1] >= depth)] = lists
        accepts = last & (arcs[first] == 0)
        keys = columns[depth - 1, first].astype(np.int64) << _TILE
        keys |= accepts.astype(np.int64) << _ACCEPTS | child << _CHILD
        begins = (shared[first] < depth - 1) | (before[first] < depth)
        lists = _intern_siblings(nodes, keys, begins)
        prefixes.append((depth, first[child != 0], child[child != 0]))
    return (int(lists[0]) if len(lists) else 0), prefixes


def _intern_siblings(nodes: _Nodes, keys: Numbers, begins: NDArray[np.bool_]) -> Numbers:
    """Intern lists of siblings, each from its end; return the number of the first of each list.

    `keys` are the nodes without their next, list after list; `begins` marks the first ones.
    """
    starts = np.flatnonzero(begins)
    sizes = np.diff(starts, append=len(keys))
    from_end = np.repeat(starts + sizes - 1, sizes) - np.arange(len(keys))
    order = np.argsort(from_end, kind="stable")
    numbers = np.zeros(len(keys) + 1, np.int64)
    for rows in np.split(order, np.cumsum(np.bincount(from_end))[:-1]):
        following = np.where(from_end[rows] == 0, 0, numbers[rows + 1])
        numbers[rows] = nodes.intern(keys[rows] | following)
    return numbers[starts]


def _reversed_paths(
    tiles: Tiles, lengths: Numbers, prefixes: list[tuple[int, Numbers, Numbers]]
) -> tuple[Tiles, Numbers, Numbers]:
    """Return the paths of the GADDAG that begin in its root, sorted, as `_intern` takes them.

    These are the words reversed, and the prefixes reversed with the separator behind them; the
    arcs of the latter are the nodes of the forward graph that follow the prefix.
    """
    parts = []
    for length in range(1, tiles.shape[1] + 1):
        words = np.flatnonzero(lengths == length)
        parts.append((length, words, length, np.zeros(len(words), np.int64)))
    parts += [(length, first, length + 1, child) for length, first, child in prefixes]
    paths = np.zeros((sum(len(rows) for _, rows, _, _ in parts), tiles.shape[1]), np.uint8)
    filled = 0
    for length, rows, _, _ in parts:
        paths[filled : filled + len(rows), :length] = tiles[rows, length - 1 :: -1]
        filled += len(rows)
    of_paths = np.concatenate([np.full(len(rows), whole) for _, rows, whole, _ in parts])
    arcs = np.concatenate([child for _, _, _, child in parts])
    # The separator is 0 as the filler is: of two paths with the same tiles the longer has it.
    order = np.lexsort((of_paths, *paths.T[::-1]))
    return paths[order], of_paths[order], arcs[order]


def _layout(nodes: _Nodes, halves: list[tuple[int, int]]) -> bytes:
    """Return the file: the two root nodes, then the lists of each half, those near its root first.

    A half is the number of the first node at its root, and the number behind its last node. A list
    that is the end of another one of the half needs no place of its own.
    """
    tile, accepts = nodes.keys >> _TILE, nodes.keys >> _ACCEPTS & 1
    child, following = nodes.keys >> _CHILD & _REFERENCE, nodes.keys & _REFERENCE
    address = np.zeros(len(nodes.keys), np.int64)
    laid = np.zeros(0, np.int64)
    begin = 1
    for _, end in halves:
        heads = np.setdiff1d(np.arange(begin, end), following[begin:end])[::-1]
        lists = [heads]
        while lists[-1].any():
            lists.append(following[lists[-1]])
        places = np.stack(lists, axis=1)
        laid = np.append(laid, places[places != 0])
        # The first place of a node counts, so that the forward half never refers to the other.
        address[laid[::-1]] = np.arange(len(laid) + kwg.ROOTS, kwg.ROOTS, -1) - 1
        begin = end
    if len(laid) + kwg.ROOTS > kwg.MAX_NODES:
        raise SlovaricaError(
            f"the word graph: has {len(laid) + kwg.ROOTS} nodes, but a .kwg file numbers at most "
            f"{kwg.MAX_NODES}; take fewer words, or leave out the GADDAG"
        )
    file = np.zeros(kwg.ROOTS + len(laid), kwg.NODE)
    file[: kwg.ROOTS] = kwg.IS_END
    for place, (root, _) in enumerate(halves):
        file[place] |= address[root]
    file[kwg.ROOTS :] = (tile << kwg.TILE_SHIFT | address[child])[laid]
    file[kwg.ROOTS :][accepts[laid] == 1] |= kwg.ACCEPTS
    file[kwg.ROOTS :][following[laid] == 0] |= kwg.IS_END
    return file.tobytes()
