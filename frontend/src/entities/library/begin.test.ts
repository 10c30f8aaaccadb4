import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { anEntry, aUser } from '../../test/builders.ts';
import { openVault, startWithVault, vaultUser as user } from '../../test/vault-visit.ts';
import { readFirstGames, takeFirstGames } from '../device/first-games.ts';
import { openDevice } from '../device/open-device.ts';
import { presumed, verified } from '../session/slice.ts';
import { selectFirst } from './selectors.ts';
import { type LibraryState, libraryActions, libraryNeeded, updateRequested } from './slice.ts';

const entry = anEntry({ rating: 5 });
const begin = { view: '', entries: [entry], shown: 1, all: 1, waiting: 0 };

startWithVault([entry]);
beforeEach(async () => {
  const device = await openDevice(user.id);
  await device.noteFirst(begin);
  device.close();
});

/** The last user opens the vault before the session is verified. */
async function visit(actions: readonly { type: string }[] = [], milliseconds = 900): Promise<LibraryState> {
  readFirstGames(user.id, '');
  const answers = { 'GET /api/games/library': () => new Promise<never>(() => {}) };
  const page = openVault(answers, { before: presumed(user as never) });
  for (const action of actions) {
    await pause(50);
    page.dispatch(action);
  }
  await pause(milliseconds);
  page.end();
  return page.state().library;
}

const neverRead = () =>
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => new Promise(() => {}) as never);

const kept = async () => {
  readFirstGames(user.id, '');
  return takeFirstGames(user.id);
};

test('shows the noted first games before the vault is read or requested', async () => {
  neverRead();
  const library = await visit();
  expect(selectFirst({ library })).toEqual(begin);
  expect(library).toMatchObject({ status: 'idle', entries: {} });
});

test('replaces the first games with the vault', async () => {
  const library = await visit();
  expect(selectFirst({ library })).toBeNull();
  expect(library).toMatchObject({ status: 'ready', entries: { '3030-1': entry } });
});

test('does not show the first games or the vault to a different user than presumed', async () => {
  const nothing = { status: 'idle', entries: {}, first: null };
  expect(await visit([verified(aUser({ id: 'another' }))])).toMatchObject(nothing);
  neverRead();
  expect(await visit([verified(aUser({ id: 'another' }))])).toMatchObject(nothing);
  expect(await visit([verified(null)])).toMatchObject(nothing);
});

test('notes the shown games after a pause and discards the note on a change, even while writing it', async () => {
  const shown = libraryActions.firstShown({ ...begin, all: 7 });
  await visit([verified(user), libraryNeeded(), shown], 2000);
  expect(await kept()).toMatchObject({ all: 7 });
  await visit([verified(user), libraryNeeded(), shown, updateRequested({ entry, changes: { rating: 8 } })]);
  expect(await kept()).toBeNull();
});
