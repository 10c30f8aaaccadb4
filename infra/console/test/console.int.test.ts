import { randomUUID } from 'node:crypto';
import { topics } from '@nightshelf/contracts';
import { createLogger, type EventBus } from '@nightshelf/platform';
import { createEventBus } from '@nightshelf/platform/events/create-bus.ts';
import { publishDeadLetter } from '@nightshelf/platform/events/dead-letters/dead-letter.ts';
import { withDeadLetterTopics } from '@nightshelf/platform/events/dead-letters/topics.ts';
import { isolatedRedis } from '@nightshelf/testing';
import { Queue } from 'bullmq';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningConsole, startConsole } from '../src/start-console.ts';

const password = 'an operator’s own password';
const authorization = `Basic ${Buffer.from(`operator:${password}`).toString('base64')}`;
const topic = 'library.entries';
const eventId = randomUUID();

let operators: RunningConsole;
let bus: EventBus;
let queue: Queue;

beforeAll(async () => {
  const redis = await isolatedRedis();
  bus = createEventBus(
    { EVENT_BUS: 'redis', REDIS_URL: redis.url },
    { clientId: 'test', logger: createLogger('test', 'silent') },
  );
  await bus.ensureTopics(withDeadLetterTopics(topics));
  await publishDeadLetter(
    bus,
    { topic, partition: 0, offset: '7', key: 'ada', value: `{"id":"${eventId}","name":"<b>bold</b>"}`, headers: {} },
    { consumer: 'social', eventId, error: new Error('Its data is wrong'), attempts: 5 },
  );
  await publishDeadLetter(
    bus,
    { topic, partition: 0, offset: '8', key: '', value: 'this is no event', headers: {} },
    { consumer: 'social', eventId: '', error: new Error('It is not JSON'), attempts: 1 },
  );
  queue = new Queue('daily-reviews', { connection: { url: redis.url } });
  await queue.add('refresh', { date: '2026-01-02' }, { delay: 3_600_000 });
  operators = await startConsole({ PORT: '0', REDIS_URL: redis.url, CONSOLE_PASSWORD: password, LOG_LEVEL: 'silent' });
}, 60_000);

afterAll(async () => {
  await operators?.stop();
  await queue?.close();
  await bus?.close();
});

const get = (path: string, headers: Record<string, string> = { authorization }) =>
  fetch(operators.url + path, { headers, redirect: 'manual' });

const replay = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${operators.url}/dead-letters/replay`, {
    method: 'POST',
    headers: { authorization, ...headers },
    body: new URLSearchParams(form),
    redirect: 'manual',
  });

test.each(['/', '/queues', '/queues/api/queues', '/dead-letters'])('%s asks for the password', async (path) => {
  const none = await get(path, {});
  expect(none.status).toBe(401);
  expect(none.headers.get('www-authenticate')).toContain('Basic');
  const wrong = `Basic ${Buffer.from('operator:a wrong password').toString('base64')}`;
  expect((await get(path, { authorization: wrong })).status).toBe(401);
});

test('whoever watches over it needs no password to see that it is alive', async () => {
  expect((await get('/healthz', {})).status).toBe(200);
});

test('the jobs are shown, and lead on to the dead letters', async () => {
  expect(await (await get('/queues')).text()).toContain('"url":"/dead-letters"');
  const shown = (await (await get('/queues/api/queues')).json()) as { queues: { name: string; counts: object }[] };
  expect(shown.queues).toMatchObject([{ name: 'daily-reviews', counts: { delayed: 1 } }]);
});

test('a dead letter is shown with why, and nothing in it is taken for HTML', async () => {
  const shown = await (await get('/dead-letters')).text();
  expect(shown).toContain('Error: Its data is wrong');
  expect(shown).toContain(eventId);
  expect(shown).toContain('&lt;b&gt;bold&lt;/b&gt;');
  expect(shown).not.toContain('<b>bold');
});

test('what cannot be told from the others is shown, and not offered for replay: it would replay them all', async () => {
  const shown = await (await get('/dead-letters')).text();
  expect(shown).toContain('this is no event');
  expect(shown.match(/<button>Replay/g)).toHaveLength(1);
});

test('replaying publishes the event to its topic again', async () => {
  expect((await replay({ topic, event: eventId })).status).toBe(303);
  const published: string[] = [];
  for await (const { value } of bus.read(topic)) published.push(value);
  expect(published).toEqual([expect.stringContaining(eventId)]);
});

test.each([
  ['a topic that there is not', { topic: 'no.such' }, {}, 422],
  ['an event that there is not', { topic, event: randomUUID() }, {}, 404],
  ['an event without id', { topic, event: '' }, {}, 422],
  ['another site', { topic, event: eventId }, { 'sec-fetch-site': 'cross-site' }, 403],
])('%s replays nothing', async (_, form, headers, status) => {
  expect((await replay(form, headers)).status).toBe(status);
});

test('without a password of some length it does not start, and says so', async () => {
  const env = { PORT: '0', REDIS_URL: 'redis://localhost', CONSOLE_PASSWORD: 'short' };
  await expect(startConsole(env)).rejects.toThrow('CONSOLE_PASSWORD: must have at least 12 characters');
});
