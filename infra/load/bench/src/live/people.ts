import { setTimeout as pause } from 'node:timers/promises';
import { catalogCalls, libraryCalls } from '@nightshelf/contracts';
import { GatewayClient } from '@nightshelf/testing/gateway-client.ts';
import { send } from './browser.ts';
import { now } from './clock.ts';

/** Somebody with one game in the vault, who changes it now and then. */
export interface Person {
  readonly cookie: string;
  readonly userId: string;
  readonly entryId: string;
  /** Hours played as they were last sent. */
  hours: number;
  /** When each change was acknowledged, by `now`, by the hours that it said. */
  readonly acknowledged: Map<number, number>;
}

/** Few, so that nobody is told to come again later while passwords are hashed. */
const joinAtOnce = 8;

/** Registers people. A game that the catalog confirms: others see nothing else. */
export async function gatherPeople(url: string, count: number): Promise<Person[]> {
  const people: Person[] = [];
  const join = async () => {
    for (let at = people.length; at < count; at = people.length) {
      const { client, user } = await GatewayClient.register(url);
      const { results } = await client.call(catalogCalls.searchExternalGames, { query: { q: 'zelda', limit: 1 } });
      const [game] = results;
      if (!game) throw new Error('The provider knows no game');
      const { guid, name } = game;
      const { user_game } = await client.call(libraryCalls.addExternalEntry, { body: { guid, name } });
      const { cookie } = client;
      people.push({ cookie, userId: user.id, entryId: user_game.id, hours: 0, acknowledged: new Map() });
    }
  };
  await Promise.all(Array.from({ length: joinAtOnce }, join));
  return people.slice(0, count);
}

/** Arrivals at a fixed rate, one person after the other, whether or not earlier ones have been answered. @returns how many failed */
export async function writeAtRate(
  url: string,
  people: readonly Person[],
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<number> {
  let failed = 0;
  const pending: Promise<void>[] = [];
  const began = now();
  for (let count = 0; count < perSecond * seconds; count += 1) {
    const wait = began + (count * 1000) / perSecond - now();
    if (wait > 0) await pause(wait);
    const person = people[count % people.length];
    if (!person) continue;
    person.hours += 1;
    const { cookie, entryId, hours, acknowledged } = person;
    const write = async () => {
      const { status } = await send(`${url}/api/games/library/${entryId}`, 'PUT', { cookie }, { hours_played: hours });
      if (status !== 200) throw new Error(`A change was answered with ${status}`);
      acknowledged.set(hours, now());
    };
    pending.push(
      write().catch(() => {
        failed += 1;
      }),
    );
  }
  await Promise.all(pending);
  return failed;
}
