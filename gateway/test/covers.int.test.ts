import { startTestService, type TestService } from '@nightshelf/testing';
import { type IsolatedRedis, isolatedRedis } from '@nightshelf/testing/infrastructure/infrastructure.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogService } from '../../services/catalog/src/service.ts';
import { ask } from './support/ask.ts';
import { startTestGateway, type TestGateway } from './support/gateway.ts';

let redis: IsolatedRedis;
let catalog: TestService;
let gateway: TestGateway;

beforeAll(async () => {
  redis = await isolatedRedis();
  catalog = await startTestService(catalogService, {
    env: { LOG_LEVEL: 'silent', CATALOGUE_FILE: 'none', PROVIDER: 'igdb' },
  });
  gateway = await startTestGateway({
    REDIS_URL: redis.url,
    REDIS_CACHE_URL: redis.cacheUrl,
    CATALOG_URL: catalog.url,
  });
});

afterAll(async () => {
  await gateway?.stop();
  await catalog?.stop();
  await redis?.release();
});

/** Characters that no XML document may have. */
const forbidden = /[^\t\n\r\P{Cc}]|[\uFFFE\uFFFF]/u;

const cover = (name: string, headers: Readonly<Record<string, string>> = {}) =>
  ask(`${gateway.url}/api/games/covers?name=${encodeURIComponent(name)}`, { headers });

test('draws a cover for anonymous users that browsers may keep', async () => {
  const { status, headers, body } = await cover('Secret of Evermore');
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^image\/svg\+xml/);
  expect(headers['cache-control']).toMatch(/^public, max-age=\d{6,}/);
  expect(headers.etag).toMatch(/^"[\w-]+"$/);
  expect(headers['set-cookie']).toBeUndefined();
  expect(body.toString()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*><title>Secret of Evermore</);
});

test('draws the same cover for the same name, and another for another', async () => {
  const [one, again, other] = await Promise.all([cover('Portal'), cover('Portal'), cover('Portal 2')]);
  expect(again?.body).toEqual(one?.body);
  expect(again?.headers.etag).toBe(one?.headers.etag);
  expect(other?.headers.etag).not.toBe(one?.headers.etag);
});

test('returns 304 for the ETag of the cover, and the cover for any other', async () => {
  const etag = String((await cover('Portal')).headers.etag);
  const kept = await cover('Portal', { 'if-none-match': etag });
  expect([kept.status, kept.headers.etag, kept.body.length]).toEqual([304, etag, 0]);
  expect(kept.headers['cache-control']).toMatch(/^public/);
  const changed = await cover('Portal', { 'if-none-match': '"of another release"' });
  expect([changed.status, changed.headers.etag]).toEqual([200, etag]);
});

test('lets a cover run nothing that is opened by itself', async () => {
  const { headers } = await cover('Portal');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src|allow-scripts/);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test.each([
  '<script>alert(1)</script>',
  '"><image href=x onerror=alert(1)>',
  "]]></title></svg><script>alert('1')</script>",
  '&lt;b&gt; & &#x3c;i&#x3e;',
  '<!ENTITY x SYSTEM "file:///etc/passwd">&x;',
])('escapes the markup of %s', async (name) => {
  const { status, body } = await cover(name);
  const svg = body.toString();
  expect(status).toBe(200);
  expect(svg).not.toMatch(/<script|<!ENTITY|<image\b/i);
  expect(svg).not.toMatch(/<[^>]*\son\w+=/i);
  const title = /<title>([\s\S]*?)<\/title>/.exec(svg)?.[1] ?? '';
  const text = title.replace(/&(lt|gt|quot|amp|apos|#39);/g, (_, entity: string) => unescaped[entity] ?? '');
  expect(text).toBe(name);
});

const unescaped: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', apos: "'", '#39': "'" };

test.each([['日本語のゲーム'], ['🎮🎮🎮'], ['العربية'], ['a'.repeat(500)], ['\u202ereversed']])(
  'draws a cover for %.20s that an XML parser reads',
  async (name) => {
    const { status, body } = await cover(name);
    expect(status).toBe(200);
    expect(body.toString()).not.toMatch(forbidden);
  },
);

test.each(['Bell\u0007', 'Escape\u001b[31m', 'Not a character\uffff'])(
  'leaves out of %j what XML forbids',
  async (name) => {
    const { status, body } = await cover(name);
    expect(status).toBe(200);
    expect(body.toString()).not.toMatch(forbidden);
  },
);

test.each([
  ['no name', ''],
  ['an empty name', '?name='],
  ['a blank name', '?name=%20%20'],
  ['a name of 5,000 characters', `?name=${'a'.repeat(5000)}`],
])('refuses %s', async (_, query) => {
  const { status, headers, json } = await ask(`${gateway.url}/api/games/covers${query}`);
  expect([status, json().success]).toEqual([422, false]);
  expect(headers['cache-control']).not.toMatch(/public/);
  expect(headers.etag).toBeUndefined();
});

test('leaves the limit of game searches alone', async () => {
  const remaining = async () =>
    Number((await ask(`${gateway.url}/api/games/search?q=portal`)).headers['ratelimit-remaining']);
  const before = await remaining();
  for (let at = 0; at < 20; at += 1) expect((await cover(`Game ${at}`)).status).toBe(200);
  expect(await remaining()).toBe(before - 1);
});
