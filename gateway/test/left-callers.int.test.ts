import { OwnRedis } from '@nightshelf/testing/infrastructure/own-redis.ts';
import { until } from '@nightshelf/testing/until.ts';
import { expect, test } from 'vitest';
import { startTestGateway } from './support/gateway.ts';
import { connection } from './support/raw.ts';
import { sendRequest } from './support/send-request.ts';
import { Sessions, type SignedIn } from './support/sessions.ts';
import { naming, startUpstream } from './support/upstream.ts';

/** The most requests in flight per user. */
const callers = 100;

const redis = await OwnRedis.start();
const auth = await startUpstream(naming('auth'));
const gateway = await startTestGateway({ REDIS_URL: redis.url, REDIS_CACHE_URL: redis.url, AUTH_URL: auth.url });

/** Requests the profile on a connection of its own. @returns a function that closes it */
async function askAlone({ headers }: SignedIn): Promise<() => void> {
  const { socket } = await connection(gateway.url);
  socket.write(`GET /api/auth/profile HTTP/1.1\r\nhost: a\r\ncookie: ${headers.cookie}\r\n\r\n`);
  return () => socket.destroy();
}

/** @returns the number of requests that ended without reaching auth: 499, or 503 if the lookup timed out first */
const endedEarly = () => gateway.figure('gateway_request_duration_seconds_count', /route="auth",status="(?:499|503)"/);

test('does not count callers that left during the session lookup', async () => {
  const ada = await new Sessions(redis.url).signIn();
  redis.signal('SIGSTOP');
  const leave = await Promise.all(Array.from({ length: callers }, () => askAlone(ada)));
  // This request needs no Redis; its response shows that the gateway has received the others.
  await sendRequest(`${gateway.url}/`);
  for (const close of leave) close();
  await until('the gateway has ended every request', async () => (await endedEarly()) === callers);
  redis.signal('SIGCONT');
  await until('Redis answers', async () => (await sendRequest(`${gateway.url}/api/auth/profile`, ada)).status !== 503);
  expect((await sendRequest(`${gateway.url}/api/auth/profile`, ada)).status).toBe(200);
  expect(auth.requests.length).toBe(2);
});
