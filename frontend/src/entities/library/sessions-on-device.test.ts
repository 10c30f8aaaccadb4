import 'fake-indexeddb/auto';
import type { Hours } from '@nightshelf/contracts/play-rules.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { failure } from '../../testing/answers.ts';
import { anEntry, aUser } from '../../testing/builders.ts';
import { type VaultState, visitVault } from '../../testing/vault-visit.ts';
import { forgetDevice } from '../device/forget-device.ts';
import { openDevice } from '../device/open-device.ts';
import { selectPlays, selectWaiting } from './selectors.ts';
import { type LibraryState, libraryActions, partRequested } from './slice.ts';

const list = 'GET /api/games/library';
const post = 'POST /api/games/library/:id/sessions';
const change = 'PUT /api/games/library/sessions/:id';
const user = aUser();
const entry = anEntry({ hours_played: 10 });
const { guid, name } = entry.game;
const nothing = { version: 'c2', whole_needed: false, changed: [], removed: [] };
const unreached = () => new NetworkError(new Error('offline'));
const none: Hours = { typed: 10, minutes: 0 };
const words = { day: '2026-03-01', minutes: 90, note: 'The water temple', spoiler: false, playthrough_id: null };
const session: PlaySession = {
  ...{ id: '01900000-0000-7000-8000-000000000001', version: 1, entry_id: entry.id, counts: true },
  ...{ game: { guid, name, image_url: null }, ...words },
};
const logged = { session, user_game: { ...entry, hours_played: 11.5, version: 2 } };
const log = () => partRequested({ call: 'logPlaySession', base: entry, before: null, now: session, hours: none });

beforeEach(async () => {
  vi.stubGlobal('window', new EventTarget());
  const device = await openDevice(user.id);
  await device.write({ entries: [entry], reached: { at: 1, cursor: 'c1' } });
  device.close();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await forgetDevice();
});

const visit = visitVault.bind(null, user);

test('counts a session logged offline, keeps it over a reload and sends it once with its key and id', async () => {
  const offline = { [list]: unreached(), [post]: unreached() };
  const first = await visit(offline, [log()], ({ library }) => {
    expect(library.entries[guid]?.hours_played).toBe(11.5);
    expect(selectPlays({ library })).toMatchObject([{ call: 'logPlaySession', waits: true, now: session }]);
    expect(selectWaiting({ library })).toBe(1);
  });
  const { keys, made } = await visit({ [list]: nothing, [post]: logged }, [], ({ library }) => {
    expect(selectPlays({ library })).toEqual([]);
    expect(library.entries[guid]).toMatchObject({ hours_played: 11.5, version: 2 });
  });
  expect(made.filter(({ method }) => method === 'POST')).toMatchObject([
    { params: { id: entry.id }, body: { id: session.id, ...words } },
  ]);
  if (first.keys.length > 0) expect(keys).toEqual(first.keys);
});

test('keeps a rejected session with its text until the user settles it, also over a reload', async () => {
  const tooLong = failure(422, 'validation', 'Not valid', { minutes: ['would exceed 24 hours'] });
  const asks = ({ library }: VaultState) =>
    expect(Object.values(library.conflicts)).toMatchObject([
      { refusal: 'would exceed 24 hours', part: { now: session, saved: null, why: 'refused' } },
    ]);
  await visit({ [list]: nothing, [post]: tooLong }, [log()], (seen) => {
    asks(seen);
    expect(seen.library.entries[guid]?.hours_played).toBe(10);
  });
  let asked: LibraryState['conflicts'] = {};
  await visit({ [list]: nothing, [post]: tooLong }, [], (seen) => {
    asks(seen);
    asked = seen.library.conflicts;
    expect(seen.made.filter(({ method }) => method === 'POST')).toEqual([]);
  });
  const settled = libraryActions.conflictSettled(Object.values(asked)[0] as never);
  await visit({ [list]: nothing }, [settled], ({ library }) => expect(selectPlays({ library })).toEqual([]));
});

test('asks about a rejected session in the tab that sends it when the original tab is closed', async () => {
  await visit({ [list]: unreached(), [post]: unreached() }, [log()], ({ library }) =>
    expect(selectWaiting({ library })).toBe(1),
  );
  const full = failure(409, 'library.journal_full', 'Your journal is full.');
  await visit({ [list]: nothing, [post]: full }, [], ({ library }) =>
    expect(Object.values(library.conflicts)).toMatchObject([
      { refusal: 'Your journal is full.', part: { now: session } },
    ]),
  );
});

test('asks with both versions about a session edited offline and elsewhere', async () => {
  const theirs = { ...session, minutes: 30, version: 2 };
  const changed = failure(409, 'library.play_session_changed', 'Changed meanwhile.');
  Object.assign(changed.failure, { session: theirs });
  const fields = { ...words, minutes: 60 };
  const edit = partRequested({
    ...{ call: 'changePlaySession', base: entry, before: session, now: { ...session, ...fields } },
    hours: { typed: null, minutes: 600 },
  });
  await visit({ [list]: nothing, [change]: changed }, [edit], ({ library, made }) => {
    expect(made.at(-1)).toMatchObject({ params: { id: session.id }, body: { ...fields, if_version: 1 } });
    expect(Object.values(library.conflicts)).toMatchObject([
      { part: { why: 'conflict', saved: theirs, now: { minutes: 60 } } },
    ]);
  });
});

test('leaves no session and no hours after a session is logged and removed offline', async () => {
  const offline = { [list]: unreached(), [post]: unreached() };
  const removal = partRequested({
    ...{ call: 'removePlaySession', base: entry, before: session, now: null },
    hours: { typed: 10, minutes: 90 },
  });
  await visit(offline, [log(), removal], ({ library }) => {
    expect(selectPlays({ library }).map(({ call, waits }) => [call, waits])).toEqual([
      ['logPlaySession', true],
      ['removePlaySession', true],
    ]);
    expect(library.entries[guid]?.hours_played).toBe(10);
  });
  const answers = {
    [list]: nothing,
    [post]: logged,
    'DELETE /api/games/library/sessions/:id': { user_game: { ...entry, version: 3 } },
  };
  const { made } = await visit(answers, [], ({ library }) => {
    expect(selectPlays({ library })).toEqual([]);
    expect(library.entries[guid]).toMatchObject({ hours_played: 10, version: 3 });
  });
  expect(made.map(({ method }) => method).filter((method) => method !== 'GET')).toEqual(['POST', 'DELETE']);
});
