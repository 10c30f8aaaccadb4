import { fewestPlayers, type PlayersTimes } from '@nightshelf/contracts';
import type { EntityManager } from '@nightshelf/platform';

/** The finished playthroughs of a game that are looked at, the newest: as good as all, and no game takes longer than another. */
const mostLookedAt = 500;

/**
 * How long games took those here who finished them: the median of people, each of whom counts once in a kind, with the newest
 * playthrough of it. Only those count whose library is public and whose account is active, only entries that are in a library, and
 * a kind is told from five people on, whom nobody can tell apart then.
 * @returns nothing of games of which too few are known
 */
export async function playersTimes(em: EntityManager, guids: readonly string[]): Promise<PlayersTimes[]> {
  const rows = await em.execute<{ guid: string; completion: Kind; hours: number; people: number }[]>(
    `select guid, completion, percentile_cont(0.5) within group (order by hours)::float as hours, count(*)::int as people
     from (
       select distinct on (p.guid, p.completion, p.user_id) p.guid, p.completion, p.hours
       from jsonb_array_elements_text(?::jsonb) as wanted (guid)
       cross join lateral (
         select id, guid, user_id, entry_id, completion, hours from playthroughs
         where guid = wanted.guid and hours > 0 and completion in ('story', 'extras', 'everything')
         order by id desc limit ${mostLookedAt}) p
       join users u on u.id = p.user_id and u.is_public
       where exists (select from entries e where e.id = p.entry_id)
       order by p.guid, p.completion, p.user_id, p.id desc) counted
     group by guid, completion having count(*) >= ${fewestPlayers}`,
    [JSON.stringify(guids)],
  );
  const games = new Map<string, PlayersTimes>();
  for (const { guid, completion, hours, people } of rows) {
    const known = games.get(guid) ?? { guid, story: null, extras: null, everything: null };
    games.set(guid, { ...known, [completion]: { hours, people } });
  }
  return [...games.values()];
}

type Kind = 'story' | 'extras' | 'everything';
