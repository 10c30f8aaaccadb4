import { type EntityManager, type Logger, type Work, Worker } from '@nightshelf/platform';

/** Most owners whose libraries one transaction touches. */
const batchSize = 1000;
/** Milliseconds for which the libraries after the first thousand may go on naming their old version. */
const idleMs = 500;
/** Comes before every owner. */
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Belongs into the transaction in which the catalog's word on a game changes: every library with the game now
 * shows something else. The first owners are seen to at once, which mostly is all of them; the rest of a popular game's in
 * transactions of their own, so that no event holds up those behind it. What has been noted survives whoever noted it.
 */
export async function spreadGameChange(em: EntityManager, guid: string): Promise<void> {
  // The note first, as everybody does: whoever is seeing to an earlier change of this game would wait for us for ever.
  await em.execute(
    `insert into game_changes (guid, last_user) values (?, ?)
     on conflict (guid) do update set last_user = excluded.last_user, advanced_at = clock_timestamp()`,
    [guid, beforeAll],
  );
  await seeToSome(em, { guid, last_user: beforeAll });
}

/** Sees to the owners that changes of games have not reached yet. */
export const spreadGameChanges = (work: Work, logger: Logger) =>
  new Worker({ name: 'game changes', idleMs, logger, step: () => seeToSomeGame(work) });

interface GameChange {
  readonly guid: string;
  /** The last of the owners that have been seen to. */
  readonly last_user: string;
}

/** @returns whether there was anything to do */
function seeToSomeGame(work: Work): Promise<boolean> {
  return work.transaction(async ({ em }) => {
    // The one that was seen to longest ago: several popular games get on side by side.
    const [change] = await em.execute<GameChange[]>(
      'select guid, last_user from game_changes order by advanced_at limit 1 for update skip locked',
    );
    if (change) await seeToSome(em, change);
    return change !== undefined;
  });
}

/** In one order, so that two games at once cannot block each other. */
async function seeToSome(em: EntityManager, { guid, last_user }: GameChange): Promise<void> {
  const [seen] = await em.execute<{ count: number; last: string | null }[]>(
    `with owners as materialized (
       select distinct user_id from entries where guid = ? and user_id > ?::uuid
       order by user_id limit ${batchSize}
     ), renewed as (
       insert into library_versions (user_id, version)
       select user_id, nextval('library_changes') from owners order by user_id
       on conflict (user_id) do update set version = nextval('library_changes')
     )
     select count(*)::int as count, max(user_id::text collate "C") as last from owners`,
    [guid, last_user],
  );
  if (seen && seen.count === batchSize) {
    await em.execute('update game_changes set last_user = ?, advanced_at = clock_timestamp() where guid = ?', [
      seen.last,
      guid,
    ]);
  } else {
    await em.execute('delete from game_changes where guid = ?', [guid]);
  }
}
