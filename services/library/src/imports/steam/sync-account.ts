import { importRules, type SyncRule } from '@nightshelf/contracts/import-rules.ts';
import type { VaultImport } from '@nightshelf/contracts/imports.ts';
import type { LookOutcome } from '@nightshelf/contracts/steam.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { Entry, userFieldsOf } from '../../entries/entry.ts';
import { countOf, isAny } from '../../sql.ts';
import { findCandidates, type ImportParts, listSteamGames, type SteamGames } from '../ask-catalog.ts';
import { insertImport, insertRows } from '../imports.ts';
import { candidateRow, type Match, matchRows, noMatch } from '../matching/match-rows.ts';
import { steam } from '../sources/sources.ts';
import { type Imported, planSync } from './plan-sync.ts';
import { notifyOfSync } from './synchronise.ts';

/**
 * Delays until the next sync: daily; after a failure, doubled each time up to the longest; and while an import of the
 * account is unfinished.
 */
const daySeconds = 86_400;
const failedSeconds = 300;
const longestFailedSeconds = 6 * 3600;
const busySeconds = 60;

/** A failed or killed sync starts again once its minute has passed, so that it does not use up Steam's limit. */
const isDue = 'due_at <= clock_timestamp() and (leased_until is null or leased_until <= clock_timestamp())';

/** A started sync. */
interface Sync {
  /** Identifies the sync; a later one of the same user replaces it. */
  readonly id: string;
  readonly user_id: string;
  readonly account: string;
  /** Null before the account was first found. */
  readonly steam_id: string | null;
}

/**
 * Syncs the Steam account of a user who is due. When two processes do, only the result of the later one is stored.
 * @returns the import to run, or null
 */
export async function syncAccount(parts: ImportParts, userId: string, stopping: AbortSignal): Promise<string | null> {
  const { work } = parts;
  const [sync] = await work.transaction(({ em }) =>
    em.execute<Sync[]>(
      `update steam_accounts
       set look = gen_random_uuid(), leased_until = clock_timestamp() + make_interval(secs => ${busySeconds})
       where user_id = ? and ${isDue}
       returning look as id, user_id, account, steam_id`,
      [userId],
    ),
  );
  if (!sync) return null;
  try {
    const found = await listSteamGames(parts, sync, stopping);
    const matches = typeof found === 'string' ? noMatches : await matchNew(parts, sync, found, stopping);
    return await work.transaction((transaction) => store(transaction, sync, found, matches));
  } catch (fault) {
    if (!stopping.aborted) throw fault;
    // Another process can start immediately.
    return work.transaction(({ em }) => postpone(em, sync, 0));
  }
}

export const waitingForSync = `select user_id as id from steam_accounts where ${isDue} order by due_at limit 20`;

/** By Steam app id. */
type Matches = ReadonlyMap<number, Match>;

const noMatches: Matches = new Map();

/**
 * Creates an import from a sync's result and stores the outcome in one transaction, so that a killed process leaves
 * nothing behind.
 * @param found the account's games, or why there are none
 * @returns the id of the import to run, or null
 */
async function store(
  { em, notifyClients }: Transaction,
  sync: Sync,
  found: SteamGames | LookOutcome,
  matches: Matches,
): Promise<string | null> {
  const { user_id } = sync;
  const [settings] = await em.execute<{ account: string; rule: SyncRule; status: VaultImport['options']['status'] }[]>(
    'select account, rule, status from steam_accounts where user_id = ? and look = ? for update',
    [user_id, sync.id],
  );
  // Another process has started a sync since, or the account is no longer linked.
  if (!settings) return null;
  notifyOfSync({ notifyClients }, user_id);
  if (typeof found === 'string') return end(em, sync, found);
  // A sync depends on the results of the previous import.
  if (await isAny(em, `${ofSync} and status in ('running', 'paused', 'undoing')`, [user_id])) {
    return postpone(em, sync, busySeconds);
  }
  if ((await countOf(em, ofSync, [user_id])) >= importRules.keptOfSync) return end(em, sync, 'too_many');
  const { rows, seen } = await planFor(em, user_id, settings.rule, found.games, matches);
  let id: string | null = null;
  if (rows.length > 0) {
    const { account, rule, status } = settings;
    id = await insertImport(em, {
      ...{ userId: user_id, name: `Steam, synchronised: ${account}`, source: 'steam', rule, isOfSync: true },
      ...{ options: { rating_of: 10, status }, status: 'running', rows: rows.length },
    });
    await insertRows(
      em,
      id,
      rows.map((row, at) => ({ position: at + 1, ...row })),
    );
  }
  await em.execute(
    'update steam_accounts set steam_id = ?, import_id = coalesce(?::uuid, import_id) where user_id = ?',
    [found.account, id, user_id],
  );
  await em.execute(
    `insert into steam_games (user_id, app_id, guid, hours)
     select ?::uuid, app_id, guid, hours from jsonb_to_recordset(?::jsonb) as s (app_id bigint, guid text, hours numeric)
     on conflict (user_id, app_id) do update set guid = excluded.guid, hours = excluded.hours
       where (steam_games.guid, steam_games.hours) is distinct from (excluded.guid, excluded.hours)`,
    [user_id, JSON.stringify(seen)],
  );
  await end(em, sync, id ? 'brought' : 'unchanged');
  return id;
}

const ofSync = 'imports where user_id = ? and of_sync';

async function planFor(
  em: EntityManager,
  userId: string,
  rule: SyncRule,
  games: SteamGames['games'],
  matches: Matches,
) {
  const imported = await importedBefore(em, userId);
  const read = [...new Map(games.map((game) => [game.app_id, game])).values()]
    .slice(0, importRules.rows)
    .map((game) => ({ appId: game.app_id, ...readGame(game), match: matches.get(game.app_id) ?? noMatch }));
  const guids = read.flatMap(({ appId, match }) => imported.get(appId)?.guid ?? match.guid ?? []);
  const entries = await em.find(Entry, { userId, guid: { $in: guids } });
  const byGuid = new Map(entries.map((entry) => [entry.guid, userFieldsOf(entry)] as const));
  return planSync(read, { rule, imported, entries: byGuid, lastHours: await lastHours(em, userId, guids) });
}

/** Returns the games that earlier syncs have seen; null for one that is not matched yet. */
async function importedBefore(em: EntityManager, userId: string): Promise<Map<number, Imported | null>> {
  const rows = await em.execute<{ app_id: string; guid: string | null; hours: number | null }[]>(
    'select app_id, guid, hours::float8 as hours from steam_games where user_id = ?',
    [userId],
  );
  return new Map(rows.map(({ app_id, guid, hours }) => [Number(app_id), guid === null ? null : { guid, hours }]));
}

/** Returns the hours of each game's last import, so that a sync continues from an earlier manual import. */
async function lastHours(em: EntityManager, userId: string, guids: readonly string[]) {
  const rows = await em.execute<{ guid: string; hours: number | null }[]>(
    `select distinct on (r.guid) r.guid, (r.given ->> 'hours_played')::float8 as hours
     from jsonb_array_elements_text(?::jsonb) as w (guid)
     join imports i on i.user_id = ? join import_rows r on r.import_id = i.id and r.guid = w.guid
     where r.fate in ('added', 'changed') and r.undone is null and r.given ->> 'hours_played' is not null
     order by r.guid, i.id desc`,
    [JSON.stringify(guids), userId],
  );
  return new Map(rows.map(({ guid, hours }) => [guid, hours] as const));
}

const part = 500;

/** Matches the account's games that no sync has imported. */
async function matchNew(
  parts: ImportParts,
  { user_id }: Sync,
  { games }: SteamGames,
  stopping: AbortSignal,
): Promise<Matches> {
  const em = parts.work.query();
  const imported = await importedBefore(em, user_id);
  const found = games.filter(({ app_id }) => !imported.get(app_id)).slice(0, importRules.rows);
  const matches = new Map<number, Match>();
  for (let from = 0; from < found.length; from += part) {
    const some = found.slice(from, from + part);
    const given = some.map((game) => readGame(game).given);
    const asking = { askProvider: false, stopping };
    const candidates = await findCandidates(parts, user_id, given.map(candidateRow), asking);
    const matched = await matchRows(em, user_id, given, candidates.rows);
    for (const [at, { isAsked: _, ...match }] of matched.entries()) matches.set(some[at]?.app_id ?? 0, match);
  }
  return matches;
}

/** Converts a game of the account to an import row. */
const readGame = ({ app_id, name, minutes, guid }: SteamGames['games'][number]) =>
  steam(
    { appid: String(app_id), name, playtime_forever: String(minutes), guid: guid ?? '' },
    { rating_of: 10, status: 'collection' },
  );

async function postpone(em: EntityManager, { id, user_id }: Sync, seconds: number): Promise<null> {
  await em.execute(
    `update steam_accounts set look = null, leased_until = null,
       due_at = greatest(due_at, clock_timestamp() + make_interval(secs => ?)) where user_id = ? and look = ?`,
    [seconds, user_id, id],
  );
  return null;
}

/** Stores the outcome of a sync and schedules the next one from now, so that missed days are not made up. */
async function end(em: EntityManager, { id, user_id }: Sync, outcome: LookOutcome): Promise<null> {
  await em.execute(
    `update steam_accounts set looked_at = clock_timestamp(), outcome = ?, look = null, leased_until = null,
       failures = case when ? then least(failures + 1, 20) else 0 end,
       due_at = clock_timestamp() + make_interval(secs =>
         case when ? then least(${failedSeconds} * 2 ^ failures, ${longestFailedSeconds}) else ${daySeconds} end)
     where user_id = ? and look = ?`,
    [outcome, outcome === 'failed', outcome === 'failed', user_id, id],
  );
  return null;
}
