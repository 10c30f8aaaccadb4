import type { Server } from 'node:http';
import { topics } from '@nightshelf/contracts/events/topics.ts';
import type { ServiceSettings } from '../config/settings.ts';
import type { EventHandler } from '../events/handler.ts';
import { type RunningConsumer, startConsumer } from '../events/inbox/consumer.ts';
import { startAnswering } from '../events/projections/answer.ts';
import { startChecker } from '../events/projections/checker.ts';
import { requestChecks } from '../events/projections/checks-table.ts';
import { createHttpApp } from '../http/app.ts';
import { logRequests } from '../http/log-requests.ts';
import { measureRequests } from '../metrics/http-metrics.ts';
import { traceRequests } from '../tracing/trace-requests.ts';
import type { WholeService } from './compose-parts.ts';
import type { WholeFoundation } from './foundation.ts';
import type { ServiceDefinition } from './service-definition.ts';
import type { Teardown } from './teardown.ts';

/** Publishes the service's events, and responds to services that compare their copies. */
export function startRelay(
  { relay, redis, work, logger }: WholeFoundation<ServiceSettings>,
  { owns }: WholeService,
  teardown: Teardown,
): void {
  teardown.add('relay', () => relay.stop());
  relay.start();
  if (owns.length === 0) return;
  const answering = startAnswering({ redis, work, owns, logger });
  teardown.add('answering', () => answering.stop());
}

/** Receives other services' events, and compares the resulting copies with their owners' data. */
export function startConsumers(
  { name: service, projections = [] }: Pick<ServiceDefinition, 'name' | 'projections'>,
  handlers: readonly EventHandler[],
  { bus, redis, work, logger, registry }: WholeFoundation<ServiceSettings>,
  teardown: Teardown,
): RunningConsumer {
  const copied = new Set<string>(projections.map(({ view }) => view.topic));
  const consumer = startConsumer({
    service,
    bus,
    work,
    handlers,
    topics,
    logger,
    registry,
    onMissed: async (topic) => {
      if (copied.has(topic)) await requestChecks(work, [topic]);
    },
  });
  teardown.add('consumer', () => consumer.stop());
  if (projections.length > 0) {
    const checker = startChecker({ service, projections, redis, work, lag: consumer.lag, logger, registry });
    teardown.add('projections', () => checker.stop());
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
