import type { MergeRule } from '@nightshelf/contracts/import-rules.ts';
import type {
  ImportChange,
  ImportedFields,
  ImportedGame,
  ImportOptions,
  ImportRow,
  RowFate,
  RowUndone,
  VaultImport,
} from '@nightshelf/contracts/imports.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { pages } from '@nightshelf/platform/paging/pages.ts';
import type { EntryChange, UserFields } from '../entries/entry.ts';
import { csvLines } from '../exports/files.ts';
import { gameImage, gameJson, gameTables, gameYear } from '../games/game-as-shown.ts';
import type { Match } from './matching/match-rows.ts';
import { joinRows } from './sources/join-rows.ts';

/** Protects manual edits from rows that no person has reviewed. */
export interface Expected {
  /** The hours that an import stored; different hours are the user's own. */
  readonly hours_played: number | null;
  /** False when an earlier import added the game, so that only its user adds it again. */
  readonly adds: boolean;
}

/** A stored row with the vault's entry of its game. */
export interface RowKept {
  readonly position: number;
  readonly given: ImportedFields;
  readonly problems: readonly string[];
  readonly match: Match['match'] | 'pending';
  readonly guid: string | null;
  readonly alternatives: readonly string[];
  /** Null when a person reviewed the row before the start. */
  readonly expects: Expected | null;
  readonly fate: RowFate | null;
  readonly before: EntryChange | null;
  readonly after: EntryChange | null;
  readonly undone: RowUndone | null;
  /** Whether an earlier or already imported row has the same game. */
  readonly is_doubled: boolean;
  /** The fields of later rows of the same game. */
  readonly same: readonly ImportedFields[] | null;
  /** Null when the game is not in the vault. */
  readonly entry: UserFields | null;
}

/**
 * Columns of a row, for `from ${tables}`. Conditions of `same` on position and fate stay in its `filter`: in `where`,
 * PostgreSQL, which lacks statistics for a new import, would read all rows for each row.
 */
const columns = `
  r.position, r.given, r.problems, r.match, r.guid, r.alternatives, r.expects, r.fate, r.before, r.after, r.undone,
  exists (select from import_rows o where o.import_id = r.import_id and o.guid = r.guid and o.position <> r.position
    and (o.position < r.position or o.fate in ('added', 'changed', 'unchanged'))) as is_doubled,
  (select jsonb_agg(o.given order by o.position) filter (where o.position > r.position and o.fate is null
    and o.match <> 'pending') from import_rows o where o.import_id = r.import_id and o.guid = r.guid) as same,
  case when e.id is not null then
    entry_said(e.status, e.rating, e.hours_played, e.platform_id, e.platform_not_listed, e.is_shared, e.tags) end as entry`;

const tables = `
  import_rows r join imports i on i.id = r.import_id left join entries e on e.user_id = i.user_id and e.guid = r.guid`;

interface Wanted {
  readonly after: number;
  readonly limit: number;
  /** Only rows that need a review. */
  readonly attention?: boolean;
  /** Only matched rows whose fate is undecided. */
  readonly waiting?: boolean;
  readonly position?: number;
}

/** Yields all rows of an import. */
export const allRows = (em: EntityManager, id: string): AsyncGenerator<RowKept[]> =>
  pages(
    ({ position }: RowKept) => String(position),
    ({ after, limit }) => rowsOf(em, id, { after: Number(after ?? 0), limit }),
  );

export const rowsOf = (em: EntityManager, id: string, wanted: Wanted): Promise<RowKept[]> =>
  em.execute<RowKept[]>(
    `select ${columns} from ${tables} where r.import_id = ? and r.position > ? and (?::int is null or r.position = ?::int)
       and (not ?::boolean or r.match in ('pending', 'likely', 'none') or r.problems <> '[]')
       ${wanted.waiting ? `and r.fate is null and r.match <> 'pending'` : ''}
     order by r.position limit ?`,
    [id, wanted.after, wanted.position ?? null, wanted.position ?? null, wanted.attention ?? false, wanted.limit],
  );

interface Plan {
  readonly fate: RowFate;
  readonly change: EntryChange;
}

/** Returns the fields of all rows of the row's game. */
export const joinedFields = ({ given, same, is_doubled }: RowKept): ImportedFields =>
  same && !is_doubled ? joinRows([given, ...same]) : given;

/** Returns what the import would do with a row now. */
export function planOf(
  rule: MergeRule,
  row: Pick<RowKept, 'match' | 'guid' | 'given' | 'expects' | 'is_doubled' | 'entry'>,
): Plan {
  const plan = (fate: RowFate, change: EntryChange = {}) => ({ fate, change });
  if (row.match === 'pending') return plan('matching');
  if (row.match === 'left_out') return plan('left_out');
  if (row.guid === null) return plan(row.given.title === null ? 'unreadable' : 'unmatched');
  if (row.is_doubled) return plan('doubled');
  const { given, expects, entry } = row;
  if (!entry) return plan(expects?.adds === false ? 'left_out' : 'added');
  const isOwn = expects !== null && expects.hours_played !== entry.hours_played;
  const change = changeOf(rule, isOwn ? { ...given, hours_played: null } : given, entry);
  return plan(Object.keys(change).length > 0 ? 'changed' : 'unchanged', change);
}

export async function presentRows(
  em: EntityManager,
  userId: string,
  { rule, options }: Pick<VaultImport, 'rule' | 'options'>,
  kept: readonly RowKept[],
): Promise<ImportRow[]> {
  const rows = kept.map((row) => ({ ...row, given: joinedFields(row) }));
  const guids = new Set(rows.flatMap(({ guid, alternatives }) => [...(guid === null ? [] : [guid]), ...alternatives]));
  const games = await gamesNamed(em, userId, [...guids]);
  return rows.map((row) => {
    const plan = planOf(rule, row);
    const game = (guid: string): ImportedGame =>
      games.get(guid) ?? { guid, name: row.given.title ?? guid, image_url: null, year: row.given.year };
    return {
      position: row.position,
      given: row.given,
      problems: [...row.problems],
      match: row.match,
      game: row.guid === null ? null : game(row.guid),
      alternatives: row.alternatives.map(game),
      fate: row.fate ?? plan.fate,
      is_done: row.fate !== null,
      changes: row.fate === null ? changesShown(plan.change, row.entry) : changesMade(row),
      stores: storedBy(row, plan, options),
      undone: row.undone,
    };
  });
}

/** Returns the entry as the import will leave it, or the current one for a processed row. */
function storedBy({ given, entry, fate }: RowKept, plan: Plan, options: ImportOptions): ImportRow['stores'] {
  if (!['added', 'changed', 'unchanged'].includes(fate ?? plan.fate)) return null;
  if (entry) return { ...entry, ...(fate === null && plan.change) };
  return fate === null ? fieldsOf(given, options) : null;
}

/** Returns the fields of a new entry. */
export const fieldsOf = (given: ImportedFields, { status }: Pick<ImportOptions, 'status'>): UserFields => ({
  status: given.status ?? status,
  rating: given.rating,
  hours_played: given.hours_played,
  platform_id: given.platform_id,
  tags: given.tags ?? [],
  is_shared: given.is_shared ?? false,
});

const changesMade = ({ fate, before, after }: RowKept): ImportChange[] =>
  fate === 'changed' && after ? changesShown(after, before) : [];

async function gamesNamed(em: EntityManager, userId: string, guids: readonly string[]) {
  const rows = await em.execute<ImportedGame[]>(
    `select w.guid, s.summary ->> 'name' as name, ${gameYear('s.summary')} as year,
       ${gameImage} as image_url
     from jsonb_array_elements_text(?::jsonb) as w (guid)
     ${gameTables('w.guid', '?')}
     cross join lateral (select ${gameJson} as summary) s
     where s.summary is not null`,
    [JSON.stringify(guids), userId],
  );
  return new Map(rows.map((game) => [game.guid, game] as const));
}

/** In the order in which a row shows its changes. */
const changeable = ['status', 'rating', 'hours_played', 'platform_id', 'tags', 'is_shared'] as const;

type Field = (typeof changeable)[number];

const isEmpty = (now: UserFields, field: Field) => now[field] === null || (field === 'tags' && now.tags.length === 0);

const isHigher = (given: unknown, now: unknown) => Number(given) > Number(now);

const takes: Readonly<Record<MergeRule, (field: Field, given: ImportedFields, now: UserFields) => boolean>> = {
  only_new: () => false,
  fill_empty: (field, _, now) => isEmpty(now, field),
  hours_only: (field) => field === 'hours_played',
  take_higher: (field, given, now) =>
    isEmpty(now, field) || ((field === 'rating' || field === 'hours_played') && isHigher(given[field], now[field])),
  replace: () => true,
};

/** Returns the fields that a row changes under the merge rule; empty when nothing differs. */
export function changeOf(rule: MergeRule, given: ImportedFields, now: UserFields): EntryChange {
  const taken = changeable.filter(
    (field) => given[field] !== null && takes[rule](field, given, now) && !same(given[field], now[field]),
  );
  return Object.fromEntries(taken.map((field) => [field, given[field]]));
}

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const changesShown = (change: EntryChange, now: EntryChange | null): ImportChange[] =>
  (Object.keys(change) as Field[]).map((field) => ({ field, from: now?.[field] ?? null, to: change[field] ?? null }));

const reportColumns = ['row', 'title', 'game', 'guid', 'match', 'fate', 'undone', 'changes', 'problems'];

/** Yields a CSV with the fate of every row. */
export async function* reportOf(
  em: EntityManager,
  userId: string,
  { id, rule, options }: VaultImport,
): AsyncGenerator<string> {
  yield `\ufeff${csvLines([reportColumns])}`;
  for await (const kept of allRows(em, id)) {
    const rows = await presentRows(em, userId, { rule, options }, kept);
    yield csvLines(
      rows.map((row) => [
        String(row.position),
        row.given.title ?? '',
        row.game?.name ?? '',
        row.game?.guid ?? '',
        row.match,
        row.is_done ? row.fate : '',
        row.undone ?? '',
        row.is_done
          ? row.changes.map(({ field, from, to }) => `${field}: ${inWords(from)} → ${inWords(to)}`).join('; ')
          : '',
        row.problems.join(' '),
      ]),
    );
  }
}

const inWords = (value: unknown) =>
  value === null ? 'nothing' : Array.isArray(value) ? value.join(', ') : String(value);
