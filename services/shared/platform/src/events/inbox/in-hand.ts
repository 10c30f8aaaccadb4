import type { Delivery } from '../bus.ts';

interface Held {
  readonly topic: string;
  readonly offset: string;
  /** When its owner recorded it, as far as that is known; milliseconds since 1970. */
  recordedAt: number | undefined;
  /** By the monotonic clock, in milliseconds. */
  touchedAt: number;
  failingSince: number | undefined;
  fault: string;
}

/** After this time without a try a record is somebody else's: its partition has been taken away. Milliseconds. */
const forgottenAfterMs = 60_000;
/** From when on it is worth a word that events only wait. Milliseconds. */
const longMs = 30_000;

/** The record that each partition is at, for as long as it is not done. */
export class InHand {
  readonly #held = new Map<string, Held>();

  /** Before each try; `recordedAt` in milliseconds since 1970. */
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

  /** Something that is depended on is away; the record will be delivered again. */
  wait(delivery: Delivery, error: unknown): void {
    const held = this.#held.get(keyOf(delivery));
    if (!held) return;
    held.touchedAt = performance.now();
    held.failingSince ??= held.touchedAt;
    held.fault = error instanceof Error ? error.message : String(error);
  }

  /** It is handled or put aside. */
  done(delivery: Delivery): void {
    this.#held.delete(keyOf(delivery));
  }

  /** Null unless events have been waiting for long, only because what their handlers need is away. */
  check(): string | null {
    for (const { failingSince, touchedAt, fault } of this.#current()) {
      const waited = failingSince === undefined ? 0 : touchedAt - failingSince;
      if (waited > longMs) return `has not been able to handle an event for ${Math.round(waited / 1000)} s: ${fault}`;
    }
    return null;
  }

  /** Seconds since the oldest event in hand was recorded; 0 for a topic without any. */
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
