import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { topics } from '@nightshelf/contracts';
import type { z } from 'zod';
import { type Role, readSettings, serviceSettings } from '../config/settings.ts';
import { checkDatabase } from '../database/database.ts';
import { startConsumer } from '../events/inbox/consumer.ts';
import { startAnswering } from '../events/projections/answer.ts';
import { startChecker } from '../events/projections/checker.ts';
import { requestChecks } from '../events/projections/checks-table.ts';
import { createHttpApp } from '../http/app.ts';
import { Drain } from '../http/drain.ts';
import { type Check, startOperations } from '../http/operations.ts';
import { pruneHourly } from '../idempotency/prune-hourly.ts';
import { measureRequests } from '../metrics/http-metrics.ts';
import { checkRedis } from '../redis/connect.ts';
import { startTracing } from '../tracing/start-tracing.ts';
import { traceRequests } from '../tracing/trace-requests.ts';
import { buildFoundation, withPlatformMigrations } from './foundation.ts';
import type { ServiceDefinition } from './service-definition.ts';
import { Teardown } from './teardown.ts';

export interface RunningService {
  /** Address of the HTTP role, `http://host:port`; empty when the process does not have that role. */
  readonly url: string;
  readonly operationsUrl: string;
  /** Stops taking work, finishes what is in hand, closes what was opened. */
  stop(): Promise<void>;
}

/**
 * Starts a service with the roles that its settings give it. Dependencies may be late: they delay readiness only.
 * @throws SettingsError
 */
export async function startService<Schema extends z.ZodObject>(
  definition: ServiceDefinition<Schema>,
  env: NodeJS.ProcessEnv,
): Promise<RunningService> {
  const settings = readSettings(serviceSettings.safeExtend(definition.settings.shape), env) as z.output<
    typeof serviceSettings
  > &
    z.output<Schema>;
  const has = (role: Role) => settings.ROLES.includes(role);
  const teardown = new Teardown();
  const tracing = await startTracing(definition.name, settings);
  teardown.add('tracing', () => tracing.stop());
  try {
    const foundation = await buildFoundation(withPlatformMigrations(definition), settings, teardown);
    const { orm, bus, relay, redis, work, lifelines, logger, registry } = foundation;
    const parts = await definition.compose(foundation);
    teardown.add('parts', async () => parts.close?.());
    // Not the cache: everything works without it, only slower.
    const readiness: Record<string, Check> = {
      database: () => checkDatabase(orm),
      redis: () => checkRedis(redis),
      ...parts.readiness,
    };
    const liveness: Record<string, Check> = {};
    for (const [name, lifeline] of Object.entries(lifelines)) {
      liveness[name] = lifeline.check;
      lifeline.start();
      teardown.add(`lifeline of ${name}`, () => lifeline.stop());
    }
    let url = '';
    let drain: Drain | undefined;
    const jobs = [...(parts.jobs ?? []), pruneHourly(foundation.work, logger)];
    teardown.add('jobs', () => Promise.all(jobs.map((job) => job.stop())));

    if (has('relay')) {
      teardown.add('relay', () => relay.stop());
      relay.start();
      if (parts.owns?.length) {
        const answering = startAnswering({ redis, work, owns: parts.owns, logger });
        teardown.add('answering', () => answering.stop());
      }
    }
    if (has('consumers') && parts.handlers?.length) {
      const { name: service, projections = [] } = definition;
      const copied = new Set<string>(projections.map(({ view }) => view.topic));
      const consumer = startConsumer({
        service,
        bus,
        work,
        handlers: parts.handlers,
        topics,
        logger,
        registry,
        onMissed: async (topic) => {
          if (copied.has(topic)) await requestChecks(work, [topic]);
        },
      });
      teardown.add('consumer', () => consumer.stop());
      readiness.consumer = consumer.check;
      liveness.consumer = consumer.liveness;
      if (projections.length > 0) {
        const checker = startChecker({ service, projections, redis, work, lag: consumer.lag, logger, registry });
        teardown.add('projections', () => checker.stop());
      }
    }
    if (has('jobs')) await Promise.all(jobs.map((job) => job.start()));
    if (has('http')) {
      const app = await createHttpApp({ service: definition.name, identitySecret: settings.IDENTITY_SECRET, logger });
      traceRequests(app);
      measureRequests(app, registry);
      parts.routes(app);
      drain = new Drain(app.server, settings.LINGER_SECONDS * 1000);
      url = await app.listen({ host: settings.HOST, port: settings.PORT });
      teardown.add('http', () => app.close());
    }
    let stopping = false;
    const operations = await startOperations({
      host: settings.HOST,
      port: settings.OPERATIONS_PORT,
      registry,
      liveness,
      readiness: { stopping: () => (stopping ? 'is stopping' : null), ...readiness },
    });
    const operationsUrl = addressOf(operations, settings.HOST);
    logger.info({ url, operationsUrl, roles: settings.ROLES }, 'Started');
    return {
      url,
      operationsUrl,
      stop: async () => {
        stopping = true;
        await drain?.run();
        await teardown.run(logger);
        operations.close();
        operations.closeAllConnections();
      },
    };
  } catch (error) {
    await teardown.run();
    throw error;
  }
}

const addressOf = (server: Server, host: string) => `http://${host}:${(server.address() as AddressInfo).port}`;
