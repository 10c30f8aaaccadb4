import { randomUUID } from 'node:crypto';
import { keepDeadLetter, listDeadLetters } from '@nightshelf/platform/events/dead-letters/dead-letters.ts';
import { findProgram } from '@nightshelf/servers/process/tools.ts';
import { closeAfterTests, isolatedRedis } from '@nightshelf/testing';
import { Queue } from 'bullmq';
import { chromium } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createOrm } from '../../../../services/shared/platform/test/fixtures/orm.ts';
import { type RunningConsole, startConsole } from '../src/start-console.ts';

const eventId = randomUUID();
const executablePath = findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');

type Kept = Parameters<typeof keepDeadLetter> extends [unknown, ...infer Rest] ? Rest : never;

const redis = await isolatedRedis();
const { orm, url: databaseUrl } = await createOrm({ pool: 2 });
const queue = new Queue('daily-reviews', { connection: { url: redis.url } });
closeAfterTests(() => queue.close());

const password = 'an operator’s own password';
const basic = (given: string) => `Basic ${Buffer.from(`operator:${given}`).toString('base64')}`;
const authorization = basic(password);

/** @param env settings besides the usual */
async function start(env: Record<string, string> = {}): Promise<RunningConsole> {
  const started = await startConsole({
    PORT: '0',
    REDIS_URL: redis.url,
    // The second database is unreachable.
    DATABASE_URLS: `${databaseUrl},postgresql://nobody@127.0.0.1:1/library`,
    CONSOLE_PASSWORD: password,
    LOG_LEVEL: 'silent',
    ...env,
  });
  closeAfterTests(() => started.stop());
  return started;
}
const operators = await start();

const get = (path: string, headers: Record<string, string> = { authorization }, { url } = operators) =>
  fetch(url + path, { headers, redirect: 'manual' });
const textOf = async (path: string) => (await get(path)).text();

/** Sends a form as a page of the console does. @param headers changes of its headers; empty ones are not sent */
function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const all = { authorization, origin: operators.url, 'sec-fetch-site': 'same-origin', ...headers };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  return fetch(operators.url + path, {
    method: 'POST',
    headers: given,
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

const keep = (record: Partial<Kept[0]>, cause: Partial<Kept[1]>) =>
  orm.em.fork().transactional((em) =>
    keepDeadLetter(
      em,
      { topic: 'library.entries', partition: 0, headers: {}, offset: '', key: '', value: '', ...record },
      {
        consumer: 'social',
        eventId: undefined,
        type: undefined,
        error: null,
        reason: 'invalid',
        attempts: 1,
        ...cause,
      },
    ),
  );

beforeAll(async () => {
  const value = `{"id":"${eventId}","name":"<b>bold</b>"}`;
  const type = 'library.entry.added.v1';
  await keep({ offset: '7', key: 'ada', value }, { eventId, type, error: new Error('Its data is wrong') });
  await keep({ offset: '8', value: 'this is no event' }, { error: new Error('It is not JSON'), reason: 'malformed' });
  await queue.add('refresh', { date: '2026-01-02' }, { delay: 3_600_000 });
});

test.each(['/', '/queues', '/queues/api/queues', '/dead-letters', '/audit'])(
  '%s asks for name and password',
  async (path) => {
    for (const headers of [{}, { authorization: basic('a wrong password') }] as Record<string, string>[]) {
      const response = await get(path, headers, await start());
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([
        401,
        'Basic realm="Nightshelf console", charset="UTF-8"',
      ]);
    }
  },
);

test('reports its health without a password', async () => {
  expect((await get('/healthz', {})).status).toBe(200);
});

test('blocks an address after five wrong passwords, also in parallel, and refuses the right password too', async () => {
  const one = await start();
  const wrong = await Promise.all(
    Array.from({ length: 12 }, (_, at) => get('/audit', { authorization: basic(`wrong ${at}`) }, one)),
  );
  expect(wrong.map(({ status }) => status).sort()).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
  const refused = await get('/audit', { authorization }, one);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
});

test.each([
  ['no proxy', {}, 429],
  ['a proxy elsewhere', { CONSOLE_PROXIES: '10.1.0.0/16' }, 429],
  ['a proxy', { CONSOLE_PROXIES: '10.1.0.0/16, 127.0.0.1' }, 401],
])(
  'behind %s, uses the address that the last trusted proxy reports, whatever the client sends',
  async (_, env: Record<string, string>, last) => {
    const one = await start(env);
    const statuses = [];
    for (let at = 0; at < 6; at += 1) {
      const headers = { authorization: basic('a wrong password'), 'x-forwarded-for': `10.0.0.1, 192.0.2.${at}` };
      statuses.push((await get('/audit', headers, one)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, last]);
  },
);

test('forbids framing, caching, sniffing and inline scripts on every page', async () => {
  for (const path of ['/audit', '/queues', '/queues/api/queues', '/nowhere', '/console.css']) {
    const { headers } = await get(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': expect.stringMatching(/no-store|max-age=0/),
    });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(/script-src [^;]*unsafe/.test(policy)).toBe(false);
    expect(policy.includes("'unsafe-inline'")).toBe(path.startsWith('/queues'));
  }
});

test('sends HSTS over HTTPS and accepts changes only from its own origin', async () => {
  const one = await start({ CONSOLE_ORIGIN: 'https://console.example' });
  expect((await get('/audit', { authorization }, one)).headers.get('strict-transport-security')).toBe(
    'max-age=31536000',
  );
  const replay = (origin: string) =>
    fetch(`${one.url}/dead-letters/replay`, { method: 'POST', headers: { authorization, origin } });
  expect((await replay(one.url)).status).toBe(403);
  expect((await replay('https://console.example')).status).toBe(422);
});

test('shows the jobs and links to the dead letters', async () => {
  expect(await textOf('/queues')).toContain('"url":"/dead-letters"');
  const shown = (await (await get('/queues/api/queues')).json()) as {
    queues: { name: string; counts: object }[];
  };
  expect(shown.queues[0]).toMatchObject({ name: 'daily-reviews', counts: { delayed: 1 } });
  expect(shown.queues.slice(1).map(({ name }) => name)).toEqual([
    'library-imports',
    'library-import-matching',
    'library-steam-looks',
  ]);
});

test('shows each dead letter with its cause and escaped HTML, and which databases do not respond', async () => {
  const shown = await textOf('/dead-letters');
  const texts = ['Error: Its data is wrong', eventId, '&lt;b&gt;bold&lt;/b&gt;', 'this is no event'];
  for (const text of [...texts, 'The database of library does not respond.']) expect(shown).toContain(text);
  expect(shown).not.toContain('<b>bold');
  expect(shown.match(/<button>Replay/g)).toHaveLength(2);
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
const nameOf = () => new URL(databaseUrl).pathname.slice(1);

test.each<[string, Record<string, string>, Record<string, string>, number]>([
  ['an unknown database', { database: 'none' }, {}, 404],
  ['an unknown dead letter', { letter: '4711' }, {}, 404],
  ['no dead letter', { letter: '' }, {}, 422],
  ['an invalid number', { letter: "1' or true" }, {}, 422],
  ['another site', {}, { 'sec-fetch-site': 'cross-site' }, 403],
  ['a sibling site', {}, { 'sec-fetch-site': 'same-site' }, 403],
  ['an address typed by hand', {}, { 'sec-fetch-site': 'none' }, 403],
  ['another origin', {}, { origin: 'https://evil.example' }, 403],
  ['no origin at all', {}, { origin: 'null', 'sec-fetch-site': '' }, 403],
  ['no origin headers', {}, { origin: '', 'sec-fetch-site': '' }, 403],
  ['no password', {}, { authorization: '' }, 401],
])('replays nothing: %s', async (_, fields, headers, status) => {
  const form = { database: nameOf(), letter: '1', ...fields };
  expect((await post('/dead-letters/replay', form, headers)).status).toBe(status);
  expect(await due()).toEqual([]);
});

test('replays only the selected event', async () => {
  expect((await post('/dead-letters/replay', { database: nameOf(), letter: await letterOf('7') })).status).toBe(303);
  expect(await due()).toEqual(['7']);
});

test('refuses to start with a short password', async () => {
  const address = { REDIS_URL: 'redis://localhost', DATABASE_URLS: 'postgresql://localhost/social' };
  const env = { PORT: '0', ...address, CONSOLE_PASSWORD: 'short' };
  await expect(startConsole(env)).rejects.toThrow('CONSOLE_PASSWORD: must have at least 12 characters');
});

test('refuses Bull Board changes from another site', async () => {
  const pause = (origin: string) =>
    fetch(`${operators.url}/queues/api/queues/daily-reviews/pause`, {
      method: 'PUT',
      headers: { authorization, origin },
    });
  expect((await pause('https://evil.example')).status).toBe(403);
  expect(await queue.isPaused()).toBe(false);
  expect((await pause(operators.url)).status).toBe(200);
  expect(await queue.isPaused()).toBe(true);
  await queue.resume();
});

test.skipIf(!executablePath)('Bull Board works in a browser, and the guard accepts its calls', async () => {
  const browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ httpCredentials: { username: 'operator', password } });
    const complaints: string[] = [];
    page.on('console', (message) => {
      // The browser reports the response that asks for the password.
      if (message.type() === 'error' && !message.text().includes('401')) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${operators.url}/queues/queue/daily-reviews`);
    await page.getByText('No workers').waitFor();
    await page.locator('[aria-haspopup="menu"]').last().click();
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    const confirm = page.getByRole('button', { name: 'Confirm' });
    await Promise.race([confirm.waitFor().then(() => confirm.click()), page.getByText('Paused').first().waitFor()]);
    await expect.poll(() => queue.isPaused(), { timeout: 30_000 }).toBe(true);
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});

test('shows the audit trail', async () => {
  const shown = await textOf('/audit');
  const activities = ['replay dead letter', 'PUT jobs', 'queues/daily-reviews/pause', 'sign in'];
  for (const text of [...activities, 'operator at 127.0.0.1']) expect(shown).toContain(text);
});
