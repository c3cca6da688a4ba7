"""The exports say the same words as the list, tile by tile."""

from __future__ import annotations

import bz2
import hashlib
import json
import os
import resource
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import export_readers
from conftest import SOURCES
from slovarica import Lexicon
from slovarica.cli import main
from slovarica.curated import ENTRY_FILES
from slovarica.export import FORMATS, export

PAGES = Path(__file__).parents[1] / "pipeline" / "formats"
SLOVARICA = Path(sys.executable).parent / "slovarica"


@pytest.fixture(scope="session")
def exported(folder: Path, report: object, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every export of the build."""
    out = tmp_path_factory.mktemp("export")
    for name in FORMATS:
        export(folder, name, out)
    return out


@pytest.fixture(scope="session")
def words(folder: Path, report: object) -> list[str]:
    """The words as tiles with blanks between, in tile order."""
    return (folder / "tiles.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", export_readers.READERS)
def test_every_format_has_the_words_of_the_list_tile_by_tile(
    name: str, exported: Path, words: list[str]
) -> None:
    read = list(export_readers.READERS[name](exported))
    if name == "scrabble3d":  # wants the order of code points
        read.sort()
        words = sorted(words)
    assert [pair for pair in zip(read, words, strict=True) if pair[0] != pair[1]][:5] == []
    found = set(read)
    assert {"i n j e k c i j a", "n a d ž i v j e t i", "i n j e k t i r a nj e"} <= found
    assert not {"i nj e k c i j a", "n a dž i v j e t i", "i nj e k t i r a nj e"} & found


def test_macondo_reads_tiles_from_text_the_longest_name_first(exported: Path) -> None:
    rows = [line.split(",") for line in (exported / "slovarica.csv").read_text().splitlines()]
    numbers = {row[0]: number for number, row in enumerate(rows)}

    def read(text: str) -> list[int]:
        tiles = []
        while text:
            longest = max((name for name in numbers if text.startswith(name)), key=len)
            tiles.append(numbers[longest])
            text = text[len(longest) :]
        return tiles

    assert rows[0] == ["?", "2", "0", "0"]
    assert sum(int(quantity) for _, quantity, _, _ in rows) == 105
    assert [name for name, _, _, vowel in rows if vowel == "1"] == ["A", "E", "I", "O", "U"]
    assert len(read("INJEKCIJA")) == 9
    assert len(read("K[LJ]UČ")) == 4
    assert read("[DŽ]E[NJ]E") == [numbers[name] for name in ("[DŽ]", "E", "[NJ]", "E")]


def test_wolges_has_the_same_tiles_and_reads_the_text_export(exported: Path) -> None:
    rows = [line.split() for line in (exported / "slovarica.alphabet.txt").read_text().splitlines()]
    letters = [line.split(",") for line in (exported / "slovarica.csv").read_text().splitlines()]
    assert [[row[0], *row[2:5]] for row in rows] == letters
    names: dict[str, int] = {}
    for number, row in enumerate(rows):
        label, blank, _, _, _, *more = row
        aliases = more[1 : 1 + int(more[0])]
        small = more[2 + int(more[0]) :]
        assert len(small) == int(more[1 + int(more[0])])
        names |= dict.fromkeys((label, blank, *aliases, *small), number)
    text = (exported / "slovarica.txt").read_text(encoding="utf-8")
    assert set(text) - {"\n"} <= set(names)


def test_the_gaddag_reaches_every_word_from_each_of_its_tiles(
    folder: Path, lexicon: Lexicon, tmp_path: Path
) -> None:
    laid = ["ad", "injekcija", "injekt", "iǌe", "kǉuč", "kǉučni", "oǆak"]
    _build_of(laid, folder, tmp_path / "build")
    arguments = ["--gaddag", "--build", str(tmp_path / "build"), "--out", str(tmp_path)]
    run = CliRunner().invoke(main, ["export", "kwg", *arguments])
    assert run.exit_code == 0, run.output
    graph = (tmp_path / "slovarica.kwg").read_bytes()
    nodes = [int.from_bytes(graph[at : at + 4], "little") for at in range(0, len(graph), 4)]
    codes = {number: tile.code for number, tile in enumerate(lexicon.alphabet.tiles, 1)}
    codes[0] = "@"

    def below(node: int, before: str) -> list[str]:
        found = []
        while True:
            path = before + codes[nodes[node] >> 24]
            found += [path] if nodes[node] >> 23 & 1 else []
            child = nodes[node] & 0x3FFFFF
            found += below(child, path) if child else []
            if nodes[node] >> 22 & 1:
                return found
            node += 1

    expected = [word[::-1] for word in laid]
    expected += [
        f"{word[:place][::-1]}@{word[place:]}" for word in laid for place in range(1, len(word))
    ]
    assert Counter(below(nodes[1] & 0x3FFFFF, "")) == Counter(expected)
    assert sorted(below(nodes[0] & 0x3FFFFF, "")) == sorted(laid)


def _build_of(words: list[str], folder: Path, out: Path) -> None:
    """The build in `folder` with a word list of its own, in tile order."""
    out.mkdir()
    for name in ("bag.json", "manifest.json"):
        (out / name).write_bytes((folder / name).read_bytes())
    manifest = json.loads((out / "manifest.json").read_bytes())
    content = bz2.compress("".join(f"0{word}\n" for word in words).encode())
    (out / "wordlist.front.bz2").write_bytes(content)
    manifest["artefacts"]["wordlist.front.bz2"]["sha256"] = hashlib.sha256(content).hexdigest()
    (out / "manifest.json").write_text(json.dumps(manifest))


def test_quackle_finds_words_as_it_searches(exported: Path) -> None:
    """Its search begins in node 1 and goes from sibling to sibling until the last child."""
    content = (exported / "slovarica.dawg").read_bytes()
    begin = content.index("Ž ".encode(), content.index(b"Z ")) + len("Ž ".encode())
    nodes = content[begin:]
    encode = _quackle_encoder(exported)

    def finds(word: bytes) -> bool:
        node = 1
        for place, letter in enumerate(word):
            while nodes[7 * node + 3] & 63 != letter - 5:
                if nodes[7 * node + 3] & 64:
                    return False
                node += 1
            if place == len(word) - 1:
                return any(nodes[7 * node + 4 : 7 * node + 7])
            node = int.from_bytes(nodes[7 * node : 7 * node + 3], "big")
            if node == 0:
                return False
        return False

    assert all(map(finds, map(encode, ("INJEKCIJA", "K|LJ|UČ", "NADŽIVJETI", "AD"))))
    assert not any(map(finds, map(encode, ("I|NJ|EKCIJA", "KLJUČ", "NA|DŽ|IVJETI", "KLJU", "Ž"))))


def test_the_dawg_has_the_count_and_the_hash_that_quackle_makes(
    exported: Path, words: list[str]
) -> None:
    content = (exported / "slovarica.dawg").read_bytes()
    encode = _quackle_encoder(exported)
    names = {tile: f"|{tile}|" for tile in ("dž", "lj", "nj")}
    combined = 0
    for word in words:
        spelt = "".join(names.get(tile, tile) for tile in word.split(" ")).upper()
        combined ^= int.from_bytes(hashlib.md5(encode(spelt)).digest(), "big")
    assert content[1:17] == combined.to_bytes(16, "big")
    assert int.from_bytes(content[17:20], "big") == len(words)


def _quackle_encoder(exported: Path) -> Callable[[str], bytes]:
    """Text to letters as Quackle does it: a tile ends as soon as what was read is one."""
    lines = (exported / "slovarica.quackle_alphabet").read_text(encoding="utf-8").splitlines()
    *tiles, blank = [line.split("\t") for line in lines]
    assert blank == ["blank", "0", "2"]
    assert sum(int(count) for _, _, _, count, _ in tiles) == 103
    letters = {text: number for number, (text, *_) in enumerate(tiles, 5)}

    def encode(word: str) -> bytes:
        encoded = []
        read = ""
        for letter in word:
            read += letter
            if read in letters:
                encoded.append(letters[read])
                read = ""
        assert not read
        return bytes(encoded)

    return encode


def test_scrabble3d_is_told_all_it_reads(exported: Path) -> None:
    path = exported / "slovarica.dic"
    sections = export_readers.scrabble3d_sections(path)
    header = dict(line.split("=", 1) for line in sections["Header"])
    assert path.read_bytes().startswith(b"[Header]")
    assert list(sections) == ["Header", "Categories", "Replace", "Words"]
    assert header["Version"] == "1000"  # 0.1.0
    assert header["Licence"] == "LGPL-2.1-or-later"
    assert sections["Replace"] == ["Ǆ=DŽ", "Ǉ=LJ", "Ǌ=NJ"]
    letters, values, counts = (header[key].split(",") for key in ("Letters", "Values", "Counts"))
    assert len(letters) == len(values) == len(counts) == 30
    assert sum(map(int, counts)) == 103
    assert dict(zip(letters, values, strict=True))["Ǆ"] == "10"
    words = [line.partition("=")[0] for line in sections["Words"]]
    assert words == sorted(words)
    assert set("".join(words)) == set(letters)


def test_scrabble3d_tells_the_sources_apart(exported: Path) -> None:
    sections = export_readers.scrabble3d_sections(exported / "slovarica.dic")
    assert sections["Categories"] == ["1=hr_HR", "2=bs_BA"]
    by_category = defaultdict(set)
    for line in sections["Words"]:
        word, _, category = line.partition("=;")
        by_category[category].add(word.lower())
    for code, letters in (("ǆ", "dž"), ("ǉ", "lj"), ("ǌ", "nj")):
        for number, found in by_category.items():
            by_category[number] = {word.replace(code, letters) for word in found}
    sources = defaultdict(set)
    for row in (exported / "slovarica.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        word, _, _, source = row.split("\t")
        sources[word].add(source)
    by_hand = {word for word, names in sources.items() if names <= {"additions", "two_tile"}}
    assert by_hand
    assert by_hand <= by_category[""]
    in_hr, in_bs = _lemmas("hr_HR"), _lemmas("bs_BA")
    # A lemma stands in the list as it stands in the source, so it is in its category at least.
    # (A decision by hand can take the entry of one source out.)
    decided = {lemma for file in ENTRY_FILES for lemma in _decided(file)}
    assert not (in_hr & by_category["2"]) - decided
    assert not (in_bs & by_category["1"]) - decided
    assert len(in_hr & in_bs & by_category[""]) > 10_000


def _decided(file: str) -> set[str]:
    lines = (SOURCES / "curated" / file).read_text(encoding="utf-8").splitlines()
    entries = (line.partition("\t")[0] for line in lines if not line.startswith("#"))
    return {entry.partition("/")[0] for entry in entries}


def _lemmas(source: str) -> set[str]:
    path = SOURCES / "hunspell" / source
    settings = path.with_suffix(".aff").read_text(encoding="latin-1")
    encoding = settings.partition("SET ")[2].split()[0]
    lines = path.with_suffix(".dic").read_text(encoding=encoding).splitlines()
    return {line.partition("/")[0] for line in lines[1:]}


def test_every_row_of_the_table_names_a_lemma_of_its_source(exported: Path) -> None:
    lemmas = {source: _lemmas(source) for source in ("hr_HR", "bs_BA")}
    lemmas["additions"] = _decided("additions.tsv")
    lemmas["two_tile"] = _decided("two_tile.tsv")
    rows = (exported / "slovarica.tsv").read_text(encoding="utf-8").splitlines()
    assert rows[0] == "word\ttiles\tlemma\tsource"
    assert len(set(rows)) == len(rows)
    for row in rows[1:]:
        word, tiles, lemma, source = row.split("\t")
        assert tiles.replace(" ", "") == word
        assert lemma in lemmas[source]
    assert "injekcija\ti n j e k c i j a\tinjekcija\tbs_BA" in rows
    assert "ključevima\tk lj u č e v i m a\tključ\thr_HR" in rows


def test_json_has_the_bag_of_the_rules(exported: Path, words: list[str]) -> None:
    game = json.loads((exported / "slovarica.json").read_bytes())
    assert game["words"] == len(words)
    assert game["board_width"] == 15
    assert game["blanks"] + sum(tile["count"] for tile in game["tiles"]) == 105
    assert [tile["number"] for tile in game["tiles"]] == list(range(1, 31))
    tiles = {tile["tile"]: tile for tile in game["tiles"]}
    assert (tiles["DŽ"]["code"], tiles["DŽ"]["points"], tiles["DŽ"]["split"]) == ("ǆ", 10, True)
    assert (tiles["LJ"]["code"], tiles["LJ"]["points"], tiles["LJ"]["split"]) == ("ǉ", 5, False)


def test_every_format_has_a_page() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == set(FORMATS)


@pytest.mark.parametrize("name", ["scrabble3d", "tsv"])
def test_neither_hash_order_nor_threads_show_in_the_bytes(
    name: str, folder: Path, exported: Path, tmp_path: Path
) -> None:
    subprocess.run(
        [SLOVARICA, "export", name, "--build", folder, "--out", tmp_path],
        env={**os.environ, "PYTHONHASHSEED": "7", "POLARS_MAX_THREADS": "1"},
        check=True,
    )
    (path,) = tmp_path.iterdir()
    assert path.read_bytes() == (exported / path.name).read_bytes()


def test_a_disk_that_takes_no_more_leaves_nothing_behind(
    folder: Path, report: object, tmp_path: Path
) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))

    (tmp_path / "slovarica.txt").write_text("kept")
    run = subprocess.run(
        [SLOVARICA, "export", "text", "--build", folder, "--out", tmp_path],
        preexec_fn=limit,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 2
    assert run.stderr.splitlines()[-1].startswith(f"slovarica: {tmp_path}: cannot be written")
    assert "Traceback" not in run.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["slovarica.txt"]
    assert (tmp_path / "slovarica.txt").read_text() == "kept"


def test_a_damaged_build_is_not_exported(folder: Path, report: object, tmp_path: Path) -> None:
    build = tmp_path / "build"
    build.mkdir()
    for path in folder.iterdir():
        (build / path.name).symlink_to(path)
    (build / "lexicon.kwg").unlink()
    (build / "lexicon.kwg").write_bytes((folder / "lexicon.kwg").read_bytes()[:-4])
    for name in ("kwg", "quackle"):
        run = CliRunner().invoke(
            main, ["export", name, "--build", str(build), "--out", str(tmp_path / "out")]
        )
        assert run.exit_code == 2
        assert "lexicon.kwg: is damaged" in run.output
        assert not (tmp_path / "out").exists()


def test_the_command_names_what_it_wrote(folder: Path, report: object, tmp_path: Path) -> None:
    arguments = ["--build", str(folder), "--out", str(tmp_path)]
    run = CliRunner().invoke(main, ["export", "quackle", *arguments])
    assert run.exit_code == 0
    assert run.output.split() == [
        str(tmp_path / "slovarica.dawg"),
        str(tmp_path / "slovarica.quackle_alphabet"),
    ]
    run = CliRunner().invoke(main, ["export", "text", "--gaddag", *arguments])
    assert run.exit_code == 2
    assert "--gaddag goes with kwg" in run.output
