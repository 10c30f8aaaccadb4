import 'fake-indexeddb/auto';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { failure } from '../../testing/answers.ts';
import { anEntry, aUser } from '../../testing/builders.ts';
import { visitVault } from '../../testing/vault-visit.ts';
import { forgetDevice } from '../device/forget-device.ts';
import { openDevice } from '../device/open-device.ts';
import { withUnsentPlaythroughs } from '../plays/unsent.ts';
import { selectPlaythroughChanges, selectWaiting } from './selectors.ts';
import { type LibraryState, partRequested } from './slice.ts';

const list = 'GET /api/games/library';
const post = 'POST /api/games/library/:id/playthroughs';
const put = 'PUT /api/games/library/playthroughs/:id';
const remove = 'DELETE /api/games/library/playthroughs/:id';
const user = aUser();
const visit = visitVault.bind(null, user);
const entry = anEntry();
const { guid, name } = entry.game;
const nothing = { version: 'c2', whole_needed: false, changed: [], removed: [] };
const down = { [list]: new NetworkError('down'), [post]: new NetworkError('down'), [put]: new NetworkError('down') };
const words = {
  ...{ platform_id: 94, copy: 'GOG', started_on: '2026-03-01', ended_on: null },
  ...{ hours: 12, completion: null, dropped_at: null },
};
const playthrough: Playthrough = {
  ...{ id: '01900000-0000-7000-8000-000000000001', version: 1, entry_id: entry.id },
  ...{ game: { guid, name, image_url: null }, platform: { id: 94, name: 'PC' }, ...words },
};
const finished = { ...words, completion: 'story', ended_on: '2026-04-01' } as const;
const add = () => partRequested({ call: 'addPlaythrough', base: entry, before: null, now: playthrough });
const change = (of = playthrough) =>
  partRequested({ call: 'changePlaythrough', base: entry, before: of, now: { ...of, ...finished } });
const taken = ({ path }: { readonly path: string }) => path.includes('playthroughs');
const shown = ({ library }: { readonly library: LibraryState }, stored: readonly Playthrough[] = []) =>
  withUnsentPlaythroughs(stored, selectPlaythroughChanges({ library }), guid);

const allSent = (requests: number) => (seen: Parameters<Parameters<typeof visit>[2]>[0]) => {
  expect(seen.made.filter(({ method }) => method !== 'GET')).toHaveLength(requests);
  expect(seen.library.queue).toEqual([]);
};

async function keepVault(): Promise<void> {
  const device = await openDevice(user.id);
  await device.write({ entries: [entry], reached: { at: 1, cursor: 'c1' } });
  device.close();
}

beforeEach(async () => {
  vi.stubGlobal('window', new EventTarget());
  await keepVault();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await forgetDevice();
});

test('lists a playthrough added and changed offline, keeps it over a reload and sends it once, in order', async () => {
  const { keys: tried } = await visit(down, [add(), change()], (seen) => {
    expect(selectWaiting(seen)).toBe(2);
    expect(shown(seen)).toEqual([{ ...playthrough, ...finished, waits: true }]);
    expect(seen.library.entries[guid]).toEqual(entry);
  });
  const session = { id: '01900000-0000-7000-8000-000000000002', version: 1, entry_id: entry.id, counts: true };
  const said = { day: '2026-03-01', minutes: 30, note: null, spoiler: false, playthrough_id: playthrough.id };
  const log = partRequested({
    ...{ call: 'logPlaySession', base: entry, before: null, hours: { typed: null, minutes: 0 } },
    now: { ...session, ...said, game: playthrough.game },
  });
  const answers = {
    [list]: nothing,
    [post]: { playthrough },
    [put]: { playthrough: { ...playthrough, ...finished, version: 2 } },
    'POST /api/games/library/:id/sessions': { session: { ...session, ...said }, user_game: entry },
  };
  const { keys, made } = await visit(answers, [log], allSent(3));
  expect(made.filter(({ method }) => method !== 'GET')).toMatchObject([
    { params: { id: entry.id }, body: { id: playthrough.id, ...words } },
    { params: { id: playthrough.id }, body: { ...finished, if_version: 1 } },
    { body: { playthrough_id: playthrough.id } },
  ]);
  if (tried[0] !== undefined) expect(keys[0]).toBe(tried[0]);
});

test('removes a playthrough that was added and removed offline without a question', async () => {
  const removal = partRequested({ call: 'removePlaythrough', base: entry, before: playthrough, now: null });
  await visit(down, [add(), removal], (seen) => expect([selectWaiting(seen), shown(seen)]).toEqual([2, []]));
  const answers = { [list]: nothing, [post]: { playthrough }, [remove]: { success: true } };
  const { made } = await visit(answers, [], allSent(2));
  expect(made.filter(taken).map(({ method }) => method)).toEqual(['POST', 'DELETE']);
});

test('keeps a rejected playthrough with its text and asks about it, also after a reload', async () => {
  await visit(down, [add(), change()], (seen) => expect(selectWaiting(seen)).toBe(2));
  const full = failure(409, 'library.too_many_playthroughs', 'A game has at most 50 playthroughs.');
  const asked = ({ library }: { readonly library: LibraryState }) =>
    expect(Object.values(library.conflicts)).toMatchObject([
      { refusal: 'A game has at most 50 playthroughs.', part: { why: 'refused', saved: null } },
    ]);
  await visit({ [list]: nothing, [post]: full }, [], (seen) => {
    asked(seen);
    expect(shown(seen)).toMatchObject([{ ...finished, refused: expect.any(String) }]);
  });
  const { made } = await visit({ [list]: nothing }, [], asked);
  expect(made.filter(taken)).toEqual([]);
});

test('asks with both versions about a playthrough changed elsewhere, unless both are the same', async () => {
  const elsewhere = (now: Playthrough) => {
    const changed = failure(409, 'library.playthrough_changed', 'Changed meanwhile.');
    Object.assign(changed.failure, { playthrough: now });
    return { [list]: nothing, [put]: changed };
  };
  const theirs = { ...playthrough, hours: 99, version: 2 };
  await visit(elsewhere(theirs), [change()], (seen) =>
    expect(Object.values(seen.library.conflicts)).toMatchObject([
      { part: { why: 'conflict', saved: theirs, now: finished } },
    ]),
  );
  await forgetDevice();
  await keepVault();
  await visit(elsewhere({ ...playthrough, ...finished, version: 2 }), [change()], ({ library, made }) => {
    expect(made.some(taken)).toBe(true);
    expect([library.queue, library.conflicts]).toEqual([[], {}]);
  });
});
