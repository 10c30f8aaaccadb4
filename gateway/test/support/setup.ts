import type { RequestListener } from 'node:http';
import { isolatedRedis } from '@nightshelf/testing/infrastructure/infrastructure.ts';
import { startTestGateway } from './gateway.ts';
import { Sessions } from './sessions.ts';
import { startUpstream } from './upstream.ts';

/**
 * Starts Redis, a fake service and a gateway in front of it for the calling test file, and stops them after its tests.
 * @param env settings of the gateway, given the service's address
 */
export async function startSetup(
  respond: RequestListener,
  env: (serviceUrl: string) => Readonly<Record<string, string>>,
) {
  const redis = await isolatedRedis();
  const sessions = new Sessions(redis.url);
  const service = await startUpstream(respond);
  const gateway = await startTestGateway({
    REDIS_URL: redis.url,
    REDIS_CACHE_URL: redis.cacheUrl,
    ...env(service.url),
  });
  return { redis, sessions, service, gateway };
}
