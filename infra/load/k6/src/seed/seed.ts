import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { status } from '@nightshelf/contracts/library-entry.ts';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { GatewayClient, testPassword } from '@nightshelf/testing/gateway-client.ts';
import type { Crowd, Person } from './crowd.ts';

/** The file for the product at this address; it holds sessions, so it is never committed. */
export const crowdFile = (url: string) =>
  join(checkoutRoot, '.cache', 'load', `crowd-${new URL(url).host.replace(':', '-')}.json`);

export function saveCrowd(crowd: Crowd, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(crowd), { mode: 0o600 });
}

/** @returns null when there is no readable file */
export function readCrowd(path: string): Crowd | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** Searched until there are enough games. */
const queries =
  'zelda mario final fantasy metroid halo portal souls civilization resident sonic street fighter doom star dragon tomb war pokemon the of a e o';
const spareCount = 20;
/** Each registration hashes a password, which takes a core. */
const parallelRegistrations = 4;
const parallelVaults = 12;

export interface SeedOptions {
  /** Origin of the product. */
  readonly url: string;
  readonly users: number;
  /** Entries in each vault. */
  readonly games: number;
  /** Number of games whose pages visitors open. */
  readonly pages?: number;
}

/**
 * Creates users with vaults through the public API.
 * @throws when the product refuses a call
 */
export async function seed({ url, users, games, pages = 40 }: SeedOptions): Promise<Crowd> {
  const guids = await findGames(url, games + spareCount);
  const spare_guids = guids.slice(0, spareCount);
  const shelf = guids.slice(spareCount);
  const people: Person[] = [];
  const clients: GatewayClient[] = [];

  const tag = Date.now().toString(36).slice(-5);
  await inParallel('Users', [...Array(users).keys()], parallelRegistrations, async (index) => {
    const { client, user } = await GatewayClient.register(url, `p${index}_${tag}`);
    clients.push(client);
    people.push({ id: user.id, username: user.username, cookie: client.cookie });
  });
  await inParallel('Vaults', [...clients.entries()], parallelVaults, async ([index, client]) => {
    for (let count = 0; count < games; count += 1) {
      const body = {
        game_guid: shelf[(index + count) % shelf.length] ?? '',
        status: status.options[(index + count) % status.options.length] ?? 'playing',
        rating: count % 3 === 0 ? null : 1 + ((index + count) % 10),
        hours_played: count % 4 === 0 ? null : ((index * 7 + count) % 200) / 2,
      };
      await client.call(libraryCalls.addEntry, { body });
    }
  });
  // A provider may allow one request per second, which the first minutes of a test would measure.
  const opened = shelf.slice(0, pages);
  await inParallel('Game pages', opened, 2, async (guid) => {
    await new GatewayClient(url).call(catalogCalls.getGame, { params: { guid } });
  });
  return { password: testPassword, people, guids: opened, spare_guids };
}

/** Searches the catalog, and its provider only if the catalog has too few games. */
async function findGames(url: string, wanted: number): Promise<string[]> {
  const client = new GatewayClient(url);
  const found = new Set<string>();
  const search = async (find: (q: string) => Promise<readonly { readonly guid: string }[]>) => {
    for (const q of queries.split(' ')) {
      if (found.size >= wanted) return;
      for (const { guid } of await find(q)) found.add(guid);
    }
  };
  await search(async (q) => (await client.call(catalogCalls.searchGames, { query: { q, limit: 100 } })).games);
  await search(async (q) => {
    const { results } = await client.call(catalogCalls.searchExternalGames, { query: { q, limit: 100 } });
    return (await client.call(catalogCalls.cacheSearchResults, { body: { results } })).games;
  });
  if (found.size < wanted) throw new Error(`The searches found only ${found.size} games; ${wanted} are needed.`);
  return [...found];
}

/** Starts new sessions for people whose sessions ended. */
export async function signInAgain(url: string, crowd: Crowd): Promise<Crowd> {
  const people: Person[] = [];
  await inParallel('Signing in', crowd.people, parallelRegistrations, async (person) => {
    const { cookie } = await GatewayClient.signIn(url, person.username, crowd.password);
    people.push({ ...person, cookie });
  });
  return { ...crowd, people };
}

/** Shows its progress on a terminal. Stops at the first failure. */
async function inParallel<T>(label: string, items: readonly T[], width: number, work: (item: T) => Promise<void>) {
  const { stderr } = process;
  const remaining = items.values();
  let done = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of remaining) {
        await work(item);
        done += 1;
        if (stderr.isTTY) stderr.write(`\r${label}: ${done} of ${items.length}`);
      }
    }),
  );
  stderr.write(`${stderr.isTTY ? '\r' : ''}${label}: ${done} of ${items.length}\n`);
}
