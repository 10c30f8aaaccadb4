import type { Crowd } from './gamers/crowd.ts';
import type { Fault, FaultKind } from './plan/fault.ts';
import type { Happened } from './result.ts';
import type { Stage } from './stage/stage.ts';

export interface SequenceOptions {
  readonly stage: Stage;
  readonly kinds: readonly FaultKind[];
  readonly crowd: Crowd;
  readonly say: (line: string) => void;
  readonly total: number;
}

/** How many faults may last at the same time. */
const atOnce = 4;

/** Brings faults about, several at a time. */
export class Sequence {
  readonly happened: Happened[] = [];
  readonly #options: SequenceOptions;
  readonly #running = new Set<Promise<void>>();
  readonly #began = performance.now();

  constructor(options: SequenceOptions) {
    this.#options = options;
  }

  /** Resolves when the fault has begun; one that is to be alone waits for the others and is over then. */
  async begin(fault: Fault): Promise<void> {
    const kind = this.#options.kinds.find((each) => each.kind === fault.kind);
    if (!kind) return;
    while (this.#running.size >= (kind.alone ? 1 : atOnce)) await Promise.race(this.#running);
    const running = this.#apply(kind, fault);
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
    if (kind.alone) await running;
  }

  /** Resolves when no fault lasts. */
  async settle(): Promise<void> {
    await Promise.all(this.#running);
  }

  async keepSnapshot(): Promise<void> {
    const { servers } = this.#options.stage;
    await servers.alone('redis', async () => servers.redis.takeSnapshot());
  }

  async #apply(kind: FaultKind, fault: Fault): Promise<void> {
    const happened: Happened = { fault, beganAt: performance.now(), endedAt: null };
    this.happened.push(happened);
    this.#tell(fault);
    try {
      Object.assign(happened, await kind.apply(this.#options.stage, fault));
    } catch (error) {
      happened.error = String(error);
      this.#options.say(`      ${fault.number} ${fault.kind}: ${error}`);
    }
    happened.endedAt = performance.now();
  }

  #tell({ number, kind, target, ms, detail }: Fault): void {
    const { total, say, crowd, stage } = this.#options;
    const { acknowledged, unknown, resent } = crowd.journal;
    const seconds = (performance.now() - this.#began) / 1000;
    const what = [kind, target, ms > 0 ? `${(ms / 1000).toFixed(1)} s` : '', ...Object.values(detail ?? {})].join(' ');
    const counters = `acknowledged ${acknowledged.length}, unknown ${unknown}, resent ${resent}, not live ${stage.health.restarts.length}`;
    say(`${String(number).padStart(4)}/${total} ${seconds.toFixed(0).padStart(5)} s  ${what.padEnd(48)} ${counters}`);
  }
}
