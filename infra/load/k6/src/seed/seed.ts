import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { status } from '@nightshelf/contracts/library-entry.ts';
import { GatewayClient, testPassword } from '@nightshelf/testing/gateway-client.ts';
import type { Crowd } from './crowd.ts';
import { inParallel } from './in-parallel.ts';
import { progressBar } from './progress.ts';

/** Searched for until there are games enough. */
const queries =
  'zelda mario final fantasy metroid halo portal souls civilization resident sonic street fighter doom star dragon tomb war pokemon the of a e o';

const spareCount = 20;

/** Hashing passwords takes the sign-in service a core each; more at once only wait. */
const registrationsAtOnce = 4;
const vaultsAtOnce = 12;

export interface SeedOptions {
  /** Origin of the product. */
  readonly url: string;
  readonly users: number;
  /** Entries in each vault. */
  readonly games: number;
  /** Game pages that visitors open: few, as most look at what is popular. */
  readonly pages?: number;
}

/**
 * Makes users with vaults through the public calls, as people would.
 * @throws Error in words for a person when the product refuses
 */
export async function seed({ url, users, games, pages = 40 }: SeedOptions): Promise<Crowd> {
  const guids = await findGames(url, games + spareCount);
  const spare_guids = guids.slice(0, spareCount);
  const shelf = guids.slice(spareCount);
  const people: Crowd['people'] = [];

  const tag = Date.now().toString(36).slice(-5);
  const registrations = progressBar('Users', users);
  const clients: GatewayClient[] = [];
  await inParallel([...Array(users).keys()], registrationsAtOnce, async (index) => {
    const { client, user } = await GatewayClient.register(url, `p${index}_${tag}`);
    clients.push(client);
    people.push({ id: user.id, username: user.username, cookie: client.cookie });
    registrations.advance();
  });

  const entries = progressBar('Vault entries', users * games);
  await inParallel([...clients.entries()], vaultsAtOnce, async ([index, client]) => {
    for (let count = 0; count < games; count += 1) {
      const game_guid = shelf[(index + count) % shelf.length] ?? '';
      const body = {
        game_guid,
        status: status.options[(index + count) % status.options.length] ?? 'playing',
        rating: count % 3 === 0 ? null : 1 + ((index + count) % 10),
        hours_played: count % 4 === 0 ? null : ((index * 7 + count) % 200) / 2,
      };
      await client.call(libraryCalls.addEntry, { body });
      entries.advance();
    }
  });

  // A provider may allow one request a second: without this the first minutes of a test would measure that.
  const opened = shelf.slice(0, pages);
  const visits = progressBar('Game pages', opened.length);
  await inParallel(opened, 2, async (guid) => {
    await new GatewayClient(url).call(catalogCalls.getGame, { params: { guid } });
    visits.advance();
  });
  return { password: testPassword, people, guids: opened, spare_guids };
}

/** Games that the catalog has stored; only where these are fewer than `wanted`, it is made to ask its provider. */
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
  if (found.size < wanted) {
    throw new Error(`Only ${found.size} games were found for the searches tried; ${wanted} are needed.`);
  }
  return [...found];
}

/** New sessions for people whose old ones have ended. */
export async function signInAgain(url: string, crowd: Crowd): Promise<Crowd> {
  const progress = progressBar('Signing in', crowd.people.length);
  const people: Crowd['people'] = [];
  await inParallel(crowd.people, registrationsAtOnce, async (person) => {
    const { cookie } = await GatewayClient.signIn(url, person.username, crowd.password);
    people.push({ ...person, cookie });
    progress.advance();
  });
  return { ...crowd, people };
}
