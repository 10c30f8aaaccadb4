import { setTimeout as delay } from 'node:timers/promises';
import { authCalls, catalogCalls, libraryCalls } from '@nightshelf/contracts';
import { someRegistration } from '@nightshelf/testing/gateway-client.ts';
import type { ClientAt, Gamer } from './client-at.ts';

type Deed = 'newSearch' | 'localSearch' | 'game' | 'signIn' | 'register';

/** What one address sends in ten seconds, within its limits: 240 searches, 60 games and ten passwords a minute. */
const shares: Readonly<Record<Deed, number>> = { newSearch: 20, localSearch: 20, game: 10, signIn: 1, register: 0.5 };

const perSecond = Object.values(shares).reduce((sum, share) => sum + share) / 10;

let count = 0;

/**
 * All that the limits let one address do, until it is told to stop, each request at a moment of its own (a Poisson process):
 * addresses that know nothing of each other do not strike at the same millisecond.
 * @returns how many requests it sent
 */
export async function hammer({ client }: Gamer, stopping: AbortSignal): Promise<number> {
  const sent: Promise<unknown>[] = [];
  while (!stopping.aborted) {
    await delay((-1000 * Math.log(1 - Math.random())) / perSecond, undefined, { signal: stopping }).catch(
      () => undefined,
    );
    if (stopping.aborted) break;
    count += 1;
    sent.push(send(client, someDeed()).catch(() => undefined));
  }
  await Promise.all(sent);
  return sent.length;
}

function someDeed(): Deed {
  let at = Math.random() * 10 * perSecond;
  for (const [deed, share] of Object.entries(shares)) {
    at -= share;
    if (at < 0) return deed as Deed;
  }
  return 'game';
}

function send(client: ClientAt, deed: Deed): Promise<unknown> {
  const stranger = client.stranger();
  switch (deed) {
    case 'newSearch': {
      const query = { q: `hammer ${count}`, limit: 20 };
      return (count % 2 === 0 ? stranger : client).attempt(catalogCalls.searchExternalGames, { query });
    }
    case 'localSearch':
      return client.attempt(catalogCalls.searchGames, { query: { q: `zleda nitnendo sueprr ${count}`, limit: 50 } });
    case 'game': {
      const body = { guid: `3030-9${String(count).padStart(8, '0')}`, name: `Made up ${count}` };
      return client.attempt(libraryCalls.addExternalEntry, { body });
    }
    case 'signIn':
      return stranger.attempt(authCalls.login, {
        body: { username_or_email: `nobody_${count % 50}`, password: 'Wrong#Password1' },
      });
    case 'register':
      return stranger.attempt(authCalls.register, { body: someRegistration() });
  }
}
