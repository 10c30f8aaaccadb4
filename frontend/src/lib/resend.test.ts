import { afterEach, expect, test, vi } from 'vitest';
import { withFakeTimers } from '../test/fake-timers.ts';
import { call } from './api-client.ts';
import { ApiError, NetworkError } from './api-errors.ts';
import { giveUp, waiting } from './waiting.ts';

interface Sent {
  readonly at: number;
  readonly key: string | null;
}

type Answer = 'lost' | 'never' | Response;

const post = { method: 'POST', path: '/api/users/:id/follow', params: { id: 'x' } } as const;
const get = { method: 'GET', path: '/api/youtube/daily-reviews' } as const;
const follow = (signal?: AbortSignal) => call(post as never, { signal });

const failing = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ code, message: code }, { status, headers });

/** Responds with `answer` of the attempt number, from 1. */
function serving(answer: (attempt: number) => Answer) {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers, signal }: RequestInit) => {
    sent.push({ at: Date.now(), key: new Headers(headers).get('idempotency-key') });
    const given = answer(sent.length);
    if (given === 'never')
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    if (given === 'lost' || given === 'never') throw new TypeError('Failed to fetch');
    return given;
  });
  return sent;
}

/** Returns the outcome of a call under fake timers. */
async function outcome<Result>(running: Promise<Result>, milliseconds = 60_000) {
  const settled = running.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  await vi.advanceTimersByTimeAsync(milliseconds);
  return settled as Promise<{ readonly answer?: Result; readonly error?: unknown }>;
}

withFakeTimers();
afterEach(() => void vi.restoreAllMocks());

test.each([
  ['the line breaks', 'lost'],
  ['the gateway received an incomplete response', failing(502, 'gateway.bad_answer')],
  ['a service restarts', failing(503, 'gateway.unavailable')],
  ['it took too long', failing(504, 'gateway.timeout')],
  ['a proxy responds instead', new Response('<h1>Bad Gateway</h1>', { status: 502 })],
] as const)('when %s, resends a change with the same key until it gets a response', async (_, first) => {
  const sent = serving((attempt) => (attempt === 1 ? first : Response.json({ success: true })));
  expect(await outcome(follow())).toEqual({ answer: { success: true } });
  expect(sent).toHaveLength(2);
  expect(sent[0]?.key).toMatch(/^[\x21-\x7e]{1,255}$/);
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

test('gives two clicks two keys', async () => {
  const sent = serving(() => Response.json({}));
  await outcome(follow());
  await outcome(follow());
  expect(sent[0]?.key).not.toBe(sent[1]?.key);
});

test('resends a read without a key', async () => {
  const sent = serving((attempt) => (attempt < 3 ? 'lost' : Response.json({ videos: [] })));
  expect(await outcome(call(get as never))).toEqual({ answer: { videos: [] } });
  expect(sent.map(({ key }) => key)).toEqual([null, null, null]);
});

test.each([
  ['a refusal', failing(409, 'library.already_added')],
  ['too many requests', failing(429, 'gateway.too_many')],
  ['a fault of the product', failing(500, 'service.failed')],
  ['an external provider that is down', failing(503, 'catalog.provider_failed', { 'retry-after': '2' })],
])('reports %s immediately', async (_, answer) => {
  const sent = serving(() => answer);
  const { error } = await outcome(follow());
  expect(error).toBeInstanceOf(ApiError);
  expect(sent).toHaveLength(1);
});

test('doubles the pauses up to five seconds and gives up after half a minute with the last error', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const sent = serving(() => 'lost');
  const began = Date.now();
  const { error } = await outcome(follow());
  expect(error).toBeInstanceOf(NetworkError);
  const moments = sent.map(({ at }) => at - began);
  const pauses = moments.slice(1).map((at, before) => at - (moments[before] ?? 0));
  expect(pauses).toEqual([300, 600, 1200, 2400, 4800, 5000, 5000, 5000, 5000]);
  expect(moments.at(-1)).toBeLessThanOrEqual(30_000);
});

test('waits as long as the server asks, unless that exceeds the timeout', async () => {
  const later = failing(503, 'gateway.unavailable', { 'retry-after': '3' });
  const sent = serving((attempt) => (attempt === 1 ? later : Response.json({})));
  const began = Date.now();
  await outcome(follow());
  expect((sent[1]?.at ?? 0) - began).toBeGreaterThanOrEqual(3000);
  const far = serving(() => failing(503, 'gateway.unavailable', { 'retry-after': '600' }));
  const { error } = await outcome(follow(), 10);
  expect(error).toBeInstanceOf(ApiError);
  expect(far).toHaveLength(1);
});

test('shows the waiting notice after two seconds until all calls have finished', async () => {
  let up = false;
  const shown: boolean[] = [];
  const leave = waiting.subscribe(() => shown.push(waiting.isLong()));
  serving(() => (up ? Response.json({}) : 'lost'));
  const both = Promise.all([follow(), follow()]);
  await vi.advanceTimersByTimeAsync(1900);
  expect(waiting.isLong()).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(waiting.isLong()).toBe(true);
  up = true;
  await outcome(both);
  expect(waiting.isLong()).toBe(false);
  expect(shown.at(-1)).toBe(false);
  leave();
});

test('warns a user who leaves the page only while a change that no device stores is in flight', async () => {
  const listening = new Set<string>();
  vi.stubGlobal('addEventListener', (event: string) => listening.add(event));
  vi.stubGlobal('removeEventListener', (event: string) => listening.delete(event));
  let up = false;
  serving(() => (up ? Response.json({}) : 'lost'));
  const others = [call(get as never), call(post as never, { isKept: true })];
  await vi.advanceTimersByTimeAsync(3000);
  expect([waiting.isLong(), listening]).toEqual([true, new Set()]);
  const changed = follow();
  await vi.advanceTimersByTimeAsync(3000);
  expect(listening).toEqual(new Set(['beforeunload']));
  up = true;
  await outcome(Promise.all([...others, changed]));
  expect(listening).toEqual(new Set());
});

test('resends a silent change on another connection, with more time each time', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const sent = serving(() => 'never');
  const began = Date.now();
  const { error } = await outcome(follow(), 30_000);
  expect(error).toBeInstanceOf(NetworkError);
  expect(sent.map(({ at }) => at - began)).toEqual([0, 4300, 12_900]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

test.each([
  ['after fifteen seconds where stored data can be shown', { whileUnreached: 2000 }, 15_000],
  ['otherwise after longer than any response takes', {}, 200_000],
])('gives up a read on a hanging connection, without the waiting notice: %s', async (_, options, after) => {
  const sent = serving(() => 'never');
  let over = false;
  const running = outcome(call(get as never, options), 0).finally(() => {
    over = true;
  });
  await vi.advanceTimersByTimeAsync(after - 1000);
  expect([over, waiting.isLong()]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(1000);
  expect((await running).error).toBeInstanceOf(NetworkError);
  expect(sent).toHaveLength(1);
});

test('allows a started response to take its time on a slow line', async () => {
  const slow = new Response(
    new ReadableStream({
      start: (body) => {
        setTimeout(() => {
          body.enqueue(new TextEncoder().encode('{"reviews":[]}'));
          body.close();
        }, 60_000);
      },
    }),
  );
  serving(() => slow);
  expect(await outcome(call(get as never, { whileUnreached: 2000 }), 61_000)).toEqual({ answer: { reviews: [] } });
});

test.each([
  ['between two attempts', () => 'lost' as const],
  ['in the middle of an attempt', (attempt: number) => (attempt === 2 ? 'never' : 'lost') as Answer],
])('reports the error immediately when the user gives up %s, and retries the next click', async (_, answer) => {
  const sent = serving(answer);
  const running = outcome(follow(), 0);
  await vi.advanceTimersByTimeAsync(3000);
  giveUp();
  expect((await running).error).toBeInstanceOf(NetworkError);
  expect(waiting.isLong()).toBe(false);
  const tries = sent.length;
  const next = outcome(follow(), 0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.length).toBeGreaterThan(tries + 1);
  giveUp();
  await next;
});

test.each([
  ['between two attempts', 'lost', 'NetworkError'],
  ['in the middle of an attempt', 'never', 'AbortError'],
] as const)('does not resend after its caller has cancelled %s', async (_, answer, name) => {
  const sent = serving(() => answer);
  const controller = new AbortController();
  const running = outcome(follow(controller.signal), 0);
  await vi.advanceTimersByTimeAsync(100);
  controller.abort();
  expect((await running).error).toMatchObject({ name });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toHaveLength(1);
});

test('fails a read immediately when offline, but keeps retrying a change', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const asked = serving(() => 'lost');
  await outcome(call(get as never), 10);
  expect(asked).toHaveLength(1);
  const changed = serving((attempt) => (attempt < 4 ? 'lost' : Response.json({})));
  expect(await outcome(follow())).toEqual({ answer: {} });
  expect(changed).toHaveLength(4);
});
