import type { z } from 'zod';
import type { Role } from '../config/settings.ts';
import { checkDatabase } from '../database/database.ts';
import type { Check } from '../http/operations.ts';
import { pruneHourly } from '../idempotency/prune-hourly.ts';
import { checkRedis } from '../redis/connect.ts';
import { composeParts } from './compose-parts.ts';
import { buildFoundation, withPlatformMigrations } from './foundation.ts';
import { startConsumers, startHttp, startRelay } from './roles.ts';
import { readServiceSettings, type ServiceDefinition } from './service-definition.ts';
import { type RunningProcess, startProcess } from './start-process.ts';

export type RunningService = RunningProcess;

/**
 * Starts a service with the roles in its settings. Late dependencies delay readiness only.
 * @throws SettingsError
 */
export async function startService<Schema extends z.ZodObject>(
  definition: ServiceDefinition<Schema>,
  env: NodeJS.ProcessEnv,
): Promise<RunningService> {
  const settings = readServiceSettings(definition, env);
  const has = (role: Role) => settings.ROLES.includes(role);
  return startProcess(definition.name, settings, async (base) => {
    const { logger, teardown } = base;
    const foundation = await buildFoundation(withPlatformMigrations(definition), settings, base);
    const { orm, redis, work, lifelines } = foundation;
    const parts = await composeParts(definition, foundation, teardown);
    const readiness: Record<string, Check> = { database: () => checkDatabase(orm), ...parts.readiness };
    // An outage affects all instances: taking all of them out would also fail the requests that do not need the
    // dependency.
    const degraded: Record<string, Check> = {};
    const besides = has('http') ? degraded : readiness;
    // Not the cache, without which everything works, only more slowly.
    besides.redis = () => checkRedis(redis);
    const liveness: Record<string, Check> = {};
    for (const [name, lifeline] of Object.entries(lifelines)) {
      liveness[name] = lifeline.check;
      lifeline.start();
      teardown.add(`lifeline of ${name}`, () => lifeline.stop());
    }
    const jobs = [...parts.jobs, pruneHourly(work, logger)];
    teardown.add('jobs', () => Promise.all(jobs.map((job) => job.stop())));

    if (has('relay')) startRelay(foundation, parts, teardown);
    if (has('consumers') && parts.handlers.length > 0) {
      const consumer = startConsumers(definition, parts.handlers, foundation, teardown);
      besides.consumer = consumer.check;
      liveness.consumer = consumer.liveness;
    }
    if (has('jobs')) await Promise.all(jobs.map((job) => job.start()));
    const server = has('http') ? await startHttp(definition.name, parts, foundation, teardown) : null;
    return { server, liveness, readiness, degraded, details: { roles: settings.ROLES } };
  });
}
