import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { until } from '@nightshelf/testing/until.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connection } from './support/raw.ts';
import { entry, picture, type Releases, script, startReleases, timeOf, unknown } from './support/releases.ts';

const folder = temporaryFolder();
let releases: Releases;

beforeAll(async () => {
  releases = await startReleases(folder);
});

afterAll(() => releases?.stop());

beforeEach(() => releases.reset());

test('serves a file of the other release as if it were its own', async () => {
  const { status, headers, body } = await releases.get(entry);
  expect(status).toBe(200);
  expect(body.toString()).toBe(script);
  const own = (await releases.get('/assets/index-Newer_-1.js')).headers;
  const varying = { date: own.date, etag: own.etag, 'last-modified': own['last-modified'], 'x-request-id': '' };
  expect({ ...headers, ...varying }).toEqual({ ...own, ...varying });
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await releases.get(picture)).headers['content-type']).toBe('image/svg+xml; charset=utf-8');
});

test("serves a sibling's file compressed, and only its headers on HEAD", async () => {
  const compressed = await releases.get(entry, { headers: { 'accept-encoding': 'gzip, br' } });
  expect(compressed.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(compressed.body).toString()).toBe(script);
  const head = await releases.get(entry, { method: 'HEAD' });
  expect(head).toMatchObject({ status: 200, headers: { 'content-length': String(script.length) } });
  expect(head.body).toHaveLength(0);
});

test("sends siblings none of the caller's headers", async () => {
  await releases.get(unknown(), {
    headers: {
      cookie: 'session=secret',
      authorization: 'Bearer secret',
      referer: 'https://a.example/',
      'x-own': '1',
    },
  });
  expect(releases.third.requests.map(({ headers }) => Object.keys(headers).sort())).toEqual([
    ['connection', 'host', 'x-asked-by-sibling'],
  ]);
});

test('returns the usual 404 quickly for a file that no sibling has, and remembers it', async () => {
  const path = unknown();
  const before = await releases.outcomes('missing');
  const took = await timeOf(async () => {
    const answer = await releases.get(path, { headers: { accept: '*/*' } });
    expect(answer.status).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toMatchObject({ success: false, code: 'request.not_found' });
  });
  expect(took).toBeLessThan(1000);
  await Promise.all([releases.get(path), releases.get(`${path}?again=1`)]);
  expect(releases.asked()).toEqual([`HEAD ${path}`]);
  expect(await releases.outcomes('missing')).toBe(before + 1);
});

test('asks once for one file that many callers want', async () => {
  const path = unknown();
  await Promise.all(Array.from({ length: 20 }, () => releases.get(path)));
  expect(releases.asked()).toEqual([`HEAD ${path}`]);
});

test('returns a plain 404 to a request by a sibling', async () => {
  expect((await releases.get(unknown(), { headers: { 'x-asked-by-sibling': '1' } })).status).toBe(404);
  expect((await releases.get(entry, { headers: { 'x-asked-by-sibling': '' } })).status).toBe(404);
  expect(releases.asked()).toEqual([]);
});

test('sends one error for unparsable bytes that arrive while a sibling is asked', async () => {
  const path = unknown();
  let held: ServerResponse | undefined;
  releases.third.answer = ({ method }, response) => {
    response.writeHead(200, { 'content-length': '1' });
    if (method === 'HEAD') response.end();
    else held = response;
  };
  const { socket, answers } = await connection(releases.newer.url);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n`);
  await until('the sibling is asked', () => held !== undefined);
  const before = await releases.outcomes('given');
  socket.write('zz\r\n');
  await once(socket, 'end');
  held?.end('x');
  await until('the sibling has answered', async () => (await releases.outcomes('given')) === before + 1);
  expect(answers().match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  expect((await releases.get(entry)).status).toBe(200);
});

test.each([
  '/only-Older.txt',
  '/sw.js',
  '/assets/',
  '/assets/index.js',
  '/assets/deeper/index-Older_-1.js',
  '/assets/index-Older_-1.js.br',
  '/assets/index-Older_-1.js/',
  '/assets/%3Findex-Older_-1.js',
  '/assets/%69ndex-Older_-1.js%20',
  '/ASSETS/index-Older_-1.js',
  `/assets/${'long'.repeat(50)}-Older_-1.js`,
  '/api/assets/index-Older_-1.js',
])('asks no sibling for %s, which is not an asset of a build', async (path) => {
  expect((await releases.get(path, { headers: { accept: '*/*' } })).status).toBe(404);
  expect(releases.asked()).toEqual([]);
});

test('asks no sibling on other methods', async () => {
  expect((await releases.get(entry, { method: 'POST' })).status).toBe(405);
  expect(releases.asked()).toEqual([]);
});

test('limits the searches per second for unknown names', async () => {
  // Earlier failed searches count for a second.
  await until('something is asked again', async () => {
    const path = unknown();
    await releases.get(path);
    return releases.asked().includes(`HEAD ${path}`);
  });
  const before = releases.asked().length;
  const took = await timeOf(async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, () => releases.get(unknown())));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  });
  expect(releases.asked().length - before).toBeGreaterThan(0);
  expect(releases.asked().length - before).toBeLessThanOrEqual(32 * (1 + Math.ceil(took / 1000)));
  expect(await releases.outcomes('unasked')).toBeGreaterThan(0);
  await until('files are had as before', async () => (await releases.get(entry)).status === 200);
});
