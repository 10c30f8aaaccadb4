import { openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { anEntry } from '../../test/builders.ts';
import { noChanges as nothing, startWithVault, vaultUser as user, visitVault } from '../../test/vault-visit.ts';
import { selectConflicts } from '../library/conflicts.ts';
import { selectQueue, selectWaiting } from '../library/selectors.ts';
import { libraryActions } from '../library/slice.ts';
import { databaseOf } from './names.ts';
import { openDevice } from './open-device.ts';
import { countUnsent } from './stored-vault.ts';
import old from './vault-of-version-1.json' with { type: 'json' };

const list = 'GET /api/games/library';
const added = anEntry({ id: 'added', guid: '3030-10', rating: 7 });

startWithVault();

/** Writes what a page of the release with version 1 had stored. */
beforeEach(async () => {
  const database = await openDB(databaseOf(user.id), 1, {
    upgrade: (upgraded) => {
      upgraded.createObjectStore('entries', { keyPath: 'guid' });
      upgraded.createObjectStore('queue', { keyPath: 'key' });
      upgraded.createObjectStore('meta');
    },
  });
  for (const entry of old.entries) await database.put('entries', entry);
  for (const change of old.queue) await database.put('queue', change);
  await database.put('meta', old.vault, 'vault');
  database.close();
});

type Answers = Parameters<typeof visitVault>[0];

const restored = anEntry({ id: '00000000-0000-4000-8000-000000000009', guid: '3030-9', rating: 5 });
const entryOf = (id: string) => [...old.entries, restored, added].find((entry) => entry.id === id);
const changed = ({ params, body }: { readonly params?: unknown; readonly body?: unknown }) => {
  const { id } = params as { readonly id: string };
  const { if_version = 0, ...fields } = (body ?? {}) as { readonly if_version?: number };
  return { user_game: { ...entryOf(id), ...fields, version: if_version + 1 } };
};
const part = ({ body }: { readonly body?: unknown }) => ({ ...(body as object), version: 1, entry_id: '', game: {} });
const answers: Answers = {
  [list]: nothing,
  'POST /api/games/library/add': { user_game: added },
  'PUT /api/games/library/:id': changed,
  'DELETE /api/games/library/:id': {},
  'POST /api/games/library/:id/restore': changed,
  'POST /api/games/library/:id/sessions': (made) => ({ ...changed({ params: made.params }), session: part(made) }),
  'PUT /api/games/library/sessions/:id': (made) => ({ session: part(made), user_game: old.entries[3] as never }),
  'DELETE /api/games/library/sessions/:id': { user_game: old.entries[4] as never },
  'POST /api/games/library/:id/playthroughs': (made) => ({ playthrough: part(made) }),
  'PUT /api/games/library/playthroughs/:id': (made) => ({ playthrough: part(made) }),
  'DELETE /api/games/library/playthroughs/:id': {},
};

test('shows the unsent changes of version 1 offline', async () => {
  expect(await countUnsent(user.id)).toBe(13);
  await visitVault({ [list]: new NetworkError('down') }, [], ({ library }) => {
    expect(selectWaiting({ library })).toBe(13);
    expect(library.entries).toMatchObject({
      '3030-1': { rating: 8, hours_played: 4 },
      '3030-9': { rating: 3 },
      '3030-10': { rating: 9, game: { name: 'Game 10' } },
      '3030-3': { hours_played: 1.5 },
    });
    expect(library.entries['3030-2']).toBeUndefined();
  });
});

test('sends the unsent changes of version 1 once, in order, and asks the open questions', async () => {
  const { made } = await visitVault(answers, [], ({ library }) => {
    expect(selectQueue({ library }).filter(({ asks }) => !asks)).toEqual([]);
    const conflicts = selectConflicts({ library });
    expect(conflicts).toMatchObject({
      '3030-7': { entry: { rating: 9 }, changes: { rating: 6 } },
    });
    expect(Object.values(conflicts)).toContainEqual(
      expect.objectContaining({
        refusal: 'A day has 24 hours',
        part: expect.objectContaining({ asks: expect.objectContaining({ why: 'refused' }) }),
      }),
    );
  });
  const sent = made
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body }) => [`${method} ${path}`, body]);
  const words = { minutes: 90, note: 'The water temple' };
  expect(sent).toMatchObject([
    ['PUT /api/games/library/:id', { rating: 8, if_version: 1 }],
    ['PUT /api/games/library/:id', { hours_played: 4 }],
    ['POST /api/games/library/add', { game_guid: '3030-10', status: 'playing', rating: 7 }],
    ['PUT /api/games/library/:id', { rating: 9 }],
    ['DELETE /api/games/library/:id', undefined],
    ['POST /api/games/library/:id/restore', undefined],
    ['PUT /api/games/library/:id', { rating: 3 }],
    ['POST /api/games/library/:id/sessions', { id: '01900000-0000-7000-8000-000000000003', ...words }],
    ['PUT /api/games/library/sessions/:id', { day: '2026-03-02', minutes: 30, if_version: 1 }],
    ['DELETE /api/games/library/sessions/:id', undefined],
    ['POST /api/games/library/:id/playthroughs', { id: '01900000-0000-7000-8000-0000000000a3', hours: 12 }],
    ['PUT /api/games/library/playthroughs/:id', { completion: 'story', hours: 13, if_version: 1 }],
    ['DELETE /api/games/library/playthroughs/:id', undefined],
  ]);
  await visitVault({ [list]: nothing }, [libraryActions.libraryNeeded()], ({ made: later }) =>
    expect(later.map(({ method }) => method)).toEqual(['GET']),
  );
});

test('repeats a request that version 1 has sent with its key', async () => {
  const [request] = old.queue.flatMap((change) => ('sent' in change && change.sent ? [change.sent] : []));
  const { keys } = await visitVault(answers, [], ({ made }) => expect(made.length).toBeGreaterThan(1));
  expect(keys[0]).toBe(request?.key);
});

test.each([1, 2])('takes the database over from an open page of version %d', async (version) => {
  const taken = vi.fn();
  const page = await openDB(databaseOf(user.id), version, {
    blocking: (_from, _to, event) => {
      (event.target as IDBDatabase).close();
      taken();
    },
  });
  const device = await openDevice(user.id);
  expect([device.isDurable(), taken.mock.calls.length]).toEqual([true, 1]);
  expect((await device.read()).queue.map(({ key }) => key)).toEqual(expect.arrayContaining([old.queue.at(-1)?.key]));
  device.close();
  page.close();
});
