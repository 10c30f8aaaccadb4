import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from '../logging/logger.ts';

export interface Job {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface WorkerOptions {
  readonly name: string;
  /** Wait after a step that found nothing to do. Doubles up to ten times as long while the process changes nothing. */
  readonly idleMs: number;
  readonly logger: Logger;
  /**
   * Does one piece of work.
   * @returns whether there may be more to do
   */
  readonly step: () => Promise<boolean>;
}

/** Delay after a failure: 1 s, 2 s, ... at most about four minutes, and no longer than `idleMs`. */
const retryMs = (failures: number) => 1000 * 2 ** Math.min(failures - 1, 8);

/** Longest wait of an idle worker whose `idleMs` is shorter, since other processes may cause work, too. */
const longestIdleMs = 5000;

const stepOf = new AsyncLocalStorage<Worker>();
const running = new Set<Worker>();

/** Call it after a change: workers of this process look for work that it caused within their `idleMs`. */
export function noteChange(): void {
  // Ignores changes by workers themselves, which would otherwise never become idle.
  if (!stepOf.getStore()) for (const worker of running) worker.expectWork();
}

/** Repeats `step` while there is work; otherwise waits until it is woken or, at the latest, until it is time to poll. */
export class Worker implements Job {
  readonly name: string;
  readonly #options: WorkerOptions;
  #stopping = false;
  #woken = false;
  #failures = 0;
  /** Consecutive steps without work and without a change in this process. */
  #idleSteps = 0;
  #endWait: (() => void) | null = null;
  #limitWait: (() => void) | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(options: WorkerOptions) {
    this.name = options.name;
    this.#options = options;
  }

  wake(): void {
    this.#woken = true;
    this.#endWait?.();
  }

  /** Polls within `idleMs`, also when a step is running. */
  expectWork(): void {
    this.#idleSteps = 0;
    this.#limitWait?.();
  }

  async start(): Promise<void> {
    running.add(this);
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#endWait?.();
    await this.#running;
    running.delete(this);
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      this.#woken = false;
      const more = await stepOf.run(this, () => this.#step());
      if (more) noteChange();
      else await this.#wait();
    }
  }

  async #step(): Promise<boolean> {
    const { name, step, logger } = this.#options;
    try {
      const more = await step();
      this.#failures = 0;
      return more;
    } catch (error) {
      // Only the first failure is a warning, so that a long outage does not flood the log.
      logger[this.#failures > 0 ? 'debug' : 'warn']({ err: error, job: name }, 'A job failed and is tried again');
      this.#failures += 1;
      return false;
    }
  }

  async #wait(): Promise<void> {
    if (this.#stopping || this.#woken) return;
    const { idleMs } = this.#options;
    const longestMs = Math.max(idleMs, Math.min(longestIdleMs, 10 * idleMs));
    const waitMs =
      this.#failures > 0
        ? Math.min(idleMs, retryMs(this.#failures))
        : Math.min(longestMs, idleMs * 2 ** this.#idleSteps++);
    const endsAt = performance.now() + waitMs;
    await new Promise<void>((resolve) => {
      let timer = setTimeout(resolve, waitMs);
      this.#endWait = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#limitWait = () => {
        if (endsAt - performance.now() <= idleMs) return;
        this.#limitWait = null;
        clearTimeout(timer);
        timer = setTimeout(resolve, idleMs);
      };
    });
    this.#endWait = null;
    this.#limitWait = null;
  }
}

const dayMs = 24 * 60 * 60 * 1000;

export const daily = (name: string, logger: Logger, act: () => Promise<unknown>) =>
  new Worker({
    name,
    idleMs: dayMs,
    logger,
    step: async () => {
      await act();
      return false;
    },
  });

/**
 * Runs `act` and renews the lease of its work until it is done, so that the lease can be far shorter than the work and
 * another replica quickly takes over from a dead process. A failed renewal is retried by the next one.
 */
export async function whileRenewing<Result>(
  renew: () => Promise<unknown>,
  everyMs: number,
  act: () => Promise<Result>,
): Promise<Result> {
  let renewal: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    renewal = renewal.then(renew).catch(() => undefined);
  }, everyMs);
  try {
    return await act();
  } finally {
    clearInterval(timer);
    // A later renewal would overwrite the final state of the work.
    await renewal;
  }
}
