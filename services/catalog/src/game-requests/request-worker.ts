import type { Game } from '@nightshelf/contracts';
import type { Job, Logger, Work } from '@nightshelf/platform';
import { storeGames } from '../games/store-games.ts';
import type { FoundGames } from '../provider-cache/found-games.ts';
import type { Copy } from '../provider-cache/provider-cache.ts';
import type { GameProvider } from '../providers/game-provider.ts';

/** How often the worker looks for requests while there are none, in milliseconds. */
const idleMs = 1000;
/** After this long a request counts as dropped by whoever took it, in seconds. */
const leaseSeconds = 240;
const firstPauseSeconds = 5;
const longestPauseSeconds = 3600;
/** How long a guid that the provider does not know is not asked for again, in seconds. */
const unknownSeconds = 24 * 3600;

/** Fetches the games that were asked for, one after the other, as the provider's limit allows. */
export class RequestWorker implements Job {
  readonly name = 'game-requests';
  readonly #work: Work;
  readonly #provider: GameProvider;
  readonly #found: FoundGames;
  readonly #logger: Logger;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(work: Work, provider: GameProvider, found: FoundGames, logger: Logger) {
    this.#work = work;
    this.#provider = provider;
    this.#found = found;
    this.#logger = logger;
  }

  async start(): Promise<void> {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const busy = await this.#next().catch((error: unknown) => {
        this.#logger.warn({ err: error }, 'Requested games could not be fetched');
        return false;
      });
      if (!busy) await pause(idleMs, signal);
    }
  }

  /** @returns whether there was a request to work on */
  async #next(): Promise<boolean> {
    const request = await this.#take();
    if (!request) return false;
    const { guid, attempts } = request;
    try {
      const copy = await this.#fetch(guid);
      if (copy) await this.#work.transaction((transaction) => storeGames(transaction, [copy]));
      else await this.#postpone(guid, unknownSeconds, true);
    } catch (fault) {
      this.#logger.warn({ guid, attempts, reason: String(fault) }, 'A requested game could not be fetched');
      await this.#postpone(guid, Math.min(firstPauseSeconds * 2 ** attempts, longestPauseSeconds), false);
    }
    return true;
  }

  /** Most requested games were found by a search just before, so that nobody has to be asked. */
  async #fetch(guid: string): Promise<Copy<Game> | null> {
    const [found] = await this.#found.recall([guid]);
    if (found) return found;
    const value = this.#provider.owns(guid) ? await this.#provider.get(guid) : null;
    return value && { value, at: Date.now() };
  }

  /** Takes the request that has waited longest; other replicas leave it alone meanwhile. */
  async #take(): Promise<{ guid: string; attempts: number } | undefined> {
    const rows = await this.#work.read().execute<{ guid: string; attempts: number }[]>(
      `update game_requests set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ?)
       where guid = (
         select guid from game_requests where not unknown and next_attempt_at <= now()
         order by next_attempt_at limit 1 for update skip locked)
       returning guid, attempts`,
      [leaseSeconds],
    );
    return rows[0];
  }

  async #postpone(guid: string, seconds: number, unknown: boolean): Promise<void> {
    await this.#work
      .read()
      .execute(
        'update game_requests set unknown = ?, next_attempt_at = now() + make_interval(secs => ?) where guid = ?',
        [unknown, seconds, guid],
      );
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
