import { isolatedRedis } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningConsole, startConsole } from '../src/start-console.ts';
import { Browser, password } from './browser.ts';

let redis: Awaited<ReturnType<typeof isolatedRedis>>;
const running: RunningConsole[] = [];

const start = async (env: Record<string, string> = {}) => {
  const started = await startConsole({
    PORT: '0',
    REDIS_URL: redis.url,
    DATABASE_URLS: 'postgresql://nobody@127.0.0.1:1/library',
    CONSOLE_PASSWORD: password,
    LOG_LEVEL: 'silent',
    ...env,
  });
  running.push(started);
  return started;
};

beforeAll(async () => {
  redis = await isolatedRedis();
});
afterAll(async () => {
  for (const one of running) await one.stop();
  await redis?.release();
});

test('starts a session that scripts cannot read and other sites cannot use', async () => {
  const browser = new Browser(await start());
  const signedIn = await browser.signIn({ next: '/audit' });
  expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/audit']);
  const [session, token] = signedIn.headers.getSetCookie();
  expect(session).toMatch(/^console=[\w-]{43}; .*HttpOnly.*SameSite=Strict/);
  expect(token).toMatch(/^XSRF-TOKEN=[\w-]{43}; (?!.*HttpOnly).*SameSite=Strict/);
  expect((await browser.get('/audit')).status).toBe(200);

  const before = new Map(browser.cookies);
  expect((await browser.post('/sign-out')).status).toBe(303);
  for (const [name, value] of before) browser.cookies.set(name, value);
  expect((await browser.get('/audit')).status).toBe(303);
});

test('over HTTPS, sets Secure host-bound cookies and accepts sign-ins from its own origin only', async () => {
  const browser = new Browser(await start({ CONSOLE_ORIGIN: 'https://console.example' }));
  expect((await browser.signIn()).status).toBe(403);
  const signedIn = await browser.signIn({}, { origin: 'https://console.example' });
  const [session, token] = signedIn.headers.getSetCookie();
  expect(session).toMatch(/^__Host-console=.*Secure/);
  expect(token).toContain('Secure');
  expect(signedIn.headers.get('strict-transport-security')).toBe('max-age=31536000');
});

test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/sign-out', 'javascript:alert(1)', '/a\r\nb'])(
  'never redirects to %j after sign-in',
  async (next) => {
    const browser = new Browser(await start());
    expect((await browser.signIn({ next })).headers.get('location')).toBe('/');
  },
);

test('delays password guessing, also in parallel, and delays the right password too', async () => {
  const browser = new Browser(await start());
  const wrong = await Promise.all(
    Array.from({ length: 12 }, (_, at) => browser.signIn({ password: `a wrong password ${at}` })),
  );
  const statuses = wrong.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
  const refused = await browser.signIn();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
  expect(await refused.text()).toContain('Too many attempts');
});

test.each([
  ['no proxy', {}, [401, 401, 401, 401, 401, 429]],
  ['a proxy elsewhere', { CONSOLE_PROXIES: '10.1.0.0/16' }, [401, 401, 401, 401, 401, 429]],
  ['a proxy', { CONSOLE_PROXIES: '10.1.0.0/16, 127.0.0.1' }, [401, 401, 401, 401, 401, 401]],
])(
  'behind %s, uses the address that the last trusted proxy reports, whatever the client sends',
  async (_, env: Record<string, string>, statuses) => {
    const browser = new Browser(await start(env));
    const received = [];
    for (let at = 0; at < 6; at += 1) {
      const forwarded = { 'x-forwarded-for': `10.0.0.1, 192.0.2.${at}` };
      received.push((await browser.signIn({ password: 'a wrong password' }, forwarded)).status);
    }
    expect(received).toEqual(statuses);
  },
);

test('forbids framing, caching, sniffing and inline scripts on every page', async () => {
  const browser = new Browser(await start());
  await browser.signIn();
  for (const path of ['/sign-in', '/audit', '/queues', '/queues/api/queues', '/nowhere', '/console.css']) {
    const { headers } = await browser.get(path);
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
