import 'fake-indexeddb/auto';
import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { cancel, delay, fork, type SagaGenerator, select } from 'typed-redux-saga';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-errors.ts';
import { answering } from '../../testing/answers.ts';
import { aGame, anEntry, aUser } from '../../testing/builders.ts';
import { type Alert, alertsSlice } from '../alerts/slice.ts';
import { forgetDevice } from '../device/forget-device.ts';
import { openDevice } from '../device/open-device.ts';
import { sessionSlice, signedIn } from '../session/slice.ts';
import { librarySaga } from './saga.ts';
import { selectQueue, selectWaiting } from './selectors.ts';
import {
  addRequested,
  type LibraryState,
  libraryChanged,
  libraryNeeded,
  librarySlice,
  updateRequested,
} from './slice.ts';
import type { Change } from './sync/change.ts';
import { temporaryEntry } from './sync/overlay.ts';

interface State {
  readonly library: LibraryState;
  readonly alerts: readonly Alert[];
}

const reducer: Reducer<State> = combineReducers({
  library: librarySlice.reducer,
  alerts: alertsSlice.reducer,
  session: sessionSlice.reducer,
}) as never;
const [list, post, put] = ['GET /api/games/library', 'POST /api/games/library/add', 'PUT /api/games/library/:id'];
const user = aUser();
const fields = { status: 'playing', rating: 7, hours_played: null, platform_id: null } as const;
const nothing = { version: 'c2', whole_needed: false, changed: [], removed: [] };
const gameOf = (place: number) => aGame({ guid: `3030-${place}`, name: `Game ${place}` });
/** Timeout of a visit in milliseconds. */
const patience = 30_000;
const reached = { at: 1, cursor: 'c1' };

/** Games added offline; every tenth was rated afterwards. */
function additions(count: number): readonly Change[] {
  return Array.from({ length: count }, (_, place): Change[] => {
    const game = gameOf(place);
    const made = { guid: game.guid, tab: 'before', waits: true };
    const key = `add-${place}`;
    const base = temporaryEntry(key, game, fields, 1);
    const add = { ...made, call: 'addEntry', key, order: 2 * place, base, body: fields } as const;
    const rating = { ...made, call: 'updateEntry', key: `rate-${place}`, order: 2 * place + 1 } as const;
    return place % 10 ? [add] : [add, { ...rating, base, body: { rating: 9 } }];
  }).flat();
}

const tooMany = (milliseconds: number) => new ApiError(429, { code: 'gateway.rate_limited' }, milliseconds);

/**
 * Accepts `points` additions, and as many again after a pause that starts with a refusal: a slow machine sees as many
 * refusals.
 */
function limited(points: number, pause: number) {
  let [left, ends] = [points, Infinity];
  /** The announced end of the window, for each refusal. */
  const refusals: number[] = [];
  const stored: string[] = [];
  const add = ({ body }: { readonly body?: unknown }) => {
    const now = performance.now();
    if (now >= ends) [left, ends] = [points, Infinity];
    left -= 1;
    if (left < 0) {
      ends = Math.min(ends, now + pause);
      refusals.push(ends);
      // Timers drop fractions of a millisecond, so without the extra one the timer would fire before the window ends.
      return tooMany(Math.ceil(ends - now) + 1);
    }
    const { game_guid: guid, rating } = body as { readonly game_guid: string; readonly rating: number };
    stored.push(guid);
    return { user_game: anEntry({ id: `id-${guid}`, rating, game: gameOf(Number(guid.slice('3030-'.length))) }) };
  };
  return { add, refusals, stored };
}

const edited = ({ params, body }: { readonly params?: unknown; readonly body?: unknown }) => {
  const { id } = params as { readonly id: string };
  const game = gameOf(Number(id.slice('id-3030-'.length)));
  return { user_game: anEntry({ id, game, version: 2, ...(body as { readonly rating: number }) }) };
};

vi.setConfig({ testTimeout: patience });
beforeEach(() => vi.stubGlobal('window', new EventTarget()));
afterEach(async () => {
  vi.unstubAllGlobals();
  await forgetDevice();
});

async function queued(changes: readonly Change[], entries = [anEntry()]) {
  const device = await openDevice(user.id);
  await device.write({ entries, queued: changes, reached });
  device.close();
}

async function left(): Promise<number> {
  const device = await openDevice(user.id);
  const { queue } = await device.read();
  device.close();
  return queue.length;
}

function visiting(answers: Parameters<typeof answering>[0], isDone: (state: State) => boolean) {
  const server = answering(answers);
  const { promise: over, resolve } = Promise.withResolvers<State>();
  function* visit(): SagaGenerator<void> {
    yield* fork(librarySaga);
    while (!isDone(yield* select((state: State) => state))) yield* delay(10);
    resolve(yield* select((state: State) => state));
    yield* cancel();
  }
  const saga = expectSaga(visit)
    .withReducer(reducer, reducer(undefined, signedIn(user)))
    .provide(server.providers)
    .dispatch(libraryNeeded());
  const run = () => {
    // Do not await it: the rate-limit delay continues after the visit.
    saga.silentRun(patience).catch(() => {});
    return over;
  };
  return { run, saga, made: server.made };
}

test("sends two hundred games added offline at the server's pace", async () => {
  await queued(additions(200), []);
  const { add, refusals, stored } = limited(60, 500);
  const { run, made } = visiting({ [list]: nothing, [post]: add, [put]: edited }, ({ library }) => {
    return library.status === 'ready' && selectQueue({ library }).length === 0;
  });
  const { library, alerts } = await run();
  expect(new Set(stored)).toEqual(new Set(Array.from({ length: 200 }, (_, place) => gameOf(place).guid)));
  expect(stored).toHaveLength(200);
  expect(made.filter(({ method }) => method === 'PUT')).toHaveLength(20);
  expect([library.entries['3030-1']?.rating, library.entries['3030-10']?.rating]).toEqual([7, 9]);
  expect([alerts, selectWaiting({ library }), await left()]).toEqual([[], 0, 0]);
  // One refusal per rate-limit window.
  const inWindows = Object.values(Object.groupBy(refusals, String)).map((inOne) => inOne?.length);
  expect(new Set(inWindows)).toEqual(new Set([1]));
});

test('sends other changes while additions are rate-limited and holds a new addition back with them', async () => {
  const old = anEntry({ id: 'id-3030-900', game: gameOf(900), rating: 5 });
  await queued(additions(9), [old]);
  const { add, refusals } = limited(5, 60_000);
  let isMade = false;
  const { run, saga } = visiting({ [list]: nothing, [post]: add, [put]: edited }, ({ library }) => {
    if (refusals.length > 0 && !isMade) {
      isMade = true;
      saga.dispatch(addRequested({ game: gameOf(901), fields }));
      saga.dispatch(updateRequested({ entry: old, changes: { rating: 8 } }));
    }
    // The count is already right while the fifth is still in flight.
    const isStored = library.entries['3030-900']?.version === 2;
    return isStored && selectQueue({ library }).length === 5 && selectWaiting({ library }) === 5;
  });
  const { library, alerts } = await run();
  expect(library.entries['3030-900']).toMatchObject({ rating: 8, version: 2 });
  expect([library.adding, alerts]).toEqual([{}, []]);
  expect(library.entries).toMatchObject({ '3030-8': { rating: 7 }, '3030-901': { rating: 7 } });
  expect(await left()).toBe(5);
  expect(refusals.length).toBeLessThanOrEqual(3);
});

test('does not retry rate-limited additions early when the vault changes', async () => {
  await queued(additions(9), []);
  const { add, refusals } = limited(5, 60_000);
  let asked = 0;
  const listed = () => {
    asked += 1;
    return { ...nothing, version: `c${asked}` };
  };
  let told = 0;
  const { run, saga } = visiting({ [list]: listed, [post]: add, [put]: edited }, ({ library }) => {
    if (refusals.length > 0 && told < asked) {
      told = asked;
      saga.dispatch(libraryChanged());
    }
    return asked > 5 && selectWaiting({ library }) === 4;
  });
  await run();
  expect(refusals.length).toBeLessThanOrEqual(3);
});

test('polls a server that is too busy to list changes before it sends pending changes', async () => {
  await queued(additions(1), []);
  const { add, stored } = limited(60, 60_000);
  let asked = 0;
  const busyOnce = () => {
    asked += 1;
    return asked > 1 ? nothing : tooMany(100);
  };
  const { run } = visiting({ [list]: busyOnce, [post]: add, [put]: edited }, () => stored.length > 0);
  await run();
  expect(asked).toBe(2);
});

test.each([
  ['keeps', true],
  ['does not keep', false],
])('passes on to the request that the device %s the change', async (_, keeps) => {
  await queued([], [anEntry()]);
  if (!keeps) vi.stubGlobal('indexedDB', undefined);
  const kept: unknown[] = [];
  const noted = answering({ [list]: { ...nothing, library: [anEntry()] }, [put]: edited }).providers;
  const call = (effect: Parameters<typeof noted.call>[0], next: () => unknown) => {
    const { isKept } = (effect.args[1] ?? {}) as { readonly isKept?: boolean };
    if (isKept !== undefined) kept.push(isKept);
    return noted.call(effect, next);
  };
  let isMade = false;
  const { run, saga } = visiting({}, ({ library }) => {
    if (library.status === 'ready' && !isMade) {
      isMade = true;
      saga.dispatch(updateRequested({ entry: anEntry(), changes: { rating: 8 } }));
    }
    return kept.length > 0;
  });
  saga.provide({ call });
  await run();
  expect(kept).toEqual([keeps]);
});
