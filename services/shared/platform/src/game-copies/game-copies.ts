import type { GameSummary } from '@nightshelf/contracts/games.ts';
import { type ReadyGame, readyGame } from '@nightshelf/contracts/ready-game.ts';
import type { EntityManager } from '../database/database.ts';
import type { Work } from '../database/work.ts';
import { defineProjection, type Projection } from '../events/projections/projection.ts';
import { Worker } from '../jobs/worker.ts';
import type { Logger } from '../logging/logger.ts';

interface Row {
  readonly summary: string;
  readonly image_url: string | null;
  readonly platform_names: ReadyGame['platformNames'];
}

/**
 * Stores a game in the table `games` as the catalog has confirmed it.
 * @returns whether the row changed
 */
export async function storeGameCopy(em: EntityManager, game: GameSummary): Promise<boolean> {
  const { json, imageUrl, platformNames } = readyGame(game);
  const changed = await em.execute<unknown[]>(
    `insert into games (guid, summary, image_url, platform_names) values (?, ?, ?, ?::jsonb)
     on conflict (guid) do update
     set summary = excluded.summary, image_url = excluded.image_url, platform_names = excluded.platform_names
     where (games.summary, games.image_url, games.platform_names)
       is distinct from (excluded.summary, excluded.image_url, excluded.platform_names)
     returning guid`,
    [game.guid, json, imageUrl, JSON.stringify(platformNames)],
  );
  return changed.length > 0;
}

/** @param remove removes a game that the catalog does not have, and notifies users who see it */
export const gameCopiesProjection = (remove: Projection['remove']): Projection =>
  defineProjection<GameSummary, Row, ReadyGame>({
    topic: 'catalog.games',
    table: 'games',
    key: ['guid'],
    keyType: 'text',
    columns: 'kept.summary, kept.image_url, kept.platform_names',
    kept: ({ summary, image_url, platform_names }) => ({
      json: summary,
      imageUrl: image_url,
      platformNames: platform_names,
    }),
    keep: readyGame,
    remove,
  });

const batchSize = 1000;
/** How long the libraries after the first thousand may keep their old version. */
const idleMs = 500;
/** Sorts before every user id. */
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** At most `limit` users who have the game, in the order of their ids, after `after`. */
interface NextOwners {
  readonly guid: string;
  readonly after: string;
  readonly limit: number;
}

export interface ReachedOwners {
  readonly count: number;
  /** Id of the last owner; null when there was none. */
  readonly last: string | null;
}

/**
 * Gives the libraries of the next owners a new version. Locks them in the order of user ids, so that changes of two
 * games cannot deadlock.
 */
type ReachOwners = (em: EntityManager, next: NextOwners) => Promise<ReachedOwners | undefined>;

interface GameChange {
  readonly guid: string;
  readonly last_user: string;
}

/** Fans changes of copied games out to all owners of the game; their progress is in `game_changes`. */
export class GameChanges {
  readonly #reachOwners: ReachOwners;

  constructor(reachOwners: ReachOwners) {
    this.#reachOwners = reachOwners;
  }

  /**
   * Call it in the transaction that changes the copy of a game. It updates the first thousand owners, usually all of
   * them; `job` updates the rest in its own transactions, so that no event waits for a popular game.
   */
  async spread(em: EntityManager, guid: string): Promise<void> {
    // Before locking a library, as in every step of the job: the other order would deadlock with an earlier change.
    await em.execute(
      `insert into game_changes (guid, last_user) values (?, ?)
       on conflict (guid) do update set last_user = excluded.last_user, advanced_at = clock_timestamp()`,
      [guid, beforeAll],
    );
    await this.#advance(em, { guid, last_user: beforeAll });
  }

  /** Updates the owners that `spread` has left. */
  job(work: Work, logger: Logger): Worker {
    return new Worker({ name: 'game-changes', idleMs, logger, step: () => this.#advanceOne(work) });
  }

  /** @returns whether there was anything to do */
  #advanceOne(work: Work): Promise<boolean> {
    return work.transaction(async ({ em }) => {
      // The change that was advanced longest ago, so that several popular games advance in parallel.
      const [change] = await em.execute<GameChange[]>(
        'select guid, last_user from game_changes order by advanced_at limit 1 for update skip locked',
      );
      if (change) await this.#advance(em, change);
      return change !== undefined;
    });
  }

  async #advance(em: EntityManager, { guid, last_user }: GameChange): Promise<void> {
    const reached = await this.#reachOwners(em, { guid, after: last_user, limit: batchSize });
    if (reached?.count === batchSize) {
      await em.execute('update game_changes set last_user = ?, advanced_at = clock_timestamp() where guid = ?', [
        reached.last,
        guid,
      ]);
    } else {
      await em.execute('delete from game_changes where guid = ?', [guid]);
    }
  }
}
