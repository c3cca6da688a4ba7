/**
 * The word graph in a browser: whether a word counts, and how it is laid.
 *
 * An ES module without dependencies. It reads `lexicon.kwg` with the alphabet that
 * `slovarica export json` writes; pipeline/formats/kwg.md states the layout.
 */

const TILE = 24; // the tile of a node is in the bits from this one on
const ACCEPTS = 1 << 23; // a word ends with this node
const LAST = 1 << 22; // it has no further sibling
const CHILD = (1 << 22) - 1; // the first node of what may follow it; 0 if nothing may

/** The words of a game. A canonical word in it is as in slovarica/tiles.py: one code a tile. */
export class Lexicon {
  #nodes;
  #numbers = new Map(); // code of a tile → its number in the graph
  #names = new Map(); // → as printed
  #splits = new Map(); // → its letters, if they may be tiles each
  #digraphs; // [letters, code] of the tiles of several letters, longest first

  /**
   * @param {ArrayBuffer | Uint8Array} bytes the content of a .kwg file
   * @param {object} game what `slovarica export json` wrote of the same build
   * @throws {Error} if either is damaged or something else, or they are of different builds
   */
  constructor(bytes, game) {
    if (!Array.isArray(game?.tiles) || !(game.board_width > 0)) {
      throw new Error("the alphabet is not what “slovarica export json” writes; fetch it again");
    }
    for (const { number, tile, code, split } of game.tiles) {
      this.#numbers.set(code, number);
      this.#names.set(code, tile);
      if (split) this.#splits.set(code, tile.toLowerCase());
    }
    this.#digraphs = game.tiles
      .map(({ tile, code }) => [tile.toLowerCase(), code])
      .filter(([letters]) => letters.length > 1)
      .sort(([a], [b]) => b.length - a.length);
    this.#nodes = readNodes(bytes);
    verify(this.#nodes, game);
  }

  /**
   * Whether it is a word.
   *
   * @param {string | string[]} word a spelling, in any case and Unicode normal form, with digraphs
   *   as letters or as one code point; or tiles, as ["K", "LJ", "U", "Č"]
   */
  has(word) {
    return this.#readings(word).some(({ accepted }) => accepted);
  }

  /**
   * The ways to lay a word, each a list of tiles as printed: nearly always one, none if it is no
   * word. The words themselves say where NJ or DŽ is one tile and where two.
   *
   * @param {string | string[]} word as for `has`
   * @returns {string[][]}
   */
  tilings(word) {
    return this.#readings(word)
      .filter(({ accepted }) => accepted)
      .map(({ canonical }) => Array.from(canonical, (code) => this.#names.get(code)));
  }

  /**
   * Whether a word begins with these tiles. A word begins with itself.
   *
   * @param {string | string[]} word as for `has`
   */
  isPrefix(word) {
    return this.#readings(word).length > 0;
  }

  /** The readings of a word of which every beginning is in the graph. */
  #readings(word) {
    let readings = [{ canonical: "", list: this.#nodes[0] & CHILD, accepted: false }];
    for (const choices of this.#choices(word)) {
      const longer = [];
      for (const reading of readings) {
        for (const codes of choices) {
          const next = this.#follow(reading, codes);
          if (next !== null) longer.push(next);
        }
      }
      readings = longer;
      if (readings.length === 0) break;
    }
    return readings;
  }

  /** For each tile, every digraph taken as one, the codes that may be laid there. */
  #choices(word) {
    if (!Array.isArray(word)) {
      return Array.from(this.#join(word), (code) =>
        this.#splits.has(code) ? [code, this.#splits.get(code)] : [code],
      );
    }
    return word.map((tile) => [this.#join(tile)].filter((code) => this.#numbers.has(code)));
  }

  /** A spelling composed and in small letters, with every digraph as one tile. */
  #join(spelling) {
    let joined = spelling.normalize("NFC").toLowerCase();
    for (const [letters, code] of this.#digraphs) joined = joined.replaceAll(code, letters);
    for (const [letters, code] of this.#digraphs) joined = joined.replaceAll(letters, code);
    return joined;
  }

  /** A reading with more tiles behind it, or null if no word begins so. */
  #follow({ canonical, list, accepted }, codes) {
    const nodes = this.#nodes;
    for (const code of codes) {
      const tile = this.#numbers.get(code);
      let node = list;
      if (node === 0) return null;
      while (nodes[node] >>> TILE !== tile) {
        if (nodes[node] & LAST) return null;
        node += 1;
      }
      list = nodes[node] & CHILD;
      accepted = (nodes[node] & ACCEPTS) !== 0;
    }
    return { canonical: canonical + codes, list, accepted };
  }
}

/** The nodes of a file: 32-bit numbers, the least significant byte first. */
function readNodes(bytes) {
  const view = ArrayBuffer.isView(bytes)
    ? new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new DataView(bytes);
  if (view.byteLength === 0 || view.byteLength % 4 !== 0) {
    throw new Error(`the word graph is cut off at ${view.byteLength} bytes; fetch it again`);
  }
  const nodes = new Uint32Array(view.byteLength / 4);
  for (let node = 0; node < nodes.length; node += 1) nodes[node] = view.getUint32(4 * node, true);
  return nodes;
}

/**
 * Go through the forward graph and count its words, so that no lookup meets anything odd.
 *
 * It goes by the length of beginnings, and notes how many of them lead to each list of siblings: a
 * loop shows as a word longer than the board is wide.
 *
 * @throws {Error} if it is not the graph of the game's words
 */
function verify(nodes, game) {
  const fault = (what) => new Error(`the word graph is damaged or foreign: ${what}; fetch it again`);
  let lists = new Map([[nodes[0] & CHILD, 1]]);
  let words = 0;
  for (let length = 1; lists.size > 0; length += 1) {
    if (length > game.board_width) throw fault("a word is longer than the board is wide");
    const following = new Map();
    for (const [first, ways] of lists) {
      let before = 0;
      for (let node = first; ; node += 1) {
        if (node >= nodes.length) throw fault(`there is no node ${node}`);
        const tile = nodes[node] >>> TILE;
        if (tile <= before || tile > game.tiles.length) throw fault(`tile ${tile} in node ${node}`);
        before = tile;
        if (nodes[node] & ACCEPTS) words += ways;
        const child = nodes[node] & CHILD;
        if (child !== 0) following.set(child, (following.get(child) ?? 0) + ways);
        if (nodes[node] & LAST) break;
      }
    }
    lists = following;
  }
  if (words !== game.words) throw fault(`it has ${words} words, not ${game.words}`);
}
