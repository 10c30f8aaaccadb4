import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect, createServer } from 'node:net';
import { closeAfterTests } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { Work } from '../src/database/work.ts';
import { Deadline } from '../src/http/deadline.ts';
import { createOrm } from './fixtures/orm.ts';

/**
 * Delays every response of the server behind it by this many milliseconds.
 * @returns its address
 */
async function startSlowProxy(target: URL, delayMs: () => number) {
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    client.pipe(upstream);
    upstream.on('data', (data) => setTimeout(() => client.write(data), delayMs()));
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  closeAfterTests(async () => server.close());
  return url.href;
}

test('writes still succeed with a database that takes 300 ms for each response', async () => {
  let delayMs = 0;
  const { orm } = await createOrm({ pool: 2, through: (url) => startSlowProxy(new URL(url), () => delayMs) });
  const work = new Work(orm, 'test', () => undefined);
  delayMs = 300;
  const intent = {
    key: { key: randomUUID(), userId: null, fingerprint: Buffer.alloc(32) },
    caller: 'a caller',
    deadline: Deadline.in(9750),
  };
  expect(await work.for(intent).transaction(async () => 'stored')).toBe('stored');
}, 30_000);
