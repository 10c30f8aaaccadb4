import type * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import { fewestPlayers, type PlayersTimes } from '@nightshelf/contracts/playthroughs.ts';
import type { ReadOf } from '../serve.ts';

/** Reads only the newest finished playthroughs of a game, which bounds the time per game. */
const mostLookedAt = 500;

/** Younger accounts do not count: fake accounts could otherwise reveal another user's hours. */
const youngestAccountDays = 7;

/**
 * Returns how long games took the users who finished them: the rounded median of each user's newest playthrough per
 * kind. Only public, active users with a verified address and an older account count. A kind needs users whose accounts
 * were created on five different days, because accounts of one day may belong to one person.
 * @returns nothing for games with too few such users
 */
export async function playersTimes({
  em,
  query: { guids },
}: ReadOf<typeof playthroughCalls.listPlayersTimes>): Promise<PlayersTimes[]> {
  const rows = await em.execute<{ guid: string; completion: Kind; hours: number; people: number }[]>(
    `select guid, completion, ${rounded('percentile_cont(0.5) within group (order by hours)')}::float as hours,
       count(*)::int as people
     from (
       select distinct on (p.guid, p.completion, p.user_id) p.guid, p.completion, p.hours, u.created_at
       from jsonb_array_elements_text(?::jsonb) as wanted (guid)
       cross join lateral (
         select id, guid, user_id, entry_id, completion, hours from playthroughs
         where guid = wanted.guid and hours > 0 and completion in ('story', 'extras', 'everything')
         order by id desc limit ${mostLookedAt}) p
       join users u on u.id = p.user_id and u.is_public and u.email_verified
         and u.created_at < now() - make_interval(days => ${youngestAccountDays})
       where exists (select from entries e where e.id = p.entry_id)
       order by p.guid, p.completion, p.user_id, p.id desc) counted
     group by guid, completion having count(distinct (created_at at time zone 'UTC')::date) >= ${fewestPlayers}`,
    [JSON.stringify(guids)],
  );
  const games = new Map<string, PlayersTimes>();
  for (const { guid, completion, hours, people } of rows) {
    const known = games.get(guid) ?? { guid, story: null, extras: null, everything: null };
    games.set(guid, { ...known, [completion]: { hours, people } });
  }
  return [...games.values()];
}

/** Rounds to 1 hour below 20 hours and to 5 hours above, so that no figure reveals one user's exact time. */
const rounded = (hours: string) =>
  `case when ${hours} < 20 then greatest(1, round(${hours})) else round(${hours} / 5) * 5 end`;

type Kind = 'story' | 'extras' | 'everything';
