import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { Redis } from 'ioredis';
import type { Registry } from 'prom-client';
import type { TrackedSessions } from '../sessions/tracked-sessions.ts';
import type { GatewaySettings } from '../settings.ts';
import { subscribeToHints } from './hint-subscription.ts';
import { LiveMetrics } from './live-metrics.ts';
import { LiveStreams } from './live-streams.ts';
import { SessionWatch } from './session-watch.ts';

interface Parts {
  readonly sessions: TrackedSessions;
  /** A dedicated connection for the subscription. */
  readonly hints: Redis;
  readonly settings: GatewaySettings;
  readonly logger: Logger;
  readonly registry: Registry;
}

/** Connects the streams to notifications and sessions. */
export function streamHints({ sessions, hints, settings, logger, registry }: Parts) {
  const metrics = new LiveMetrics(registry);
  const streams: LiveStreams = new LiveStreams({
    metrics,
    factor: settings.RATE_LIMIT_FACTOR,
    onTurn: () => sessionWatch.turn(),
  });
  const sessionWatch = new SessionWatch(sessions, streams, logger);
  subscribeToHints(hints, { streams, metrics, logger });
  return { streams, sessionWatch };
}
