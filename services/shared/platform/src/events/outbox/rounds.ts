import type { LookedAtRow, OutboxRow, OutboxTable, TopicRange } from './outbox-table.ts';

/** What was looked at once. */
export interface Look {
  /** Those that need not wait, oldest first. */
  readonly rows: readonly OutboxRow[];
  readonly lookedAt: readonly LookedAtRow[];
  readonly ranges: readonly TopicRange[];
}

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

  async look(shares: readonly number[]): Promise<Look> {
    const topics = await this.#outbox.topics();
    const ranges = topics.map((whole) => this.#under.get(whole.topic) ?? whole);
    const lookedAt = ranges.length > 0 ? await this.#outbox.next(this.#limit, shares, ranges) : [];
    return { rows: lookedAt.filter(({ waits }) => !waits), lookedAt, ranges };
  }

  /**
   * @param published the ids of those that were
   * @returns whether there may be more that need not wait
   */
  goOn({ lookedAt, ranges }: Look, published: readonly string[]): boolean {
    const went = new Set(published);
    const byTopic = Map.groupBy(lookedAt, ({ topic }) => topic);
    let full = false;
    for (const range of ranges) {
      const rows = byTopic.get(range.topic) ?? [];
      const last = rows.at(-1);
      if (!last || rows.length < this.#limit) this.#under.delete(range.topic);
      else {
        full = true;
        if (!rows.every(({ id }) => went.has(id))) this.#under.set(range.topic, { ...range, after: last.id });
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
