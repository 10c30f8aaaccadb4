import type { LookedAtRow, OutboxTable, TopicRange } from './outbox-table.ts';

/**
 * Looks for what may be published, as much of each topic as of the others: one that is refused keeps none of them up.
 *
 * A topic is looked at from its oldest event on, every time, as long as everything that was looked at went. Else it is gone through behind
 * that, up to the newest of when that round began: what was committed late meanwhile is found by the next.
 */
export class Rounds {
  readonly #outbox: OutboxTable;
  readonly #limit: number;
  readonly #under = new Map<string, TopicRange>();

  /** @param limit events of each topic that are looked at at once */
  constructor(outbox: OutboxTable, limit: number) {
    this.#outbox = outbox;
    this.#limit = limit;
  }

  /** @returns what was looked at, oldest first */
  look(shares: readonly number[]): Promise<LookedAtRow[]> {
    return this.#outbox.next(this.#limit, shares, [...this.#under.values()]);
  }

  /**
   * @param published the ids of those that were
   * @returns whether there may be more that need not wait
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
    // Where nothing went there is no haste to go through the rest.
    return full && went.size > 0;
  }

  /** Begins with the oldest: there is more to look at than before. */
  clear(): void {
    this.#under.clear();
  }
}
