// Asks the browser's reader about every line of standard input; test_browser.py runs it.
//
// Of a word the answer is its tilings, of tiles with blanks between “word”, “prefix” or nothing.
import { readFileSync } from "node:fs";

import { Lexicon } from "../pipeline/javascript/kwg.js";

function answer(lexicon, line) {
  if (!line.includes(" ")) {
    if (!lexicon.has(line)) return "";
    return lexicon
      .tilings(line)
      .map((tiles) => tiles.join(" "))
      .join(" or ");
  }
  const tiles = line.split(" ");
  if (lexicon.has(tiles)) return "word";
  return lexicon.isPrefix(tiles) ? "prefix" : "";
}

const [graph, game] = process.argv.slice(2).map((path) => readFileSync(path));
try {
  const lexicon = new Lexicon(graph, JSON.parse(game));
  const lines = readFileSync(0, "utf8").split("\n");
  process.stdout.write(lines.map((line) => answer(lexicon, line)).join("\n"));
} catch (error) {
  console.error(`${error.name}: ${error.message}`);
  process.exitCode = 2;
}
