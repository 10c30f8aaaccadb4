import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sessionExpired } from '../../lib/request.ts';
import { aUser } from '../../testing/builders.ts';
import { type HeldStream, overHeldStreams } from '../../testing/held-streams.ts';
import { beforeBrowser, happens, openTab, show } from '../../testing/live-tabs.ts';
import { patience } from '../../testing/patience.ts';
import { answersWithin } from '../device/lead.ts';
import { signedIn, signedOut, signOutRequested } from '../session/slice.ts';
import { paces } from './paces.ts';
import { lingers } from './presence.ts';
import { topicClosed, topicOpened } from './slice.ts';

type Tab = ReturnType<typeof openTab>;

let streams: readonly HeldStream[] = [];
const tabs: Tab[] = [];

const open = (...given: Parameters<typeof openTab>) => {
  const tab = openTab(...given);
  tabs.push(tab);
  return tab;
};
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const last = () => streams.at(-1) as HeldStream;
const alive = () => streams.filter(({ closed }) => !closed());

/** Opens a tab whose stream has sent its greeting. */
async function openGreeted(): Promise<Tab> {
  const tab = open();
  await pass(paces.settle);
  last().greet();
  await pass(10);
  expect(tab.greetings()).toBe(1);
  return tab;
}

const user = (id: string) => ({ kind: 'users', id }) as const;

beforeEach(() => {
  beforeBrowser();
  vi.useFakeTimers();
  streams = overHeldStreams();
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('one tab', () => {
  // A browser without leader election between tabs.
  beforeEach(() => {
    vi.stubGlobal('navigator', { onLine: true });
  });

  test('opens a stream after sign-in and delivers its events to the pages and the vault', async () => {
    const tab = await openGreeted();
    expect(streams.map(({ address }) => address)).toEqual(['/api/live']);
    last().tell('page', { user_id: 'u1' });
    last().tell('vault', { entry_id: 'e1', guid: 'g1', version: 4 });
    last().tell('vault');
    await pass(10);
    expect(tab.hints().map(({ event }) => event)).toEqual(['page', 'vault', 'vault']);
    expect(tab.vault()).toEqual([undefined, { entry_id: 'e1', guid: 'g1', version: 4 }, undefined]);
  });

  test('refetches when a stream greets again', async () => {
    const tab = await openGreeted();
    last().greet();
    await pass(10);
    expect(tab.greetings()).toBe(2);
    expect(streams).toHaveLength(1);
  });

  test('opens a new stream for another page and keeps the previous one until the new one has greeted', async () => {
    const tab = await openGreeted();
    const [before] = streams;
    tab.dispatch(topicOpened(user('u1')));
    tab.dispatch(topicOpened({ kind: 'games', id: '3030-1' }));
    await pass(paces.settle);
    expect(last().address).toBe('/api/live?users=u1&games=3030-1');
    before?.tell('vault');
    await pass(10);
    expect(before?.closed()).toBe(false);
    expect(tab.hints()).toHaveLength(1);
    last().greet();
    await pass(10);
    expect(before?.closed()).toBe(true);
    expect(tab.greetings()).toBe(2);
  });

  test('opens no new stream for a page that is left or reopened and greets a reopened page immediately', async () => {
    const tab = await openGreeted();
    tab.dispatch(topicOpened(user('u1')));
    await pass(paces.settle);
    last().greet();
    await pass(10);
    tab.dispatch(topicClosed(user('u1')));
    await pass(1000);
    tab.dispatch(topicOpened(user('u1')));
    await pass(1000);
    expect(streams).toHaveLength(2);
    expect(tab.greetings()).toBe(3);
  });

  test('replaces a broken stream, with longer pauses after each failure', async () => {
    await openGreeted();
    await pass(paces.proven);
    last().breakOff();
    await pass(paces.first + paces.settle);
    expect(streams).toHaveLength(2);
    const pauses: number[] = [];
    for (let failure = 0; failure < 9; failure += 1) {
      const before = streams.length;
      last().breakOff();
      let waited = 0;
      for (; streams.length === before; waited += 100) await pass(100);
      pauses.push(waited);
    }
    const pauseOf = (failures: number) => Math.min(paces.longest, paces.first * 2 ** (failures - 1));
    pauses.forEach((waited, place) => {
      // It had already failed once.
      expect(waited).toBeGreaterThanOrEqual(pauseOf(place + 2) / 2);
      expect(waited).toBeLessThanOrEqual(pauseOf(place + 2) + paces.settle + 100);
    });
  });

  test.each([
    ['the network is back', () => happens('online')],
    ['somebody looks at the page again', () => [show('hidden'), show('visible')]],
  ])('retries immediately when %s', async (_, comesBack) => {
    open();
    await pass(paces.settle);
    for (let failure = 0; failure < 8; failure += 1) {
      last().breakOff();
      await pass(paces.longest + paces.settle);
    }
    const before = streams.length;
    last().breakOff();
    await pass(paces.first);
    comesBack();
    await pass(paces.settle);
    expect(streams).toHaveLength(before + 1);
  });

  test('reconnects within five seconds after a server restart', async () => {
    await openGreeted();
    last().tell('end', { reason: 'restart' });
    await pass(10);
    expect(streams[0]?.closed()).toBe(true);
    await pass(paces.restart + paces.settle);
    expect(streams).toHaveLength(2);
  });

  test('replaces a silent stream, but not one that sends signs of life', async () => {
    await openGreeted();
    for (let beats = 0; beats < 10; beats += 1) {
      await pass(20_000);
      last().send(': still here\n\n');
    }
    await pass(10);
    expect(streams).toHaveLength(1);
    await pass(paces.silence + paces.first + paces.settle);
    expect(streams).toHaveLength(2);
    expect(streams[0]?.closed()).toBe(true);
  });

  test('polls while streams are blocked and stops once a stream opens', async () => {
    const tab = open();
    const blocked = 3 * (paces.greeting + paces.settle) + 3 * paces.first;
    await pass(blocked);
    expect(streams.every(({ address }) => address === '/api/live')).toBe(true);
    const begun = tab.greetings();
    expect(begun).toBeGreaterThan(0);
    await pass(60_000);
    expect(tab.greetings() - begun).toBeGreaterThanOrEqual(4);
    expect(tab.greetings() - begun).toBeLessThanOrEqual(6);
    while (alive().length === 0) await pass(100);
    alive()[0]?.greet();
    await pass(10);
    const greetings = tab.greetings();
    for (let beats = 0; beats < 4; beats += 1) {
      await pass(15_000);
      last().send(':\n\n');
    }
    expect(tab.greetings()).toBe(greetings);
    expect(alive()).toHaveLength(1);
  });

  test('does not contact the server before the time that it has set', async () => {
    open();
    await pass(paces.settle);
    last().refuse(429, { 'retry-after': '30' });
    await pass(10);
    show('visible');
    await pass(29_000);
    expect(streams).toHaveLength(1);
    await pass(2000);
    expect(streams).toHaveLength(2);
  });

  test('stops after the session ended until the user returns, when a page refetches once and is refused', async () => {
    const tab = await openGreeted();
    tab.dispatch(topicOpened(user('u1')));
    await pass(paces.settle);
    last().greet();
    await pass(10);
    last().tell('end', { reason: 'session' });
    await pass(paces.settle + 10);
    expect(streams).toHaveLength(3);
    last().refuse(401);
    await pass(10);
    expect(tab.hints()).toEqual([{ event: 'page', data: { user_id: 'u1' } }]);
    // The user learns it on their next action.
    expect(tab.state().session.user).not.toBeNull();
    await pass(600_000);
    expect(streams).toHaveLength(3);
    show('hidden');
    show('visible');
    await pass(paces.settle);
    expect(streams).toHaveLength(4);
  });

  test('closes the stream on sign-out whatever happens to the call and opens another on sign-in', async () => {
    const tab = await openGreeted();
    tab.dispatch(signOutRequested());
    expect(last().closed()).toBe(true);
    await pass(60_000);
    expect(streams).toHaveLength(1);
    tab.dispatch(signedOut());
    tab.dispatch(signedIn(aUser({ id: 'another' })));
    await pass(paces.settle);
    expect(streams).toHaveLength(2);
    tab.dispatch(sessionExpired());
    expect(last().closed()).toBe(true);
  });

  test('requests nothing in a hidden tab and greets it once when the user returns soon', async () => {
    const tab = await openGreeted();
    show('hidden');
    last().tell('page', { user_id: 'u1' });
    last().tell('vault');
    await pass(1000);
    expect([tab.hints().length, tab.greetings()]).toEqual([0, 1]);
    show('visible');
    await pass(10);
    expect([tab.hints().length, tab.greetings()]).toEqual([0, 2]);
    show('hidden');
    show('visible');
    expect(tab.greetings()).toBe(2);
  });

  test('closes the stream a minute after the tab was hidden and reopens it when the user returns', async () => {
    await openGreeted();
    show('hidden');
    await pass(lingers / 2);
    last().send(':\n\n');
    await pass(lingers / 2 - 1000);
    expect(last().closed()).toBe(false);
    await pass(2000);
    expect(last().closed()).toBe(true);
    await pass(600_000);
    expect(streams).toHaveLength(1);
    show('visible');
    await pass(paces.settle);
    expect(streams).toHaveLength(2);
  });

  test('distrusts the stream after the machine slept, but keeps it until another is open', async () => {
    await openGreeted();
    show('hidden');
    vi.setSystemTime(Date.now() + paces.doubt + 1000);
    show('visible');
    await pass(paces.settle);
    expect(streams.map(({ closed }) => closed())).toEqual([false, false]);
    last().greet();
    await pass(10);
    expect(streams.map(({ closed }) => closed())).toEqual([true, false]);
  });

  test('closes the stream when the page is left and opens another when it is restored', async () => {
    await openGreeted();
    happens('pagehide');
    expect(last().closed()).toBe(true);
    await pass(600_000);
    expect(streams).toHaveLength(1);
    happens('pageshow');
    await pass(paces.settle);
    expect(streams).toHaveLength(2);
  });
});

describe('tabs of one browser', () => {
  test('share one stream for all their topics, which each of them receives', async () => {
    const [one, two] = [open(), open()];
    await vi.waitFor(() => expect(streams).toHaveLength(1), patience);
    one.dispatch(topicOpened(user('u1')));
    two.dispatch(topicOpened(user('u2')));
    await vi.waitFor(() => {
      last().greet();
      expect(last().address).toMatch(/users=u1,u2|users=u2,u1/);
    }, patience);
    await vi.waitFor(() => expect(alive()).toHaveLength(1), patience);
    const told = [one.greetings(), two.greetings()];
    expect(told.every((count) => count > 0)).toBe(true);
    last().tell('page', { user_id: 'u2' });
    await vi.waitFor(() => expect([one.hints().length, two.hints().length]).toEqual([1, 1]), patience);
    expect([one.greetings(), two.greetings()]).toEqual(told);
  });

  test('greets only the new tab when its topics are already covered', async () => {
    const one = open();
    one.dispatch(topicOpened(user('u1')));
    await vi.waitFor(() => expect(streams).toHaveLength(1), patience);
    last().greet();
    await vi.waitFor(() => expect(one.greetings()).toBe(1), patience);
    const two = open();
    two.dispatch(topicOpened(user('u1')));
    await vi.waitFor(() => expect(two.greetings()).toBeGreaterThan(0), patience);
    expect(one.greetings()).toBe(1);
    expect(streams).toHaveLength(1);
  });

  test('opens a stream in another tab when the owner closes', async () => {
    const [one, two] = [open(), open()];
    await vi.waitFor(() => expect(streams).toHaveLength(1), patience);
    last().greet();
    await vi.waitFor(() => expect(two.greetings()).toBe(1), patience);
    one.close();
    expect(streams[0]?.closed()).toBe(true);
    await vi.waitFor(() => expect(streams).toHaveLength(2), patience);
    last().greet();
    await vi.waitFor(() => expect(two.greetings()).toBe(2), patience);
  });

  test('opens a stream in another tab when the owner hangs', async () => {
    const hangs = Promise.withResolvers<void>();
    const hanging = navigator.locks.request(`nightshelf-live-1-${aUser().id}`, () => hangs.promise);
    const robbed = expect(hanging).rejects.toThrow();
    const tab = open();
    await pass(paces.ping + answersWithin - 1);
    expect(streams).toHaveLength(0);
    await pass(1 + paces.settle);
    await robbed;
    await pass(paces.settle);
    last().greet();
    await pass(10);
    expect(tab.greetings()).toBe(1);
    hangs.resolve();
  });

  test('learn together that the session has ended', async () => {
    const both = [open(), open()];
    for (const tab of both) tab.dispatch(topicOpened(user('u1')));
    await vi.waitFor(() => expect(streams).toHaveLength(1), patience);
    last().refuse(401);
    await vi.waitFor(() => expect(both.map((tab) => tab.hints().length)).toEqual([1, 1]), patience);
    await pass(10_000);
    expect(streams).toHaveLength(1);
  });

  test('of another user have their own stream', async () => {
    open();
    open(aUser({ id: 'another' }));
    await vi.waitFor(() => expect(alive()).toHaveLength(2), patience);
  });
});
