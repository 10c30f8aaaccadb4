import type { RequestListener } from 'node:http';
import { type IsolatedRedis, isolatedRedis } from '@nightshelf/testing/infrastructure/infrastructure.ts';
import { startTestGateway, type TestGateway } from './gateway.ts';
import { Sessions } from './sessions.ts';
import { startUpstream, type Upstream } from './upstream.ts';

export interface Setup {
  readonly redis: IsolatedRedis;
  readonly sessions: Sessions;
  readonly service: Upstream;
  readonly gateway: TestGateway;
  /** Return it from `beforeAll` or `beforeEach`. */
  stop(): Promise<void>;
}

/**
 * Starts Redis, a fake service and a gateway in front of it.
 * @param env settings of the gateway, given the service's address
 */
export async function startSetup(
  respond: RequestListener,
  env: (serviceUrl: string) => Readonly<Record<string, string>>,
): Promise<Setup> {
  const redis = await isolatedRedis();
  const sessions = new Sessions(redis.url);
  const service = await startUpstream(respond);
  const stopRest = async () => {
    sessions.close();
    await service.close();
    await redis.release();
  };
  const settings = { REDIS_URL: redis.url, REDIS_CACHE_URL: redis.cacheUrl, ...env(service.url) };
  const gateway = await startTestGateway(settings).catch(async (error: unknown) => {
    await stopRest();
    throw error;
  });
  return { redis, sessions, service, gateway, stop: () => gateway.stop().finally(stopRest) };
}
