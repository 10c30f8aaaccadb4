import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { expect, test } from 'vitest';
import { sendRequest } from './support/send-request.ts';
import { startSetup } from './support/setup.ts';
import { naming } from './support/upstream.ts';

const inline = "document.documentElement.dataset.theme = 'light';";
const page = `<!doctype html><html><head><script>${inline}</script><script type="module" src="/assets/index-1.js"></script></head></html>`;
const script = 'export const shelf = 1;'.repeat(100);

const folder = temporaryFolder();
const { gateway } = await startSetup(naming('none'), () => ({
  STATIC_DIR: join(folder, 'dist'),
  PREVIOUS_STATIC_DIR: join(folder, 'previous'),
  IMAGE_ORIGINS: 'http://127.0.0.1:9000 https://covers.example',
}));

function write(files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

test('serves a placeholder page before the client is built, and the client afterwards', async () => {
  const before = await sendRequest(`${gateway.url}/`);
  expect(before.status).toBe(503);
  expect(before.headers['content-type']).toBe('text/html; charset=utf-8');
  write({
    'dist/assets/index-1.js': script,
    'dist/assets/index-1.js.br': brotliCompressSync(script),
    'dist/favicon.svg': '<svg/>',
    'dist/sw.js': script,
    'dist/manifest.webmanifest': '{}',
    'previous/assets/page-Older_-1.js': script,
    'previous/assets/page-Older_-1.js.br': brotliCompressSync(script),
    'previous/older.txt': script,
    'dist/index.html': page,
  });
  expect((await sendRequest(`${gateway.url}/`)).body.toString()).toBe(page);
});

test.each(['/', '/login', '/games/3030-4725', '/users/ada.lovelace/library', '/index.html?from=mail'])(
  'serves %s as a page of the client that browsers must revalidate',
  async (path) => {
    const { status, headers, body } = await sendRequest(gateway.url + path, { headers: { accept: 'text/html' } });
    expect(status).toBe(200);
    expect(body.toString()).toBe(page);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(headers['cache-control']).toBe('no-cache');
  },
);

test('allows the page its own scripts, the one inline script and covers from named origins only', async () => {
  const { headers } = await sendRequest(`${gateway.url}/`);
  const policy = new Map(
    String(headers['content-security-policy'])
      .split('; ')
      .map((directive) => [directive.slice(0, directive.indexOf(' ')), directive.slice(directive.indexOf(' ') + 1)]),
  );
  const hash = createHash('sha256').update(inline).digest('base64');
  expect(policy.get('script-src')).toBe(`'self' 'sha256-${hash}'`);
  expect(policy.get('img-src')).toBe(
    "'self' data: https://i.ytimg.com https://*.giantbomb.com https://images.igdb.com http://127.0.0.1:9000 https://covers.example",
  );
  expect(policy.get('frame-src')).toBe('https://www.youtube-nocookie.com');
  expect(policy.get('worker-src')).toBe("'self'");
  expect(policy.get('manifest-src')).toBe("'self'");
  expect(policy.get('frame-ancestors')).toBe("'none'");
  expect(policy.get('base-uri')).toBe("'none'");
  expect(policy.get('object-src')).toBe("'none'");
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
});

test('sends the preconnect link to cover origins with pages but not with files', async () => {
  const { headers } = await sendRequest(`${gateway.url}/library`, { headers: { accept: 'text/html' } });
  expect(headers.link).toBe('<http://127.0.0.1:9000>; rel=preconnect, <https://covers.example>; rel=preconnect');
  expect((await sendRequest(`${gateway.url}/assets/index-1.js`)).headers).not.toHaveProperty('link');
});

test('serves the worker with mandatory revalidation and the same cover origins as the page', async () => {
  const { headers } = await sendRequest(`${gateway.url}/sw.js`, { headers: { accept: '*/*' } });
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(headers['cache-control']).toBe('no-cache');
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain(
    "connect-src 'self' https://i.ytimg.com https://*.giantbomb.com https://images.igdb.com http://127.0.0.1:9000 https://covers.example",
  );
  const manifest = await sendRequest(`${gateway.url}/manifest.webmanifest`);
  expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/);
  expect(manifest.headers['cache-control']).toBe('no-cache');
});

test.each([
  ['of this release', '/assets/index-1.js'],
  ['of the previous release', '/assets/page-Older_-1.js'],
])('serves assets %s with a year of caching and precompressed', async (_, path) => {
  const { headers, body } = await sendRequest(gateway.url + path, { headers: { 'accept-encoding': 'gzip, br' } });
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(body).toString()).toBe(script);
  expect((await sendRequest(gateway.url + path)).body.toString()).toBe(script);
});

test('returns 304 for an unchanged file', async () => {
  const { headers } = await sendRequest(`${gateway.url}/`);
  const again = await sendRequest(`${gateway.url}/`, { headers: { 'if-none-match': String(headers.etag) } });
  expect(again.status).toBe(304);
});

test.each([
  '/assets/index-0.js',
  '/assets/gone',
  '/assets/page-Older_-2.js',
  '/older.txt',
  '/missing.png',
  '/../../etc/passwd.txt',
  '/%2e%2e/%2e%2e/etc/passwd.txt',
])('returns 404 instead of the page for %s', async (path) => {
  const answer = await sendRequest(gateway.url + path, { headers: { accept: '*/*' } });
  expect(answer.body.toString()).not.toContain('root:');
  expect(answer.status).toBe(404);
  expect(answer.json()).toMatchObject({ success: false, code: 'request.not_found' });
});

test.each(['bytes=10-5', 'bytes=-5', 'bytes=a-b', 'bytes=0-0,2-3', 'lines=1-2'])(
  'serves the whole file for the range %s',
  async (range) => {
    const { status, headers, body } = await sendRequest(`${gateway.url}/favicon.svg`, { headers: { range } });
    expect(status).toBe(200);
    expect(headers['content-range']).toBeUndefined();
    expect(body.toString()).toBe('<svg/>');
  },
);

test('returns 405 for other methods on files', async () => {
  const answer = await sendRequest(`${gateway.url}/login`, { method: 'POST', body: 'a=1' });
  expect(answer.status).toBe(405);
  expect(answer.headers.allow).toBe('GET, HEAD');
  expect(answer.json()).toMatchObject({ code: 'request.method_not_allowed' });
});

test('serves a new build that replaces the old one under load', async () => {
  expect((await sendRequest(`${gateway.url}/assets/index-1.js`)).status).toBe(200);
  rmSync(join(folder, 'dist'), { recursive: true });
  await expect(sendRequest(`${gateway.url}/assets/index-1.js`)).rejects.toThrow();
  write({ 'dist/assets/index-2.js': script, 'dist/index.html': page });
  expect((await sendRequest(`${gateway.url}/assets/index-2.js`)).status).toBe(200);
  expect((await sendRequest(`${gateway.url}/assets/index-1.js`)).status).toBe(404);
});
