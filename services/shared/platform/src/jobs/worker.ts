import type { Logger } from '../logging/logger.ts';

/** Background work that is stopped before the process ends. */
export interface Job {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface WorkerOptions {
  readonly name: string;
  /** Wait after a step that found nothing to do. */
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

/** Repeats `step` while there is work; otherwise waits for `idleMs` or until it is woken. */
export class Worker implements Job {
  readonly name: string;
  readonly #options: WorkerOptions;
  #stopping = false;
  #woken = false;
  #failures = 0;
  #endWait: (() => void) | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(options: WorkerOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** Ends the wait, because there is something to do. */
  wake(): void {
    this.#woken = true;
    this.#endWait?.();
  }

  async start(): Promise<void> {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#endWait?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      this.#woken = false;
      const more = await this.#step();
      if (!more) await this.#wait();
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
    const waitMs = this.#failures > 0 ? Math.min(idleMs, retryMs(this.#failures)) : idleMs;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#endWait = null;
  }
}
