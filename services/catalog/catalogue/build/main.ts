import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip, gunzipSync } from 'node:zlib';
import {
  type CatalogueGame,
  type CatalogueHeader,
  catalogueFormat,
  readCatalogue,
} from '../../src/catalogue/catalogue-file.ts';
import { checkGames } from './check-games.ts';
import { mergeGames, withIds } from './merge-games.ts';
import { readCurated } from './read-curated.ts';
import { readMame } from './read-mame.ts';
import type { SourceGame } from './source-game.ts';

/**
 * `npm run catalogue` builds catalogue.jsonl.gz from the curated list, the result of `npm run catalogue -- wikidata`,
 * and MAME's software lists (Debian's package mame-data).
 */
const folder = join(import.meta.dirname, '..');
const file = join(folder, 'catalogue.jsonl.gz');
const wikidataFile = join(folder, 'wikidata.jsonl.gz');
const mameLists = process.env.MAME_HASH_DIR ?? '/usr/share/games/mame/hash';

const [command] = process.argv.slice(2);
if (command === 'wikidata') {
  const { fetchWikidata } = await import('./wikidata/fetch-wikidata.ts');
  await fetchWikidata(wikidataFile, process.argv.slice(3));
} else {
  await build();
}

async function build(): Promise<void> {
  const curated = readCurated(join(folder, 'curated'));
  const sources = [curated, wikidata(), readMame(mameLists)];
  const games = withIds(mergeGames(sources), await before());
  const faults = checkGames(games);
  if (faults.length > 0) throw new Error(`The catalogue has impossible facts:\n${faults.slice(0, 50).join('\n')}`);
  const version = new Date().toISOString().slice(0, 10);
  const header: CatalogueHeader = { format: catalogueFormat, version, games: games.length };
  const lines = [header, ...games.map(withoutEmpty)].map((line) => `${JSON.stringify(line)}\n`);
  await pipeline(Readable.from(lines), createGzip({ level: constants.Z_BEST_COMPRESSION }), createWriteStream(file));
  console.log(
    `${games.length} games: ${sources.map((source) => source.length).join(' + ')} of curated, Wikidata, MAME.`,
  );
}

function wikidata(): SourceGame[] {
  if (!existsSync(wikidataFile)) return [];
  const lines = gunzipSync(readFileSync(wikidataFile)).toString().split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as SourceGame);
}

/** Returns the games of the previous file. */
async function before(): Promise<CatalogueGame[]> {
  if (!existsSync(file)) return [];
  const games: CatalogueGame[] = [];
  for await (const line of readCatalogue(file)) if ('id' in line) games.push(line);
  return games;
}

function withoutEmpty(game: CatalogueGame): Partial<CatalogueGame> {
  const known = Object.entries(game).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value !== 0));
  return Object.fromEntries(known);
}
