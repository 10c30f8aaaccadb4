import type { Server } from 'node:http';
import { topics } from '@nightshelf/contracts/events/topics.ts';
import type { ServiceSettings } from '../config/settings.ts';
import type { EventHandler } from '../events/handler.ts';
import { type RunningConsumer, startConsumer } from '../events/inbox/consumer.ts';
import { onSnapshotted, requestSnapshots, verifyCopies } from '../events/projections/copies.ts';
import { publishSnapshots } from '../events/projections/publish-snapshots.ts';
import { createHttpApp } from '../http/app.ts';
import { logRequests } from '../http/log-requests.ts';
import { measureRequests } from '../metrics/http-metrics.ts';
import { traceRequests } from '../tracing/trace-requests.ts';
import type { WholeService } from './compose-parts.ts';
import type { WholeFoundation } from './foundation.ts';
import type { ServiceDefinition } from './service-definition.ts';
import type { Teardown } from './teardown.ts';

/** Publishes the service's events, and snapshots of what it owns. */
export function startRelay(
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
export function startConsumers(
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
export async function startHttp(
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
