import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { GatewayClient } from '@nightshelf/testing/gateway-client.ts';
import type { Gamer } from './calls.ts';
import { type Databases, entriesEach, fillVaults, signUp, userId } from './crowd.ts';

/** As many as there is time and room for, in chunks. */
const wanted = { users: 100_000, chunk: 2000, gamers: 30 } as const;
/** For the loading, in milliseconds; and what the disk keeps free, in bytes. */
const [loadingMs, keptFree] = [Number(process.env.CAPACITY_LOADING_SECONDS ?? 330) * 1000, 20e9] as const;

/** @returns how many users were given vaults before time or room was used up */
export async function load(databases: Databases, began: number): Promise<number> {
  for (let from = 0; from < wanted.users; from += wanted.chunk) {
    const { bavail, bsize } = statfsSync(tmpdir());
    if (performance.now() - began > loadingMs || bavail * bsize < keptFree) return from;
    const numbers = Array.from({ length: wanted.chunk }, (_, at) => from + at);
    await signUp(databases, numbers);
    const members = numbers.map((number) => ({ id: userId(number), number }));
    await fillVaults(databases, members, from * entriesEach);
  }
  return wanted.users;
}

/** People who are really signed up, with vaults like all others'. */
export async function gather(url: string, databases: Databases, users: number): Promise<Gamer[]> {
  const people: { readonly client: GatewayClient; readonly id: string; readonly username: string }[] = [];
  while (people.length < wanted.gamers) {
    const { client, user } = await GatewayClient.register(url);
    people.push({ client, id: user.id, username: user.username });
  }
  await fillVaults(
    databases,
    people.map(({ id }, at) => ({ id, number: users + at })),
    users * entriesEach,
  );
  const ask = (id: string) =>
    databases.library.query<{ id: string; spare: string }>(
      `select id, (select guid from games where not exists (select from entries e where e.guid = games.guid and e.user_id = $1)
         limit 1) as spare from entries where user_id = $1 limit 1`,
      [id],
    );
  const gamers: Gamer[] = [];
  for (const { client, id, username } of people) {
    const [entry] = (await ask(id)).rows;
    gamers.push({ client, username, url, entryId: entry?.id ?? '', spareGuid: entry?.spare ?? '' });
  }
  return gamers;
}
