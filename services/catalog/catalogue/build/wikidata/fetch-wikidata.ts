import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { readItem, videoGame, type WikidataFacts } from '../../../src/providers/wikidata.ts';
import { genres } from '../read-curated.ts';
import type { SourceGame } from '../source-game.ts';

const userAgent = 'Nightshelf/0.1 (catalogue builder of a self-hosted personal game library)';
const sparql = 'https://query.wikidata.org/sparql';
const api = 'https://www.wikidata.org/w/api.php';

/** Items per request, and the pause between requests that Wikidata asks for. */
const itemsAtOnce = 50;
const pauseMs = 1000;

/** Number of wiki articles that gives a game the highest prominence of the curated list. */
const mostArticles = 60;

/**
 * Fetches the games of Wikidata (CC0), or reads them from a file of entities (`--from entities.json[.gz]`, one per
 * line, as in its dumps), and writes the facts that the catalogue uses.
 */
export async function fetchWikidata(target: string, args: readonly string[]): Promise<void> {
  const from = args[0] === '--from' ? args[1] : undefined;
  const items = from === undefined ? fetchedItems() : itemsIn(from);
  const facts: WikidataFacts[] = [];
  const names = new Map<string, string>();
  for await (const item of items) {
    const read = readItem(item);
    if (!read) continue;
    if (read.isGame) facts.push(read);
    else names.set(read.id, read.name);
  }
  if (from === undefined) await nameItems(facts, names);
  const games = facts
    .map((one) => toSourceGame(one, names))
    .filter((game) => game.released !== undefined || game.prominence > 0);
  const lines = games.map((game) => `${JSON.stringify(game)}\n`);
  await pipeline(Readable.from(lines), createGzip({ level: 9 }), createWriteStream(target));
  console.log(`${games.length} games of Wikidata.`);
}

/** The curated list's genres by Wikidata's names for them, and by their own. */
const genresByName = new Map(
  [...genres].flatMap(([genre, names]) => [genre, ...names].map((name) => [name, genre] as const)),
);

function toSourceGame(facts: WikidataFacts, names: ReadonlyMap<string, string>): SourceGame {
  const named = (ids: readonly string[]) => ids.flatMap((id) => names.get(id) ?? []);
  const kinds = named(facts.genres).flatMap((name) => genresByName.get(name) ?? []);
  return {
    name: facts.name,
    aliases: facts.aliases,
    released: facts.released ?? undefined,
    platforms: facts.platforms,
    developers: named(facts.developers).slice(0, 3),
    publishers: named(facts.publishers).slice(0, 3),
    genres: [...new Set(kinds)].slice(0, 4),
    series: named(facts.series).slice(0, 2),
    prominence: Math.min(5, Math.round((facts.articles / mostArticles) * 50) / 10),
    ids: facts.ids,
    sources: [`wikidata:${facts.id}`],
  };
}

async function* itemsIn(path: string): AsyncGenerator<unknown> {
  const file = createReadStream(path);
  const text = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
    // A dump is one JSON array: brackets on their own lines, and a comma after each item.
    const item = line.trim().replace(/,$/, '');
    if (item !== '' && item !== '[' && item !== ']') yield JSON.parse(item);
  }
}

async function* fetchedItems(): AsyncGenerator<unknown> {
  const query = `select ?item where { ?item wdt:P31 wd:${videoGame} }`;
  const list = z.object({
    results: z.object({ bindings: z.array(z.object({ item: z.object({ value: z.string() }) })) }),
  });
  const { results } = list.parse(await getJson(`${sparql}?${new URLSearchParams({ query, format: 'json' })}`));
  const ids = results.bindings.map(({ item }) => item.value.replace(/^.*\//, ''));
  yield* entities(ids, 'labels|aliases|claims|sitelinks');
}

/** Makers, genres and series are items of their own; the catalogue needs their names. */
async function nameItems(facts: readonly WikidataFacts[], names: Map<string, string>): Promise<void> {
  const wanted = facts.flatMap(({ genres: kinds, developers, publishers, series }) => [
    ...kinds,
    ...developers,
    ...publishers,
    ...series,
  ]);
  for await (const item of entities([...new Set(wanted)], 'labels')) {
    const read = readItem(item);
    if (read) names.set(read.id, read.name);
  }
}

async function* entities(ids: readonly string[], props: string): AsyncGenerator<unknown> {
  const answer = z.object({ entities: z.record(z.string(), z.unknown()) });
  for (let from = 0; from < ids.length; from += itemsAtOnce) {
    const part = ids.slice(from, from + itemsAtOnce).join('|');
    const query = new URLSearchParams({ action: 'wbgetentities', ids: part, props, format: 'json', maxlag: '5' });
    yield* Object.values(answer.parse(await getJson(`${api}?${query}`)).entities);
    await pause(pauseMs);
  }
}

async function getJson(url: string): Promise<unknown> {
  const response = await fetch(url, { headers: { 'user-agent': userAgent, accept: 'application/json' } });
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`);
  return response.json();
}
