import { join } from 'node:path';
import { findK6, howToGetK6 } from '@nightshelf/k6/load/find-k6.ts';
import { runScenario } from '@nightshelf/k6/load/run-scenario.ts';
import { keepCrowd } from '@nightshelf/k6/seed/crowd.ts';
import { seed } from '@nightshelf/k6/seed/seed.ts';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import type { Figure } from '../report/figure.ts';

const crowdFile = join(checkoutRoot, '.cache/load/crowd-kubernetes-drills.json');

/** k6's `mixed` against one product. */
export class MixedLoad {
  readonly #url: string;
  readonly #signal: AbortSignal;
  #crowd: Promise<void> | undefined;

  /** @param signal ends every run */
  constructor(url: string, signal: AbortSignal) {
    this.#url = url;
    this.#signal = signal;
  }

  /** Makes the people whom it plays, once. @throws Error where there is no k6, before anything is done to a product */
  async prepare(): Promise<void> {
    if (!findK6()) throw new Error(howToGetK6);
    this.#crowd ??= seed({ url: this.#url, users: 12, games: 10, pages: 10 }).then((crowd) =>
      keepCrowd(crowd, crowdFile),
    );
    return this.#crowd;
  }

  /** @param rate journeys a second @param duration as k6 writes it, such as `75s` */
  async run(rate: number, duration: string, signal: AbortSignal = this.#signal) {
    await this.prepare();
    return runScenario({
      scenario: 'mixed',
      url: this.#url,
      crowdFile,
      folder: join(checkoutRoot, '.cache/load/results/kubernetes-drills'),
      settings: { RATE: String(rate), DURATION: duration },
      quiet: true,
      signal,
    });
  }

  /**
   * The load for as long as something takes.
   * @param tell what is to be said of its requests
   * @param rate journeys a second
   */
  async during(
    use: () => Promise<Figure[]>,
    tell: (requests: number, failed: number) => Figure,
    rate = 3,
  ): Promise<Figure[]> {
    // What is done meanwhile begins under load, not while people are made.
    await this.prepare();
    const over = new AbortController();
    // Of a drill that was killed no load is left after a while.
    const run = this.run(rate, '15m', AbortSignal.any([over.signal, this.#signal]));
    // It is awaited below; until then its failure is not to end the process.
    run.catch(() => {});
    const figures = await use().finally(() => over.abort());
    const { figures: load } = await run;
    return [...figures, tell(load.requests, load.failedRequests)];
  }
}
