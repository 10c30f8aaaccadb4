import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { spread } from './spread.ts';

/** Games per transaction. */
const batchSize = 2000;
/** In milliseconds, between polls for a new day. */
const idleMs = 2000;

interface Round {
  /** In UTC. */
  readonly day: string;
  /** The last game checked. */
  readonly last_guid: string;
}

/** Checks all games once a day for releases of that day and notifies the users who want them. */
export const tellOfReleases = (work: Work, logger: Logger) =>
  new Worker({ name: 'releases', idleMs, logger, step: () => lookFurther(work) });

/** @returns whether more games may be left today */
const lookFurther = async (work: Work): Promise<boolean> => {
  // Avoids the transaction in the usual case that nothing is left to do.
  const [today] = await work
    .query()
    .execute<{ is_done: boolean }[]>(`select is_done from release_rounds where day = (now() at time zone 'UTC')::date`);
  return today?.is_done ? false : work.transaction(({ em }) => lookAtBatch(em));
};

async function lookAtBatch(em: EntityManager): Promise<boolean> {
  await em.execute(
    `insert into release_rounds (day) values ((now() at time zone 'UTC')::date) on conflict (day) do nothing`,
  );
  const [round] = await em.execute<Round[]>(
    `select day::text, last_guid from release_rounds where day = (now() at time zone 'UTC')::date and not is_done
     for update skip locked`,
  );
  if (!round) return false;
  const games = await em.execute<{ guid: string; is_out: boolean }[]>(
    `select guid, coalesce(summary::json ->> 'original_release_date' = ?, false) as is_out
     from games where guid > ? order by guid limit ?`,
    [round.day, round.last_guid, batchSize],
  );
  for (const { guid, is_out } of games) {
    if (is_out) await spread(em, { kind: 'wanted_game_out', actorId: null, guid });
  }
  const isDone = games.length < batchSize;
  await em.execute('update release_rounds set last_guid = ?, is_done = ? where day = ?', [
    games.at(-1)?.guid ?? round.last_guid,
    isDone,
    round.day,
  ]);
  await em.execute('delete from release_rounds where day < ?::date - 7', [round.day]);
  return !isDone;
}
