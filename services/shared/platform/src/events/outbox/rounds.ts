import type { LookedAtRow, OutboxTable, TopicRange } from './outbox-table.ts';

/**
 * Searches all topics equally for events to publish, so that a refused topic does not delay the others.
 *
 * Each search starts at the topic's oldest event while all found events could be published. Otherwise it continues
 * behind them, up to the newest event at the start of the round; the next round finds events committed late.
 */
export class Rounds {
  readonly #outbox: OutboxTable;
  readonly #limit: number;
  readonly #under = new Map<string, TopicRange>();

  /** @param limit events read of each topic at a time */
  constructor(outbox: OutboxTable, limit: number) {
    this.#outbox = outbox;
    this.#limit = limit;
  }

  /** @returns the events found, oldest first */
  look(shares: readonly number[]): Promise<LookedAtRow[]> {
    return this.#outbox.next(this.#limit, shares, [...this.#under.values()]);
  }

  /**
   * @param published the ids of the published events
   * @returns whether there may be more to publish immediately
   */
  goOn(lookedAt: readonly LookedAtRow[], published: readonly string[]): boolean {
    const went = new Set(published);
    const byTopic = Map.groupBy(lookedAt, ({ topic }) => topic);
    for (const topic of this.#under.keys()) if (!byTopic.has(topic)) this.#under.delete(topic);
    let full = false;
    for (const [topic, rows] of byTopic) {
      const last = rows.at(-1);
      if (!last || rows.length < this.#limit) this.#under.delete(topic);
      else {
        full = true;
        if (!rows.every(({ id }) => went.has(id))) this.#under.set(topic, { topic, after: last.id, upto: last.upto });
      }
    }
    // When nothing could be published, the rest can wait.
    return full && went.size > 0;
  }

  /** Restarts at the oldest events, because a new partition adds some. */
  clear(): void {
    this.#under.clear();
  }
}
