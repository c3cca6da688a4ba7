"""The picture of the letters: how often each tile occurs, and how the bag answers to that."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from slovarica.bag import Bag
from slovarica.errors import SlovaricaError
from slovarica.letters import Letters

FORMATS = (".svg", ".png")
BAR, MARK, INK, PAPER, WOOD, EDGE = "#9db8c9", "#b3412e", "#2b2b2b", "#fbfaf7", "#f0d9a8", "#b9975b"
# Drawn paths show Č and Đ wherever the file is opened; a fixed salt makes the same ids every time.
SETTINGS: Any = {"svg.fonttype": "path", "svg.hashsalt": "slovarica", "font.family": "DejaVu Sans"}


def plot_letters(letters: Letters, bag: Bag, what: str, path: Path) -> None:
    """Draw the tiles in order of their share, with the bag's counts and points, into a file.

    `what` says over which words was measured; the file's name ends in .svg or .png. The same
    letters give the same bytes. Raises SlovaricaError for another ending, for a bag of other
    letters, and when the file cannot be written; then it is as it was.
    """
    if path.suffix.lower() not in FORMATS:
        raise SlovaricaError(f"{path}: a plot is an SVG or a PNG; end its name in .svg or .png")
    misfit = bag.misfit(letters.alphabet)
    if misfit:
        raise SlovaricaError(f"{bag.title}: {misfit}; choose a bag of the same letters")
    content = io.BytesIO()
    with mpl.rc_context(SETTINGS):
        figure = _figure(letters, bag, what)
        kind = path.suffix[1:].lower()
        metadata = {"Date": None} if kind == "svg" else {}
        figure.savefig(content, format=kind, dpi=160, metadata=metadata)
    scratch = path.with_name(f".{path.name}-{os.getpid()}")
    try:
        scratch.write_bytes(content.getvalue())
        scratch.replace(path)
    except OSError as error:
        scratch.unlink(missing_ok=True)
        raise SlovaricaError(
            f"{path}: cannot be written ({error.strerror}); name a file in a folder that can be"
        ) from None


def _figure(letters: Letters, bag: Bag, what: str) -> Figure:
    order = np.argsort(-letters.share, kind="stable")
    names = [letters.names[place] for place in order]
    share = 100 * letters.share[order]
    in_bag = 100 * np.array([bag.counts[name] for name in names]) / bag.lettered
    places = range(len(names))
    figure = Figure(figsize=(13, 6.5), facecolor=PAPER)
    axes = figure.add_axes((0.05, 0.15, 0.94, 0.69), facecolor=PAPER)
    axes.bar(places, share, width=0.7, color=BAR, label=f"share of all letters in {what}")
    axes.vlines(places, share, in_bag, color=MARK, linewidth=1.5)
    axes.plot(
        places, in_bag, "o", color=MARK, markersize=15, label="share of the bag, with the count"
    )
    for place, name, height in zip(places, names, in_bag, strict=True):
        count = str(bag.counts[name])
        axes.text(place, height, count, color=PAPER, fontsize=9, ha="center", va="center_baseline")
    axes.set_ylim(0, 1.08 * max(share.max(), in_bag.max()))
    axes.yaxis.set_major_formatter("{x:g} %")
    axes.tick_params(length=0, colors=INK)
    axes.tick_params(axis="x", labelbottom=False)
    axes.grid(axis="y", color="#e3e0d8")
    axes.set_axisbelow(True)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.legend(loc="upper right", frameon=False, fontsize=12, labelcolor=INK, labelspacing=0.9)
    strip = figure.add_axes((0.05, 0.05, 0.94, 0.09))
    strip.axis("off")
    strip.set_aspect("equal")
    strip.set_ylim(-0.55, 0.55)
    for place, name in enumerate(names):
        _draw_tile(strip, place, name, bag.points[name])
    for part in (axes, strip):
        part.set_xlim(-0.6, len(names) - 0.4)
    figure.text(0.012, 0.93, f"The letters of {bag.title}", fontsize=21, color=INK)
    below = "The tiles with their points, the commonest first. Above each, how often it occurs."
    figure.text(0.012, 0.885, below, fontsize=12, color=INK)
    return figure


def _draw_tile(axes: Axes, place: int, name: str, points: int) -> None:
    """Draw a wooden tile with its letters and, small, its points."""
    box = FancyBboxPatch(
        (place - 0.42, -0.42),
        0.84,
        0.84,
        boxstyle="round,pad=0,rounding_size=0.12",
        facecolor=WOOD,
        edgecolor=EDGE,
        linewidth=1,
    )
    axes.add_patch(box)
    size = 14 if len(name) == 1 else 10
    axes.text(place - 0.07, -0.09, name, fontsize=size, color=INK, ha="center", va="baseline")
    axes.text(place + 0.37, -0.37, str(points), fontsize=7.5, color=INK, ha="right", va="baseline")
