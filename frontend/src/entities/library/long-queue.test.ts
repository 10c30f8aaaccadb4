import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-errors.ts';
import { aGame, anEntry } from '../../test/builders.ts';
import { keepOnDevice, noChanges, openVault, readDevice, startWithVault } from '../../test/vault-visit.ts';
import { selectQueue, selectWaiting } from './selectors.ts';
import { addRequested, libraryChanged, libraryNeeded, updateRequested } from './slice.ts';
import type { Change } from './sync/change.ts';
import { temporaryEntry } from './sync/overlay.ts';

const [list, post, put] = ['GET /api/games/library', 'POST /api/games/library/add', 'PUT /api/games/library/:id'];
const fields = { status: 'playing', rating: 7, hours_played: null, platform_id: null } as const;
const gameOf = (place: number) => aGame({ guid: `3030-${place}`, name: `Game ${place}` });
const old = anEntry({ id: 'id-3030-900', game: gameOf(900), rating: 5 });

startWithVault([old]);
beforeEach(() => vi.setConfig({ testTimeout: 60_000 }));

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
 * A rate limit that accepts `points` additions. The first rejection starts a pause, and the next window begins after it,
 * so that a slow machine sees as many rejections as a fast one.
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

async function openWith(queued: readonly Change[], answers: Parameters<typeof openVault>[0]) {
  await keepOnDevice({ queued });
  const page = openVault({ [list]: noChanges, [put]: edited, ...answers });
  page.dispatch(libraryNeeded());
  return page;
}

test("sends two hundred games added offline at the server's pace", async () => {
  const { add, refusals, stored } = limited(60, 500);
  const { sees, made, state } = await openWith(additions(200), { [post]: add });
  await sees((seen) => expect([seen.library.status, selectQueue(seen)]).toEqual(['ready', []]));
  expect(stored).toHaveLength(200);
  expect(new Set(stored)).toEqual(new Set(Array.from({ length: 200 }, (_, place) => gameOf(place).guid)));
  expect(made.filter(({ method }) => method === 'PUT')).toHaveLength(20);
  const { library, alerts } = state();
  expect([library.entries['3030-1']?.rating, library.entries['3030-10']?.rating, alerts]).toEqual([7, 9, []]);
  expect((await readDevice()).queue).toEqual([]);
  // One refusal per rate-limit window.
  const inWindows = Object.values(Object.groupBy(refusals, String)).map((inOne) => inOne?.length);
  expect(new Set(inWindows)).toEqual(new Set([1]));
});

test('sends other changes while additions are rate-limited and holds a new addition back with them', async () => {
  const { add, refusals } = limited(5, 60_000);
  const { sees, dispatch, state } = await openWith(additions(9), { [post]: add });
  await sees(() => expect(refusals).not.toEqual([]));
  dispatch(addRequested({ game: gameOf(901), fields }));
  dispatch(updateRequested({ entry: old, changes: { rating: 8 } }));
  await sees((seen) => {
    expect(seen.library.entries['3030-900']).toMatchObject({ rating: 8, version: 2 });
    expect([selectQueue(seen).length, selectWaiting(seen)]).toEqual([5, 5]);
  });
  const { library, alerts } = state();
  expect(alerts).toEqual([]);
  expect(library.entries).toMatchObject({ '3030-8': { rating: 7 }, '3030-901': { rating: 7 } });
  expect((await readDevice()).queue).toHaveLength(5);
  expect(refusals.length).toBeLessThanOrEqual(3);
});

test('does not retry rate-limited additions early when the vault changes', async () => {
  const { add, refusals } = limited(5, 60_000);
  let pulls = 0;
  const listed = () => {
    pulls += 1;
    return { ...noChanges, version: `c${pulls}` };
  };
  const { sees, dispatch } = await openWith(additions(9), { [list]: listed, [post]: add });
  await sees(() => expect(refusals).not.toEqual([]));
  for (let change = 0; change < 5; change += 1) {
    const before = pulls;
    dispatch(libraryChanged());
    await sees(() => expect(pulls).toBeGreaterThan(before));
  }
  await sees((seen) => expect(selectWaiting(seen)).toBe(4));
  expect(refusals.length).toBeLessThanOrEqual(3);
});

test('waits for a server that is too busy to list changes before it sends pending changes', async () => {
  const { add, stored } = limited(60, 60_000);
  const busy = [tooMany(100)];
  const { sees, made } = await openWith(additions(1), { [list]: () => busy.shift() ?? noChanges, [post]: add });
  await sees(() => expect(stored).not.toEqual([]));
  expect(made.slice(0, 3).map(({ method }) => method)).toEqual(['GET', 'GET', 'POST']);
});

test.each([true, false])('passes on to the request whether the device keeps the change: %s', async (isKept) => {
  if (!isKept) vi.stubGlobal('indexedDB', undefined);
  const seen: unknown[] = [];
  const answers = { [list]: { ...noChanges, library: [old] }, [put]: edited };
  const { sees, dispatch } = openVault(answers, {
    intercept: (call) => (effect, next) => {
      const options = (effect.args[1] ?? {}) as { readonly isKept?: boolean };
      if (options.isKept !== undefined) seen.push(options.isKept);
      return call(effect, next);
    },
  });
  dispatch(libraryNeeded());
  await sees(({ library }) => expect(library.status).toBe('ready'));
  dispatch(updateRequested({ entry: old, changes: { rating: 8 } }));
  await sees(() => expect(seen).toEqual([isKept]));
});
