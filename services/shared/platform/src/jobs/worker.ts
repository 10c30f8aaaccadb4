import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from '../logging/logger.ts';

export interface Job {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface WorkerOptions {
  readonly name: string;
  /** Wait after a step that found no work. Doubles up to thirtyfold, at most `longestIdleMs`, while the process changes nothing. */
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

let longestIdle = 5000;

/** Longest wait of an idle worker whose `idleMs` is shorter, since other processes may create work, too. */
export const longestIdleMs = () => longestIdle;

/** For a process with all roles that is the only one of its services: only operators' commands create work elsewhere. */
export function expectNoOtherProcess(): void {
  longestIdle = 15_000;
}

const stepOf = new AsyncLocalStorage<Worker>();
const running = new Set<Worker>();

/** Call it after a change: the workers of this process then poll within their `idleMs`. */
export function noteChange(): void {
  // Ignores changes by workers themselves, which would otherwise never become idle.
  if (!stepOf.getStore()) for (const worker of running) worker.expectWork();
}

/** Repeats `step` while there is work; otherwise waits until it is woken or, at the latest, until it is time to poll. */
export class Worker implements Job {
  readonly name: string;
  readonly #options: WorkerOptions;
  #stopping = false;
  #failures = 0;
  /** Consecutive steps without work and without a change in this process. */
  #idleSteps = 0;
  /** When the next step is due, by `performance.now()`. */
  #dueAt = 0;
  #endPause: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: WorkerOptions) {
    this.name = options.name;
    this.#options = options;
  }

  wake(): void {
    this.#stepWithin(0);
  }

  /** Polls within `idleMs`, also when a step is running. */
  expectWork(): void {
    this.#idleSteps = 0;
    this.#stepWithin(this.#options.idleMs);
  }

  async start(): Promise<void> {
    running.add(this);
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#endPause();
    await this.#running;
    running.delete(this);
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      this.#dueAt = Number.POSITIVE_INFINITY;
      if (await stepOf.run(this, () => this.#step())) noteChange();
      else {
        this.#stepWithin(this.#pauseMs());
        while (!this.#stopping && this.#dueAt > performance.now()) await this.#pause();
      }
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

  #pauseMs(): number {
    const { idleMs } = this.#options;
    if (this.#failures > 0) return Math.min(idleMs, retryMs(this.#failures));
    const longestMs = Math.max(idleMs, Math.min(longestIdle, 30 * idleMs));
    return Math.min(longestMs, idleMs * 2 ** this.#idleSteps++);
  }

  #stepWithin(milliseconds: number): void {
    const dueAt = performance.now() + milliseconds;
    if (dueAt >= this.#dueAt) return;
    this.#dueAt = dueAt;
    this.#endPause();
  }

  /** Returns when the step is due, or earlier when that time may have changed. */
  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, Math.ceil(this.#dueAt - performance.now())));
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Runs `act` at start and then every 24 hours, in each replica with the role `jobs`, so `act` must tolerate concurrent
 * runs.
 */
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
