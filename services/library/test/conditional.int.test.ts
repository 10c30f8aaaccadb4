import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { entryChanged } from '@nightshelf/contracts/library-entry.ts';
import { expect, test } from 'vitest';
import { confirm, someUser, startLibrary, stored, vaultOf } from './helpers.ts';

const service = await startLibrary();

const { addEntry, removeEntry, updateEntry } = libraryCalls;

/** Creates an entry at version 2. */
async function setting() {
  const client = someUser(service);
  const game = await confirm(service);
  const { user_game: added } = await client.call(addEntry, { body: { game_guid: game.guid } });
  const params = { id: added.id };
  const { user_game: entry } = await client.call(updateEntry, { params, body: { rating: 7 } });
  return { client, entry, params };
}

const ifMatch = (value: string) => ({ headers: { 'if-match': value } });

test('accepts a change for the current version in the body, the header or both', async () => {
  const { client, params } = await setting();
  const change = (rating: number, version: number | null, header?: string) =>
    client.call(
      updateEntry,
      { params, body: { rating, ...(version ? { if_version: version } : {}) } },
      header === undefined ? {} : ifMatch(header),
    );
  expect((await change(1, 2)).user_game.version).toBe(3);
  expect((await change(2, null, '"3"')).user_game.version).toBe(4);
  expect((await change(3, 4, '"4"')).user_game.version).toBe(5);
  expect((await change(4, null, '*')).user_game.version).toBe(6);
});

test('rejects a change for another version with the current entry and stores nothing', async () => {
  const { client, params, entry } = await setting();
  const before = await stored(service);
  for (const answer of [
    await client.attempt(updateEntry, { params, body: { hours_played: 1, if_version: 1 } }),
    await client.attempt(updateEntry, { params, body: { hours_played: 1, if_version: 3 } }),
    await client.attempt(updateEntry, { params, body: { hours_played: 1 } }, ifMatch('"1"')),
    // Conflicts even without an effect, because the client's assumption is wrong.
    await client.attempt(updateEntry, { params, body: { rating: 7, if_version: 1 } }),
    await client.attempt(removeEntry, { params }, ifMatch('"1"')),
  ]) {
    expect(answer.status).toBe(409);
    expect(entryChanged.parse(answer.body).entry).toEqual(entry);
  }
  expect(await stored(service)).toEqual(before);
  expect(await vaultOf(client)).toEqual([entry]);
});

test('rejects an invalid condition before it reads the entry', async () => {
  const { client, params } = await setting();
  const before = await stored(service);
  for (const if_version of [0, -1, 1.5, '2', null]) {
    const { status, body } = await client.attempt(updateEntry, { params, body: { rating: 1, if_version } });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['if_version']]);
  }
  for (const header of ['2', 'W/"2"', '"x"', '']) {
    const { status, body } = await client.attempt(updateEntry, { params, body: { rating: 1 } }, ifMatch(header));
    expect([header, status, body.code]).toEqual([header, 400, 'request.if_match']);
    expect((await client.attempt(removeEntry, { params }, ifMatch(header))).status).toBe(400);
  }
  const both = await client.attempt(updateEntry, { params, body: { rating: 1, if_version: 2 } }, ifMatch('"3"'));
  expect([both.status, Object.keys(both.body.errors ?? {})]).toEqual([422, ['if_version']]);
  expect((await client.attempt(updateEntry, { params, body: { if_version: 2 } })).status).toBe(422);
  expect(await stored(service)).toEqual(before);
});

test("reveals nothing about another user's entry by conditions", async () => {
  const { params } = await setting();
  const answer = await someUser(service).attempt(updateEntry, { params, body: { rating: 1, if_version: 1 } });
  expect([answer.status, 'entry' in answer.body]).toEqual([404, false]);
});

test('accepts exactly one of ten concurrent changes for one version', async () => {
  const { client, entry, params } = await setting();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      client.attempt(updateEntry, { params, body: { hours_played: at + 1, if_version: 2 } }),
    ),
  );
  const [won] = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(9);
  for (const { body } of refused) expect(entryChanged.parse(body).entry).toEqual(won?.body.user_game);
  const events = (await service.recorded(entryUpdated)).filter(({ data }) => data.entry_id === entry.id);
  expect(events.map(({ version }) => version)).toEqual([2, 3]);
});

test('removes an entry for the matching version', async () => {
  const { client, params } = await setting();
  await client.call(removeEntry, { params }, ifMatch('"2"'));
  expect(await vaultOf(client)).toEqual([]);
});

test('documents the condition, the key and the conflict response', async () => {
  const { body } = await service.api.send<{ paths: Record<string, Record<string, object>> }>(
    'GET',
    '/api/docs/library.json',
  );
  const {
    put,
    delete: remove,
    get,
  } = { ...body.paths['/api/games/library/{id}'], ...body.paths['/api/games/library'] };
  for (const operation of [put, remove]) {
    expect(operation).toMatchObject({
      parameters: expect.arrayContaining([
        expect.objectContaining({ in: 'header', name: 'idempotency-key' }),
        expect.objectContaining({ in: 'header', name: 'if-match' }),
      ]),
      responses: { '409': expect.anything() },
    });
  }
  expect(JSON.stringify(get)).not.toContain('idempotency-key');
});
