import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { type OperatorAction, recordAction } from '@nightshelf/platform/operators/audit.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import type { FastifyRequest } from 'fastify';

/** Appends an operator's activity and address to the audit trail. */
export type Audit = (request: Pick<FastifyRequest, 'ip'>, action: Omit<OperatorAction, 'who'>) => Promise<void>;

/** @param name the operator's name */
export const auditIn =
  (redis: RedisClient, name: string, logger: Logger): Audit =>
  async ({ ip }, action) => {
    const entry = { ...action, who: `${name} at ${ip}` };
    await recordAction(redis, entry).catch((error: unknown) => {
      // The log keeps the entry instead.
      logger.warn({ err: error, entry }, 'Could not write to the audit trail');
    });
  };
