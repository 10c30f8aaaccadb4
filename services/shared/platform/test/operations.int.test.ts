import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { startOperations } from '../src/http/operations.ts';

test('reports liveness and readiness separately, and a check that hangs as failed', async () => {
  let database: string | null = null;
  const server = await startOperations({
    host: '127.0.0.1',
    port: 0,
    registry: new Registry(),
    liveness: {},
    readiness: { database: () => database, cache: () => (database ? new Promise<null>(() => {}) : null) },
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  database = 'does not answer';
  const late = await fetch(`${url}/readyz`);
  expect(late.status).toBe(503);
  expect(await late.json()).toEqual({
    ok: false,
    faults: { database: 'does not answer', cache: 'no answer in time' },
  });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/metrics`)).status).toBe(200);
  expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
});
