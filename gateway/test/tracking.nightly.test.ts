import { connect, createServer, type Socket } from 'node:net';
import { identityHeader } from '@nightshelf/platform/http/identity.ts';
import { closeAfterTests } from '@nightshelf/testing/close-after-tests.ts';
import { isolatedRedis } from '@nightshelf/testing/infrastructure/infrastructure.ts';
import { until } from '@nightshelf/testing/until.ts';
import { expect, test } from 'vitest';
import { startTestGateway } from './support/gateway.ts';
import { sendRequest } from './support/send-request.ts';
import { Sessions } from './support/sessions.ts';
import { naming, startUpstream } from './support/upstream.ts';

/** Tracking connections; those in `dead` stay open but transmit nothing. */
const listening = new Set<Socket>();
const dead = new Set<Socket>();
const line = createServer((inside) => {
  const { hostname, port } = new URL(redis.url);
  const outside = connect(Number(port), hostname);
  for (const [from, to] of [
    [inside, outside],
    [outside, inside],
  ] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.on('data', (chunk: Buffer) => {
      if (chunk.includes('__redis__:invalidate')) listening.add(inside);
      if (!dead.has(inside)) to.write(chunk);
    });
  }
});
closeAfterTests(async () => line.close());

const redis = await isolatedRedis();
const auth = await startUpstream(naming('auth'));
const sessions = new Sessions(redis.url);
await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
const through = new URL(redis.url);
through.hostname = '127.0.0.1';
through.port = String((line.address() as { port: number }).port);
const gateway = await startTestGateway({
  REDIS_URL: through.href,
  REDIS_CACHE_URL: redis.cacheUrl,
  AUTH_URL: auth.url,
  RATE_LIMIT_FACTOR: '1000',
});

/** Returns whether a sign-out takes effect on the very next request of a cached session. */
async function isSignedOutImmediately(): Promise<boolean> {
  const ada = await sessions.signIn();
  const asAda = async () => {
    await sendRequest(`${gateway.url}/api/auth/profile`, { headers: ada.headers });
    return identityHeader in (auth.requests.at(-1)?.headers ?? {});
  };
  expect([await asAda(), await asAda()]).toEqual([true, true]);
  await sessions.end(ada);
  return !(await asAda());
}

test('recovers after the tracking connection died silently, and then applies sign-outs immediately again', async () => {
  await until('sessions are tracked', () => listening.size > 0);
  await until('a sign-out takes effect immediately', isSignedOutImmediately);
  for (const socket of listening) dead.add(socket);
  // On a slow machine the gateway may have noticed the dead connection, or a copy may have expired.
  const isMissed = async () => !(await isSignedOutImmediately()) || listening.size > dead.size;
  await until('a sign-out is missed', isMissed);
  await until('a sign-out takes effect immediately again', isSignedOutImmediately);
  await until('sessions are tracked anew', () => listening.size > dead.size);
});
