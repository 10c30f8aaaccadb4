import { type EntryState, entryAdded, entryRemoved, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { on } from '@nightshelf/platform/events/handler.ts';
import { defineProjection } from '@nightshelf/platform/events/projections/projection.ts';
import { daily } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';

/**
 * Locks these games until the transaction ends, since a game and its first entry may arrive together. Ordered by guid
 * to avoid deadlocks.
 */
export async function lockPopularity(em: EntityManager, guids: readonly string[]): Promise<void> {
  await em.execute(
    `select pg_advisory_xact_lock(hashtextextended('popularity:' || guid, 0))
     from (select distinct guid from jsonb_array_elements_text(?::jsonb) as given (guid) order by guid) ordered`,
    [JSON.stringify(guids)],
  );
}

/** Returns the game that an entry is counted for. */
async function gameOf(em: EntityManager, entryId: string): Promise<string | undefined> {
  const [row] = await em.execute<{ guid: string }[]>('select guid from vault_entries where entry_id = ?', [entryId]);
  return row?.guid;
}

/** Counts an entry for its game, and removes it from its previous game. */
async function putIntoVault(em: EntityManager, entryId: string, guid: string): Promise<void> {
  const before = await gameOf(em, entryId);
  if (before === guid) return;
  await lockPopularity(em, before === undefined ? [guid] : [before, guid]);
  if (before !== undefined) await removeFromVault(em, entryId);
  await em.execute('insert into vault_entries (entry_id, guid) values (?, ?)', [entryId, guid]);
  await em.execute(
    `insert into popularity (guid, vaults, search_name, search_text)
     select given.guid, 1, g.search_name, g.search_text
     from (select ?::text as guid) given left join games g using (guid)
     on conflict (guid) do update set vaults = popularity.vaults + 1`,
    [guid],
  );
}

/** Removes an entry from the count of its game. */
async function removeFromVault(em: EntityManager, entryId: string): Promise<void> {
  const counted = await gameOf(em, entryId);
  if (counted === undefined) return;
  await lockPopularity(em, [counted]);
  const [entry] = await em.execute<{ guid: string }[]>('delete from vault_entries where entry_id = ? returning guid', [
    entryId,
  ]);
  if (!entry) return;
  await em.execute('update popularity set vaults = vaults - 1 where guid = ?', [entry.guid]);
  await em.execute('delete from popularity where guid = ? and vaults <= 0 and prominence = 0', [entry.guid]);
}

/** Counts the vaults that hold each game from the library's events. */
export const onEntryChanged = [
  on(entryAdded, ({ em, data }) => putIntoVault(em, data.entry_id, data.guid)),
  on(entryUpdated, ({ em, data }) => putIntoVault(em, data.entry_id, data.guid)),
  on(entryRemoved, ({ em, data }) => removeFromVault(em, data.entry_id)),
];

const batchSize = 200;
/** Batches per night; the rest waits for the next night. */
const mostRounds = 100;

/**
 * Corrects games whose popularity differs from their number of vaults, or whose search columns are outdated.
 * @returns the corrected guids
 */
async function recountPopularity(work: Work): Promise<string[]> {
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
     full join (
       select guid, sum(vaults)::int as vaults from (
         select guid, 1 as vaults from vault_entries union all select guid, 0 from games where prominence > 0
       ) each_game group by guid
     ) held on held.guid = p.guid
     left join games g on g.guid = coalesce(p.guid, held.guid)
     where coalesce(p.vaults, -1) <> coalesce(held.vaults, 0) or p.search_name is distinct from g.search_name
       or p.search_text is distinct from g.search_text
     order by held.vaults desc nulls last limit ${batchSize}`,
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

/** `popularity` is counted from these rows. */
export const vaultEntriesProjection = defineProjection({
  topic: 'library.entries',
  table: 'vault_entries',
  key: ['entry_id'],
  keyType: 'uuid',
  columns: 'kept.guid',
  kept: ({ guid }: { readonly guid: string }) => ({ guid }),
  keep: ({ guid }: EntryState) => ({ guid }),
  remove: removeFromVault,
  recount: recountPopularity,
});

/** Fewer vaults than this give step 0. */
const fewest = 5;
const highestStep = 6;

/**
 * Converts vault counts to coarse steps once a day (5 vaults are step 1, 10 step 2, 20 step 3), since an exact count
 * in the search order would reveal a user's new game.
 */
export const nightlySteps = (work: Work, logger: Logger) =>
  daily('popularity-steps', logger, () => work.transaction(({ em }) => em.execute(takeSteps)));

export const takeSteps = `
  with wanted as (
    select guid, case when vaults < ${fewest} then 0
      else least(${highestStep}, 1 + floor(log(2, vaults / ${fewest}.0)))::int end as step from popularity)
  update popularity p set step = w.step from wanted w where w.guid = p.guid and p.step <> w.step`;
