import { copyFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { isolatedRedis } from '@nightshelf/testing';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { HealingRedis } from '../src/redis/healing-redis.ts';
import { newAuthority } from './fixtures/authority.ts';
import { reachRedis } from './fixtures/reach-redis.ts';

const folder = temporaryFolder();
afterEach(() => void vi.unstubAllEnvs());

/**
 * Terminates TLS in front of a Redis.
 * @returns its address
 */
async function startTls(
  url: string,
  { certificate: cert, key }: { certificate: string; key: string },
): Promise<string> {
  const server = createServer({ cert, key }, (socket) => {
    const { hostname, port } = new URL(url);
    const redis = connect(Number(port), hostname);
    socket.on('error', () => redis.destroy()).pipe(redis);
    redis.on('error', () => socket.destroy()).pipe(socket);
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return url.replace(/^redis:\/\/(.*@)?[^/]+/, `rediss://$1localhost:${(server.address() as AddressInfo).port}`);
}

test('verifies Redis by the CA file, which may be renewed while a process runs', async () => {
  const [authority, other] = [await newAuthority('one'), await newAuthority('another')];
  const redis = await isolatedRedis();
  const address = await startTls(redis.url, await authority.identify());
  const [right, file] = [join(folder, 'right.crt'), join(folder, 'ca.crt')];
  writeFileSync(right, authority.certificate);
  writeFileSync(file, other.certificate);
  await expect(reachRedis(address)).rejects.toThrow();
  vi.stubEnv('REDIS_CA_FILE', file);

  const connection = new HealingRedis(address, { lazyConnect: true, retryStrategy: () => null });
  connection.on('error', () => undefined);
  onTestFinished(() => connection.disconnect());
  await expect(connection.connect()).rejects.toThrow();
  copyFileSync(right, file);
  await connection.connect();
  expect(await connection.ping()).toBe('PONG');
  await reachRedis(address);
});
