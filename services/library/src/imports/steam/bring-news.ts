import { randomUUIDv7 } from 'node:crypto';
import { importRules } from '@nightshelf/contracts/import-rules.ts';
import type { ImportOptions } from '@nightshelf/contracts/imports.ts';
import type { LookOutcome } from '@nightshelf/contracts/steam-sync.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { Entry } from '../../entries/entry.ts';
import type { SteamGames } from '../ask-catalog.ts';
import type { Match } from '../matching/match.ts';
import { rowOf } from '../run-import.ts';
import { type MatchesOfNews, readSteamGame } from './match-news.ts';
import { type Brought, type NewRow, planLook, type Seen, type Told } from './plan-look.ts';
import { tellSteam } from './steam-accounts.ts';
import { busySeconds, endLook, type HeldAccount, holdAccount, type Look, putOff } from './take-look.ts';

const noMatch: Match = { match: 'none', guid: null, alternatives: [] };

/** The games that a sync found, or why it found none. */
export interface News {
  readonly games: SteamGames | LookOutcome;
  readonly matches: MatchesOfNews;
}

/**
 * Creates an import from a sync's result and stores the outcome in one transaction, so that a killed process leaves
 * nothing behind.
 * @returns the id of the import to run, or null
 */
export function bringNews(work: Work, look: Look, { games: found, matches }: News): Promise<string | null> {
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
