import { unavailable, type Work } from '@nightshelf/platform';
import { Semaphore } from '@nightshelf/platform/semaphore/semaphore.ts';
import { requestGames } from '../games/request-games.ts';
import type { BodyCache } from './body-cache.ts';
import { buildBody } from './build-body.ts';
import type { LibraryState } from './library-state.ts';
import type { ReadyBody } from './ready-body.ts';

/** Most unknown games that one build asks the catalog for, and seconds until the same game is asked for again. */
const askAtMost = 100;
const askAgainAfterSeconds = 600;

/** Builds at once, each of which may take tens of megabytes, and most that wait for them. */
const buildsAtOnce = 2;
const buildsWaiting = 200;

/** Whole libraries, ready to be sent: built once for each version, however many ask for it at the same time. */
export class ReadyLibraries {
  readonly #work: Work;
  readonly #cache: BodyCache;
  readonly #builds = new Semaphore(buildsAtOnce, buildsWaiting, () =>
    unavailable('library.busy', 'Too many libraries are opened right now. Please try again.'),
  );
  readonly #building = new Map<string, Promise<ReadyBody>>();

  constructor(work: Work, cache: BodyCache) {
    this.#work = work;
    this.#cache = cache;
  }

  /** The user's library as of `state` or later. */
  async body(userId: string, state: LibraryState): Promise<ReadyBody> {
    return this.#cache.get(userId, state.version) ?? this.#buildOnce(userId, state);
  }

  #buildOnce(userId: string, state: LibraryState): Promise<ReadyBody> {
    const key = `${userId}:${state.version}`;
    const underWay = this.#building.get(key);
    if (underWay) return underWay;
    const building = this.#build(userId, state).finally(() => this.#building.delete(key));
    this.#building.set(key, building);
    return building;
  }

  async #build(userId: string, state: LibraryState): Promise<ReadyBody> {
    const { plain, unknownGuids } = await this.#builds.run(() => buildBody(this.#work.query(), userId, state));
    if (unknownGuids.length > 0) {
      const wanted = unknownGuids.slice(0, askAtMost);
      await this.#work.transaction((transaction) =>
        requestGames(transaction, wanted, { userId, notWithinSeconds: askAgainAfterSeconds }),
      );
    }
    return this.#cache.put(userId, state.version, plain);
  }
}
