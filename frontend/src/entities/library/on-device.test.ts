import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { failure } from '../../test/answers.ts';
import { aGame, anEntry, aUser } from '../../test/builders.ts';
import {
  keepOnDevice,
  noChanges,
  openVault,
  readDevice,
  startWithVault,
  type VaultAnswers,
  visitVault,
} from '../../test/vault-visit.ts';
import { signedIn, unverified, verified } from '../session/slice.ts';
import { selectConflicts } from './conflicts.ts';
import { selectWaiting } from './selectors.ts';
import { addRequested, libraryChanged, libraryNeeded, updateRequested } from './slice.ts';

const list = 'GET /api/games/library';
const add = 'POST /api/games/library/add';
const put = 'PUT /api/games/library/:id';
const entry = anEntry({ rating: 5 });
const other = anEntry({ id: 'other', rating: 5, game: aGame({ guid: '3030-2' }) });
const edit = updateRequested({ entry, changes: { rating: 8 } });
const unreached = new NetworkError('down');
const offline = { [list]: noChanges, [put]: unreached, [add]: unreached };

startWithVault([entry]);

const isQueued = async (length: number) => expect((await readDevice()).queue).toHaveLength(length);

test('shows the stored vault before the server responds, and requests only the changes since', async () => {
  await visitVault({ [list]: () => new Promise(() => {}) }, [], ({ library, made }) => {
    expect(library).toMatchObject({ status: 'ready', keptAt: null, entries: { '3030-1': entry } });
    expect(made[0]?.query).toEqual({ since: 'c1' });
  });
});

test('applies new changes and continues from the new cursor', async () => {
  await keepOnDevice({ entries: [other] });
  const changed = [{ ...entry, rating: 9, version: 2 }];
  const removed = [{ id: 'other', guid: '3030-2', version: 2 }];
  await visitVault({ [list]: { ...noChanges, changed, removed } }, [], async ({ library }) => {
    expect(library.entries).toEqual({ '3030-1': changed[0] });
    const { saved, cursor } = await readDevice();
    expect({ saved, cursor }).toEqual({ saved: { '3030-1': changed[0] }, cursor: 'c2' });
  });
});

test('loads the whole vault when the cursor is too old or the server has no cursors', async () => {
  const whole = { library: [{ ...entry, rating: 2, version: 7 }] };
  const old = { ...noChanges, whole_needed: true };
  await visitVault({ [list]: ({ query }) => (query ? old : { ...whole, version: 'c3' }) }, [], async ({ made }) => {
    expect(made.map(({ query }) => query)).toEqual([{ since: 'c1' }, undefined]);
    expect(await readDevice()).toMatchObject({ saved: { '3030-1': { rating: 2 } }, cursor: 'c3' });
  });
  await visitVault({ [list]: { library: [] } }, [], async () => {
    const { saved, cursor } = await readDevice();
    expect({ saved, cursor }).toEqual({ saved: {}, cursor: null });
  });
});

test('shows the stored vault offline, with the time of the last response, to its own user only', async () => {
  const shown = { status: 'ready', keptAt: 1, entries: { '3030-1': entry } };
  for (const before of [undefined, unverified(aUser())])
    await visitVault({ [list]: unreached }, [], ({ library }) => expect(library).toMatchObject(shown), before);
  await visitVault(
    { [list]: unreached },
    [],
    ({ library }) => expect(library).toMatchObject({ status: 'failed', entries: {} }),
    signedIn(aUser({ id: 'another' })),
  );
});

test('reports a server failure beside the stored vault', async () => {
  await visitVault({ [list]: failure(503, 'service.unavailable') }, [], ({ library }) =>
    expect(library).toMatchObject({
      status: 'ready',
      error: 'Failed to load your library',
      entries: { '3030-1': entry },
    }),
  );
});

test('keeps an undelivered change and sends it unchanged in the next visit of its own user', async () => {
  const fields = { status: 'playing', rating: 7, hours_played: null, platform_id: null } as const;
  const game = aGame({ guid: '3030-2', name: 'Added' });
  await visitVault(offline, [edit, addRequested({ game, fields })], async ({ library, alerts }) => {
    await isQueued(2);
    expect(library.entries).toMatchObject({
      '3030-1': { rating: 8 },
      '3030-2': { rating: 7, game: { name: 'Added' } },
    });
    expect([alerts, selectWaiting({ library })]).toEqual([[], 2]);
  });
  const another = signedIn(aUser({ id: 'another' }));
  const isEmpty = ({ status, entries }: { status: string; entries: object }) =>
    expect({ status, entries }).toEqual({ status: 'ready', entries: {} });
  const { made: theirs } = await visitVault({ [list]: { library: [] } }, [], (seen) => isEmpty(seen.library), another);
  expect(theirs.map(({ method }) => method)).toEqual(['GET']);

  const stored = { ...entry, rating: 8, version: 2 };
  const added = anEntry({ id: 'added', rating: 7, game });
  let isAdded = false;
  const answers: VaultAnswers = {
    [list]: () => (isAdded ? { ...noChanges, changed: [stored, added] } : noChanges),
    [put]: { user_game: stored },
    [add]: () => {
      isAdded = true;
      return { user_game: added };
    },
  };
  await visitVault(answers, [], async ({ library, made }) => {
    expect(made.find(({ method }) => method === 'PUT')?.body).toEqual({ rating: 8, if_version: 1 });
    expect(library.entries).toEqual({ '3030-1': stored, '3030-2': added });
    expect(await readDevice()).toMatchObject({ saved: { '3030-1': stored, '3030-2': added }, queue: [] });
  });
});

test('asks about a rejected pending change with both versions, also after a reload', async () => {
  await visitVault(offline, [edit], () => isQueued(1));
  const refusing = { [list]: noChanges, [put]: failure(422, 'request.invalid', 'Not like that.') };
  await visitVault(refusing, [], async ({ library }) => {
    expect((await readDevice()).queue).toMatchObject([{ asks: { why: 'refused', message: 'Not like that.' } }]);
    expect(library.entries['3030-1']?.rating).toBe(5);
  });
  await visitVault({ [list]: noChanges }, [], ({ library }) =>
    expect(selectConflicts({ library })['3030-1']).toMatchObject({
      entry,
      changes: { rating: 8 },
      refusal: 'Not like that.',
    }),
  );
});

test('sends the changes of other games while the server fails for one', async () => {
  await keepOnDevice({ entries: [other] });
  const edits = [edit, updateRequested({ entry: other, changes: { rating: 8 } })];
  await visitVault({ [list]: unreached }, edits, () => isQueued(2));
  const stored = { ...other, rating: 8, version: 2 };
  const answers: VaultAnswers = {
    [list]: noChanges,
    [put]: ({ params }) =>
      (params as { id: string }).id === 'other' ? { user_game: stored } : failure(500, 'internal'),
  };
  await visitVault(answers, [], async ({ library }) => {
    expect(library.entries).toEqual({ '3030-1': { ...entry, rating: 8 }, '3030-2': stored });
    await isQueued(1);
  });
});

/** Milliseconds after which the tests conclude that nothing more is sent. */
const quietMs = 150;

/** Opens the vault and waits for the first response. */
async function openReady(answers: VaultAnswers) {
  const page = openVault(answers);
  page.dispatch(libraryNeeded());
  await page.sees(({ library, made }) => expect([library.status, made.length]).toEqual(['ready', 1]));
  return page;
}

test.each([
  ['known', 1, 1],
  ['new', 2, 2],
])('refetches for a remote change only when its version is new: %s', async (_, version, requests) => {
  const page = await openReady({ [list]: noChanges });
  page.dispatch(libraryChanged({ entry_id: entry.id, guid: entry.guid, version }));
  await pause(quietMs);
  await page.sees(({ made }) => expect(made).toHaveLength(requests));
});

test("does not refetch for a notification about this tab's own change", async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<object>();
  const page = await openReady({ [list]: noChanges, [put]: () => answered });
  page.dispatch(edit);
  await page.sees(({ made }) => expect(made).toHaveLength(2));
  page.dispatch(libraryChanged({ entry_id: entry.id, guid: entry.guid, version: 2 }));
  answer({ user_game: { ...entry, rating: 8, version: 2 } });
  await page.sees(({ library }) => expect(library.entries['3030-1']?.version).toBe(2));
  await pause(quietMs);
  expect(page.made.map(({ method }) => method)).toEqual(['GET', 'PUT']);
});

test('sends pending changes as soon as the session is verified', async () => {
  const made = { key: 'key', order: 1, tab: 'before', guid: '3030-1', base: entry };
  await keepOnDevice({ queued: [{ ...made, call: 'updateEntry', body: { rating: 7 } }] });
  const answers = [failure(412, 'auth.other_user')];
  const page = openVault({
    [list]: () => answers.shift() ?? noChanges,
    [put]: { user_game: { ...entry, rating: 7, version: 2 } },
  });
  await page.sees(({ library }) => expect(library.error).not.toBeNull());
  expect(page.made.map(({ method }) => method)).toEqual(['GET']);
  page.dispatch(verified(aUser()));
  await page.sees(() => expect(page.made.map(({ method }) => method)).toEqual(['GET', 'GET', 'PUT']));
  await page.sees(() => isQueued(0));
});
