import type { EntryThen } from '@nightshelf/contracts/entry-history.ts';
import { presentPlatform } from '@nightshelf/contracts/present-entry.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { type NextPage, pages } from '@nightshelf/platform/paging/pages.ts';
import { jsonArray } from '../exports/files.ts';
import { gameImage, gameJson, gameName, gamePlatform, gameTables } from '../games/game-as-shown.ts';

interface Row extends Pick<EntryThen, 'game'> {
  readonly id: string;
  /** Empty for an entry that was both added and removed since. */
  readonly fields: Omit<EntryThen, 'entry_id' | 'game' | 'platform' | 'back_to'>;
  readonly is_there: boolean;
  readonly platform_name: string | null;
  /** The history step to restore; null when the game is in the vault. */
  readonly back_to: string | null;
}

/**
 * A page of entries as of a date, including those removed since: the current or last fields with all later changes
 * reverted. One statement reads one snapshot, so an entry never mixes old and new values.
 */
const page = `
  with ids as materialized (
    select id from (
      (select id from entries where user_id = ? and id > ?::uuid order by id limit ?)
      union
      (select distinct entry_id from entry_history where user_id = ? and entry_id > ?::uuid and at > ? order by entry_id limit ?)
    ) found order by id limit ?
  ), back as materialized (
    select h.entry_id, min(h.guid) as guid, (array_agg(h.kind order by h.step))[1] as first_kind,
      coalesce(jsonb_object_agg(f.key, f.value order by h.step desc) filter (where f.key is not null), '{}') as fields
    from entry_history h left join lateral jsonb_each(h.before) f on true
    where h.user_id = ? and h.entry_id in (select id from ids) and h.at > ? group by h.entry_id
  ), then_fields as (
    select ids.id, coalesce(e.guid, back.guid) as guid, back.first_kind,
      case when e.id is null then '{}' else
        entry_said(e.status, e.rating, e.hours_played, e.platform_id, e.platform_not_listed, e.is_shared, e.tags)
        || jsonb_build_object('date_added', e.date_added) end || coalesce(back.fields, '{}') as fields
    from ids left join entries e on e.id = ids.id and e.user_id = ? left join back on back.entry_id = ids.id
  )
  select t.id, t.fields, jsonb_build_object('guid', t.guid, 'name', ${gameName('summary.json')},
      'image_url', ${gameImage}, 'original_release_date', summary.json ->> 'original_release_date') as game,
    t.first_kind is distinct from 'added' and (?::boolean or (t.fields ->> 'date_added')::timestamptz <= ?) as is_there,
    ${gamePlatform(`(t.fields ->> 'platform_id')`)} as platform_name,
    case when not exists (select from entries e where e.user_id = ? and e.guid = t.guid) then coalesce(
      (select max(h.step) from entry_history h where h.user_id = ? and h.entry_id = t.id and h.at <= ? and h.at >= ?), 0) end as back_to
  from then_fields t ${gameTables('t.guid', '?')}
  cross join lateral (select ${gameJson} as json) summary
  order by t.id`;

/**
 * Yields the games of a vault as of a date. For a date before the history began, yields the games that were already in
 * the vault, as they were when it began.
 * @param since when the history began, in ISO 8601 like `date`
 */
export async function* vaultAt(
  em: EntityManager,
  userId: string,
  { date, since }: { readonly date: string; readonly since: string },
): AsyncGenerator<EntryThen[]> {
  const isKnown = Date.parse(date) >= Date.parse(since);
  const at = isKnown ? date : since;
  const read = ({ after, limit }: NextPage) => {
    const from = after ?? '00000000-0000-0000-0000-000000000000';
    return em.execute<Row[]>(page, [
      ...[userId, from, limit, userId, from, at, limit, limit],
      ...[userId, at, userId, isKnown, date, userId, userId, at, since, userId],
    ]);
  };
  for await (const rows of pages(({ id }: Row) => id, read)) {
    yield rows.filter(({ is_there }) => is_there).map(presented);
  }
}

function presented({ id, game, fields, platform_name, back_to }: Row): EntryThen {
  const { status, rating, hours_played, platform_id, is_shared, tags, date_added } = fields;
  return {
    ...{ entry_id: id, game, status, rating, hours_played, platform_id, is_shared, tags },
    platform: presentPlatform(platform_id, platform_name),
    date_added: new Date(date_added).toISOString(),
    back_to: back_to === null ? null : Number(back_to),
  };
}

export async function* answerAt(began_at: string, games: AsyncIterable<readonly EntryThen[]>): AsyncGenerator<string> {
  yield `{"success":true,"message":"Your library at that time.","began_at":"${began_at}","games":`;
  yield* jsonArray(games);
  yield '}';
}
