import { randomUUID } from 'node:crypto';
import {
  entryAdded,
  entryRemoved,
  entryUpdated,
  gameUpserted,
  socialCalls,
  userRegistered,
  userUpdated,
} from '@nightshelf/contracts';
import { startTestService, type TestService, until } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { socialService } from '../src/service.ts';
import { projections, register, shelve, somebody, someEntry, someGame, someUser, untilRow } from './helpers.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(socialService);
});
afterAll(() => service.stop());

const { followUser, getUser } = socialCalls;

async function libraryOf(id: string) {
  const { client } = await somebody(service);
  const { status, body } = await client.attempt(getUser, { params: { id } });
  return status === 200 ? body.library : null;
}

const permutations = <Item>(items: readonly Item[]): Item[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));

test.each(permutations(['user', 'entry', 'game']))(
  '%s, %s, %s: whichever comes first, the library is complete when all are here',
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

test('duplicates, and what comes after something newer, change nothing', async () => {
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

test('a removed entry is gone, and does not come back with an event from before', async () => {
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

test('an event that says nothing right is put aside, and those behind it arrive', async () => {
  const user = someUser();
  const wrong = { ...someEntry(user.user_id, '3030-1'), status: 'finished' } as unknown as ReturnType<typeof someEntry>;
  const right = someEntry(user.user_id, '3030-1');
  await service.deliver(entryAdded, { data: wrong });
  await shelve(service, [], [right]);
  expect(await service.query('select from entries where entry_id = $1', [wrong.entry_id])).toEqual([]);
});

test('rebuilt copies are those that grew by themselves; follows and counts stay', async () => {
  const [ann, bob] = [await somebody(service), await somebody(service, { privacy: 'private' })];
  const games = [someGame(), someGame()];
  const entries = games.map(({ guid }) => someEntry(bob.id, guid, { platform_id: 'not_listed', hours_played: 0.5 }));
  await shelve(service, games, entries);
  const [first, second] = entries;
  if (!first || !second) throw new Error('Two entries are needed');
  const kept = { ...first, rating: 6, is_shared: true };
  const removed = { entry_id: second.entry_id, user_id: second.user_id, guid: second.guid };
  await service.deliver(entryUpdated, { data: kept, version: 2 });
  await service.deliver(entryRemoved, { data: removed, version: 2 });
  await service.deliver(userUpdated, { data: { ...bob.user, last_name: 'Late' }, version: 2 });
  await untilRow(service, 'entries', 'entry_id = $1 and rating = 6', [kept.entry_id]);
  await untilRow(service, 'users', 'id = $1 and last_name = $2', [bob.id, 'Late']);
  await until('removed', async () => {
    const rows = await service.query('select from entries where entry_id = $1', [removed.entry_id]);
    return rows.length === 0;
  });
  await ann.client.call(followUser, { params: { id: bob.id } });
  const grown = await projections(service);
  const [users = [], kept_entries = [], copies = []] = grown;
  const seen = await ann.client.call(getUser, { params: { id: bob.id } });

  await service.command('rebuild');
  expect(await projections(service)).toEqual([[], [], []]);
  expect((await ann.client.attempt(getUser, { params: { id: bob.id } })).status).toBe(404);

  for (const { summary } of copies) await service.deliver(gameUpserted, { data: JSON.parse(summary), version: 9 });
  for (const row of kept_entries) {
    const { platform_not_listed, hours_played, date_added, version, ...entry } = row;
    await service.deliver(entryUpdated, {
      data: {
        ...(entry as ReturnType<typeof someEntry>),
        platform_id: platform_not_listed ? 'not_listed' : entry.platform_id,
        hours_played: hours_played === null ? null : Number(hours_played),
        date_added: date_added.toISOString(),
      },
      version,
    });
  }
  for (const { id, created_at, ...user } of users) {
    const data = { ...(user as ReturnType<typeof someUser>), user_id: id, created_at: created_at.toISOString() };
    await service.deliver(userUpdated, { data, version: 9 });
  }
  await until('all are back', async () => {
    const now = await projections(service);
    return now.every((rows, i) => rows.length === grown[i]?.length);
  });
  expect(await projections(service)).toEqual(grown);
  expect(await ann.client.call(getUser, { params: { id: bob.id } })).toEqual(seen);
});
