"""What the game promises of its words: accepted, refused for a reason, laid so."""

from __future__ import annotations

import pytest

from slovarica import Lexicon

# Words of every kind, the examples of the rules and names of units among them.
ACCEPTED = """
ključ injekcija nadživjeti riječ riječi riječima igra igrati stalak pločica džoker bodovi tabla
kuća kuće kući kuću kućo kućom kućama voda vode vodi čovjek čovječe ljudi ljudima žena ženo djeca
djece mačka mački psi psima grad gradovi gradovima gradonačelnik more brdo nebo zemlja sunce mjesec
ići idem ideš idući išao išla pisati pišem pišući napisavši čitati čitam čitao budem budući biti
bolji bolje najbolji najbolje najljepša ljepši loše loši moguće vruće moje naše svježe tuđe riđe
hemija kemija historija povijest opšti opći sedmica tjedan hljeb kruh fudbal nogomet avion zrakoplov
merak sevdah ćevap komšija avlija džezva fildžan čaršija sokak đak đubre njuška ljubav ljubavi
krv brz vrt trn smrt čvrst prst vrh grm hm pst brr
metar metra ar ara arom amper ampera tona tone om dam ha bar as mol gram litra volt
mostar drvar jajce vojvodina margareta varićak tesla kipić kolčić gavranić pačić ford mercedes
amazonka beduin
abazija aerobat arnika
konjunkcija konjunkcije konjunktivitis konjunktivitisa zamrzavati zamrzavam zamrzavao predstavljati
asimilacija azaleja asimetrični dragocjenost bruto
uf au iš nje nju ad ah do na od po za iz ja mi ti on mu ne ni bi da de ej eh
indijanac kosovac molotovljev talmudski semitski platonski
"""

REFUSED: dict[str, str] = {
    "capitalised": "zagreb sarajevo bosna ana ivan abdić unesco",
    "proper-noun": "gundulićev platon vidovdan talmud interpol drakula",
    "unit-symbol": "cm kg km kn mm dm hl mg min sec dkg",
    "abbreviation": "npr itd tzv dipl inž str nkv sss html eprom eproma epromom epromima",
    "roman-numeral": "ii iii viii",
    "removed": """konjukcija konjukcijama konjuktivitis pretstavljati pretstavljam asimilicija
        azeleja asimterični dragocijenost dragocijenosti brutto boljo najboljo ljepšo vrućo
        čovječjo lošo
        tci tče du""",
    "single-tile": "b lj nj dž",
    "too-long": "kontrarevolucionarnima konjunktivitisom",
    "punctuation": "e-mail",
    "unknown": "xyzzy qwert secer kljuc ww",
}

# Split: in·jekc, kon·jug, kon·junkt, nad·živ, od·živ, pod·žanr … at the boundary and nowhere else.
TILES = {
    "ključ": "K LJ U Č",
    "injekcija": "I N J E K C I J A",
    "injekcijama": "I N J E K C I J A M A",
    "injektiranje": "I N J E K T I R A NJ E",
    "injektor": "I N J E K T O R",
    "konjugacija": "K O N J U G A C I J A",
    "konjugiranje": "K O N J U G I R A NJ E",
    "konjunktura": "K O N J U N K T U R A",
    "konjunktiva": "K O N J U N K T I V A",
    "konjunkcija": "K O N J U N K C I J A",
    "izvanjezični": "I Z V A N J E Z I Č N I",
    "nadživjeti": "N A D Ž I V J E T I",
    "nadživljavati": "N A D Ž I V LJ A V A T I",
    "nadživljen": "N A D Ž I V LJ E N",
    "nadžupnik": "N A D Ž U P N I K",
    "odživi": "O D Ž I V I",
    "podžanr": "P O D Ž A N R",
    "podžupan": "P O D Ž U P A N",
    "predživot": "P R E D Ž I V O T",
    "odžak": "O DŽ A K",
    "odžačar": "O DŽ A Č A R",
    "nadžak": "N A DŽ A K",
    "izvanjski": "I Z V A NJ S K I",
    "vanjski": "V A NJ S K I",
    "inje": "I NJ E",
    "konj": "K O NJ",
    "konjanik": "K O NJ A N I K",
    "panj": "P A NJ",
    "jednadžba": "J E D N A DŽ B A",
    "predodžba": "P R E D O DŽ B A",
    "narudžba": "N A R U DŽ B A",
    "udžbenik": "U DŽ B E N I K",
    "promidžba": "P R O M I DŽ B A",
    "budžet": "B U DŽ E T",
    "odžepariti": "O DŽ E P A R I T I",
    "džep": "DŽ E P",
    "njuška": "NJ U Š K A",
    "nje": "NJ E",
    "nju": "NJ U",
    "poljubac": "P O LJ U B A C",
    "daljnji": "D A LJ NJ I",
    "najljepši": "N A J LJ E P Š I",
}


@pytest.mark.parametrize("word", ACCEPTED.split())
def test_counts(lexicon: Lexicon, word: str) -> None:
    assert lexicon.check(word).reason is None
    assert word in lexicon


@pytest.mark.parametrize(
    ("word", "reason"),
    [(word, reason) for reason, words in REFUSED.items() for word in words.split()],
)
def test_does_not_count(lexicon: Lexicon, word: str, reason: str) -> None:
    assert lexicon.check(word).reason == reason
    assert word not in lexicon


@pytest.mark.parametrize(("word", "tiles"), TILES.items())
def test_is_laid(lexicon: Lexicon, word: str, tiles: str) -> None:
    verdict = lexicon.check(word.upper())
    assert [" ".join(tiling) for tiling in verdict.tilings] == [tiles]
    assert lexicon.check_tiles(tiles.split()).accepted


def test_at_least_two_hundred_words_are_promised() -> None:
    refused = sum(len(words.split()) for words in REFUSED.values())
    assert len(set(ACCEPTED.split())) + refused + len(TILES) >= 200
