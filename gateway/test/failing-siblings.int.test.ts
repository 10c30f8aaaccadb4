import { request, type ServerResponse } from 'node:http';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { until } from '@nightshelf/testing/until.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { entry, picture, type Releases, script, startReleases, timeOf, unknown } from './support/releases.ts';

const folder = temporaryFolder();
let releases: Releases;

beforeAll(async () => {
  releases = await startReleases(folder);
});

afterAll(() => releases?.stop());

beforeEach(() => releases.reset());

/** Sends a request and leaves without a response. */
async function leave(url: string, when: () => boolean): Promise<void> {
  const outgoing = request(url).on('error', () => undefined);
  outgoing.end();
  await until('the question has come through', when);
  outgoing.destroy();
}

test('waits a second at most for a silent sibling, and for one request only', async () => {
  releases.third.answer = () => undefined;
  expect(await timeOf(() => releases.get(picture))).toBeLessThan(900);
  expect(await timeOf(() => releases.get(unknown()))).toBeLessThan(2000);
  const questions = releases.asked().length;
  expect(await timeOf(() => releases.get(unknown()))).toBeLessThan(900);
  expect(releases.asked()).toHaveLength(questions);
  releases.third.answer = (_, response) => response.writeHead(404).end();
  await until('it is asked again', async () => {
    await releases.get(unknown());
    return releases.asked().length > questions;
  });
});

test('breaks off the response when the sibling does', async () => {
  releases.third.answer = (request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript', 'content-length': 100_000 });
    if (request.method === 'HEAD') response.end();
    else response.write('x'.repeat(50_000), () => request.socket.resetAndDestroy());
  };
  await expect(releases.get(unknown())).rejects.toThrow();
  expect((await releases.get('/assets/index-Newer_-1.js')).status).toBe(200);
});

test('returns 404 within about two seconds when a sibling fails to send its file', async () => {
  releases.third.answer = (request, response) => {
    if (request.method === 'HEAD') response.writeHead(200, { 'content-length': 10 }).end();
  };
  const path = unknown();
  expect(await timeOf(async () => expect((await releases.get(path)).status).toBe(404))).toBeLessThan(2900);
  const before = await releases.outcomes('failed');
  releases.third.answer = (request, response) => {
    if (request.method === 'HEAD') response.writeHead(200, { 'content-length': 10 }).end();
    else request.socket.resetAndDestroy();
  };
  await until('it is asked again', async () => {
    expect((await releases.get(unknown())).status).toBe(404);
    return (await releases.outcomes('failed')) > before;
  });
});

test('does not blame a sibling for a caller that left, and serves the next one', async () => {
  const path = unknown();
  let held: ServerResponse | null = null;
  releases.third.answer = (request, response) => {
    if (request.method === 'HEAD') response.writeHead(200, { 'content-length': 2 }).end();
    else held = response;
  };
  await leave(releases.newer.url + path, () => held !== null);
  releases.third.answer = (_, response) => response.writeHead(200, { 'content-length': 2 }).end('ok');
  expect((await releases.get(path)).body.toString()).toBe('ok');
});

test.each<[string, number, Record<string, string>]>([
  ['too large', 200, { 'content-length': String(64 * 1024 * 1024) }],
  ['of no said length', 200, { 'transfer-encoding': 'chunked' }],
  ['elsewhere', 302, { location: '/assets/index-Older_-1.js' }],
  ['not ready', 503, {}],
])("returns 404 when a sibling's response is %s", async (_, status, headers) => {
  releases.third.answer = (_request, response) => response.writeHead(status, headers).end();
  const path = unknown();
  expect((await releases.get(path)).status).toBe(404);
  expect(releases.asked()).toEqual([`HEAD ${path}`]);
});

test('forgets a stopped sibling and serves the file from another one', async () => {
  expect((await releases.get(entry)).body.toString()).toBe(script);
  await releases.older.stop();
  releases.third.answer = (_, response) => response.writeHead(200, { 'content-length': 5 }).end('third');
  expect((await releases.get(entry)).body.toString()).toBe('third');
});
