import { randomUUID } from 'node:crypto';
import { entryAdded, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { userRegistered, userUpdated } from '@nightshelf/contracts/events/users.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { someEntry, someGame, someUser, startSocial } from './helpers.ts';

const service = await startSocial();

const libraryOf = async (id: string) => (await service.newUser()).libraryOf({ id });

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
      user: () => service.register(user),
      game: () => service.shelve([game], []),
      entry: () => service.shelve([], [entry]),
    };
    for (const what of order) await arrive[what]?.();
    expect(await libraryOf(user.user_id)).toMatchObject([{ id: entry.entry_id, rating: 5, game }]);
  },
);

test('ignores duplicate and outdated events', async () => {
  const { user, id: user_id } = await service.newUser();
  const { game, entry } = await service.addGame({ id: user_id });
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
  const last = someEntry(user_id, game.guid);
  await service.shelve([], [last]);
  await service.untilRow('users', 'id = $1 and first_name = $2', [user_id, 'Newer']);
  await until('the newer game', async () => (await libraryOf(user_id))[0]?.game.name === 'Newer');
  const found = (await libraryOf(user_id)).find(({ id }) => id === entry.entry_id);
  expect(found?.rating).toBe(3);
});

test('keeps a removed entry removed after an outdated event', async () => {
  const { id } = await service.newUser();
  const { entry } = await service.addGame({ id });
  await service.remove(entry, 3);
  await service.deliver(entryUpdated, { data: { ...entry, rating: 1 }, version: 2 });
  const next = someEntry(id, entry.guid, { rating: 7 });
  await service.shelve([], [next]);
  expect(await libraryOf(id)).toMatchObject([{ id: next.entry_id, rating: 7 }]);
});

test('skips an invalid event and handles those behind it', async () => {
  const user = someUser();
  const wrong = someEntry(user.user_id, '3030-1', { status: 'finished' as never });
  const right = someEntry(user.user_id, '3030-1');
  await service.deliver(entryAdded, { data: wrong });
  await service.shelve([], [right]);
  expect(await service.query('select from entries where entry_id = $1', [wrong.entry_id])).toEqual([]);
});
