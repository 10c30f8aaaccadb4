import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { addEntry, addExternalEntry, listLibrary } from '@nightshelf/contracts/calls/library.ts';
import { wholeLibrary } from '@nightshelf/contracts/library-answers.ts';
import { expect, test } from 'vitest';
import {
  confirm,
  described,
  fillVault,
  type Player,
  rawVault,
  someGame,
  someGuid,
  someUser,
  startLibrary,
  storeGames,
  userWithEntry,
} from './helpers.ts';

const service = await startLibrary();

const list = (client: Player, headers: Record<string, string> = {}) =>
  client.send<{ library: unknown[] }>('GET', listLibrary.path, { headers });

test('returns a valid vault for any values of its entries', async () => {
  const client = someUser(service);
  const game = await confirm(service, someGame({ name: 'Quotes " \\ and   breaks ゲーム 🎮', image_url: null }));
  const added = [
    await client.call(addEntry, { body: { game_guid: game.guid, platform_id: 139, hours_played: 0.5 } }),
    await client.call(addEntry, { body: { game_guid: (await confirm(service)).guid, platform_id: 999_999 } }),
    await client.call(addExternalEntry, { body: { ...described(someGuid(), '"ゲーム"'), platform_id: 94 } }),
    await client.call(addExternalEntry, { body: { guid: someGuid(), name: 'Bare', platform_id: 'not_listed' } }),
  ];
  const { body } = await list(client);
  const { library } = wholeLibrary.parse(body);
  expect(library).toEqual(added.map(({ user_game }) => user_game).reverse());
  expect(library.map(({ platform }) => platform?.name)).toEqual([
    'Not Listed',
    'A PC of its own',
    'Platform 999999',
    'Wii U',
  ]);
});

test('returns 304 for an unchanged vault and a new ETag after every change', async () => {
  const client = someUser(service);
  const seen = new Set<string>();
  const changed = async () => {
    const { status, headers, body } = await list(client);
    const etag = headers.get('etag') ?? '';
    expect([status, seen.has(etag)]).toEqual([200, false]);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    seen.add(etag);
    const again = await list(client, { 'if-none-match': etag });
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, null, etag]);
    return wholeLibrary.parse(body).library;
  };
  expect(await changed()).toEqual([]);
  const entry = await client.addSome();
  expect(await changed()).toHaveLength(1);
  await client.edit(entry, { rating: 3 });
  expect(await changed()).toMatchObject([{ rating: 3 }]);
  await confirm(service, { ...entry.game, name: 'Renamed' }, 2);
  expect(await changed()).toMatchObject([{ game: { name: 'Renamed' } }]);
  await client.remove(entry);
  expect(await changed()).toEqual([]);
});

test("counts cache hits and misses and the cache's size in metrics", async () => {
  const metric = async (pattern: string) => {
    const text = await (await fetch(`${service.operationsUrl}/metrics`)).text();
    return Number(new RegExp(`^library_cache_${pattern}.* (\\d+)$`, 'm').exec(text)?.[1]);
  };
  const counts = async () => [await metric('requests_total.*miss'), await metric('requests_total.*hit')];
  const client = someUser(service);
  const [misses = 0, hits = 0] = await counts();
  const before = await metric('bytes.*used');
  await list(client);
  await list(client);
  expect(await counts()).toEqual([misses + 1, hits + 1]);
  expect(await metric('bytes.*used')).toBeGreaterThan(before);
});

test("never matches another user's ETag in one browser", async () => {
  const [ann, bob] = [someUser(service), someUser(service)];
  await ann.addSome();
  const other = await bob.addSome();
  const etag = (await list(ann)).headers.get('etag') ?? '';
  const answer = await list(bob, { 'if-none-match': etag });
  expect([answer.status, answer.body.library]).toMatchObject([200, [{ guid: other.guid }]]);
});

test('sends a vault in the requested encoding', async () => {
  const client = someUser(service);
  await client.addSeveral(4);
  const raw = (encoding: string) => rawVault(service.url, client.identity, { encoding });
  const [plain, br, gzip] = [await raw('identity'), await raw('gzip, deflate, br'), await raw('gzip')];
  expect([plain.encoding, br.encoding, gzip.encoding]).toEqual([undefined, 'br', 'gzip']);
  expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes);
  expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
  expect((await list(client)).headers.get('vary')).toMatch(/accept-encoding/i);
});

test('returns every confirmed change to concurrent readers', async () => {
  const { client, entry } = await userWithEntry(service);
  for (let rating = 1; rating <= 10; rating += 1) {
    const readers = Promise.all(Array.from({ length: 5 }, () => list(client)));
    await client.edit(entry, { rating });
    expect((await list(client)).body.library).toMatchObject([{ rating }]);
    await readers;
  }
});

test('returns ten thousand entries in order', async () => {
  const client = someUser(service);
  await storeGames(service.query, 10_000, { prefix: '3030-many-' });
  await fillVault(service, client.userId, 10_000, '3030-many-');
  await service.query('insert into libraries values ($1, 1)', [client.userId]);
  const answers = await Promise.all(Array.from({ length: 10 }, () => list(client)));
  const { library } = wholeLibrary.parse(answers[0]?.body);
  expect(library.map(({ guid }) => guid)).toEqual(Array.from({ length: 10_000 }, (_, i) => `3030-many-${i + 1}`));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body.library))).size).toBe(1);
});

test('serves large vaults again after a failed read', async () => {
  const client = someUser(service);
  // At 2 KB each, more than the service keeps in memory as a whole.
  await storeGames(service.query, 7000, { deck: 'x'.repeat(2000) });
  await fillVault(service, client.userId, 7000);
  await service.query('alter table entries rename to entries_away');
  const refused = await Promise.all(Array.from({ length: 40 }, () => list(client)));
  await service.query('alter table entries_away rename to entries');
  expect(refused.map(({ status }) => status)).toEqual(Array(40).fill(500));
  expect((await list(client)).body.library).toHaveLength(7000);
});
