import { randomUUID } from 'node:crypto';
import { createDatabase } from '@nightshelf/platform/database/database.ts';
import { migrate } from '@nightshelf/platform/database/migrate.ts';
import { platformMigrations } from '@nightshelf/platform/database/migrations/index.ts';
import { keepDeadLetter, listDeadLetters } from '@nightshelf/platform/events/dead-letters/dead-letters.ts';
import { createLogger } from '@nightshelf/platform/logging/logger.ts';
import { createRegistry } from '@nightshelf/platform/metrics/metrics.ts';
import { createDatabase as createTestDatabase, isolatedRedis } from '@nightshelf/testing';
import { Queue } from 'bullmq';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningConsole, startConsole } from '../src/start-console.ts';
import { Browser, password } from './browser.ts';

const topic = 'library.entries';
const eventId = randomUUID();

type Kept = Parameters<typeof keepDeadLetter> extends [unknown, ...infer Rest] ? Rest : never;

let operators: RunningConsole;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let orm: Awaited<ReturnType<typeof createDatabase>>;
let queue: Queue;
let browser: Browser;

beforeAll(async () => {
  const redis = await isolatedRedis();
  const logger = createLogger('test', 'silent');
  const registry = createRegistry('test');
  database = await createTestDatabase('social');
  orm = await createDatabase({
    url: database.url,
    pool: 2,
    entities: [],
    migrations: platformMigrations,
    logger,
    registry,
  });
  await migrate(orm, database.url, logger);
  const origin = { topic, partition: 0, headers: {} };
  const keep = (...[record, cause]: Kept) => orm.em.fork().transactional((em) => keepDeadLetter(em, record, cause));
  await keep(
    { ...origin, offset: '7', key: 'ada', value: `{"id":"${eventId}","name":"<b>bold</b>"}` },
    {
      consumer: 'social',
      eventId,
      type: 'library.entry.added.v1',
      error: new Error('Its data is wrong'),
      reason: 'invalid',
      attempts: 1,
    },
  );
  await keep(
    { ...origin, offset: '8', key: '', value: 'this is no event' },
    {
      consumer: 'social',
      eventId: undefined,
      type: undefined,
      error: new Error('It is not JSON'),
      reason: 'malformed',
      attempts: 1,
    },
  );
  queue = new Queue('daily-reviews', { connection: { url: redis.url } });
  await queue.add('refresh', { date: '2026-01-02' }, { delay: 3_600_000 });
  operators = await startConsole({
    PORT: '0',
    REDIS_URL: redis.url,
    // The second database is unreachable.
    DATABASE_URLS: `${database.url},postgresql://nobody@127.0.0.1:1/library`,
    CONSOLE_PASSWORD: password,
    LOG_LEVEL: 'silent',
  });
  browser = new Browser(operators);
  await browser.signIn();
});

afterAll(async () => {
  await operators?.stop();
  await queue?.close();
  await orm?.close(true);
  await database?.drop();
});

const visitor = () => new Browser(operators);

test.each(['/', '/accounts', '/queues', '/dead-letters', '/audit'])('%s asks visitors to sign in', async (path) => {
  const response = await visitor().get(path);
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    `/sign-in?next=${encodeURIComponent(path)}`,
  ]);
  expect((await visitor().get('/queues/api/queues', {})).status).toBe(401);
  expect((await visitor().post(path)).status).toBe(404);
});

test('reports its health without a password', async () => {
  expect((await visitor().get('/healthz')).status).toBe(200);
});

test('shows the jobs and links to the dead letters', async () => {
  expect(await browser.text('/queues')).toContain('"url":"/dead-letters"');
  const shown = (await (await browser.get('/queues/api/queues')).json()) as {
    queues: { name: string; counts: object }[];
  };
  expect(shown.queues).toMatchObject([{ name: 'daily-reviews', counts: { delayed: 1 } }]);
});

test('shows a dead letter with its cause, and escapes HTML in it', async () => {
  const shown = await browser.text('/dead-letters');
  expect(shown).toContain('Error: Its data is wrong');
  expect(shown).toContain(eventId);
  expect(shown).toContain('&lt;b&gt;bold&lt;/b&gt;');
  expect(shown).not.toContain('<b>bold');
});

test('shows malformed events, and shows the other databases when one is unreachable', async () => {
  const shown = await browser.text('/dead-letters');
  expect(shown).toContain('this is no event');
  expect(shown.match(/<button>Replay/g)).toHaveLength(2);
  expect(shown).toContain('The database of library does not respond.');
});

const due = async () => {
  const rows = await orm.em
    .fork()
    .execute<{ offset: string }[]>('select "offset" from dead_letters where retry_at <= now()');
  return rows.map(({ offset }) => offset);
};
const letterOf = async (offset: string) => {
  const letters = await listDeadLetters(orm.em.fork());
  return letters.find((letter) => letter.offset === offset)?.id ?? '';
};
const nameOf = () => new URL(database.url).pathname.slice(1);

test.each([
  ['an unknown database', () => ({ database: 'none', letter: '1' }), {}, 404],
  ['an unknown dead letter', () => ({ database: nameOf(), letter: '4711' }), {}, 404],
  ['no dead letter', () => ({ database: nameOf(), letter: '' }), {}, 422],
  ['an invalid number', () => ({ database: nameOf(), letter: "1' or true" }), {}, 422],
  ['another site', () => ({ database: nameOf(), letter: '1' }), { 'sec-fetch-site': 'cross-site' }, 403],
  ['a sibling site', () => ({ database: nameOf(), letter: '1' }), { 'sec-fetch-site': 'same-site' }, 403],
  ['an address typed by hand', () => ({ database: nameOf(), letter: '1' }), { 'sec-fetch-site': 'none' }, 403],
  ['another origin', () => ({ database: nameOf(), letter: '1' }), { origin: 'https://evil.example' }, 403],
  ['no origin at all', () => ({ database: nameOf(), letter: '1' }), { origin: 'null', 'sec-fetch-site': '' }, 403],
  ['no origin headers', () => ({ database: nameOf(), letter: '1' }), { origin: '', 'sec-fetch-site': '' }, 403],
  ['a page without the token', () => ({ database: nameOf(), letter: '1', csrf: '' }), {}, 403],
  ['a page of another session', () => ({ database: nameOf(), letter: '1', csrf: 'a'.repeat(43) }), {}, 403],
  ['signed out', () => ({ database: nameOf(), letter: '1' }), { cookie: 'console=none' }, 401],
])('replays nothing: %s', async (_, form, headers: Record<string, string>, status) => {
  expect((await browser.post('/dead-letters/replay', form(), headers)).status).toBe(status);
  expect(await due()).toEqual([]);
});

test('replays only the selected event', async () => {
  expect((await browser.post('/dead-letters/replay', { database: nameOf(), letter: await letterOf('7') })).status).toBe(
    303,
  );
  expect(await due()).toEqual(['7']);
});

test('refuses to start with a short password', async () => {
  const address = { REDIS_URL: 'redis://localhost', DATABASE_URLS: 'postgresql://localhost/social' };
  const env = { PORT: '0', ...address, CONSOLE_PASSWORD: 'short' };
  await expect(startConsole(env)).rejects.toThrow('CONSOLE_PASSWORD: must have at least 12 characters');
});

test('requires the token from Bull Board too, whose client reads it from its cookie', async () => {
  const put = (headers: Record<string, string>) =>
    fetch(`${operators.url}/queues/api/queues/daily-reviews/pause`, {
      method: 'PUT',
      headers: {
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: operators.url,
        ...headers,
      },
    });
  expect((await put({})).status).toBe(403);
  const token = { 'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '' };
  expect((await put({ ...token, origin: 'https://evil.example' })).status).toBe(403);
  expect(await queue.isPaused()).toBe(false);
  expect((await put(token)).status).toBe(200);
  expect(await queue.isPaused()).toBe(true);
  await queue.resume();
});

test('shows the audit trail', async () => {
  const shown = await browser.text('/audit');
  for (const activity of [
    'replay dead letter',
    'PUT jobs',
    'queues/daily-reviews/pause',
    'sign in',
    'operator at 127.0.0.1',
  ]) {
    expect(shown).toContain(activity);
  }
});
