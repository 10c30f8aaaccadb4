import type { BusRecord } from '../bus.ts';
import { lineOf } from '../delivery/publish-errors.ts';
import type { HeldLine } from './outbox-table.ts';

/** Milliseconds until a refused event is tried again: 200, 400, ... at most five minutes. */
export const backoffMs = (attempts: number) => Math.min(200 * 2 ** Math.min(attempts - 1, 20), 300_000);

/** The keys whose oldest event the bus has refused, until it is time to try again. */
export class HeldLines {
  readonly #until = new Map<string, { readonly line: HeldLine; readonly at: number }>();

  hold({ topic, key }: Pick<BusRecord, 'topic' | 'key'>, delayMs: number, now: number): void {
    this.#until.set(lineOf({ topic, key }), { line: { topic, key }, at: now + delayMs });
  }

  /** Those that have still to wait at `now`, in milliseconds; the others are forgotten. */
  waiting(now: number): readonly HeldLine[] {
    for (const [name, { at }] of this.#until) if (at <= now) this.#until.delete(name);
    return [...this.#until.values()].map(({ line }) => line);
  }
}
