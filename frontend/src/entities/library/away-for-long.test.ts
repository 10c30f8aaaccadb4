import 'fake-indexeddb/auto';
import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-errors.ts';
import { answering } from '../../testing/answers.ts';
import { aGame, anEntry, aUser } from '../../testing/builders.ts';
import { runSaga } from '../../testing/run-saga.ts';
import { forgetDevice } from '../device/forget-device.ts';
import { openDevice } from '../device/open-device.ts';
import { sessionSlice, signedIn } from '../session/slice.ts';
import { longQueue } from './leader.ts';
import { librarySaga } from './saga.ts';
import { selectQueue } from './selectors.ts';
import { type LibraryState, libraryNeeded, librarySlice, updateRequested } from './slice.ts';
import type { Update } from './sync/change.ts';

const reducer: Reducer<{ library: LibraryState }> = combineReducers({
  library: librarySlice.reducer,
  session: sessionSlice.reducer,
}) as never;
const user = aUser();
const nothing = { version: 'c2', whole_needed: false, changed: [], removed: [] };
const games = 400;
const edits = 1000;
const entries = Array.from({ length: games }, (_, place) =>
  anEntry({ id: `id-${place}`, rating: 1, game: aGame({ guid: `3030-${place}`, name: `Game ${place}` }) }),
);
const entryAt = (place: number) => entries[place % games] as (typeof entries)[number];

/** Two or three edits of each game, as an offline device queues them: the rating, then rating and hours. */
const queued = Array.from({ length: edits }, (_, place): Update => {
  const round = Math.floor(place / games);
  const body = round === 0 ? { rating: 2 } : { rating: 2 + round, hours_played: round };
  const entry = entryAt(place);
  const base = { ...entry, rating: 1 + round, hours_played: round > 1 ? round - 1 : null };
  const made = { key: `edit-${place}`, order: place + 1, tab: 'before', waits: true };
  return { ...made, call: 'updateEntry', guid: entry.guid, base, body };
});

/** A server with a rate limit. */
function limited(points: number, window: number) {
  let [left, ends] = [points, performance.now() + window];
  let refusals = 0;
  const stored = new Map(entries.map((entry) => [entry.id, entry]));
  const puts = new Map<string, number>();
  const put = ({ params, body }: { readonly params?: unknown; readonly body?: unknown }) => {
    const now = performance.now();
    if (now >= ends) [left, ends] = [points, now + window];
    left -= 1;
    if (left < 0) {
      refusals += 1;
      return new ApiError(429, { code: 'gateway.rate_limited' }, Math.ceil(ends - now));
    }
    const { id } = params as { readonly id: string };
    const { if_version, ...changes } = body as { readonly if_version: number };
    const before = stored.get(id) as (typeof entries)[number];
    expect(if_version).toBe(before.version);
    const entry = { ...before, ...changes, version: before.version + 1 };
    stored.set(id, entry);
    puts.set(id, (puts.get(id) ?? 0) + 1);
    return { user_game: entry };
  };
  return { put, stored, puts, refusals: () => refusals };
}

const usual = { ...longQueue };
afterEach(async () => {
  Object.assign(longQueue, usual);
  vi.unstubAllGlobals();
  await forgetDevice();
});

test("sends a thousand queued edits of four hundred games at the server's pace", async () => {
  vi.stubGlobal('window', new EventTarget());
  Object.assign(longQueue, { gapMs: 0 });
  const device = await openDevice(user.id);
  await device.write({ entries, queued, reached: { at: 1, cursor: 'c1' } });
  device.close();
  const { put, stored, puts, refusals } = limited(300, 300);
  const answers = { 'GET /api/games/library': nothing, 'PUT /api/games/library/:id': put };
  const { providers } = answering(answers);
  const page = runSaga(librarySaga, { reducer, state: reducer(undefined, signedIn(user)), providers });
  const sees = (expectation: (library: LibraryState) => void) =>
    vi.waitFor(() => expectation(page.state().library), { timeout: 200_000, interval: 5 });
  await sees((library) => expect(library.entries['3030-7']).toMatchObject({ rating: 4, hours_played: 2 }));
  page.dispatch(updateRequested({ entry: page.state().library.entries['3030-7'] as never, changes: { rating: 9 } }));
  await sees((library) => expect(library.entries['3030-7']?.rating).toBe(9));
  page.dispatch(libraryNeeded());
  await sees((library) => expect(selectQueue({ library })).toHaveLength(0));
  page.end();

  expect(puts.size).toBe(games);
  expect(stored.get('id-7')).toMatchObject({ rating: 9, hours_played: 2 });
  for (const place of [0, 199, 200, 399]) {
    const round = place < edits % games ? 2 : 1;
    expect(stored.get(`id-${place}`)).toMatchObject({ rating: 2 + round, hours_played: round });
  }
  // Only a few requests were rejected.
  expect(refusals()).toBeLessThan(30);
  const kept = await openDevice(user.id);
  expect((await kept.read()).queue).toEqual([]);
  kept.close();
}, 240_000);
