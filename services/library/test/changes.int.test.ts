import { randomUUID } from 'node:crypto';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { LibraryChanges } from '@nightshelf/contracts/library-answers.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { someIdentity } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import {
  confirm,
  described,
  fillVault,
  noChanges,
  openTransaction,
  Player,
  someGame,
  someUser,
  startLibrary,
} from './helpers.ts';

const service = await startLibrary();

const { addEntry, addExternalEntry, listLibrary, removeEntry, restoreEntry, updateEntry } = libraryCalls;

/** Applies changes as a client does, removals first. */
function apply(library: readonly LibraryEntry[], { changed, removed }: LibraryChanges): LibraryEntry[] {
  const entries = new Map(library.map((entry) => [entry.id, entry]));
  for (const { id } of removed) entries.delete(id);
  for (const entry of changed) entries.set(entry.id, entry);
  return [...entries.values()].toSorted((one, other) =>
    one.date_added === other.date_added ? (one.id < other.id ? -1 : 1) : one.date_added < other.date_added ? 1 : -1,
  );
}

/** Writes what the handler of the catalog's event writes. */
const publish = (game: GameSummary) =>
  service.query(
    `insert into games (guid, summary, image_url, platform_names) values ($1, $2, null, '{}')
     on conflict (guid) do update set summary = excluded.summary`,
    [game.guid, JSON.stringify(game)],
  );

test('returns each added, changed, removed or restored entry once, as it is now', async () => {
  const client = someUser(service);
  let { version } = await client.whole();
  const next = async () => {
    const answer = await client.changesSince(version);
    version = answer.version;
    return answer;
  };
  expect(await next()).toMatchObject(noChanges);
  const entry = await client.addSome();
  expect(await next()).toMatchObject({ ...noChanges, changed: [entry] });
  expect(await next()).toMatchObject(noChanges);
  const rated = await client.edit(entry, { rating: 3 });
  expect(await next()).toMatchObject({ ...noChanges, changed: [rated] });
  await client.remove(entry);
  expect(await next()).toMatchObject({ ...noChanges, removed: [{ id: entry.id, guid: entry.guid, version: 3 }] });
  const restored = await client.restore(entry);
  expect(await next()).toMatchObject({ ...noChanges, changed: [restored] });
  await client.remove(entry);
  const { user_game: again } = await client.call(addEntry, { body: { game_guid: entry.guid } });
  expect(await next()).toMatchObject({ changed: [again], removed: [{ id: entry.id, version: 5 }] });
  expect(await next()).toMatchObject(noChanges);
});

test('returns the changes of a transaction that was running when the version was read', async () => {
  const [client, other] = [someUser(service), someUser(service)];
  const [edited, removed, renamed] = [await client.addSome(), await client.addSome(), await client.addSome()];
  const under = await openTransaction(service);
  await under.query('update entries set rating = 7, version = 2 where id = $1', [edited.id]);
  await under.query(
    `insert into entry_tombstones (entry_id, user_id, guid, version, removed_at)
     select id, user_id, guid, 2, now() from entries where id = $1`,
    [removed.id],
  );
  await under.query('delete from entries where id = $1', [removed.id]);
  await under.query(`update games set summary = replace(summary, 'A Game', 'Renamed') where guid = $1`, [renamed.guid]);
  // These transactions start later but commit before the open one.
  await other.addSome();
  const { version } = await client.whole();
  await other.addSome();
  const during = await client.changesSince(version);
  expect(during).toMatchObject(noChanges);
  await under.commit();
  for (const since of [version, during.version]) {
    const { changed, removed: gone } = await client.changesSince(since);
    expect(changed.map(({ id, rating }) => [id, rating]).sort()).toEqual(
      [
        [edited.id, 7],
        [renamed.id, null],
      ].sort(),
    );
    expect(changed.find(({ id }) => id === renamed.id)?.game.name).toContain('Renamed');
    expect(gone).toEqual([{ id: removed.id, guid: removed.guid, version: 2 }]);
  }
});

test('returns a confirmed or changed game to all its owners and to no other user', async () => {
  const [ann, bob, cyd] = [someUser(service), someUser(service), someUser(service)];
  const game = someGame({ name: 'Confirmed' });
  for (const client of [ann, bob]) await client.call(addExternalEntry, { body: described(game.guid) });
  await cyd.addSome();
  const before = await Promise.all([ann, bob, cyd].map((client) => client.whole()));
  await confirm(service, game);
  const after = await Promise.all([ann, bob, cyd].map((client, i) => client.changesSince(before[i]?.version ?? '')));
  expect(after[0]?.changed).toMatchObject([{ id: before[0]?.library[0]?.id, game }]);
  expect(after[1]?.changed).toMatchObject([{ id: before[1]?.library[0]?.id, game }]);
  expect(after[2]).toMatchObject(noChanges);
  await confirm(service, { ...game, name: 'Renamed' }, 2);
  const { changed } = await ann.changesSince(after[0]?.version ?? '');
  expect(changed.map(({ game: { name } }) => name)).toEqual(['Renamed']);
});

test('gives the current library for any order of changes applied to any known state', async () => {
  const [client, other] = [someUser(service), someUser(service)];
  let seed = 20_261_122;
  const below = (limit: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 16) % limit;
  };
  const games = Array.from({ length: 12 }, () => someGame());
  for (const game of games) await publish(game);
  const gone: string[] = [];
  const anyGame = () => games[below(games.length)] ?? someGame();
  const actions = [
    () => client.attempt(addEntry, { body: { game_guid: anyGame().guid } }),
    () => client.attempt(addEntry, { body: { game_guid: anyGame().guid } }),
    () => other.attempt(addEntry, { body: { game_guid: anyGame().guid } }),
    () => client.attempt(addExternalEntry, { body: described(`${anyGame().guid}-x`, `Word ${below(100)}`) }),
    (id: string) =>
      client.attempt(updateEntry, { params: { id }, body: { rating: 1 + below(10), is_shared: below(2) === 1 } }),
    (id: string) => {
      gone.push(id);
      return client.attempt(removeEntry, { params: { id } });
    },
    () => client.attempt(restoreEntry, { params: { id: gone[below(gone.length)] ?? randomUUID() } }),
    () => publish(someGame({ guid: anyGame().guid, name: `Name ${below(100)}` })),
    () => publish(someGame({ guid: `${anyGame().guid}-x`, name: `Name ${below(100)}` })),
    () => service.query('delete from games where guid = $1', [`${anyGame().guid}-x`]),
  ];
  const known = [await client.whole()];
  for (let step = 0; step < 50; step += 1) {
    const now = await client.whole();
    known[below(3)] = now;
    for (const before of known.filter(Boolean)) {
      const changes = await client.changesSince(before.version);
      expect(changes.whole_needed).toBe(false);
      expect(apply(before.library, changes)).toEqual(now.library);
    }
    await actions[below(actions.length)]?.(now.library[below(now.library.length || 1)]?.id ?? randomUUID());
  }
  expect(Math.max(...known.map(({ library }) => library.length))).toBeGreaterThan(1);
});

test("asks for the whole library when the version is another user's or outdated, and reveals nothing", async () => {
  const [ann, bob] = [someUser(service), someUser(service)];
  const entry = await ann.addSome();
  const { version } = await ann.whole();
  await ann.edit(entry, { rating: 1 });
  await bob.addSome();
  const [mark = '', xid = '', seconds = ''] = version.split('.');
  const days = (count: number) => Number(seconds) - count * 24 * 3600;
  const outdated = [
    (await bob.whole()).version,
    `${'x'.repeat(mark.length)}.${xid}.${seconds}`,
    `${mark}.9999999999999999999-0.${seconds}`,
    `${mark}.1-999999999999999999.${seconds}`,
    `${mark}.9-3-2-1.${seconds}`,
    `${mark}.${xid}.${days(100)}`,
    `${mark}.${xid}.${days(-100)}`,
    `${mark}.1-0.0`,
  ];
  for (const since of outdated) {
    const answer = await ann.changesSince(since);
    expect([since, answer]).toEqual([since, { ...answer, ...noChanges, whole_needed: true }]);
    expect(await ann.changesSince(answer.version)).toMatchObject(noChanges);
  }
  expect((await ann.changesSince(`${mark}.${xid}.${days(88)}`)).changed).toMatchObject([{ rating: 1 }]);
  expect((await bob.changesSince(version)).whole_needed).toBe(true);
});

test.each([
  '',
  'x',
  'a.b.c',
  'a.1-0.',
  'a.1.1',
  'a.0-0.1',
  'a.1-0-.1',
  'a.1--1.1',
  'a.1-0.1.1',
  'a.99999999999999999999-0.1',
  `${'a'.repeat(41)}.1-0.1`,
  `a.1${'-1'.repeat(50)}.1`,
  "a'.1-0.1",
  'a.1-0.1\u0000',
  'a.\u0661-0.1',
])('returns 422 for the version %j', async (since) => {
  const { status, body } = await someUser(service).attempt(listLibrary, { query: { since } });
  expect([status, body.code, Object.keys(body.errors ?? {})]).toEqual([422, 'request.invalid', ['since']]);
});

test('asks for the whole library when there are too many changes', async () => {
  const client = someUser(service);
  const { version } = await client.whole();
  await fillVault(service, client.userId, 2000, 'few-');
  const most = await client.changesSince(version);
  expect([most.whole_needed, most.changed.length]).toEqual([false, 2000]);
  await fillVault(service, client.userId, 1, 'one-more-');
  expect(await client.changesSince(version)).toMatchObject({ ...noChanges, whole_needed: true });
  expect((await client.changesSince(most.version)).changed).toHaveLength(1);

  const long = JSON.stringify({ ...someGame(), deck: 'x'.repeat(60_000) });
  await service.query(
    `insert into described_games select $1, 'few-' || i, $2, null, '{}' from generate_series(1, 200) i`,
    [client.userId, long],
  );
  expect(await client.changesSince(version)).toMatchObject({ ...noChanges, whole_needed: true });
});

test('lets an API token read changes only with the read scope', async () => {
  const identity = someIdentity();
  const { version } = await new Player(service, identity).whole();
  const as = (scope: 'library:read' | 'library:write') =>
    service.api.as({ ...identity, scopes: [scope] }).attempt(listLibrary, { query: { since: version } });
  expect(await as('library:read')).toMatchObject({ status: 200, body: noChanges });
  expect((await as('library:write')).status).toBe(403);
  expect((await service.api.attempt(listLibrary, { query: { since: version } })).status).toBe(401);
});
