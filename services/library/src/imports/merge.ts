import type { MergeRule } from '@nightshelf/contracts/import-rules.ts';
import type { ImportChange, ImportedFields } from '@nightshelf/contracts/imports.ts';
import type { EntryFields } from '@nightshelf/contracts/library-entry.ts';

/** The user's fields of a game in the vault. */
export interface Said extends EntryFields {
  readonly tags: readonly string[];
  readonly is_shared: boolean;
}

export type Change = { -readonly [Field in keyof Said]?: Said[Field] };

type Field = keyof Said;

/** Returns the fields of a row without the empty ones. */
function saidBy({ status, rating, hours_played, platform_id, tags, is_shared }: ImportedFields): Change {
  const said = { status, rating, hours_played, platform_id, tags, is_shared };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null)) as Change;
}

const isEmpty = (now: Said, field: Field) => now[field] === null || (field === 'tags' && now.tags.length === 0);

const isHigher = (given: unknown, now: unknown) => Number(given) > Number(now);

const takes: Readonly<Record<MergeRule, (field: Field, given: Change, now: Said) => boolean>> = {
  only_new: () => false,
  fill_empty: (field, _, now) => isEmpty(now, field),
  hours_only: (field) => field === 'hours_played',
  take_higher: (field, given, now) =>
    isEmpty(now, field) || ((field === 'rating' || field === 'hours_played') && isHigher(given[field], now[field])),
  replace: () => true,
};

/** Returns the fields that a row changes under the merge rule; empty when nothing differs. */
export function changeOf(rule: MergeRule, given: ImportedFields, now: Said): Change {
  const said = saidBy(given);
  const taken = (Object.keys(said) as Field[]).filter(
    (field) => takes[rule](field, said, now) && !same(said[field], now[field]),
  );
  return Object.fromEntries(taken.map((field) => [field, said[field]])) as Change;
}

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the change as the API shows it. */
export const changesShown = (change: Change, now: Said | null): ImportChange[] =>
  (Object.keys(change) as Field[]).map((field) => ({
    field,
    from: shown(now?.[field] ?? null),
    to: shown(change[field] ?? null),
  }));

const shown = (value: Said[Field] | null): ImportChange['to'] =>
  Array.isArray(value) ? [...value] : (value as ImportChange['to']);
