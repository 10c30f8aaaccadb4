import { randomUUID } from 'node:crypto';
import { updateEntry } from '@nightshelf/contracts/calls/library.ts';
import { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import { entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { requestTimeoutHeader } from '@nightshelf/contracts/headers.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { ApiClient, until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { openTransaction, startInstance, startLibrary, untilLocked, userWithEntry } from './helpers.ts';

const service = await startLibrary();

/** Starts a second instance on the same database and creates an entry. */
async function setting() {
  const instance = await startInstance(service);
  const { client, entry } = await userWithEntry(service);
  const there = new ApiClient(instance.url, client.identity);
  return { instance, client, there, entry, params: { id: entry.id } };
}

/** Calls with a time limit, like the gateway. */
function impatient(there: ApiClient, entry: LibraryEntry, body: object, waitsMs: number) {
  const headers = { [requestTimeoutHeader]: String(waitsMs - 100) };
  const signal = AbortSignal.timeout(waitsMs);
  return there.attempt(updateEntry, { params: { id: entry.id }, body }, { key: randomUUID(), headers, signal });
}

/** Locks an entry's row, so that a change of it blocks inside its transaction. @returns a function that releases it */
async function holdRow(entry: LibraryEntry) {
  const holder = await openTransaction(service);
  await holder.query('select from entries where id = $1 for update', [entry.id]);
  return holder.commit;
}

const eventsOf = async (entry: LibraryEntry) =>
  (await service.recorded(entryUpdated))
    .filter(({ data }) => data.entry_id === entry.id)
    .map(({ data }) => data.rating);

test('stores nothing from an instance that freezes inside its transaction after its caller gave up', async () => {
  const { instance, client, there, entry, params } = await setting();
  const release = await holdRow(entry);
  const refused = impatient(there, entry, { rating: 1 }, 5000);
  await untilLocked(service);
  instance.freeze();
  await release();
  await expect(refused).rejects.toThrow('timeout');
  const { user_game: acknowledged } = await client.call(updateEntry, { params, body: { rating: 9 } });
  expect(acknowledged).toMatchObject({ rating: 9, version: 2 });
  instance.thaw();
  await instance.stop();
  expect(await client.vault()).toEqual([acknowledged]);
  expect(await eventsOf(entry)).toEqual([9]);
});

test('stores nothing from an instance that freezes before its transaction, although its own clock saw little time pass', async () => {
  const { instance, client, there, entry, params } = await setting();
  await there.call(listWholeLibrary, {});
  instance.freeze();
  await expect(impatient(there, entry, { rating: 1 }, 1000)).rejects.toThrow('timeout');
  const { user_game: acknowledged } = await client.call(updateEntry, { params, body: { rating: 9 } });
  instance.thaw();
  await instance.stop();
  expect(await client.vault()).toEqual([acknowledged]);
  expect(await eventsOf(entry)).toEqual([9]);
});

test('does not repeat a retried change over a newer one when the first instance thaws', async () => {
  const { instance, client, there, entry, params } = await setting();
  await there.call(listWholeLibrary, {});
  instance.freeze();
  const [key, older] = [randomUUID(), { params, body: { rating: 1 } }];
  // The connection stays open, so the instance does not notice that its caller turned to another instance.
  const first = there.attempt(updateEntry, older, { key, headers: { [requestTimeoutHeader]: '60000' } });
  await client.call(updateEntry, older, { key });
  const { user_game: newer } = await client.call(updateEntry, { params, body: { rating: 9 } });
  instance.thaw();
  expect((await first).body.user_game).toMatchObject({ rating: 1, version: 2 });
  expect(await client.vault()).toEqual([newer]);
  expect(await eventsOf(entry)).toEqual([1, 9]);
});

test('blocks others on its row no longer than its caller waits while it is frozen', async () => {
  const { instance, client, there, entry, params } = await setting();
  const release = await holdRow(entry);
  const refused = impatient(there, entry, { rating: 1 }, 3000).catch(() => 'given up');
  const began = performance.now();
  await untilLocked(service);
  instance.freeze();
  await release();
  await client.call(updateEntry, { params, body: { rating: 9 } });
  // Without the limit it would hold the row for 8 s after the release.
  expect(performance.now() - began).toBeLessThan(8000);
  expect(await refused).toBe('given up');
});

test('replays the response for a change whose instance was killed before it responded', async () => {
  const { instance, client, there, entry, params } = await setting();
  // Blocks commits until the test releases them.
  await service.query(`create function stand_still() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(42); return null; end'`);
  await service.query(`create constraint trigger stand_still after update on entries deferrable initially deferred
    for each row execute function stand_still()`);
  const holder = await openTransaction(service);
  await holder.query('select pg_advisory_xact_lock(42)');
  const key = randomUUID();
  const input = { params, body: { rating: 3, if_version: 1 } };
  const cut = there.attempt(updateEntry, input, { key }).catch(() => 'cut off');
  await until('it commits', async () => {
    const [row] = await service.query(`select from pg_locks where locktype = 'advisory' and not granted`);
    return row;
  });
  await instance.kill();
  expect(await cut).toBe('cut off');
  await holder.commit();
  const again = await client.attempt(updateEntry, input, { key });
  expect([again.status, again.body.user_game.rating, again.body.user_game.version]).toEqual([200, 3, 2]);
  expect(await eventsOf(entry)).toEqual([3]);
  await service.query('drop function stand_still cascade');
});
