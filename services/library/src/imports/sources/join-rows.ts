import type { ImportedFields } from '@nightshelf/contracts/imports.ts';
import type { Status } from '@nightshelf/contracts/library-entry.ts';

/** Most specific status first: a replayed game is also completed. */
const order: readonly Status[] = ['playing', 'completed', 'dropped', 'want_to_play', 'collection'];

/**
 * Merges the rows of one game, for example per platform or playthrough. Adds up hours, except of identical rows.
 * @param rows at least one
 */
export function joinRows(rows: readonly ImportedFields[]): ImportedFields {
  const distinct = [...new Map(rows.map((row) => [JSON.stringify({ ...row, title: null }), row])).values()];
  const [first] = distinct as [ImportedFields];
  if (distinct.length === 1) return first;
  const rank = ({ status }: ImportedFields) => (status === null ? order.length : order.indexOf(status));
  const best = distinct.toSorted((one, other) => rank(one) - rank(other))[0] ?? first;
  const values = <Value>(read: (row: ImportedFields) => Value | null) =>
    distinct.flatMap((row) => read(row) ?? []) as NonNullable<Value>[];
  const hours = values(({ hours_played }) => hours_played);
  const ratings = values(({ rating }) => rating);
  const tags = values((row) => row.tags).flat();
  return {
    title: first.title,
    year: values(({ year }) => year)[0] ?? null,
    guid: values(({ guid }) => guid)[0] ?? null,
    status: best.status,
    rating: ratings.length > 0 ? Math.max(...ratings) : null,
    hours_played: hours.length > 0 ? hours.reduce((sum, one) => sum + one, 0) : null,
    platform_id: best.platform_id ?? values(({ platform_id }) => platform_id)[0] ?? null,
    tags: tags.length > 0 ? [...new Set(tags)] : null,
    is_shared: values(({ is_shared }) => is_shared)[0] ?? null,
    date_added: values(({ date_added }) => date_added).toSorted()[0] ?? null,
  };
}
