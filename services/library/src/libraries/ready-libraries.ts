import type { Work } from '@nightshelf/platform/database/work.ts';
import type { BodyBuilder } from './body-builder.ts';
import type { BodyCache } from './body-cache.ts';
import type { CacheOutcome, CacheOutcomes } from './cache-metrics.ts';
import { haveGamesChanged } from './have-games-changed.ts';
import { LargeBody } from './large-body.ts';
import type { LibraryState } from './library-state.ts';
import type { ReadyBody } from './ready-body.ts';

type Body = ReadyBody | LargeBody;

/** A body that is being built, with the state read before it. */
interface Building {
  readonly state: LibraryState;
  readonly body: Promise<Body>;
}

/**
 * Whole-library responses: concurrent requests for the same state share one build. Bodies too large for the cache are
 * built per request.
 */
export class ReadyLibraries {
  readonly #work: Work;
  readonly #cache: BodyCache;
  readonly #builder: BodyBuilder;
  readonly #outcomes: CacheOutcomes;
  readonly #building = new Map<string, Building>();

  constructor(work: Work, builder: BodyBuilder, cache: BodyCache, outcomes: CacheOutcomes) {
    this.#work = work;
    this.#builder = builder;
    this.#cache = cache;
    this.#outcomes = outcomes;
  }

  /** Returns the user's library with this state or a newer one. */
  async body(userId: string, state: LibraryState): Promise<Body> {
    const kept = this.#cache.get(userId);
    if (kept && (await this.#isStill(userId, kept.state, state))) return this.#told('hit', kept);
    // Another build may have started during the check.
    for (let seen: Building | undefined, underWay = this.#building.get(userId); underWay && underWay !== seen; ) {
      if (await this.#isStill(userId, underWay.state, state)) return this.#told('joined', underWay.body);
      seen = underWay;
      underWay = this.#building.get(userId);
    }
    return this.#told('miss', this.#begin(userId, state));
  }

  #told<Found>(outcome: CacheOutcome, found: Found): Found {
    this.#outcomes.inc({ outcome });
    return found;
  }

  /** Returns whether a user's library is unchanged between the two states. */
  async #isStill(userId: string, then: LibraryState, now: LibraryState): Promise<boolean> {
    if (then.version !== now.version || then.mark !== now.mark) return false;
    return !(await haveGamesChanged(this.#work.query(), userId, then.snapshot));
  }

  #begin(userId: string, state: LibraryState): Promise<Body> {
    const building: Building = { state, body: this.#build(userId, state) };
    this.#building.set(userId, building);
    const forget = () => {
      if (this.#building.get(userId) === building) this.#building.delete(userId);
    };
    building.body.then(forget, forget);
    return building.body;
  }

  async #build(userId: string, state: LibraryState): Promise<Body> {
    const built = await this.#builder.build(userId, state);
    return built instanceof LargeBody ? built : this.#cache.put(userId, state, built);
  }
}
