import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setInterval } from 'node:timers/promises';
import type * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { call } from '../src/lib/api-client.ts';

const listenOn = async (server: Pick<Server, 'listen' | 'address'>) => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return (server.address() as AddressInfo).port;
};

/** By address, the keys of the requests that arrived completely. */
const arrived = new Map<string, string[]>();
const product = createServer(async (request, response) => {
  await buffer(request);
  const path = request.url ?? '';
  arrived.set(path, [...(arrived.get(path) ?? []), String(request.headers['idempotency-key'])]);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}');
});

/** A proxy with a slow uplink; `taken` counts the bytes of each connection. */
async function startUplink(target: number, bytesPerSecond: () => number) {
  const everyMs = 20;
  const taken: number[] = [];
  const server = createTcpServer(async (client) => {
    const upstream = connect(target, '127.0.0.1');
    const number = taken.push(0) - 1;
    let waiting = Buffer.alloc(0);
    const close = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('error', close).on('close', close);
    upstream.pipe(client);
    client.on('data', (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk]);
      taken[number] = (taken[number] ?? 0) + chunk.length;
    });
    let due = 0;
    let lookedAt = performance.now();
    for await (const _ of setInterval(everyMs)) {
      if (client.destroyed) return;
      const now = performance.now();
      due = waiting.length === 0 ? 0 : due + (bytesPerSecond() * (now - lookedAt)) / 1000;
      lookedAt = now;
      const part = waiting.subarray(0, Math.floor(due));
      due -= part.length;
      waiting = waiting.subarray(part.length);
      if (part.length > 0) upstream.write(part);
    }
  });
  return { port: await listenOn(server), taken, close: () => server.close() };
}

let target: number;
const uplinks: Awaited<ReturnType<typeof startUplink>>[] = [];
const ports = new Map<string, number>();

beforeAll(async () => {
  target = await listenOn(product);
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    fetch(new URL(path, `http://127.0.0.1:${ports.get(path)}`), init),
  );
});
afterAll(() => {
  vi.unstubAllGlobals();
  for (const uplink of uplinks) uplink.close();
  product.closeAllConnections();
  product.close();
});

/** Follows a user over its own uplink. */
async function follow(id: string, bytesPerSecond: number) {
  const uplink = await startUplink(target, () => bytesPerSecond);
  uplinks.push(uplink);
  const path = `/api/users/${id}/follow`;
  ports.set(path, uplink.port);
  await call<typeof socialCalls.followUser>({ method: 'POST', path: '/api/users/:id/follow', params: { id } });
  return { path, uplink };
}

test('delivers a change over an uplink that is slower than the timeout of one attempt', async () => {
  const { uplink } = await follow('at-full-speed', 1_000_000);
  const bytes = uplink.taken[0] ?? 0;
  expect(bytes).toBeGreaterThan(100);
  const sendings = await Promise.all(
    [2, 6, 10, 13].map(async (seconds) => {
      const over = await follow(`in-${String(seconds).padStart(2, '0')}-seconds`, bytes / seconds);
      const keys = arrived.get(over.path) ?? [];
      expect(new Set(keys).size).toBe(1);
      return over.uplink.taken.length;
    }),
  );
  // Each attempt has a longer timeout.
  expect(sendings).toEqual([1, 2, 3, 3]);
}, 60_000);
