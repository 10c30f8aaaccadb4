import { createLogger } from '@nightshelf/platform/logging/logger.ts';
import { connectRedis } from '@nightshelf/platform/redis/connect.ts';
import { startService } from '@nightshelf/platform/service/start-service.ts';
import { SessionStore } from '@nightshelf/platform/sessions/session-store.ts';
import { ApiClient, closeAfterTests, startTestService, type TestService } from '@nightshelf/testing';
import { authService } from '../src/service.ts';

/** Starts auth for the calling test file. */
export const startAuth = (env: Readonly<Record<string, string>> = {}): Promise<TestService> =>
  startTestService(authService, { env });

/** Starts another process of the service until the end of the calling test or file, with changed settings. */
export async function startReplica({ env }: TestService, change: Readonly<Record<string, string>> = {}) {
  const replica = await startService(authService, { ...env, ...change });
  return { api: new ApiClient(replica.url), stop: closeAfterTests(() => replica.stop()) };
}

/** Connects to the service's Redis until the end of the calling test file. */
export function redisOf({ env }: TestService) {
  const redis = connectRedis(env.REDIS_URL ?? '', createLogger('test', 'silent'));
  closeAfterTests(async () => redis.disconnect());
  return { redis, sessions: new SessionStore(redis) };
}
