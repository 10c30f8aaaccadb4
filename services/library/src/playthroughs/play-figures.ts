import type { PlayFigures } from '@nightshelf/contracts/playthroughs.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/**
 * Counts finished games and playthroughs. A completed game without a playthrough counts as finished once; otherwise
 * there could be fewer playthroughs than games.
 */
export async function playFigures(em: EntityManager, userId: string): Promise<PlayFigures> {
  const [row] = await em.execute<PlayFigures[]>(
    `select count(*)::int as games_finished, coalesce(sum(greatest(times, 1)), 0)::int as playthroughs_finished from (
       select coalesce(p.times, 0) as times from entries e
       left join (
         select entry_id, count(*) as times from playthroughs
         where user_id = ? and completion is not null and completion <> 'dropped' group by entry_id) p on p.entry_id = e.id
       where e.user_id = ? and (e.status = 'completed' or p.times > 0)) finished`,
    [userId, userId],
  );
  return row ?? { games_finished: 0, playthroughs_finished: 0 };
}
