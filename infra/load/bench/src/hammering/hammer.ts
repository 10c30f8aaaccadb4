import { setTimeout as delay } from 'node:timers/promises';
import { authCalls, catalogCalls, libraryCalls } from '@nightshelf/contracts';
import { someRegistration } from '@nightshelf/testing/gateway-client.ts';
import type { Gamer } from './client-at.ts';

/** Every second, of each address; the gateway allows 240 searches and 600 requests a minute. */
const newSearches = 2;
const localSearches = 2;
const gameRequests = 4;

let count = 0;

/** All that the limits let one address do, until it is told to stop. @returns how many requests it sent */
export async function hammer({ client }: Gamer, passwords: number, stopping: AbortSignal): Promise<number> {
  const sent: Promise<unknown>[] = [];
  const attempt = (request: Promise<unknown>) => sent.push(request.catch(() => undefined));
  for (let at = 0; at < passwords; at += 1) {
    const stranger = client.stranger();
    attempt(
      stranger.attempt(authCalls.login, { body: { username_or_email: `nobody_${at}`, password: 'Wrong#Password1' } }),
    );
    attempt(stranger.attempt(authCalls.register, { body: someRegistration() }));
  }
  while (!stopping.aborted) {
    const signedOut = client.stranger();
    for (let at = 0; at < newSearches; at += 1) {
      count += 1;
      const query = { q: `hammer ${count}`, limit: 20 };
      attempt((at % 2 === 0 ? signedOut : client).attempt(catalogCalls.searchExternalGames, { query }));
    }
    for (let at = 0; at < localSearches; at += 1) {
      count += 1;
      attempt(client.attempt(catalogCalls.searchGames, { query: { q: `zleda nitnendo sueprr ${count}`, limit: 50 } }));
    }
    for (let at = 0; at < gameRequests; at += 1) {
      count += 1;
      const body = { guid: `3030-9${String(count).padStart(8, '0')}`, name: `Made up ${count}` };
      attempt(client.attempt(libraryCalls.addExternalEntry, { body }));
    }
    await delay(1000, undefined, { signal: stopping }).catch(() => undefined);
  }
  await Promise.all(sent);
  return sent.length;
}
