import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionExpired } from '../../lib/request.ts';
import { aUser } from '../../test/builders.ts';
import { type HeldStream, overHeldStreams } from '../../test/held-streams.ts';
import { happens, openTab, show } from '../../test/live-tabs.ts';
import { stubBrowser } from '../../test/stub-browser.ts';
import { signedIn, signedOut, signOutRequested } from '../session/slice.ts';
import { paces } from './saga.ts';
import { topicClosed, topicOpened } from './slice.ts';

let streams: readonly HeldStream[] = [];
const tabs: ReturnType<typeof openTab>[] = [];

const open = () => {
  const tab = openTab();
  tabs.push(tab);
  return tab;
};
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const last = () => streams.at(-1) as HeldStream;
const alive = () => streams.filter(({ closed }) => !closed());

async function greet() {
  last().greet();
  await pass(10);
}

/** Opens a tab whose stream has sent its greeting. */
async function openGreeted() {
  const tab = open();
  await pass(paces.settle);
  await greet();
  expect(tab.greetings()).toBe(1);
  return tab;
}

const user = (id: string) => ({ kind: 'users', id }) as const;

beforeEach(() => {
  stubBrowser();
  vi.stubGlobal('navigator', { onLine: true });
  vi.useFakeTimers();
  streams = overHeldStreams();
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('opens a stream after sign-in, delivers its events, and refetches at each greeting', async () => {
  const tab = await openGreeted();
  expect(streams.map(({ address }) => address)).toEqual(['/api/live']);
  last().notify('page', { user_id: 'u1' });
  last().notify('vault', { entry_id: 'e1', guid: 'g1', version: 4 });
  last().notify('vault');
  await pass(10);
  expect(tab.notifications().map(({ event }) => event)).toEqual(['page', 'vault', 'vault']);
  expect(tab.vault()).toEqual([undefined, { entry_id: 'e1', guid: 'g1', version: 4 }, undefined]);
  await greet();
  expect(tab.greetings()).toBe(2);
  expect(streams).toHaveLength(1);
});

test('opens a new stream for another page', async () => {
  const tab = await openGreeted();
  tab.dispatch(topicOpened(user('u1')));
  tab.dispatch(topicOpened({ kind: 'games', id: '3030-1' }));
  await pass(paces.settle);
  expect(streams.map(({ address }) => address)).toEqual(['/api/live', '/api/live?users=u1&games=3030-1']);
  expect(alive()).toEqual([last()]);
  await greet();
  expect(tab.greetings()).toBe(2);
});

test('opens no new stream for a page that is left or reopened and greets a reopened page immediately', async () => {
  const tab = await openGreeted();
  tab.dispatch(topicOpened(user('u1')));
  await pass(paces.settle);
  await greet();
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
  ['the user returns', () => [show('hidden'), show('visible')]],
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
  last().notify('end', { reason: 'restart' });
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
  await pass(3 * (paces.greeting + paces.settle) + 3 * paces.first + paces.poll + paces.pollJitter);
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

test('stops after the session ended; when the user returns, the page refetches once and is rejected', async () => {
  const tab = await openGreeted();
  tab.dispatch(topicOpened(user('u1')));
  await pass(paces.settle);
  await greet();
  last().notify('end', { reason: 'session' });
  await pass(paces.settle + 10);
  expect(streams).toHaveLength(3);
  last().refuse(401);
  await pass(10);
  expect(tab.notifications()).toEqual([{ event: 'page', data: { user_id: 'u1' } }]);
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

test('closes the stream soon after the tab was hidden and reopens it when the user returns', async () => {
  await openGreeted();
  show('hidden');
  await pass(paces.hidden - 1000);
  show('visible');
  show('hidden');
  await pass(paces.hidden - 1000);
  expect(last().closed()).toBe(false);
  await pass(2000);
  expect(last().closed()).toBe(true);
  await pass(600_000);
  expect(streams).toHaveLength(1);
  show('visible');
  await pass(paces.settle);
  expect(streams).toHaveLength(2);
});

test('replaces the stream after the machine slept', async () => {
  await openGreeted();
  show('hidden');
  vi.setSystemTime(Date.now() + paces.doubt + 1000);
  show('visible');
  await pass(paces.settle);
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
