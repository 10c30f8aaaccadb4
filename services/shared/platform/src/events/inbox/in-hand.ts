import type { Delivery } from '../bus.ts';

interface Held {
  readonly topic: string;
  readonly offset: string;
  /** When the owner recorded it, in milliseconds since 1970, if known. */
  recordedAt: number | undefined;
  /** Monotonic time in milliseconds. */
  touchedAt: number;
  failingSince: number | undefined;
  fault: string;
}

/** Age without an attempt after which the record's partition must have been reassigned. */
const forgottenAfterMs = 60_000;
/** Wait after which the check reports delayed events. */
const longMs = 30_000;

/** The record in flight of each partition. */
export class InHand {
  readonly #held = new Map<string, Held>();

  /**
   * Called before each attempt.
   * @param recordedAt in milliseconds since 1970
   */
  take(delivery: Delivery, recordedAt?: number): void {
    const { topic, offset } = delivery;
    const known = this.#held.get(keyOf(delivery));
    if (known?.offset === offset) {
      known.touchedAt = performance.now();
      known.recordedAt ??= recordedAt;
    } else {
      const touchedAt = performance.now();
      this.#held.set(keyOf(delivery), { topic, offset, recordedAt, touchedAt, failingSince: undefined, fault: '' });
    }
  }

  /** A dependency is unavailable, so the record will be delivered again. */
  wait(delivery: Delivery, error: unknown): void {
    const held = this.#held.get(keyOf(delivery));
    if (!held) return;
    held.touchedAt = performance.now();
    held.failingSince ??= held.touchedAt;
    held.fault = error instanceof Error ? error.message : String(error);
  }

  /** The record was handled or became a dead letter. */
  done(delivery: Delivery): void {
    this.#held.delete(keyOf(delivery));
  }

  /** Returns null unless an unavailable dependency has delayed events for long. */
  check(): string | null {
    for (const { failingSince, touchedAt, fault } of this.#current()) {
      const waited = failingSince === undefined ? 0 : touchedAt - failingSince;
      if (waited > longMs) return `has not been able to handle an event for ${Math.round(waited / 1000)} s: ${fault}`;
    }
    return null;
  }

  /** Returns the age in seconds of the oldest event in flight by topic; 0 for a topic without any. */
  oldest(topics: readonly string[]): Readonly<Record<string, number>> {
    const ages: Record<string, number> = Object.fromEntries(topics.map((topic) => [topic, 0]));
    for (const { topic, recordedAt = Date.now() } of this.#current()) {
      ages[topic] = Math.max(ages[topic] ?? 0, (Date.now() - recordedAt) / 1000);
    }
    return ages;
  }

  #current(): Held[] {
    for (const [key, { touchedAt }] of this.#held) {
      if (performance.now() - touchedAt > forgottenAfterMs) this.#held.delete(key);
    }
    return [...this.#held.values()];
  }
}

const keyOf = ({ topic, partition }: Delivery) => `${topic}/${partition}`;
