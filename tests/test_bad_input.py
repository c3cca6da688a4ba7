"""A fault in an input or an artefact is one line with status 2, and leaves all as it was.

Each row damages the small edition in one place, and says what the line must name.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from shell import Answer, slovarica
from slovarica.artefacts import describe
from slovarica.curated import COLUMNS
from small_edition import record, write_small_edition

AFF, DIC = "hunspell/xx.aff", "hunspell/xx.dic"
RECORDS, EDITION = "hunspell/sources.toml", "editions/slovarica.toml"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small edition with its build, for tests to copy."""
    project = tmp_path_factory.mktemp("small")
    write_small_edition(project)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(project)
        assert slovarica("build").status == 0
    return project


@pytest.fixture
def project(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the small edition and its build, as the present folder."""
    folder = tmp_path / "project"
    shutil.copytree(built, folder)
    monkeypatch.chdir(folder)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def fault(*arguments: str | Path) -> str:
    """The one line that a command says, which must end with status 2 and print nothing else."""
    return only_line(slovarica(*arguments))


def fault_of_check(word: str) -> str:
    """The same of a check, which writes to the standard output of a process."""
    command = Path(sys.executable).with_name("slovarica")
    ended = subprocess.run([command, "check", word], capture_output=True, text=True, check=False)
    return only_line(Answer(ended.returncode, ended.stdout, ended.stderr))


def only_line(answer: Answer) -> str:
    assert (answer.status, answer.stdout) == (2, ""), answer
    line = answer.stderr.removesuffix("\n")
    assert line.startswith("slovarica: ")
    assert "\n" not in line
    return line


def refused_build(project: Path, *said: str) -> None:
    """A build must fail, say these things, and leave the former build as it was."""
    before = contents(project / "build")
    line = fault("build")
    for text in said:
        assert text in line
    assert contents(project / "build") == before


def change(path: Path, old: str, new: str | bytes) -> None:
    """Put `new` in the place of `old`, which must be there."""
    content = path.read_bytes()
    assert old.encode() in content
    new = new if isinstance(new, bytes) else new.encode()
    path.write_bytes(content.replace(old.encode(), new, 1))


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("SFX A 0 a [^a]", "SFX A 0", 3, "rule 1 of 2 of “SFX A Y 2” (line 2)"),
        ("SFX A 0 a [^a]", "SFX B 0 a [^a]", 3, "rule 1 of 2"),
        ("SFX A 0 a [^a]", "PFX A 0 a [^a]", 3, "rule 1 of 2"),
        ("SFX A 0 a [^a]\n", "", 4, "rule 2 of 2"),
        ("SFX A Y 2", "SFX A Y 3", 5, "rule 3 of 3"),
        ("SFX A Y 2", "SFX A Y 1", 4, "an earlier header counts too few"),
        ("SFX A Y 2", "SFX A Y 0", 2, "no affix header"),
        ("SFX A Y 2", "SFX A Y two", 2, "no affix header"),
        ("SFX A Y 2", "SFX A Y 99999999999", 5, "rule 3 of 99999999999"),
        ("SFX A Y 2", "SFX A Q 2", 2, "no affix header"),
        ("SFX A Y 2", "SFX A Y", 2, "no affix header"),
        ("SFX A Y 2", "SFX", 2, "no affix header"),
        ("PFX P Y 1", "PFX P Y 2", 7, "rule 2 of 2"),
        ("[^a]", "[^a", 3, "“[^a” has a set that is empty or not closed"),
        ("[^a]", "[]", 3, "“[]” has a set"),
        ("[^a]", "[^]", 3, "“[^]” has a set"),
        ("[^a]", "a]", 3, "“a]” has a set"),
        ("[^a]", "[[a]", 3, "“[[a]” has a set"),
        ("[^a]", "[^ a]", 3, "“[^” has a set"),
        ("SFX A 0 a", b"SFX A 0 \xff", 3, "byte 0xFF is not utf-8"),
        ("[^a]", b"[^\xff]", 3, "byte 0xFF is not utf-8"),
        ("SFX A 0", b"SFX A \xff", 3, "byte 0xFF is not utf-8"),
        ("UTF-8", "UTF-9", 1, "SET UTF-9 is no encoding"),
        ("UTF-8", "UTF-16", 1, "SET UTF-16 is no encoding"),
        ("UTF-8", "hex", 1, "SET hex is no encoding"),
        ("SET UTF-8", "SET", 1, "SET stands without its value"),
        ("SET UTF-8", "SET UTF-8\nFLAG short", 2, "write long, num or UTF-8"),
        ("SET UTF-8", "SET UTF-8\nFLAG", 2, "FLAG stands without its value"),
        ("SET UTF-8", "SET UTF-8\nFLAG long", 3, "odd length"),
        ("SET UTF-8", "SET UTF-8\nFLAG num", 3, "not numbers"),
        ("SET UTF-8", "SET UTF-8\nAF many", 2, "AF must give the number of its rows"),
        ("SET UTF-8", "SET UTF-8\nAF 2\nAF A", 4, "the AF table ends after 1 of 2 rows"),
        ("SET UTF-8", "SET UTF-8\nAF 1\nAF", 3, "the AF table ends after 0 of 1 rows"),
        ("SET UTF-8", "SET UTF-8\nNEEDAFFIX", 2, "NEEDAFFIX names no flag"),
        ("SET UTF-8", "SET UTF-8\nIGNORE", 2, "IGNORE stands without its value"),
        ("SET UTF-8", b"SET UTF-8\nIGNORE \xff", 2, "byte 0xFF is not utf-8"),
        ("SET UTF-8", "SET UTF-8\nCOMPLEXPREFIXES", 2, "COMPLEXPREFIXES"),
        ("SET UTF-8", "SET UTF-8\nCOMPOUNDRULE 1\nCOMPOUNDRULE (A", 3, "without its “)”"),
        ("[^a]", "[^\0a]", 3, "holds a NUL byte"),
    ],
)
def test_a_malformed_aff_file_is_refused_at_its_line(
    project: Path, old: str, new: str | bytes, line: int, said: str
) -> None:
    change(project / "sources" / AFF, old, new)
    record(project / "sources")
    refused_build(project, f"xx.aff:{line}: ", said)


@pytest.mark.parametrize(
    ("aff", "where", "said"),
    [
        ("SET UTF-8\nCOMPOUNDFLAG A", "xx.dic:2: ", "carries A, declared as COMPOUNDFLAG"),
        (
            "SET UTF-8\nCOMPOUNDRULE 1\nCOMPOUNDRULE P*",
            "xx.dic:5: ",
            "compounding is not supported",
        ),
        ("SET UTF-8\nAF 1\nAF A", "xx.dic:2: ", "“A” is no row of the AF table (1 to 1)"),
    ],
)
def test_an_entry_that_the_aff_file_leaves_no_sense_is_refused_at_its_line(
    project: Path, aff: str, where: str, said: str
) -> None:
    change(project / "sources" / AFF, "SET UTF-8", aff)
    record(project / "sources")
    refused_build(project, where, said)


def test_a_compound_flag_that_a_rule_hands_on_is_refused(project: Path) -> None:
    change(project / "sources" / AFF, "SET UTF-8", "SET UTF-8\nCOMPOUNDEND Z")
    change(project / "sources" / AFF, "SFX A 0 a", "SFX A 0 a/Z")
    record(project / "sources")
    refused_build(project, "xx.aff:4: carries Z, declared as COMPOUNDEND in xx.aff:2")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "xx.dic:1: the first line must be the number of entries"),
        (b"konj/A\nkos\n", "xx.dic:1: the first line must be the number of entries"),
        (b"0\nkonj\n", "xx.dic:1: the first line must be the number of entries"),
        (b"\n6\nkonj\n", "xx.dic:1: the first line must be the number of entries"),
        (b"2\nkonj\nko\xb9ut\n", "xx.dic:3: byte 0xB9 is not utf-8, which SET in xx.aff names"),
        (b"2\nkonj\nko\0s\n", "xx.dic:3: holds a NUL byte"),
        ("2\nkonj\n".encode("utf-16"), "xx.dic:1: holds a NUL byte"),
        (bytes(range(256)) * 40, "xx.dic:1: holds a NUL byte"),
    ],
)
def test_a_malformed_dic_file_is_refused_at_its_line(
    project: Path, content: bytes, said: str
) -> None:
    (project / "sources" / DIC).write_bytes(content)
    record(project / "sources")
    refused_build(project, said)


def test_binary_garbage_is_no_aff_file(project: Path) -> None:
    (project / "sources" / AFF).write_bytes(bytes(range(256)) * 40)
    record(project / "sources")
    refused_build(project, "xx.aff:1: holds a NUL byte")


@pytest.mark.parametrize("name", [AFF, DIC])
def test_a_source_that_is_not_the_recorded_one_stops_the_build(project: Path, name: str) -> None:
    path = project / "sources" / name
    whole = path.read_bytes()
    for content in (whole[:-5], whole + b"\n", b"", whole.replace(b"A", b"B")):
        path.write_bytes(content)
        refused_build(project, str(path), "SHA-256", "slovarica sources --accept xx")
    path.unlink()
    refused_build(project, str(path), "No such file", "restore it")
    path.mkdir()
    refused_build(project, str(path), "Is a directory", "restore it")


def test_flags_that_no_rule_defines_are_a_warning_with_their_count(project: Path) -> None:
    change(project / "sources" / DIC, "lj\n", "lj/Q\n")
    change(project / "sources" / DIC, "os\n", "os/Q\n")
    record(project / "sources")
    answer = slovarica("build")
    assert answer.status == 0
    assert answer.stderr == (
        "warning: xx.dic:4: the flag “Q” is defined by no rule of xx.aff; it is without effect in "
        "2 entries\n"
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "sources.toml has no source “xx”"),
        ("[xx\n", "cannot be read"),
        ("xx = 3\n", "write [xx]"),
        ('[xx]\nversion = "1"\n', "see to origin, licence"),
        (b"\xff", "cannot be read"),
    ],
)
def test_malformed_records_of_the_sources_are_refused(
    project: Path, content: str | bytes, said: str
) -> None:
    content = content if isinstance(content, bytes) else content.encode()
    (project / "sources" / RECORDS).write_bytes(content)
    refused_build(project, "sources.toml", said)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"Small"', "Small", "is no valid TOML"),
        ('title = "Small"\n', "", "“title” must be a text"),
        ('"Small"', "3", "“title” must be a text"),
        ('["xx"]', '"xx"', "“sources” must be a list"),
        ('["xx"]', "[3]", "“sources” must be a list of texts"),
        ('["xx"]', "[]", "at least one source"),
        ('["xx"]', '["xx", "xx"]', "none twice"),
        ('["xx"]', '["yy"]', "no source “yy”"),
        ('"curated"', '"elsewhere"', "elsewhere/units.tsv: cannot be read"),
        ("min_tiles = 2", 'min_tiles = "2"', "“min_tiles” must be a whole number"),
        ("min_tiles = 2", "min_tiles = 0", "1 ≤ min_tiles ≤ max_tiles"),
        ("min_tiles = 2", "min_tiles = 16", "1 ≤ min_tiles ≤ max_tiles"),
        ("max_tiles = 15", "max_tiles = 15.5", "“max_tiles” must be a whole number"),
        ("max_tiles = 15", "max_tiles = true", "“max_tiles” must be a whole number"),
        ("max_tiles = 15", "max_tiles = 37", "max_tiles ≤ 36"),
        ("blanks = 0", "blanks = -1", "no negative number of blanks"),
        ("blanks = 0", "blanks = 0\nblank = 2", "“blank” is no setting"),
        ("blanks = 0", "blanks = 0\nprefixes = [3]", "“prefixes” must be a list of texts"),
        ("blanks = 0", "blanks = 0\nlookalikes = { c = 3 }", "“lookalikes.c” must be a list"),
        ("tiles = [", "tile = [", "“tile” is no setting"),
        ('{ tile = "A", count = 1, points = 1 }', '"A"', "tile 1: must be a table"),
        ('tile = "A"', 'tile = "a"', "tile 1: “a” must be capital letters"),
        ('tile = "A"', 'tile = ""', "tile 1: “” must be capital letters"),
        ('tile = "A"', 'tile = "]"', "tile 1: “]” must be capital letters"),
        ('tile = "A"', 'tile = "G"', "no two may have the same name or code"),
        ('"ǌ"', '"ǉ"', "no two may have the same name or code"),
        ('"ǌ"', '"nj"', "tile 7: “NJ” must have a “code” of one letter"),
        ('code = "ǌ", ', "", "tile 7: “NJ” must have a “code” of one letter"),
        ("split = true", "split = 1", "tile 7: “split” must be true or false"),
        ("split = true", "splitt = true", "tile 7: “splitt” is no setting"),
        ('tile = "A",', 'tile = "A", split = true,', "tile 1: “A” is not two letters to split"),
        ("count = 1", "count = -1", "tile 1: “A” has a negative number"),
        ("count = 1", 'count = "1"', "tile 1: “count” must be a whole number"),
        (", points = 1", "", "tile 1: “points” must be a whole number"),
        ('"K", count = 1', '"K", count = 0', "no K, which 8 words need (such as konjugat)"),
        ('tile = "O"', 'tile = "Q"', "no form is a word"),
    ],
)
def test_a_malformed_edition_is_refused_at_its_key(
    project: Path, old: str, new: str, said: str
) -> None:
    change(project / "sources" / EDITION, old, new)
    refused_build(project, said)


def test_an_unreadable_edition_is_refused(project: Path) -> None:
    path = project / "sources" / EDITION
    path.write_bytes(b"title = \xff")
    refused_build(project, f"{path}: cannot be read")
    path.unlink()
    path.mkdir()
    refused_build(project, f"{path}: cannot be read")
    path.rmdir()
    refused_build(project, "there is no edition “slovarica”; known editions: none")


@pytest.mark.parametrize("name", ["nix", "", "../hunspell/sources", "a\0b"])
def test_an_unknown_edition_is_told_the_known_ones(project: Path, name: str) -> None:
    assert "known editions: slovarica" in fault("build", "--edition", name)


@pytest.mark.parametrize("name", COLUMNS)
def test_a_decision_file_without_its_header_is_refused(project: Path, name: str) -> None:
    path = project / "sources" / "curated" / name
    path.write_bytes(b"")
    refused_build(project, f"{path}: has no header")
    path.write_bytes(b"\0\xff" * 100)
    refused_build(project, f"{path}:1: is not UTF-8")
    path.unlink()
    path.mkdir()
    refused_build(project, f"{path}: cannot be read")


@pytest.mark.parametrize("word", ["kos", "k o", "OS", "qw", "o"])
def test_the_two_tile_list_accepts_no_word_but_of_two_tiles(project: Path, word: str) -> None:
    with (project / "sources" / "curated" / "two_tile.tsv").open("a", encoding="utf-8") as file:
        file.write(f"{word}\taccept\t-\t-\tno reason\tno evidence\n")
    refused_build(project, f"two_tile.tsv:2: “{word}” is not two tiles")


def write_nothing(path: Path, content: bytes) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_leaves_the_former_build(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = 0
    write = Path.write_bytes

    def write_some(path: Path, content: bytes) -> int:
        nonlocal written
        written += 1
        return write(path, content) if written < 5 else write_nothing(path, content)

    monkeypatch.setattr(Path, "write_bytes", write_some)
    refused_build(project, "cannot be written (No space left on device)", "--out")
    assert written == 5


def test_a_full_disk_leaves_no_first_build(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "write_bytes", write_nothing)
    assert "No space left on device" in fault("build", "--out", project / "new")
    assert list((project / "new").iterdir()) == []


def test_a_folder_that_cannot_be_written_is_told(project: Path) -> None:
    (project / "file").touch()
    for out in (project / "file", project / "file" / "below"):
        assert f"{out}: cannot be written" in fault("build", "--out", out)


Damage = Callable[[Path], object]


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


def flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("damage", [Path.unlink, truncated, flipped, as_folder])
@pytest.mark.parametrize("name", ["lexicon.marisa", "bag.json", "refused.marisa"])
def test_a_damaged_artefact_is_told_and_how_to_make_it_again(
    project: Path, name: str, damage: Damage
) -> None:
    path = project / "build" / "slovarica" / name
    damage(path)
    line = fault_of_check("lj")  # a refused form, which asks both tries
    assert str(path) in line
    assert "make the build again with “slovarica build”" in line


def test_an_artefact_of_another_build_is_refused(project: Path) -> None:
    first = (project / "build" / "slovarica" / "lexicon.marisa").read_bytes()
    change(project / "sources" / DIC, "kos/AP", "nos/AP")
    record(project / "sources")
    assert slovarica("build").status == 0
    (project / "build" / "slovarica" / "lexicon.marisa").write_bytes(first)
    assert "from another build" in fault_of_check("nos")


def test_what_is_no_trie_is_refused_whatever_the_manifest_says(project: Path) -> None:
    build = project / "build" / "slovarica"
    manifest = json.loads((build / "manifest.json").read_bytes())
    for content in (b"", b"We love Marisa.\0", (build / "lexicon.marisa").read_bytes()[:-20]):
        (build / "lexicon.marisa").write_bytes(content)
        manifest["artefacts"]["lexicon.marisa"] = describe(content)
        (build / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
        assert "lexicon.marisa: is no trie" in fault_of_check("kosa")


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "3",
        "null",
        "[" * 100_000,
        '{"format": 0}',
        '{"format": 1}',
        '{"format": 1, "artefacts": []}',
        '{"format": 1, "artefacts": {"bag.json": 3}}',
    ],
)
def test_a_manifest_of_another_kind_is_refused(project: Path, content: str) -> None:
    (project / "build" / "slovarica" / "manifest.json").write_text(content, encoding="utf-8")
    assert "make the build again with “slovarica build”" in fault_of_check("kosa")


def test_expand_tells_faults_as_the_build_does(project: Path) -> None:
    aff, dic = project / "sources" / AFF, project / "sources" / DIC
    change(aff, "[^a]", "[^a")
    assert "xx.aff:3: " in fault("expand", aff, dic)
    assert "name an existing .aff file" in fault("expand", project / "no.aff", dic)
    assert "name an existing .aff file" in fault("expand", project, dic)
    change(aff, "[^a", "[^a]")
    assert "name an existing .dic file" in fault("expand", aff, project / "no.dic")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["build", "--out", ""], "the path is empty"),
        (["check", "--build", "", "a"], "the path is empty"),
        (["export", "text", "--out", ""], "the path is empty"),
        (["find", "--extends", ""], "--extends is empty"),
        (["find", "--rack", " "], "--rack is empty"),
        (["find", "--pattern", ""], "--pattern is empty"),
    ],
)
def test_what_is_empty_is_refused(project: Path, arguments: list[str], said: str) -> None:
    before = contents(project)
    assert said in fault(*arguments)
    assert contents(project) == before


def test_what_a_killed_build_left_behind_goes_with_the_next_one(project: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        gone.wait()
    build = project / "build" / "slovarica"
    ours = build / f".building-{os.getppid()}"
    for left in (build / f".building-{gone.pid}", ours):
        left.mkdir()
    assert slovarica("build").status == 0
    assert [path.name for path in build.glob(".building-*")] == [ours.name]


def test_a_flag_may_be_any_byte_and_a_flag_that_is_no_number_has_no_rule(tmp_path: Path) -> None:
    def expanded() -> tuple[str, str]:
        command = Path(sys.executable).with_name("slovarica")
        pair = (tmp_path / "x.aff", tmp_path / "x.dic")
        ended = subprocess.run([command, "expand", *pair], capture_output=True, check=True)
        return ended.stdout.decode(), ended.stderr.decode()

    (tmp_path / "x.aff").write_bytes(b"SET UTF-8\nSFX \xff Y 1\nSFX \xff 0 a .\n")
    (tmp_path / "x.dic").write_bytes(b"1\ngrad/\xff\n")
    assert expanded() == ("grad\ngrada\n", "")
    (tmp_path / "x.aff").write_text("SET UTF-8\nFLAG num\nSFX 1 Y 1\nSFX 1 0 a .\n")
    (tmp_path / "x.dic").write_text("1\ngrad/1,x\n")
    forms, warning = expanded()
    assert forms == "grad\ngrada\n"
    assert "the flag “0” is defined by no rule" in warning
