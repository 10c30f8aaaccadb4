import { importRules } from '@nightshelf/contracts';
import type { EntityManager } from '@nightshelf/platform';

/** What people have chosen for a name. */
export interface Choices {
  /** The user's own game: undefined for none, null where such games are left out. */
  readonly chosen?: string | null;
  /** Games that several others mean by it, those that most mean first. Nobody learns who they are. */
  readonly others: readonly { readonly guid: string; readonly year: number | null }[];
}

interface Row {
  readonly title: string;
  readonly guid: string | null;
  readonly is_own: boolean;
  readonly year: number | null;
}

/** Of a name that very many have chosen for, some are enough to tell. */
const choices = `
  with wanted as materialized (select title, key from jsonb_to_recordset(?::jsonb) as t (title text, key text))
  select w.title, c.guid, true as is_own, null::int as year, 0 as people
  from wanted w join chosen_games c on c.user_id = ? and c.title_key = w.key
  union all
  select w.title, o.guid, false, left(g.summary::json ->> 'original_release_date', 4)::int, o.people
  from wanted w
  cross join lateral (
    select guid, count(*)::int as people from (
      select guid from chosen_games where title_key = w.key and guid is not null limit 1000
    ) said
    group by guid having count(*) >= ${importRules.peopleToSuggest}
  ) o
  join games g on g.guid = o.guid
  order by people desc, guid`;

/** @param keyed as a JSON array: titles with their keys @returns by title; nothing for one of which nobody has chosen anything */
export async function choicesFor(
  em: EntityManager,
  userId: string,
  keyed: string,
): Promise<ReadonlyMap<string, Choices>> {
  const rows = Map.groupBy(await em.execute<Row[]>(choices, [keyed, userId]), ({ title }) => title);
  return new Map(
    [...rows].map(([title, all]) => {
      const own = all.find(({ is_own }) => is_own);
      const others = all.flatMap(({ guid, is_own, year }) => (is_own || guid === null ? [] : [{ guid, year }]));
      return [title, { ...(own && { chosen: own.guid }), others }] as const;
    }),
  );
}
