import type { Hint } from '@nightshelf/contracts/live.ts';
import type { Registry } from 'prom-client';
import { countedFromZero } from '../metrics/metrics.ts';
import type { RedisClient } from '../redis/client.ts';

/** Redis pub/sub channel of notifications, each as JSON; on the cache server, because they are not stored. */
export const liveChannel = 'live';

/** Sends notifications after a commit. Never fails and never delays the caller; what cannot be sent now is dropped. */
export interface Hints {
  tell(hints: readonly Hint[]): void;
}

export const noHints: Hints = { tell: () => undefined };

/** Maximum notifications in flight, so that they do not pile up while Redis is slow. */
const mostUnderWay = 1000;

/** Publishes notifications, best effort: while Redis is unavailable or slow they are dropped and counted. */
export class RedisHints implements Hints {
  readonly #redis: RedisClient;
  readonly #count: (outcome: 'told' | 'dropped') => void;
  #underWay = 0;

  constructor(redis: RedisClient, registry: Registry) {
    this.#redis = redis;
    const counter = countedFromZero(registry, {
      name: 'live_hints_total',
      help: 'Hints of changes: published, or dropped because Redis was away or slow',
      label: 'outcome',
      values: ['told', 'dropped'],
    });
    this.#count = (outcome) => counter.inc({ outcome });
  }

  tell(hints: readonly Hint[]): void {
    // A transaction may produce the same notification several times.
    for (const message of new Set(hints.map((hint) => JSON.stringify(hint)))) this.#publish(message);
  }

  #publish(message: string): void {
    if (this.#redis.status !== 'ready' || this.#underWay >= mostUnderWay) {
      this.#count('dropped');
      return;
    }
    this.#underWay += 1;
    this.#redis.publish(liveChannel, message).then(
      () => this.#done('told'),
      () => this.#done('dropped'),
    );
  }

  #done(outcome: 'told' | 'dropped'): void {
    this.#underWay -= 1;
    this.#count(outcome);
  }
}
