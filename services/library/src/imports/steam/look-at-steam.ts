import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { importRules, type SyncRule } from '@nightshelf/contracts/import-rules.ts';
import type { ImportOptions, VaultImport } from '@nightshelf/contracts/imports.ts';
import type { LookOutcome } from '@nightshelf/contracts/steam.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { whileRenewing } from '@nightshelf/platform/jobs/worker.ts';
import { Entry } from '../../entries/entry.ts';
import { type CatalogParts, findCandidates, listSteamGames, type SteamGames } from '../ask-catalog.ts';
import { candidateRow, type Match, matchRows } from '../matching/match-rows.ts';
import { rowOf } from '../run-import.ts';
import { steam } from '../sources/sources.ts';
import { type Brought, type NewRow, planLook, type Seen, type Told } from './plan-look.ts';
import { tellSteam } from './synchronise.ts';

interface Parts extends CatalogParts {
  readonly work: Work;
  /** Called with the import that should run. */
  readonly onGoesOn: (id: string) => void;
}

/** Syncs the Steam account of a user who is due; a lease ensures that only one process does. */
export async function lookAtSteam(parts: Parts, userId: string, stopping: AbortSignal): Promise<void> {
  const { work, onGoesOn } = parts;
  const look = await takeLook(work, userId);
  if (!look) return;
  try {
    const found = await whileRenewing(
      () => renewLook(work, look),
      renewMs,
      async () => {
        const games = await listSteamGames(parts, look, stopping);
        return {
          games,
          matches: typeof games === 'string' ? new Map() : await matchNews(parts, look, games, stopping),
        };
      },
    );
    const id = await bringNews(work, look, found);
    if (id) onGoesOn(id);
  } catch (fault) {
    if (!stopping.aborted) throw fault;
    await giveLookBack(work, look);
  }
}

/** Returns some of the due accounts that no process works on, longest overdue first. */
export const waitingForLook = (work: Work) =>
  work.query().execute<{ id: string }[]>(
    `select user_id as id from steam_accounts
     where due_at <= clock_timestamp() and (leased_until is null or leased_until < clock_timestamp())
     order by due_at limit 20`,
  );

const noMatch: Match = { match: 'none', guid: null, alternatives: [] };

/** The games that a sync found, or why it found none. */
interface News {
  readonly games: SteamGames | LookOutcome;
  readonly matches: MatchesOfNews;
}

/**
 * Creates an import from a sync's result and stores the outcome in one transaction, so that a killed process leaves
 * nothing behind.
 * @returns the id of the import to run, or null
 */
function bringNews(work: Work, look: Look, { games: found, matches }: News): Promise<string | null> {
  return work.transaction(async ({ em, tell }) => {
    const held = await holdAccount(em, look);
    if (!held) return null;
    tellSteam({ tell }, look.user_id);
    if (typeof found === 'string') {
      await endLook(em, look, found);
      return null;
    }
    const { underWay, kept } = await importsOf(em, look.user_id);
    if (underWay > 0) {
      await putOff(em, look, busySeconds);
      return null;
    }
    if (kept >= importRules.keptOfSync) {
      await endLook(em, look, 'too_many');
      return null;
    }
    const options = { rating_of: 10, status: held.status } as const;
    const { rows, seen } = await newsOf(em, look, { held, found, matches });
    const id = rows.length > 0 ? await begin(em, look, { held, rows, options }) : null;
    await remember(em, look, { found, seen, id });
    await endLook(em, look, id ? 'brought' : 'unchanged');
    return id;
  });
}

/** Counts sync imports: the next sync depends on the results of unfinished ones. */
async function importsOf(em: EntityManager, userId: string) {
  const [row] = await em.execute<{ underWay: number; kept: number }[]>(
    `select count(*) filter (where status in ('running', 'paused', 'undoing'))::int as "underWay", count(*)::int as kept
     from imports where user_id = ? and of_sync`,
    [userId],
  );
  return row ?? { underWay: 0, kept: 0 };
}

interface Found {
  readonly held: HeldAccount;
  readonly found: SteamGames;
  readonly matches: MatchesOfNews;
}

async function newsOf(em: EntityManager, { user_id }: Look, { held, found, matches }: Found) {
  const brought = await broughtBefore(em, user_id);
  const games = [...new Map(found.games.map((game) => [game.app_id, game])).values()].slice(0, importRules.rows);
  const read = games.map((game) => ({ appId: game.app_id, ...readSteamGame(game) }));
  const told: Told[] = read.map((one) => ({ ...one, match: matches.get(one.appId) ?? noMatch }));
  const guids = told.flatMap(({ appId, match }) => brought.get(appId)?.guid ?? match.guid ?? []);
  const entries = await em.find(Entry, { userId: user_id, guid: { $in: guids } });
  return planLook(told, {
    rule: held.rule,
    brought,
    entries: new Map(entries.map((entry) => [entry.guid, rowOf(entry)] as const)),
    imported: await importedHours(em, user_id, guids),
  });
}

async function broughtBefore(em: EntityManager, userId: string): Promise<Map<number, Brought | null>> {
  const rows = await em.execute<{ app_id: string; guid: string | null; hours: number | null }[]>(
    'select app_id, guid, hours::float8 as hours from steam_games where user_id = ?',
    [userId],
  );
  return new Map(rows.map(({ app_id, guid, hours }) => [Number(app_id), guid === null ? null : { guid, hours }]));
}

/** Returns the hours of each game's last import, so that a sync continues from an earlier manual import. */
async function importedHours(em: EntityManager, userId: string, guids: readonly string[]) {
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

interface NewRows {
  readonly held: HeldAccount;
  readonly rows: readonly NewRow[];
  readonly options: ImportOptions;
}

async function begin(em: EntityManager, { user_id }: Look, { held, rows, options }: NewRows): Promise<string> {
  const id = randomUUIDv7();
  await em.execute(
    `insert into imports (id, user_id, name, source, options, rule, status, rows, received, begun_at, touched_at, of_sync)
     values (?, ?, ?, 'steam', ?::jsonb, ?, 'running', ?, ?, clock_timestamp(), clock_timestamp(), true)`,
    [id, user_id, `Steam, synchronised: ${held.account}`, JSON.stringify(options), held.rule, rows.length, rows.length],
  );
  await em.execute(
    `insert into import_rows (import_id, position, given, problems, match, guid, alternatives, expects)
     select ?::uuid, position, given, problems, match, guid, alternatives, expects
     from jsonb_to_recordset(?::jsonb)
       as r (position int, given jsonb, problems jsonb, match text, guid text, alternatives jsonb, expects jsonb)`,
    [id, JSON.stringify(rows.map((row, at) => ({ position: at + 1, ...row })))],
  );
  return id;
}

interface Seeing {
  readonly found: SteamGames;
  readonly seen: readonly Seen[];
  readonly id: string | null;
}

async function remember(em: EntityManager, { user_id }: Look, { found, seen, id }: Seeing): Promise<void> {
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
}

/** Games matched per request. */
const part = 500;

type MatchesOfNews = ReadonlyMap<number, Match>;

/** Matches the account's new games, keyed by Steam app id. */
async function matchNews(
  parts: CatalogParts & { readonly work: Work },
  { user_id }: Look,
  { games }: SteamGames,
  stopping: AbortSignal,
): Promise<MatchesOfNews> {
  const em = parts.work.query();
  const brought = await broughtApps(em, user_id);
  const fresh = games
    .filter(({ app_id }) => !brought.has(app_id))
    .slice(0, importRules.rows)
    .map((game) => ({ appId: game.app_id, given: readSteamGame(game).given }));
  const matches = new Map<number, Match>();
  for (let from = 0; from < fresh.length; from += part) {
    const rows = fresh.slice(from, from + part);
    const given = rows.map((row) => row.given);
    const asked = parts.catalogUrl
      ? (await findCandidates(parts, user_id, given.map(candidateRow), { askProvider: false, stopping })).rows
      : [];
    const found = await matchRows(em, user_id, given, asked);
    for (const [at, { appId }] of rows.entries()) {
      const { isAsked: _, ...match } = found[at] ?? { isAsked: true, match: 'none', guid: null, alternatives: [] };
      matches.set(appId, match);
    }
  }
  return matches;
}

/** Converts a game of the account to an import row. */
const readSteamGame = ({ app_id, name, minutes, guid }: SteamGames['games'][number]) =>
  steam(
    { appid: String(app_id), name, playtime_forever: String(minutes), guid: guid ?? '' },
    { rating_of: 10, status: 'collection' },
  );

async function broughtApps(em: EntityManager, userId: string): Promise<ReadonlySet<number>> {
  const rows = await em.execute<{ app_id: string }[]>(
    'select app_id from steam_games where user_id = ? and guid is not null',
    [userId],
  );
  return new Set(rows.map(({ app_id }) => Number(app_id)));
}

/** A process that stops renewing its lease for this long counts as dead. */
const leaseSeconds = 60;
const renewMs = 15_000;

/**
 * Delays until the next sync: daily; after a failure, doubled each time up to the longest; and while an import of the
 * account is unfinished.
 */
const daySeconds = 86_400;
const failedSeconds = 300;
const longestFailedSeconds = 6 * 3600;
const busySeconds = 60;

/** A started sync with its lease. */
interface Look {
  readonly id: string;
  readonly user_id: string;
  readonly account: string;
  /** Null before the account was first found. */
  readonly steam_id: string | null;
}

/** The account's current settings, locked until the transaction ends. */
interface HeldAccount {
  readonly account: string;
  readonly rule: SyncRule;
  readonly status: VaultImport['options']['status'];
}

/** @returns null when the account is not due or another process has the lease */
async function takeLook(work: Work, userId: string): Promise<Look | null> {
  const [look] = await work.transaction(({ em }) =>
    em.execute<Look[]>(
      `update steam_accounts set look = ?, leased_until = clock_timestamp() + make_interval(secs => ?)
       where user_id = ? and due_at <= clock_timestamp()
         and (leased_until is null or leased_until < clock_timestamp())
       returning look as id, user_id, account, steam_id`,
      [randomUUID(), leaseSeconds, userId],
    ),
  );
  return look ?? null;
}

const renewLook = (work: Work, { id, user_id }: Look) =>
  work.transaction(({ em }) =>
    em.execute(
      `update steam_accounts set leased_until = clock_timestamp() + make_interval(secs => ?) where user_id = ? and look = ?`,
      [leaseSeconds, user_id, id],
    ),
  );

/** Releases the lease, so that another process can start immediately. */
const giveLookBack = (work: Work, { id, user_id }: Look) =>
  work.transaction(({ em }) => putOff(em, { id, user_id }, 0));

const putOff = (em: EntityManager, { id, user_id }: Pick<Look, 'id' | 'user_id'>, seconds: number) =>
  em.execute(
    `update steam_accounts set look = null, leased_until = null,
       due_at = greatest(due_at, clock_timestamp() + make_interval(secs => ?)) where user_id = ? and look = ?`,
    [seconds, user_id, id],
  );

/** @returns null when the lease was lost or the account is no longer linked, so the result must be discarded */
async function holdAccount(em: EntityManager, { id, user_id }: Look): Promise<HeldAccount | null> {
  const [held] = await em.execute<HeldAccount[]>(
    'select account, rule, status from steam_accounts where user_id = ? and look = ? for update',
    [user_id, id],
  );
  return held ?? null;
}

/** Stores the outcome of a sync and schedules the next one from now, so that missed days are not made up. */
const endLook = (em: EntityManager, { id, user_id }: Look, outcome: LookOutcome) =>
  em.execute(
    `update steam_accounts set looked_at = clock_timestamp(), outcome = ?, look = null, leased_until = null,
       failures = case when ? then least(failures + 1, 20) else 0 end,
       due_at = clock_timestamp() + make_interval(secs =>
         case when ? then least(${failedSeconds} * 2 ^ failures, ${longestFailedSeconds}) else ${daySeconds} end)
     where user_id = ? and look = ?`,
    [outcome, outcome === 'failed', outcome === 'failed', user_id, id],
  );
