import { unavailable, type Work } from '@nightshelf/platform';
import { Semaphore } from '@nightshelf/platform/semaphore/semaphore.ts';
import { requestGames } from '../games/request-games.ts';
import type { BodyCache } from './body-cache.ts';
import { buildBody } from './build-body.ts';
import { haveGamesChanged } from './have-games-changed.ts';
import type { LibraryState } from './library-state.ts';
import type { ReadyBody } from './ready-body.ts';

/** Most unknown games that one build asks the catalog for, and seconds until the same game is asked for again. */
const askAtMost = 100;
const askAgainAfterSeconds = 600;

/** Builds at once, each of which may take tens of megabytes, and most that wait for them. */
const buildsAtOnce = 2;
const buildsWaiting = 200;

/** A body that is being built for the state that was read before. */
interface Building {
  readonly state: LibraryState;
  readonly body: Promise<ReadyBody>;
}

/** Whole libraries, ready to be sent: built once for each state, however many ask for it at the same time. */
export class ReadyLibraries {
  readonly #work: Work;
  readonly #cache: BodyCache;
  readonly #builds = new Semaphore(buildsAtOnce, buildsWaiting, () =>
    unavailable('library.busy', 'Too many libraries are opened right now. Please try again.'),
  );
  readonly #building = new Map<string, Building>();

  constructor(work: Work, cache: BodyCache) {
    this.#work = work;
    this.#cache = cache;
  }

  /** The user's library as of `state` or later. */
  async body(userId: string, state: LibraryState): Promise<ReadyBody> {
    const kept = this.#cache.get(userId);
    if (kept && (await this.#isStill(userId, kept.state, state))) return kept;
    // Another may have been begun while this one was looked at.
    for (let seen: Building | undefined, underWay = this.#building.get(userId); underWay && underWay !== seen; ) {
      if (await this.#isStill(userId, underWay.state, state)) return underWay.body;
      seen = underWay;
      underWay = this.#building.get(userId);
    }
    return this.#begin(userId, state);
  }

  /** Whether nothing has changed from one state of a user's library to a later one. */
  async #isStill(userId: string, then: LibraryState, now: LibraryState): Promise<boolean> {
    if (then.version !== now.version || then.mark !== now.mark) return false;
    return !(await haveGamesChanged(this.#work.query(), userId, then.snapshot));
  }

  #begin(userId: string, state: LibraryState): Promise<ReadyBody> {
    const building: Building = { state, body: this.#build(userId, state) };
    this.#building.set(userId, building);
    const forget = () => {
      if (this.#building.get(userId) === building) this.#building.delete(userId);
    };
    building.body.then(forget, forget);
    return building.body;
  }

  async #build(userId: string, state: LibraryState): Promise<ReadyBody> {
    const { plain, unknownGuids } = await this.#builds.run(() => buildBody(this.#work.query(), userId, state));
    if (unknownGuids.length > 0) {
      const wanted = unknownGuids.slice(0, askAtMost);
      await this.#work.transaction((transaction) =>
        requestGames(transaction, wanted, { userId, notWithinSeconds: askAgainAfterSeconds }),
      );
    }
    return this.#cache.put(userId, state, plain);
  }
}
