import type { Logger } from '../logging/logger.ts';

interface Step {
  readonly name: string;
  readonly close: () => Promise<unknown> | unknown;
}

/** Closes resources in reverse order. Each step has a time limit, so that a hanging one does not delay the rest. */
export class Teardown {
  readonly #steps: Step[] = [];
  readonly #stepTimeoutMs: number;

  constructor(stepTimeoutMs = 8000) {
    this.#stepTimeoutMs = stepTimeoutMs;
  }

  add(name: string, close: Step['close']): void {
    this.#steps.push({ name, close });
  }

  async run(logger?: Logger): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      await this.#runStep(step, logger);
    }
  }

  async #runStep({ name, close }: Step, logger?: Logger): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, this.#stepTimeoutMs, 'late');
    });
    try {
      if ((await Promise.race([close(), late])) === 'late') logger?.warn({ step: name }, 'Did not stop in time');
    } catch (error) {
      logger?.warn({ err: error, step: name }, 'Failed while stopping');
    } finally {
      clearTimeout(timer);
    }
  }
}
