"""The layout of a .kwg file, the Kurnia Word Graph (pipeline/formats/kwg.md), and its reader."""

from __future__ import annotations

import numpy as np

# One node: tile (bits 31-24), accepts (23), is-end (22), index of the child list (21-0).
NODE = np.dtype("<u4")
TILE_SHIFT = 24
ACCEPTS = 1 << 23
IS_END = 1 << 22
ARC = IS_END - 1
MAX_NODES = 1 << 22  # that 22 bits can number
ROOTS = 2  # node 0 leads to the forward graph, node 1 to the reversed prefixes
SEPARATOR = 0  # the tile between the reversed and the forward part of a path
