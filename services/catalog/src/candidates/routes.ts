import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import type { CandidateRow, GameCandidate, RowCandidates } from '@nightshelf/contracts/import-candidates.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { storedByIds } from '../games/known-games.ts';
import { StoredGame } from '../games/stored-game.ts';
import type { CatalogParts } from '../parts.ts';
import { titleKeys } from '../search/normalise.ts';
import { askProviders } from './ask-providers.ts';

/** Stored games that match a row, including those of the offline catalog. */
type StoredCandidates = Omit<RowCandidates, 'asked'>;

const mostNamed = 20;
const mostNear = 10;

/** Very many stored titles may share a short key. */
const mostOfKey = 50;

interface Found extends Omit<GameCandidate, 'is_alias' | 'is_whole'> {
  readonly at: number;
  readonly key: string;
  readonly name: string;
}

/** Columns of a game `g`. Its year is that of its release, or the one in brackets after its name. */
const columns = `
  g.guid, g.data ->> 'name' as name,
  case when g.source = 'provider' then greatest(g.prominence, 0.5) else g.prominence end as prominence,
  coalesce(substring(g.data ->> 'name' from '[([]((?:19|20)[0-9]{2})[)\\]]\\s*$'),
    left(coalesce(g.data ->> 'original_release_date', g.data ->> 'partial_release_date'), 4))::int as year,
  coalesce((select jsonb_agg(p -> 'id') from jsonb_array_elements(g.data -> 'platforms') p
    where jsonb_typeof(p -> 'id') = 'number'), '[]') as platforms`;

const byTitle = `
  select w.at, w.key, found.* from jsonb_to_recordset(?::jsonb) as w (at int, key text)
  cross join lateral (
    select ${columns} from games g where g.title_keys @> array[w.key] order by g.prominence desc, g.guid limit ${mostNamed}
  ) found`;

const byShortTitle = `
  select w.at, w.key, found.* from jsonb_to_recordset(?::jsonb) as w (at int, key text, length int)
  cross join lateral (
    select ${columns} from games g where g.short_key = w.key and g.short_key <> ''
    order by g.prominence desc, abs(length(g.data ->> 'name') - w.length), g.guid limit ${mostOfKey}
  ) found`;

/** Finds games by id, then by title, then by similar titles, with one query each for all rows. */
async function offlineCandidates(em: EntityManager, rows: readonly CandidateRow[]): Promise<StoredCandidates[]> {
  const ids = rows.flatMap(({ id }) => id ?? []);
  const known = await storedByIds(em, ids);
  const titles = rows.map(({ title }) => (title === null ? null : titleKeys(title)));
  const wanted = titles.flatMap((keys, at) => (keys?.names ?? []).map((key) => ({ at, key })));
  const named = Map.groupBy(await look(em, byTitle, wanted), ({ at }) => at);
  const missed = titles.flatMap((keys, at) =>
    keys && !named.has(at) ? [{ at, key: keys.short, length: rows[at]?.title?.length ?? 0 }] : [],
  );
  const near = Map.groupBy(await look(em, byShortTitle, missed), ({ at }) => at);
  return rows.map(({ id, title }, at) => ({
    by_id: known.get(id ?? '')?.guid ?? null,
    named: distinct(named.get(at) ?? []),
    near: title === null ? [] : nearly(title, near.get(at) ?? []),
  }));
}

const look = (em: EntityManager, sql: string, wanted: readonly object[]): Promise<Found[]> =>
  wanted.length === 0 ? Promise.resolve([]) : em.execute<Found[]>(sql, [JSON.stringify(wanted)]);

/** A row matches with and without the year in brackets, so a game may be found twice. */
const distinct = (games: readonly Found[]) =>
  [...new Map(games.map((game) => [game.guid, game])).values()].map((game) =>
    presented(game, { is_alias: !titleKeys(game.name).names.includes(game.key), is_whole: true }),
  );

/** Only one of two titles may have a subtitle, or both have the same one. */
function nearly(title: string, games: readonly Found[]): GameCandidate[] {
  const wanted = titleKeys(title);
  return games
    .map((game) => ({ game, loose: titleKeys(game.name).loose }))
    .filter(({ loose }) => loose === wanted.loose || wanted.loose === wanted.short || loose === wanted.short)
    .map(({ game, loose }) => presented(game, { is_alias: false, is_whole: loose === wanted.loose }))
    .toSorted((a, b) => Number(b.is_whole) - Number(a.is_whole) || b.prominence - a.prominence)
    .slice(0, mostNear);
}

const presented = (
  { guid, year, platforms, prominence }: Found,
  kind: Pick<GameCandidate, 'is_alias' | 'is_whole'>,
): GameCandidate => ({ guid, year, platforms, prominence, ...kind });

/** Most games published for an import, since libraries know published games only. */
const mostPublished = 1000;

/** Publishes catalogue games that rows may mean, so that the importing library can show their names and covers. */
async function publishCandidates(work: Work, rows: readonly RowCandidates[]): Promise<void> {
  const shown = rows.flatMap(({ by_id, named, near }) => [
    ...(by_id === null ? [] : [by_id]),
    ...[...named, ...near].slice(0, 6).map(({ guid }) => guid),
  ]);
  if (shown.length === 0) return;
  const guid = { $in: [...new Set(shown)].slice(0, mostPublished) };
  await work.transaction(async ({ em, publish }) => {
    const unpublished = await em.find(StoredGame, { guid, published: false }, { orderBy: { guid: 'asc' } });
    for (const game of unpublished) {
      game.published = true;
      publish(gameUpserted, { data: game.summary(), version: game.version });
    }
  });
}

export function candidateRoutes(app: FastifyInstance, parts: CatalogParts): void {
  const { work, known } = parts;
  route(app, catalogCalls.findCandidates, async ({ body: { rows, ask_provider }, identity: { userId } }) => {
    let stored = await offlineCandidates(work.query(), rows);
    const left = new Map([...rows.entries()].filter(([at, row]) => !isAnswered(row, stored[at])));
    let asked: ReadonlySet<number> = new Set(known.providers.isEmpty ? left.keys() : []);
    let retryAfterSeconds: number | null = null;
    if (ask_provider && left.size > asked.size) {
      ({ asked, retryAfterSeconds } = await askProviders(parts, left, { kind: 'request', userId }));
      stored = await offlineCandidates(work.query(), rows);
    }
    const answers = stored.map((row, at): RowCandidates => ({ ...row, asked: !left.has(at) || asked.has(at) }));
    await publishCandidates(work, answers);
    const retry_after_seconds = asked.size < left.size ? retryAfterSeconds : null;
    return { success: true, message: 'Possible matches.', rows: answers, retry_after_seconds };
  });
}

/**
 * Returns whether a stored game matches by id, or by name and year. A provider may know more than the least prominent
 * catalogue entries.
 */
function isAnswered({ year, id, title }: CandidateRow, stored: StoredCandidates | undefined): boolean {
  if (!stored || stored.by_id !== null || (title === null && id === null)) return true;
  return stored.named.some((game) =>
    year === null ? game.prominence > 0 : game.year !== null && Math.abs(game.year - year) <= 1,
  );
}
