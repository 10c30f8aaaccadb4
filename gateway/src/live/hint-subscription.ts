import { toldHint } from '@nightshelf/contracts/live.ts';
import { liveChannel } from '@nightshelf/platform/live/hints.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { Redis } from 'ioredis';
import type { LiveMetrics } from './live-metrics.ts';
import type { LiveStreams } from './live-streams.ts';

/** Events that only the gateway itself may send. */
const ownEvents: ReadonlySet<string> = new Set(['hello', 'end']);

interface Parts {
  readonly streams: LiveStreams;
  readonly metrics: LiveMetrics;
  readonly logger: Logger;
}

/**
 * Subscribes to the services' notifications once for all streams.
 * @param redis a dedicated connection, with `autoResubscribe` off
 */
export function subscribeToHints(redis: Redis, { streams, metrics, logger }: Parts): void {
  const subscribe = async () => {
    await redis.subscribe(liveChannel);
    metrics.subscribed(true);
    streams.subscribed();
  };
  redis.on('ready', () => {
    subscribe().catch((error: unknown) => logger.warn({ err: error }, 'Hints cannot be subscribed to'));
  });
  redis.on('close', () => {
    metrics.subscribed(false);
    streams.unsubscribed();
  });
  redis.on('message', (_, message: string) => {
    metrics.hint('received');
    const hint = hintIn(message);
    if (hint) streams.deliver(hint);
    else metrics.hint('unreadable');
  });
}

function hintIn(message: string) {
  try {
    const { data: hint } = toldHint.safeParse(JSON.parse(message));
    return hint && !ownEvents.has(hint.event) ? hint : null;
  } catch {
    return null;
  }
}
