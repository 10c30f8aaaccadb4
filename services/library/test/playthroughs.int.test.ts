import { randomUUID } from 'node:crypto';
import { addEntry } from '@nightshelf/contracts/calls/library.ts';
import * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import { playthroughRule } from '@nightshelf/contracts/play-rules.ts';
import { expect, test } from 'vitest';
import { confirm, type Player, startLibrary, userWithEntry } from './helpers.ts';

const service = await startLibrary();

const { addPlaythrough, changePlaythrough, getPlayFigures, listPlaythroughs, removePlaythrough } = playthroughCalls;

const change = async (client: Player, id: string, body: object) =>
  (await client.call(changePlaythrough, { params: { id }, body })).playthrough;
const list = async (client: Player, query = {}) => (await client.call(listPlaythroughs, { query })).playthroughs;
const figures = async (client: Player) => Object.values((await client.call(getPlayFigures, {})).figures);

test('adds, lists, changes and removes playthroughs without changing the entry', async () => {
  const { client, entry } = await userWithEntry(service);
  const before = await client.whole();
  const said = {
    ...{ platform_id: 139, copy: ' GOG ', started_on: '2024-01-05', ended_on: '2024-02-01', hours: 40.5 },
    ...{ completion: 'dropped', dropped_at: 'The water temple' },
  };
  const first = await client.addPlaythrough(entry, said);
  expect(first).toEqual({
    ...{ id: first.id, version: 1, entry_id: entry.id, ...said, copy: 'GOG' },
    platform: { id: 139, name: 'Wii U' },
    game: { guid: entry.guid, name: entry.game.name, image_url: entry.image_url },
  });
  const second = await client.addPlaythrough(entry);
  expect(second).toMatchObject({ platform: null, copy: null, started_on: null, hours: null, completion: null });
  expect(await list(client, { entry_id: entry.id })).toEqual([second, first]);
  const changed = await change(client, first.id, {
    completion: 'everything',
    dropped_at: null,
    platform_id: 'not_listed',
  });
  expect(changed).toMatchObject({ version: 2, completion: 'everything', dropped_at: null, ended_on: '2024-02-01' });
  expect(changed.platform).toEqual({ id: 'not_listed', name: 'Not Listed' });
  await client.call(removePlaythrough, { params: { id: second.id } });
  expect(await list(client)).toEqual([changed]);
  expect(await client.whole()).toMatchObject({ library: before.library });
});

test('validates a change together with the stored fields', async () => {
  const { client, entry } = await userWithEntry(service);
  const { id } = await client.addPlaythrough(entry, {
    started_on: '2026-03-02',
    completion: 'dropped',
    dropped_at: 'Here',
  });
  for (const [field, body] of [
    ['ended_on', { ended_on: '2026-03-01' }],
    ['dropped_at', { completion: 'story' }],
  ] as const) {
    const refused = await client.attempt(changePlaythrough, { params: { id }, body });
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, [field]]);
  }
  expect((await client.attempt(changePlaythrough, { params: { id }, body: {} })).status).toBe(422);
});

test('returns 409 with the current playthrough for another version', async () => {
  const { client, entry } = await userWithEntry(service);
  const { id } = await client.addPlaythrough(entry);
  const now = await change(client, id, { copy: 'Steam', if_version: 1 });
  const { status, body } = await client.attempt(changePlaythrough, {
    params: { id },
    body: { hours: 5, if_version: 1 },
  });
  expect([status, body.code, body.playthrough]).toEqual([409, 'library.playthrough_changed', now]);
});

test('limits a game to 50 playthroughs, also for concurrent calls', async () => {
  const { client, entry } = await userWithEntry(service);
  const answers = await Promise.all(
    Array.from({ length: playthroughRule.most + 5 }, () =>
      client.attempt(addPlaythrough, { params: { id: entry.id }, body: {} }),
    ),
  );
  const refused = answers.filter(({ status }) => status !== 201).map(({ status, body }) => [status, body.code]);
  expect(refused).toEqual(Array(5).fill([409, 'library.too_many_playthroughs']));
  const page = await client.call(listPlaythroughs, { query: { limit: 30 } });
  const rest = await client.call(listPlaythroughs, { query: { limit: 30, before: page.next ?? '' } });
  expect([page.playthroughs.length, rest.playthroughs.length, rest.next]).toEqual([30, 20, null]);
});

test('adds a playthrough with a client-generated id once, however late it is sent again', async () => {
  const { client, entry } = await userWithEntry(service);
  const id = randomUUID();
  const first = await client.addPlaythrough(entry, { id, hours: 3 });
  expect(first.id).toBe(id);
  const changed = await change(client, id, { hours: 4 });
  expect(await client.addPlaythrough(entry, { id, hours: 3 })).toEqual(changed);
  expect(await list(client)).toEqual([changed]);
  const stranger = await userWithEntry(service);
  const taken = await stranger.client.attempt(addPlaythrough, { params: { id: stranger.entry.id }, body: { id } });
  expect([taken.status, Object.keys(taken.body.errors ?? {})]).toEqual([422, ['id']]);
  const odd = await client.attempt(addPlaythrough, { params: { id: entry.id }, body: { id: 'mine' } });
  expect([odd.status, Object.keys(odd.body.errors ?? {})]).toEqual([422, ['id']]);
});

test('keeps the sessions of a removed playthrough', async () => {
  const { client, entry } = await userWithEntry(service);
  const playthrough_id = (await client.addPlaythrough(entry)).id;
  const { session } = await client.logSession(entry, { playthrough_id });
  expect(session.playthrough_id).toBe(playthrough_id);
  await client.call(removePlaythrough, { params: { id: playthrough_id } });
  expect(await client.sessions()).toEqual([{ ...session, playthrough_id: null }]);
});

test('counts a replayed game once, each of its completions, and a completed game without playthroughs as one of each', async () => {
  const { client, entry } = await userWithEntry(service);
  expect(await figures(client)).toEqual([0, 0]);
  for (const completion of ['story', 'everything', 'dropped', null]) await client.addPlaythrough(entry, { completion });
  const { guid } = await confirm(service);
  await client.call(addEntry, { body: { game_guid: guid, status: 'completed' } });
  await client.addSome();
  expect(await figures(client)).toEqual([2, 3]);
  await client.edit(entry, { status: 'completed' });
  expect(await figures(client)).toEqual([2, 3]);
});
