import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { unavailable } from '@nightshelf/platform/errors/coded-error.ts';
import { Semaphore } from '@nightshelf/platform/semaphore/semaphore.ts';
import { type Profile, profileJson } from './profile.ts';

/** Concurrent builds, each of which may take tens of megabytes, and the queue for them. */
const buildsAtOnce = 2;
const buildsWaiting = 200;

/** Builds complete pages; concurrent requests for the same state share one build. */
export class Pages {
  readonly #builds = new Semaphore(buildsAtOnce, buildsWaiting, () =>
    unavailable('social.busy', 'Too many libraries are being opened. Please try again.'),
  );
  readonly #building = new Map<string, Promise<Buffer>>();

  /** @throws CodedError 503 when the queue is full */
  json(em: EntityManager, profile: Profile): Promise<Buffer> {
    const { etag } = profile;
    const underWay = this.#building.get(etag);
    if (underWay) return underWay;
    const build = async () => Buffer.from(await profileJson(em, profile));
    const building = this.#builds.run(build).finally(() => this.#building.delete(etag));
    this.#building.set(etag, building);
    return building;
  }
}
