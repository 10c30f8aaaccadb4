import type { HistoryCause } from '@nightshelf/contracts/entry-history.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Said } from './steps.ts';

/** Entries undone per transaction. */
const limit = 200;

interface Row {
  readonly step: string;
  readonly entry_id: string;
  readonly guid: string;
  readonly kind: 'added' | 'changed' | 'removed';
  readonly before: Said;
  readonly after: Said;
}

/** The first change of an action, which identifies it. */
export interface Head extends Row {
  readonly action: string | null;
  readonly cause: HistoryCause | null;
}

/** The combined changes of an action to one entry. */
export interface Part {
  readonly id: string;
  readonly guid: string;
  /** The previous values of the changed fields; null for an added entry. */
  readonly before: Said | null;
  /** The new values; null for a removed entry. */
  readonly after: Said | null;
  /** The action's last step for this entry. */
  readonly step: number;
}

/** @param since when the user's history began */
export async function headOf(
  em: EntityManager,
  userId: string,
  { step, since }: { readonly step: number; readonly since: string },
): Promise<Head | undefined> {
  const [head] = await em.execute<Head[]>(
    `select step, entry_id, guid, kind, before, after, action, cause from entry_history
     where user_id = ? and step = ? and not follows and at >= ?`,
    [userId, step, since],
  );
  return head;
}

/**
 * Returns a page of an action's changes, combined per entry and ordered by entry id.
 * @param after the last entry of the previous page
 * @returns the page and the cursor of the next one; null after the last
 */
export async function partsOf(
  em: EntityManager,
  userId: string,
  head: Head,
  after = '00000000-0000-0000-0000-000000000000',
): Promise<{ readonly parts: readonly Part[]; readonly next: string | null }> {
  if (head.action === null) return { parts: [together([head])], next: null };
  const rows = await em.execute<Row[]>(
    `select step, entry_id, guid, kind, before, after from entry_history
     where user_id = ? and action = ? and entry_id in (
       select entry_id from entry_history where user_id = ? and action = ? and entry_id > ?::uuid
       group by entry_id order by entry_id limit ?)
     order by entry_id, step`,
    [userId, head.action, userId, head.action, after, limit + 1],
  );
  const parts = [...Map.groupBy(rows, ({ entry_id }) => entry_id).values()].map(together);
  return { parts: parts.slice(0, limit), next: parts.length > limit ? (parts[limit - 1]?.id ?? null) : null };
}

/** Combines the ordered changes of one entry. */
function together(rows: readonly Row[]): Part {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) throw new Error('An action without a change');
  return {
    id: first.entry_id,
    guid: first.guid,
    before: first.kind === 'added' ? null : Object.assign({}, ...rows.toReversed().map(({ before }) => before)),
    after: last.kind === 'removed' ? null : Object.assign({}, ...rows.map(({ after }) => after)),
    step: Number(last.step),
  };
}

/** Returns the entries for which the action has been undone already. */
export async function undoneAmong(
  em: EntityManager,
  userId: string,
  { step, ids }: { readonly step: number; readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await em.execute<{ entry_id: string }[]>(
    `select distinct entry_id from entry_history where user_id = ? and action = ?
       and entry_id in (select jsonb_array_elements_text(?::jsonb)::uuid)`,
    [userId, `action_undone ${step}`, JSON.stringify(ids)],
  );
  return new Set(rows.map(({ entry_id }) => entry_id));
}

/** Returns the entries that have a newer change than the action's. */
export async function touchedSince(
  em: EntityManager,
  userId: string,
  parts: readonly Part[],
): Promise<ReadonlySet<string>> {
  const rows = await em.execute<{ id: string }[]>(
    `select id from jsonb_to_recordset(?::jsonb) as p (id uuid, step bigint)
     where exists (select from entry_history h where h.user_id = ? and h.entry_id = p.id and h.step > p.step)`,
    [JSON.stringify(parts.map(({ id, step }) => ({ id, step }))), userId],
  );
  return new Set(rows.map(({ id }) => id));
}
