import { setTimeout as pause } from 'node:timers/promises';
import { identityHeader } from '@nightshelf/platform/http/identity.ts';
import { findRedis } from '@nightshelf/servers/redis.ts';
import { RedisCluster } from '@nightshelf/testing/infrastructure/redis-cluster.ts';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { until } from '@nightshelf/testing/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from './support/gateway.ts';
import { sendRequest } from './support/send-request.ts';
import { Sessions, type SignedIn } from './support/sessions.ts';
import { naming, startUpstream, type Upstream } from './support/upstream.ts';

/** Enough sessions for each master to have some. */
const many = 12;

describe.skipIf(findRedis()?.kind !== 'program')('with a Redis cluster', () => {
  const folder = temporaryFolder();
  let cluster: RedisCluster;
  let auth: Upstream;
  let gateway: TestGateway;
  let sessions: Sessions;

  beforeAll(async () => {
    cluster = await RedisCluster.start(folder, 1);
    auth = await startUpstream(naming('auth'));
    sessions = new Sessions(cluster.url);
    gateway = await startTestGateway({
      REDIS_URL: cluster.url,
      REDIS_CACHE_URL: cluster.url,
      AUTH_URL: auth.url,
      RATE_LIMIT_FACTOR: '1000',
    });
  }, 120_000);

  afterAll(async () => {
    await gateway?.stop();
    sessions?.close();
    await auth?.close();
    await cluster?.stop();
  });

  const signInMany = () => Promise.all(Array.from({ length: many }, () => sessions.signIn()));
  const keyOf = ({ sessionId }: SignedIn) => `session:${sessionId}`;

  async function isKnown(user: SignedIn): Promise<boolean> {
    const { status } = await sendRequest(`${gateway.url}/api/auth/profile`, { headers: user.headers });
    return status === 200 && identityHeader in (auth.requests.at(-1)?.headers ?? {});
  }

  /**
   * Uses each session first, so that the gateway caches it.
   * @returns users whose sign-out did not take effect immediately
   */
  async function outlivingSignOut(users: readonly SignedIn[]): Promise<SignedIn[]> {
    const outliving: SignedIn[] = [];
    for (const user of users) {
      for (let uses = 0; uses < 2; uses += 1) await until('the session is known', () => isKnown(user));
      await sessions.end(user);
      if (await isKnown(user)) outliving.push(user);
    }
    return outliving;
  }

  const untilAllEndAtOnce = () =>
    until(
      'sign-outs take effect immediately',
      async () => (await outlivingSignOut(await signInMany())).length === 0,
      60_000,
    );

  test('applies a sign-out to the very next request, whichever master has the session', async () => {
    await untilAllEndAtOnce();
    expect(await outlivingSignOut(await signInMany())).toEqual([]);
    expect(await gateway.figure('redis_up')).toBe(1);
    expect(await gateway.figure('gateway_live_subscribed')).toBe(1);
    await until('sessions are counted', async () => (await gateway.figure('sessions_kept')) >= 0);
  });

  test('applies a sign-out immediately after keys have moved to a new master', async () => {
    const users = await signInMany();
    for (const user of users) expect(await isKnown(user)).toBe(true);
    const added = await cluster.grow(users.map(keyOf));
    expect((await cluster.masterOf(keyOf(users[0] as SignedIn))).port).toBe(added.port);
    for (const user of users) await until('the session is known', () => isKnown(user));
    // Until then the gateway may lack a connection to the new master, without which it caches nothing.
    await pause(1000);
    expect(await outlivingSignOut(users)).toEqual([]);
  }, 240_000);

  test.each(['SIGKILL', 'SIGSTOP'] as const)(
    'keeps users signed in during a failover after %s, and applies sign-outs immediately again',
    async (signal) => {
      const users = await signInMany();
      const [ada] = users as [SignedIn];
      for (const user of users) expect(await isKnown(user)).toBe(true);
      await pause(1500);
      for (const user of users) expect(await isKnown(user)).toBe(true);
      const gone = await cluster.masterOf(keyOf(ada));
      await gone.kill(signal);
      const refused: SignedIn[] = [];
      await until(
        'a replica has taken over',
        async () => {
          for (const user of users) if (!(await isKnown(user))) refused.push(user);
          return (await cluster.masterOf(keyOf(ada))).port !== gone.port;
        },
        60_000,
      );
      expect(refused).toEqual([]);
      await untilAllEndAtOnce();
      expect(await outlivingSignOut(users)).toEqual([]);
      await (signal === 'SIGKILL' ? gone.restart() : gone.kill('SIGCONT'));
      await cluster.untilWhole();
      await cluster.untilCopied();
    },
    240_000,
  );
});
