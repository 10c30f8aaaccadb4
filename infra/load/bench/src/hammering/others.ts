import { setTimeout as delay } from 'node:timers/promises';
import { authCalls, catalogCalls, libraryCalls } from '@nightshelf/contracts';
import { testPassword } from '@nightshelf/testing/gateway-client.ts';
import type { Gamer } from './client-at.ts';

/** What others do, and how often in each round of what they do. */
const shares = { vault: 5, change: 4, search: 5, cached: 3, game: 3, 'sign-in': 2 } as const;

export type Deed = keyof typeof shares | 'new search';

export interface Measured {
  readonly deed: Deed;
  readonly ms: number;
  /** Whether the product did what was asked; a new search is done when the provider has answered it. */
  readonly isDone: boolean;
}

const round = Object.entries(shares).flatMap(([deed, count]) => Array<Deed>(count).fill(deed as Deed));
const perSecond = 10;
const newSearchEveryMs = 3000;

let count = 0;
let newSearches = 0;

/** Offers a fixed rate of requests for so many seconds, whether or not earlier ones have been answered. */
export async function useProduct(gamers: readonly Gamer[], seconds: number): Promise<Measured[]> {
  const measured: Promise<Measured>[] = [];
  const began = performance.now();
  let searchAt = began + 500;
  for (let at = 0; at < perSecond * seconds; at += 1) {
    const wait = began + (at * 1000) / perSecond - performance.now();
    if (wait > 0) await delay(wait);
    count += 1;
    const gamer = gamers[count % gamers.length];
    if (!gamer) continue;
    // In an order that has every deed beside every other.
    measured.push(measure(gamer, round[(count * 7) % round.length] ?? 'vault'));
    if (performance.now() < searchAt) continue;
    searchAt += newSearchEveryMs;
    newSearches += 1;
    measured.push(measure(gamers[newSearches % gamers.length] ?? gamer, 'new search'));
  }
  return Promise.all(measured);
}

async function measure(gamer: Gamer, deed: Deed): Promise<Measured> {
  const began = performance.now();
  const isDone = await act(gamer, deed).catch(() => false);
  return { deed, ms: performance.now() - began, isDone };
}

async function act({ client, username, entryId, guid }: Gamer, deed: Deed): Promise<boolean> {
  const { searchExternalGames, searchGames, getGame } = catalogCalls;
  const isOk = ({ status }: { status: number }) => status === 200;
  switch (deed) {
    case 'vault':
      return isOk(await client.attempt(libraryCalls.listLibrary, {}));
    case 'change':
      return isOk(
        await client.attempt(libraryCalls.updateEntry, { params: { id: entryId }, body: { hours_played: count / 2 } }),
      );
    case 'search':
      return isOk(await client.attempt(searchGames, { query: { q: 'zelda', limit: 50 } }));
    case 'cached':
      return isOk(await client.attempt(searchExternalGames, { query: { q: 'zelda', limit: 10 } }));
    case 'game':
      return isOk(await client.attempt(getGame, { params: { guid } }));
    case 'sign-in': {
      const somewhere = client.stranger(`203.0.${Math.floor(count / 250) % 250}.${count % 250}`);
      const body = { username_or_email: username, password: testPassword };
      return isOk(await somewhere.attempt(authCalls.login, { body }));
    }
    case 'new search': {
      const { body } = await client.attempt(searchExternalGames, { query: { q: `new ${count}`, limit: 10 } });
      return body.source === 'giantbomb';
    }
  }
}
