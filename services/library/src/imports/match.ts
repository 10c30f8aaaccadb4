import { type ImportedFields, importRules } from '@nightshelf/contracts';
import type { EntityManager } from '@nightshelf/platform';
import { type Choices, choicesFor } from './choices.ts';

/** Which game a row means: surely, likely, by a choice of its user's, or nobody knows. */
export interface Match {
  readonly match: 'exact' | 'likely' | 'chosen' | 'none' | 'left_out';
  readonly guid: string | null;
  /** Other games that it could mean, at most so many as a row is offered. */
  readonly alternatives: readonly string[];
  /** Likely because several people have chosen it for that name. */
  readonly by_others?: true;
}

/** A game whose name is the same, but for what makes no difference between names. */
export interface Candidate {
  readonly guid: string;
  readonly year: number | null;
  readonly platforms: readonly number[];
  /** Whether it is in the user's vault. */
  readonly is_own: boolean;
  /** Of one whose name is nearly the same: whether the subtitle is, too. */
  readonly is_whole?: boolean;
}

const unknown: Match = { match: 'none', guid: null, alternatives: [] };

/** What is known of the names of a row. */
interface Known {
  /** Games of its name. */
  readonly candidates: readonly Candidate[];
  /** Where there are none: games whose names are nearly its own, but for an article, an edition, a subtitle of one of both, or II for 2. */
  readonly near?: readonly Candidate[];
  /** What the user has chosen for that name before: undefined for nothing, null where such games are left out. */
  readonly chosen?: Choices['chosen'] | undefined;
  /** What several others have chosen for it. */
  readonly others?: Choices['others'];
  /** Whether the game of its identifier is known here. */
  readonly isGuidKnown: boolean;
}

/**
 * An identifier that is known here decides; then what the user has chosen for that name before; then the name, with the year where
 * both are known, then what is in the vault, and the platform. An identifier of elsewhere gives way to a game of that name and year.
 * What several others have chosen for a name is likely, where it says nothing for sure.
 */
export function matchOf(given: Said, { candidates, near = [], chosen, others = [], isGuidKnown }: Known): Match {
  const { guid } = given;
  if (guid !== null && isGuidKnown) return { match: 'exact', guid, alternatives: [] };
  if (chosen !== undefined) {
    return { match: chosen === null ? 'left_out' : 'chosen', guid: chosen, alternatives: [] };
  }
  const byName = matchByName(given, candidates);
  if (guid === null) return orByOthers(given, byName.match === 'none' ? matchNearly(given, near) : byName, others);
  const isSame =
    byName.match === 'exact' && candidates.some((game) => game.guid === byName.guid && isYear(given, game));
  return isSame ? byName : { match: 'exact', guid, alternatives: [] };
}

type Said = Pick<ImportedFields, 'guid' | 'year' | 'platform_id'>;

function matchByName(given: Said, candidates: readonly Candidate[]): Match {
  const ranked = rankedFor(given, candidates);
  const [best, second] = ranked;
  if (!best) return unknown;
  const isSure = isYear(given, best) !== false && (!second || rank(given, best) - rank(given, second) >= sure);
  return { match: isSure ? 'exact' : 'likely', guid: best.guid, alternatives: guidsOf(ranked.slice(1)) };
}

/** Never sure; and a game of another year than the row says is only offered. */
function matchNearly(given: Said, near: readonly Candidate[]): Match {
  const ranked = rankedFor(given, near);
  const [best] = ranked;
  if (!best) return unknown;
  if (isYear(given, best) === false) return { ...unknown, alternatives: guidsOf(ranked) };
  return { match: 'likely', guid: best.guid, alternatives: guidsOf(ranked.slice(1)) };
}

/** A game of another year than the row says is only offered, as is any where the name is sure. */
function orByOthers(given: Said, found: Match, others: Choices['others']): Match {
  if (others.length === 0) return found;
  const taken = found.match === 'exact' ? undefined : others.find((game) => isYear(given, game) !== false);
  const guid = taken?.guid ?? found.guid;
  const offered = [
    ...others.map((game) => game.guid),
    ...(found.guid === null ? [] : [found.guid]),
    ...found.alternatives,
  ];
  const alternatives = [...new Set(offered)].filter((other) => other !== guid).slice(0, importRules.alternatives);
  return taken ? { match: 'likely', guid, alternatives, by_others: true } : { ...found, alternatives };
}

const rankedFor = (given: Said, candidates: readonly Candidate[]) =>
  candidates.toSorted(
    (one, other) =>
      rank(given, other) - rank(given, one) ||
      Number(other.is_whole ?? false) - Number(one.is_whole ?? false) ||
      (one.year ?? 9999) - (other.year ?? 9999) ||
      (one.guid < other.guid ? -1 : 1),
  );

const guidsOf = (ranked: readonly Candidate[]) => ranked.slice(0, importRules.alternatives).map(({ guid }) => guid);

/** By how much more the best has to answer than the second: as much as a year does, not as a platform or the vault. */
const sure = 4;

const rank = (given: Said, game: Candidate): number =>
  (isYear(given, game) === true ? 6 : isYear(given, game) === false ? 0 : 2) +
  (game.is_own ? 1 : 0) +
  (typeof given.platform_id === 'number' && game.platforms.includes(given.platform_id) ? 1 : 0);

/** A year off is the same game: it came out elsewhere first. Null where one of the two is not known. */
function isYear({ year }: Said, game: Pick<Candidate, 'year'>): boolean | null {
  return year === null || game.year === null ? null : Math.abs(year - game.year) <= 1;
}

interface CandidateRow extends Candidate {
  readonly title: string;
}

/** A key is dear: each is worked out once, for all that is looked up by it. */
const keys = `
  select title, key from (
    select t.title, title_key(t.title) as key from jsonb_array_elements_text(?::jsonb) as t (title) offset 0
  ) keyed where key <> ''`;

const candidates = `
  select w.title, g.guid, left(g.summary::json ->> 'original_release_date', 4)::int as year,
    exists (select from entries e where e.user_id = ? and e.guid = g.guid) as is_own,
    coalesce((select jsonb_agg(p -> 'id') from json_array_elements(g.summary::json -> 'platforms') p), '[]') as platforms
  from jsonb_to_recordset(?::jsonb) as w (title text, key text)
  cross join lateral (select guid, summary from games where game_title_key(summary) = w.key limit 50) g`;

/**
 * Both names without articles, editions and subtitles; of subtitles, only one of both may have one, or both have the same. A key is dear:
 * each is worked out once, and of games that share one only for those whose names are about as long.
 */
const nearly = `
  with wanted as materialized (
    select t.title, short_title_key(t.title) as short, loose_title_key(t.title) as loose
    from jsonb_array_elements_text(?::jsonb) as t (title)
  )
  select w.title, g.guid, left(g.summary::json ->> 'original_release_date', 4)::int as year, g.is_whole,
    exists (select from entries e where e.user_id = ? and e.guid = g.guid) as is_own,
    coalesce((select jsonb_agg(p -> 'id') from json_array_elements(g.summary::json -> 'platforms') p), '[]') as platforms
  from wanted w
  cross join lateral (
    select guid, summary, loose = w.loose as is_whole from (
      select guid, summary, loose_title_key(summary::json ->> 'name') as loose from (
        select guid, summary from games where game_short_title_key(summary) = w.short and w.short <> ''
        order by abs(length(summary::json ->> 'name') - length(w.title)), guid limit 50
      ) shared offset 0
    ) named
    where loose = w.loose or w.loose = w.short or loose = w.short
    order by is_whole desc, length(summary::json ->> 'name'), guid limit 10
  ) g`;

const knownGuids = `
  select w.guid from jsonb_array_elements_text(?::jsonb) as w (guid)
  where exists (select from games g where g.guid = w.guid)
    or exists (select from entries e where e.user_id = ? and e.guid = w.guid)`;

/** Matches rows with the games that the library has, all at once. */
export async function matchRows(em: EntityManager, userId: string, rows: readonly ImportedFields[]): Promise<Match[]> {
  const titles = JSON.stringify([...new Set(rows.flatMap(({ title }) => title ?? []))]);
  const guids = JSON.stringify([...new Set(rows.flatMap(({ guid }) => guid ?? []))]);
  const keyed = JSON.stringify(await em.execute<object[]>(keys, [titles]));
  const found = Map.groupBy(await em.execute<CandidateRow[]>(candidates, [userId, keyed]), ({ title }) => title);
  const missed = rows.flatMap(({ title }) => (title !== null && !found.has(title) ? title : []));
  const near = Map.groupBy(
    missed.length === 0 ? [] : await em.execute<CandidateRow[]>(nearly, [JSON.stringify([...new Set(missed)]), userId]),
    ({ title }) => title,
  );
  const choices = await choicesFor(em, userId, keyed);
  const known = await em.execute<{ guid: string }[]>(knownGuids, [guids, userId]);
  const knownHere = new Set(known.map(({ guid }) => guid));
  return rows.map((given) => {
    const title = given.title ?? '';
    const isGuidKnown = given.guid !== null && knownHere.has(given.guid);
    const known = { candidates: found.get(title) ?? [], near: near.get(title) ?? [] };
    return matchOf(given, { ...known, ...choices.get(title), isGuidKnown });
  });
}
