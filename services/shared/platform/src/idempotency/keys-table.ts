import type { EntityManager } from '@mikro-orm/postgresql';
import { CodedError } from '../errors/coded-error.ts';
import type { IntentKey } from './intent.ts';

/** A stored key of a caller. `result` is JSON; null when none is stored. */
interface NotedKey {
  readonly storedAs: string;
  readonly result: string | null;
}

/**
 * Keys belong to their callers. The first caller's key is stored as given, where the previous release looks for it;
 * other callers' keys get their id as a prefix. No key contains a space.
 */
const ownKey = ({ key, userId }: IntentKey) => `${userId ?? 'anonymous'} ${key}`;

/**
 * Takes a key for the transaction. A concurrent transaction with the same key of the same caller waits until the first
 * ends.
 * @returns `isNew` when the key is new, else the result of its first use
 * @throws CodedError 422 when the caller used the key for something else
 */
export async function takeKey(em: EntityManager, intent: IntentKey): Promise<NotedKey & { readonly isNew: boolean }> {
  for (;;) {
    for (const storedAs of [intent.key, ownKey(intent)]) {
      if (await insertKey(em, intent, storedAs)) return { storedAs, result: null, isNew: true };
      const noted = await findKey(em, intent);
      if (noted) return { ...noted, isNew: false };
    }
    // The key was old and has just been pruned.
  }
}

async function insertKey(em: EntityManager, intent: IntentKey, storedAs: string): Promise<boolean> {
  const taken = await em.execute<object[]>(
    // The first caller's key may have been pruned after this caller's prefixed key was stored.
    `insert into idempotency_keys (key, user_id, fingerprint) select ?, ?::uuid, decode(?, 'hex')
     where not exists (select from idempotency_keys where key = ?)
     on conflict (key) do nothing returning key`,
    [storedAs, intent.userId, intent.fingerprint.toString('hex'), ownKey(intent)],
  );
  return taken.length > 0;
}

interface Row {
  readonly storedAs: string;
  readonly result: string | null;
  readonly isSame: boolean;
}

/**
 * @returns the caller's key, or null when it is unused
 * @throws CodedError 422 when the caller used the key for something else
 */
export async function findKey(em: EntityManager, intent: IntentKey): Promise<NotedKey | null> {
  const { key, userId, fingerprint } = intent;
  const rows = await em.execute<Row[]>(
    // A request that signs in or out is anonymous either before or after, so the fingerprint alone identifies a
    // repetition.
    `select key as "storedAs", result, fingerprint = decode(?, 'hex') as "isSame" from idempotency_keys
     where key in (?, ?, ?)
       and (user_id is not distinct from ?::uuid or (user_id is null or ?::uuid is null) and fingerprint = decode(?, 'hex'))
     order by "isSame" desc, key limit 1`,
    [
      fingerprint.toString('hex'),
      key,
      ownKey(intent),
      ownKey({ ...intent, userId: null }),
      userId,
      userId,
      fingerprint.toString('hex'),
    ],
  );
  const [noted] = rows;
  if (noted && !noted.isSame) throw reused();
  return noted ? { storedAs: noted.storedAs, result: noted.result } : null;
}

/**
 * Stores the result of the transaction for the lifetime of the key.
 * @param result JSON
 */
export async function keepResult(em: EntityManager, { storedAs }: NotedKey, result: string): Promise<void> {
  await em.execute('update idempotency_keys set result = ? where key = ?', [result, storedAs]);
}

const keptFor = '24 hours';
const pruneSize = 1000;

/**
 * Deletes some expired keys.
 * @returns whether there may be more
 */
export async function pruneKeys(em: EntityManager): Promise<boolean> {
  const pruned = await em.execute<object[]>(
    `delete from idempotency_keys where key in (
       select key from idempotency_keys where noted_at < clock_timestamp() - ?::interval
       order by noted_at limit ? for update skip locked)
     returning 1`,
    [keptFor, pruneSize],
  );
  return pruned.length === pruneSize;
}

const reused = () =>
  new CodedError(422, 'request.idempotency_key_reused', 'This Idempotency-Key was already used for another request.');
