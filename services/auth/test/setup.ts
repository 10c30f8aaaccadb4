import { createLogger } from '@nightshelf/platform/logging/logger.ts';
import { connectRedis } from '@nightshelf/platform/redis/connect.ts';
import { SessionStore } from '@nightshelf/platform/sessions/session-store.ts';
import { startTestService, type TestService } from '@nightshelf/testing';
import { afterAll } from 'vitest';
import { authService } from '../src/service.ts';

/** Starts auth for the calling test file and stops it after the file's tests. */
export async function startAuth(env: Readonly<Record<string, string>> = {}): Promise<TestService> {
  const service = await startTestService(authService, { env });
  afterAll(() => service.stop());
  return service;
}

/** Connects to the service's Redis until the end of the calling test file. */
export function redisOf({ env }: TestService) {
  const redis = connectRedis(env.REDIS_URL ?? '', createLogger('test', 'silent'));
  afterAll(() => redis.disconnect());
  return { redis, sessions: new SessionStore(redis) };
}
