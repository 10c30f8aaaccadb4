import { receivedNotification } from '@nightshelf/contracts/live.ts';
import { liveChannel } from '@nightshelf/platform/live/notifier.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { Redis } from 'ioredis';
import type { Registry } from 'prom-client';
import { type LiveMetrics, liveMetrics } from '../metrics.ts';
import type { GatewaySettings } from '../settings.ts';
import type { TrackedSessions } from '../tracked-sessions.ts';
import { LiveStreams } from './live-streams.ts';

/** Events that only the gateway itself may send. */
const ownEvents: ReadonlySet<string> = new Set(['hello', 'end']);

interface SubscriptionParts {
  readonly streams: LiveStreams;
  readonly metrics: LiveMetrics;
  readonly logger: Logger;
}

/**
 * Subscribes to the services' notifications once for all streams.
 * @param redis a dedicated connection, with `autoResubscribe` off
 */
function subscribeToNotifications(redis: Redis, { streams, metrics, logger }: SubscriptionParts): void {
  const subscribe = async () => {
    await redis.subscribe(liveChannel);
    metrics.subscribed.set(1);
    streams.subscribed();
  };
  redis.on('ready', () => {
    subscribe().catch((error: unknown) => logger.warn({ err: error }, 'Could not subscribe to notifications'));
  });
  redis.on('close', () => {
    metrics.subscribed.set(0);
    streams.unsubscribed();
  });
  redis.on('message', (_, message: string) => {
    metrics.notifications.inc({ outcome: 'received' });
    const notification = notificationIn(message);
    if (notification) streams.deliver(notification);
    else metrics.notifications.inc({ outcome: 'unreadable' });
  });
}

function notificationIn(message: string) {
  try {
    const { data: notification } = receivedNotification.safeParse(JSON.parse(message));
    return notification && !ownEvents.has(notification.event) ? notification : null;
  } catch {
    return null;
  }
}

const batch = 1000;

/** Interval of checking all sessions while tracking is off, and pause after a failed lookup. */
const sweepMs = 5000;
const retryMs = 1000;

/**
 * Ends streams whose session has ended. Looks up sessions that Redis reports as changed, and each session once when its
 * stream opens.
 */
export class SessionWatch {
  readonly #sessions: TrackedSessions;
  readonly #streams: LiveStreams;
  readonly #logger: Logger;
  readonly #due = new Set<string>();
  #isAsking = false;
  #notBefore = 0;
  #sweptAt = 0;

  constructor(sessions: TrackedSessions, streams: LiveStreams, logger: Logger) {
    this.#sessions = sessions;
    this.#streams = streams;
    this.#logger = logger;
    sessions.watch((ids) => {
      if (!ids) return this.#checkAll();
      for (const id of ids) if (streams.bySession.has(id)) this.check(id);
    });
  }

  check(id: string): void {
    this.#due.add(id);
  }

  /** Call several times a second. */
  turn(now = performance.now()): void {
    if (!this.#sessions.isTracking && now > this.#sweptAt + sweepMs) this.#checkAll(now);
    if (this.#due.size === 0 || this.#isAsking || now < this.#notBefore) return;
    this.#isAsking = true;
    this.#endThoseOf([...this.#due.values().take(batch)])
      .catch((error: unknown) => {
        this.#notBefore = performance.now() + retryMs;
        this.#logger.debug({ err: error }, 'Could not check the sessions of streams');
      })
      .finally(() => {
        this.#isAsking = false;
      });
  }

  #checkAll(now = performance.now()): void {
    this.#sweptAt = now;
    for (const id of this.#streams.bySession.keys()) this.#due.add(id);
  }

  async #endThoseOf(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#due.delete(id);
    try {
      for (const id of await this.#sessions.ended(ids)) this.#streams.endSession(id);
    } catch (error) {
      for (const id of ids) this.#due.add(id);
      throw error;
    }
  }
}

interface Parts {
  readonly sessions: TrackedSessions;
  readonly subscriber: Redis;
  readonly settings: GatewaySettings;
  readonly logger: Logger;
  readonly registry: Registry;
}

/** Connects the streams to notifications and sessions. */
export function streamNotifications({ sessions, subscriber, settings, logger, registry }: Parts) {
  const metrics = liveMetrics(registry);
  const streams: LiveStreams = new LiveStreams({
    metrics,
    settings,
    onTurn: () => sessionWatch.turn(),
  });
  const sessionWatch = new SessionWatch(sessions, streams, logger);
  subscribeToNotifications(subscriber, { streams, metrics, logger });
  return { streams, sessionWatch };
}
