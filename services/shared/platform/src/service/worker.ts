import type { Logger } from '../logging/logger.ts';
import type { Job } from './service-definition.ts';

export interface WorkerOptions {
  readonly name: string;
  /** How long it waits when there is nothing to do, in milliseconds. */
  readonly idleMs: number;
  readonly logger: Logger;
  /** Does one piece of work. @returns whether there may be more to do */
  readonly step: () => Promise<boolean>;
}

/** Runs `step` again and again while there is work; otherwise waits for `idleMs`, or until it is woken. */
export class Worker implements Job {
  readonly name: string;
  readonly #options: WorkerOptions;
  #stopping = false;
  #woken = false;
  #endWait: (() => void) | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(options: WorkerOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** Ends the wait: there is something to do. */
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
    const { name, step, logger } = this.#options;
    while (!this.#stopping) {
      this.#woken = false;
      const more = await step().catch((error: unknown) => {
        logger.warn({ err: error, job: name }, 'A job failed and is tried again');
        return false;
      });
      if (!more) await this.#wait();
    }
  }

  async #wait(): Promise<void> {
    if (this.#stopping || this.#woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#options.idleMs);
      this.#endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#endWait = null;
  }
}
