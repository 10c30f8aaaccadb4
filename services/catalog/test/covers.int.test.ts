import { startTestService } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { catalogService } from '../src/service.ts';

const catalog = await startTestService(catalogService, {
  env: { LOG_LEVEL: 'silent', CATALOGUE_FILE: 'none', PROVIDER: 'igdb' },
});

/** Characters that XML forbids. */
const forbidden = /[^\t\n\r\P{Cc}]|[\uFFFE\uFFFF]/u;

async function ask(query: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${catalog.url}/api/games/covers${query}`, { headers });
  return { status: response.status, header: (name: string) => response.headers.get(name), body: await response.text() };
}

const cover = (name: string, headers?: Readonly<Record<string, string>>) =>
  ask(`?name=${encodeURIComponent(name)}`, headers);

test('draws a cacheable cover without scripts for anonymous users', async () => {
  const { status, header, body } = await cover('Secret of Evermore');
  expect(status).toBe(200);
  expect(header('content-type')).toMatch(/^image\/svg\+xml/);
  expect(header('cache-control')).toMatch(/^public, max-age=\d{6,}/);
  expect(header('etag')).toMatch(/^"[\w-]+"$/);
  expect(header('set-cookie')).toBeNull();
  const policy = String(header('content-security-policy'));
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/(^|;\s*)sandbox(;|$)/);
  expect(policy).not.toMatch(/script-src|allow-scripts/);
  expect(body).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*><title>Secret of Evermore</);
});

test('draws the same cover for the same name, and returns 304 for its ETag', async () => {
  const [one, again, other] = await Promise.all([cover('Portal'), cover('Portal'), cover('Portal 2')]);
  const etag = String(one.header('etag'));
  expect([again.body, again.header('etag')]).toEqual([one.body, etag]);
  expect(other.header('etag')).not.toBe(etag);
  const kept = await cover('Portal', { 'if-none-match': etag });
  expect([kept.status, kept.header('etag'), kept.body.length]).toEqual([304, etag, 0]);
  expect(kept.header('cache-control')).toMatch(/^public/);
  const changed = await cover('Portal', { 'if-none-match': '"of another release"' });
  expect([changed.status, changed.header('etag')]).toEqual([200, etag]);
});

test.each([
  '<script>alert(1)</script>',
  '"><image href=x onerror=alert(1)>',
  "]]></title></svg><script>alert('1')</script>",
  '&lt;b&gt; & &#x3c;i&#x3e;',
  '<!ENTITY x SYSTEM "file:///etc/passwd">&x;',
])('escapes the markup of %s', async (name) => {
  const { status, body: svg } = await cover(name);
  expect(status).toBe(200);
  expect(svg).not.toMatch(/<script|<!ENTITY|<image\b/i);
  expect(svg).not.toMatch(/<[^>]*\son\w+=/i);
  const title = /<title>([\s\S]*?)<\/title>/.exec(svg)?.[1] ?? '';
  const text = title.replace(/&(lt|gt|quot|amp|apos|#39);/g, (_, entity: string) => unescaped[entity] ?? '');
  expect(text).toBe(name);
});

const unescaped: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', apos: "'", '#39': "'" };

test.each([
  ...['日本語のゲーム', '🎮🎮🎮', 'العربية', 'Long '.repeat(100), '\u202ereversed'],
  ...['Bell\u0007', 'Escape\u001b[31m', 'Not a character\uffff'],
])('draws a cover for %j without characters that XML forbids', async (name) => {
  const { status, body } = await cover(name);
  expect(status).toBe(200);
  expect(body).not.toMatch(forbidden);
});

test.each([
  ['no name', ''],
  ['an empty name', '?name='],
  ['a blank name', '?name=%20%20'],
  ['a name of 5,000 characters', `?name=${'a'.repeat(5000)}`],
])('returns 422 for %s', async (_, query) => {
  const { status, header, body } = await ask(query);
  expect([status, JSON.parse(body).success]).toEqual([422, false]);
  expect(header('cache-control') ?? '').not.toMatch(/public/);
  expect(header('etag')).toBeNull();
});
