import type { LiveNotification } from '@nightshelf/contracts/live.ts';
import type { Registry } from 'prom-client';
import { countedFromZero } from '../metrics/metrics.ts';
import type { RedisClient } from '../redis/client.ts';

/** Redis pub/sub channel of notifications, each as JSON; on the cache server, because they are not stored. */
export const liveChannel = 'live';

/** Sends notifications after a commit. Never fails and never delays the caller; what cannot be sent now is dropped. */
export interface Notifier {
  notify(notifications: readonly LiveNotification[]): void;
}

/** Maximum notifications in flight, so that they do not pile up while Redis is slow. */
const mostInFlight = 1000;

/** Publishes notifications, best effort: while Redis is unavailable or slow they are dropped and counted. */
export class RedisNotifier implements Notifier {
  readonly #redis: RedisClient;
  readonly #count: (outcome: 'told' | 'dropped') => void;
  #inFlight = 0;

  constructor(redis: RedisClient, registry: Registry) {
    this.#redis = redis;
    const counter = countedFromZero(registry, {
      name: 'live_hints_total',
      help: 'Change notifications: published, or dropped because Redis was unavailable or slow',
      label: 'outcome',
      values: ['told', 'dropped'],
    });
    this.#count = (outcome) => counter.inc({ outcome });
  }

  notify(notifications: readonly LiveNotification[]): void {
    // A transaction may produce the same notification several times.
    for (const message of new Set(notifications.map((notification) => JSON.stringify(notification))))
      this.#publish(message);
  }

  #publish(message: string): void {
    if (this.#redis.status !== 'ready' || this.#inFlight >= mostInFlight) {
      this.#count('dropped');
      return;
    }
    this.#inFlight += 1;
    this.#redis.publish(liveChannel, message).then(
      () => this.#done('told'),
      () => this.#done('dropped'),
    );
  }

  #done(outcome: 'told' | 'dropped'): void {
    this.#inFlight -= 1;
    this.#count(outcome);
  }
}
