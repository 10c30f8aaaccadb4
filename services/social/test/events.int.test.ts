import { randomUUID } from 'node:crypto';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { entryAdded, entryRemoved, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { userRegistered, userUpdated } from '@nightshelf/contracts/events/users.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { newUser, register, shelve, someEntry, someGame, someUser, startSocial, untilRow } from './helpers.ts';

const service = await startSocial();

const { getUser } = socialCalls;

async function libraryOf(id: string) {
  const { client } = await newUser(service);
  const { status, body } = await client.attempt(getUser, { params: { id } });
  return status === 200 ? body.library : null;
}

const permutations = <Item>(items: readonly Item[]): Item[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));

test.each(permutations(['user', 'entry', 'game']))(
  'completes the library once user, entry and game have arrived (%s, %s, %s)',
  async (...order) => {
    const [user, game] = [someUser(), someGame()];
    const entry = someEntry(user.user_id, game.guid, { rating: 5 });
    const arrive: Record<string, () => Promise<void>> = {
      user: () => register(service, user),
      game: () => shelve(service, [game], []),
      entry: () => shelve(service, [], [entry]),
    };
    for (const what of order) await arrive[what]?.();
    expect(await libraryOf(user.user_id)).toMatchObject([{ id: entry.entry_id, rating: 5, game }]);
  },
);

test('ignores duplicate and outdated events', async () => {
  const [user, game] = [someUser(), someGame()];
  const entry = someEntry(user.user_id, game.guid);
  await register(service, user);
  await shelve(service, [game], [entry]);
  const id = randomUUID();
  await service.deliver(entryUpdated, { data: { ...entry, rating: 3 }, version: 3, id });
  await service.deliver(entryUpdated, { data: { ...entry, rating: 2 }, version: 2 });
  await service.deliver(entryUpdated, { data: { ...entry, rating: 9 }, version: 4, id });
  await service.deliver(entryAdded, { data: entry, version: 1 });
  await service.deliver(userUpdated, { data: { ...user, first_name: 'Newer' }, version: 3 });
  await service.deliver(userRegistered, { data: user, version: 1 });
  await service.deliver(userUpdated, { data: { ...user, first_name: 'Older' }, version: 2 });
  await service.deliver(gameUpserted, { data: { ...game, name: 'Newer' }, version: 3 });
  await service.deliver(gameUpserted, { data: { ...game, name: 'Older' }, version: 2 });
  const last = someEntry(user.user_id, game.guid);
  await shelve(service, [], [last]);
  await untilRow(service, 'users', 'id = $1 and first_name = $2', [user.user_id, 'Newer']);
  await until('the newer game', async () => (await libraryOf(user.user_id))?.[0]?.game.name === 'Newer');
  const found = (await libraryOf(user.user_id))?.find(({ id }) => id === entry.entry_id);
  expect(found?.rating).toBe(3);
});

test('keeps a removed entry removed after an outdated event', async () => {
  const [user, game] = [someUser(), someGame()];
  const entry = someEntry(user.user_id, game.guid);
  await register(service, user);
  await shelve(service, [game], [entry]);
  const { entry_id, user_id, guid } = entry;
  await service.deliver(entryRemoved, { data: { entry_id, user_id, guid }, version: 3 });
  await service.deliver(entryUpdated, { data: { ...entry, rating: 1 }, version: 2 });
  const next = someEntry(user_id, guid, { rating: 7 });
  await service.deliver(entryAdded, { data: next });
  await untilRow(service, 'entries', 'entry_id = $1', [next.entry_id]);
  expect(await libraryOf(user_id)).toMatchObject([{ id: next.entry_id, rating: 7 }]);
});

test('skips an invalid event and handles those behind it', async () => {
  const user = someUser();
  const wrong = { ...someEntry(user.user_id, '3030-1'), status: 'finished' } as unknown as ReturnType<typeof someEntry>;
  const right = someEntry(user.user_id, '3030-1');
  await service.deliver(entryAdded, { data: wrong });
  await shelve(service, [], [right]);
  expect(await service.query('select from entries where entry_id = $1', [wrong.entry_id])).toEqual([]);
});
