import type { EntityManager, Work } from '@nightshelf/platform';
import { lockPopularity } from './lock-popularity.ts';

const batchSize = 200;
/** Rounds in one night; whatever is wrong after them waits for the next. */
const mostRounds = 100;

/**
 * Counts again where the popularity of a game is not the number of vaults that hold it, or it is found by other names than
 * the game has. @returns the games
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

/** In one statement, which sees rows and counts as they were committed together. */
async function wronglyCounted(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<{ guid: string }[]>(
    `select coalesce(p.guid, held.guid) as guid
     from popularity p
     full join (select guid, count(*)::int as vaults from vault_entries group by guid) held on held.guid = p.guid
     left join games g on g.guid = coalesce(p.guid, held.guid)
     where p.vaults is distinct from held.vaults or p.search_name is distinct from g.search_name
       or p.search_text is distinct from g.search_text
     limit ${batchSize}`,
  );
  return rows.map(({ guid }) => guid);
}

async function recount(em: EntityManager, guids: readonly string[]): Promise<void> {
  await lockPopularity(em, guids);
  const given = JSON.stringify(guids);
  await em.execute('delete from popularity where guid in (select jsonb_array_elements_text(?::jsonb))', [given]);
  await em.execute(
    `insert into popularity (guid, vaults, search_name, search_text)
     select held.guid, held.vaults, g.search_name, g.search_text
     from (
       select guid, count(*)::int as vaults from vault_entries
       where guid in (select jsonb_array_elements_text(?::jsonb)) group by guid
     ) held left join games g on g.guid = held.guid`,
    [given],
  );
}
