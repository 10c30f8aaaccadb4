import type { END } from 'redux-saga';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type HeldStream, overHeldStreams } from '../../test/held-streams.ts';
import { patience } from '../../test/patience.ts';
import { type News, openStream } from './read-stream.ts';

let streams: readonly HeldStream[] = [];
beforeEach(() => {
  streams = overHeldStreams();
});
afterEach(() => vi.unstubAllGlobals());

/** Reads a stream and collects its events. */
function reading() {
  const news: News[] = [];
  const channel = openStream('/api/live');
  const takeNext = () =>
    channel.take((each: News | END) => {
      if (!('kind' in each)) return;
      news.push(each);
      takeNext();
    });
  takeNext();
  return { news, stream: streams.at(-1) as HeldStream, close: () => channel.close() };
}

/** Lets the reader process what was sent, much faster than polling every 50 ms. */
async function readAll(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
}

const page = { kind: 'notification', notification: { event: 'page', data: { user_id: 'Ü' } } };
const broken = { kind: 'over', why: 'broken', after: 0 };

test('reads a stream wherever the network splits it', async () => {
  const lines = ['event: hello', 'data: {}', '', ': here', 'event: page', 'data: {"user_id":"Ü"}', '', ''];
  const bytes = new TextEncoder().encode(lines.join('\n'));
  for (let place = 1; place < bytes.length; place += 1) {
    const { news, stream, close } = reading();
    stream.send(bytes.slice(0, place));
    await readAll();
    stream.send(bytes.slice(place));
    await readAll();
    expect(news).toEqual([{ kind: 'greeting' }, { kind: 'beat' }, page]);
    close();
  }
});

test('treats an unknown event as a sign of life', async () => {
  const { news, stream } = reading();
  const odd = [
    'data: {}',
    'event: page\ndata: {"user_id"',
    'event: page\ndata: 7',
    'event: page\ndata: [1]',
    'nonsense',
  ];
  stream.send(odd.map((each) => `${each}\n\n`).join(''));
  stream.notify('something_new', { a: 1 });
  await vi.waitFor(
    () =>
      expect(news).toEqual([
        ...Array(4).fill({ kind: 'beat' }),
        { kind: 'notification', notification: { event: 'something_new', data: { a: 1 } } },
      ]),
    patience,
  );
});

test('aborts an event that never ends before it fills the memory', async () => {
  const { news, stream } = reading();
  for (let sent = 0; sent < 64 && !stream.closed(); sent += 1) {
    stream.send(`data: ${'x'.repeat(500)}\n`);
    await new Promise(setImmediate);
  }
  expect(news).toEqual([broken]);
  expect(stream.closed()).toBe(true);
});

test.each([
  ['the user is not signed in', 401, {}, { kind: 'over', why: 'refused', after: 0 }],
  ['there are too many streams', 429, { 'retry-after': '7' }, { kind: 'over', why: 'broken', after: 7000 }],
  ['the server has no streams', 404, {}, broken],
  ['a proxy responds with its own page', 200, { 'content-type': 'text/html' }, broken],
])('ends when %s', async (_, status, headers, expected) => {
  const { news, stream } = reading();
  stream.refuse(status, headers);
  await vi.waitFor(() => expect(news).toEqual([expected]), patience);
});

test.each([
  ['session', 'session'],
  ['restart', 'restart'],
  ['whatever comes later', 'restart'],
])('reads nothing after an end event with the reason %s', async (reason, why) => {
  const { news, stream } = reading();
  stream.notify('end', { reason });
  await vi.waitFor(() => expect(news).toEqual([{ kind: 'over', why, after: 0 }]), patience);
  expect(stream.closed()).toBe(true);
});

test('closes the connection and emits nothing more when the channel is closed', async () => {
  const { news, stream, close } = reading();
  stream.greet();
  await vi.waitFor(() => expect(news).toHaveLength(1), patience);
  close();
  expect(stream.closed()).toBe(true);
  stream.breakOff();
  await new Promise(setImmediate);
  expect(news).toHaveLength(1);
});
