import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import type * as mediaCalls from '@nightshelf/contracts/calls/media.ts';
import { applyMiddleware, legacy_createStore } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { actAs } from '../src/lib/acting-user.ts';
import { call } from '../src/lib/api-client.ts';
import { request } from '../src/lib/request.ts';

interface Seen {
  readonly line: string;
  readonly type: string | undefined;
  readonly body: string;
}

let seen: Seen[] = [];
let aborted = 0;
type Reply = { status: number; body: string; user?: string } | 'never';

let reply: Reply = { status: 200, body: '{}' };

async function bodyOf(message: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of message) body += chunk;
  return body;
}

const server = createServer(async (message, response) => {
  response.on('close', () => {
    if (!response.writableEnded) aborted += 1;
  });
  seen.push({
    line: `${message.method} ${message.url}`,
    type: message.headers['content-type'],
    body: await bodyOf(message),
  });
  if (reply === 'never') return;
  const { status, body, user } = reply;
  const named = { ...(user && { 'session-user': user }) };
  response.writeHead(status, { 'content-type': 'application/json', ...named }).end(body);
});

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // A browser resolves paths against the page; Node has no page.
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, origin), init));
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
  aborted = 0;
  reply = { status: 200, body: '{"success":true,"message":""}' };
});

const reviews = { method: 'GET', path: '/api/youtube/daily-reviews' } as const;

test('sends parameters, query and body, escaped', async () => {
  await call<typeof libraryCalls.updateEntry>({
    method: 'PUT',
    path: '/api/games/library/:id',
    params: { id: 'a/b' },
    body: { rating: 9 },
  });
  await call<typeof catalogCalls.searchGames>({
    method: 'GET',
    path: '/api/games/search',
    query: { q: 'a&b ü', limit: 50 },
  });
  expect(seen).toEqual([
    { line: 'PUT /api/games/library/a%2Fb', type: 'application/json', body: '{"rating":9}' },
    { line: 'GET /api/games/search?q=a%26b+%C3%BC&limit=50', type: undefined, body: '' },
  ]);
});

test('reports status, code, message and field errors of a failure', async () => {
  const errors = { rating: ['Rating must be a whole number from 1 to 10'] };
  reply = { status: 422, body: JSON.stringify({ success: false, code: 'request.invalid', message: 'No.', errors }) };
  await expect(call<typeof mediaCalls.dailyReviews>(reviews)).rejects.toMatchObject({
    name: 'ApiError',
    status: 422,
    code: 'request.invalid',
    message: 'No.',
    errors,
  });
});

test.each([200, 404])('rejects a response for another user with status %i', async (status) => {
  actAs('one');
  const asked = () => call<typeof mediaCalls.dailyReviews>(reviews);
  try {
    reply = { status, body: '{"success":true,"message":""}', user: 'another' };
    await expect(asked()).rejects.toMatchObject({ status: 412, code: 'auth.other_user' });
    reply = { ...reply, user: 'one' };
    await (status === 200 ? asked() : expect(asked()).rejects.toMatchObject({ status }));
  } finally {
    actAs(null);
  }
});

test('aborts the request when its saga is cancelled', async () => {
  reply = 'never';
  const sagas = createSagaMiddleware();
  legacy_createStore(() => null, applyMiddleware(sagas));
  const task = sagas.run(() => request<typeof mediaCalls.dailyReviews>(reviews));
  await vi.waitFor(() => expect(seen).toHaveLength(1), { timeout: 30_000 });
  task.cancel();
  await vi.waitFor(() => expect(aborted).toBe(1), { timeout: 30_000 });
});
