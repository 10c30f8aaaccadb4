import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { lockPopularity } from './lock-popularity.ts';

const batchSize = 200;
/** Batches per night; the rest waits for the next night. */
const mostRounds = 100;

/**
 * Corrects games whose popularity differs from their number of vaults, or whose search columns are outdated.
 * @returns the corrected guids
 */
export async function recountPopularity(work: Work): Promise<string[]> {
  const recounted: string[] = [];
  for (let round = 0; round < mostRounds; round += 1) {
    const wrong = await wronglyCounted(work.query());
    if (wrong.length === 0) break;
    await work.transaction(({ em }) => recount(em, wrong));
    recounted.push(...wrong);
  }
  return recounted;
}

/** One statement, so that rows and counts come from one snapshot. */
async function wronglyCounted(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<{ guid: string }[]>(
    `select coalesce(p.guid, held.guid) as guid
     from popularity p
     full join (select guid, count(*)::int as vaults from vault_entries group by guid) held on held.guid = p.guid
     left join games g on g.guid = coalesce(p.guid, held.guid)
     where coalesce(p.vaults, -1) <> coalesce(held.vaults, 0) or p.search_name is distinct from g.search_name
       or p.search_text is distinct from g.search_text
     limit ${batchSize}`,
  );
  return rows.map(({ guid }) => guid);
}

async function recount(em: EntityManager, guids: readonly string[]): Promise<void> {
  await lockPopularity(em, guids);
  const given = JSON.stringify(guids);
  await em.execute(
    `with counted as (
       select w.guid, (select count(*)::int from vault_entries v where v.guid = w.guid) as vaults,
         g.search_name, g.search_text, coalesce(g.prominence, 0) as prominence
       from jsonb_array_elements_text(?::jsonb) as w (guid) left join games g on g.guid = w.guid
     ), gone as (
       delete from popularity p using counted c where p.guid = c.guid and c.vaults = 0 and c.prominence = 0
     )
     insert into popularity as p (guid, vaults, search_name, search_text, prominence)
     select guid, vaults, search_name, search_text, prominence from counted where vaults > 0 or prominence > 0
     on conflict (guid) do update set vaults = excluded.vaults, search_name = excluded.search_name,
       search_text = excluded.search_text, prominence = excluded.prominence`,
    [given],
  );
}
