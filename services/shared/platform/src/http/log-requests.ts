import type { FastifyInstance } from 'fastify';
import type { Logger } from '../logging/logger.ts';

/** Logs each request at debug level, as the gateway does. */
export function logRequests(app: FastifyInstance, logger: Logger): void {
  if (!logger.isLevelEnabled('debug')) return;
  app.addHook('onResponse', async (request, { statusCode: status, elapsedTime: milliseconds }) => {
    const { method, routeOptions } = request;
    request.log.debug({ method, route: routeOptions.url, status, milliseconds }, 'Answered');
  });
}
