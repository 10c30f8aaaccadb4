import type { Server } from 'node:http';
import { topics } from '@nightshelf/contracts/events/topics.ts';
import type { z } from 'zod';
import type { Role, ServiceSettings } from '../config/settings.ts';
import { checkDatabase } from '../database/database.ts';
import type { EventHandler } from '../events/handler.ts';
import { type RunningConsumer, startConsumer } from '../events/inbox/consumer.ts';
import { onSnapshotted, requestSnapshots, verifyCopies } from '../events/projections/copies.ts';
import { publishSnapshots } from '../events/projections/publish-snapshots.ts';
import { createHttpApp, logRequests } from '../http/app.ts';
import type { Check } from '../http/operations.ts';
import { pruneKeys } from '../idempotency/keys-table.ts';
import { Worker } from '../jobs/worker.ts';
import { measureRequests } from '../metrics/metrics.ts';
import { checkRedis } from '../redis/connect.ts';
import { traceRequests } from '../tracing/spans.ts';
import { buildFoundation, type WholeFoundation } from './foundation.ts';
import { composeParts, readServiceSettings, type ServiceDefinition, type WholeService } from './service-definition.ts';
import { type RunningProcess, startProcess, type Teardown } from './start-process.ts';

function startRelay(
  { relay, redis, work, logger }: WholeFoundation<ServiceSettings>,
  { owns }: WholeService,
  teardown: Teardown,
): void {
  teardown.add('relay', () => relay.stop());
  relay.start();
  if (owns.length === 0) return;
  const snapshots = publishSnapshots({ redis, work, owns, logger });
  teardown.add('snapshots', () => snapshots.stop());
  void snapshots.start();
}

/** Receives other services' events, and verifies the resulting copies. */
function startConsumers(
  { name: service, projections = [] }: Pick<ServiceDefinition, 'name' | 'projections'>,
  handlers: readonly EventHandler[],
  { bus, redis, work, logger, registry }: WholeFoundation<ServiceSettings>,
  teardown: Teardown,
): RunningConsumer {
  const copied = new Set<string>(projections.map(({ topic }) => topic));
  const consumer = startConsumer({
    service,
    bus,
    work,
    handlers: [...handlers, ...onSnapshotted(projections)],
    projections,
    topics,
    logger,
    registry,
    onMissed: async (topic) => {
      if (copied.has(topic)) await requestSnapshots(work, [topic]);
    },
  });
  teardown.add('consumer', () => consumer.stop());
  if (projections.length > 0) {
    const copies = verifyCopies({ service, projections, redis, work, logger, registry });
    teardown.add('projections', () => copies.stop());
    void copies.start();
  }
  return consumer;
}

/**
 * Serves the service's calls.
 * @returns the listening server
 */
async function startHttp(
  service: string,
  { routes }: WholeService,
  { settings, logger, registry }: WholeFoundation<ServiceSettings>,
  teardown: Teardown,
): Promise<Server> {
  const { IDENTITY_SECRET: identitySecret, PUBLIC_ORIGIN: publicOrigin } = settings;
  const app = await createHttpApp({ service, identitySecret, publicOrigin, logger });
  traceRequests(app);
  measureRequests(app, registry);
  logRequests(app, logger);
  routes(app);
  await app.listen({ host: settings.HOST, port: settings.PORT });
  teardown.add('http', () => app.close());
  return app.server;
}

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
    const foundation = await buildFoundation(definition, settings, base);
    const { orm, redis, work } = foundation;
    const parts = await composeParts(definition, foundation, teardown);
    const readiness: Record<string, Check> = { database: () => checkDatabase(orm), ...parts.readiness };
    // An outage affects all instances: taking all of them out would also fail the requests that do not need the
    // dependency.
    const degraded: Record<string, Check> = {};
    const besides = has('http') ? degraded : readiness;
    // Omits the Redis cache, because the service works without it, only more slowly.
    besides.redis = () => checkRedis(redis);
    const liveness: Record<string, Check> = {};
    const prune = new Worker({
      name: 'prune-idempotency-keys',
      idleMs: 60 * 60 * 1000,
      logger,
      step: () => work.transaction(({ em }) => pruneKeys(em)),
    });
    const jobs = [...parts.jobs, prune];
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
