import type { EntityManager } from '@mikro-orm/postgresql';
import { CodedError } from '../errors/coded-error.ts';
import type { IntentKey } from './intent.ts';

/** What is known of a key that was used before. `result` is JSON; null where the call only notes its keys. */
export interface NotedKey {
  readonly result: string | null;
}

/**
 * Takes a key for the transaction. Whoever comes with the same key meanwhile waits here until it ends.
 * @returns null when it is taken now, else what came of it before
 * @throws CodedError 422 when something else was meant by it
 */
export async function takeKey(em: EntityManager, intent: IntentKey): Promise<NotedKey | null> {
  const { key, userId, fingerprint } = intent;
  for (;;) {
    const taken = await em.execute<object[]>(
      `insert into idempotency_keys (key, user_id, fingerprint) values (?, ?, decode(?, 'hex'))
       on conflict (key) do nothing returning key`,
      [key, userId, fingerprint.toString('hex')],
    );
    if (taken.length > 0) return null;
    const noted = await findKey(em, intent);
    if (noted) return noted;
    // It was old and has just been pruned.
  }
}

/** @returns what came of a key, or null when it was not used yet. @throws CodedError 422 when something else was meant */
export async function findKey(em: EntityManager, { key, userId, fingerprint }: IntentKey): Promise<NotedKey | null> {
  const [noted] = await em.execute<{ same: boolean; result: string | null }[]>(
    // Who signs in or out is somebody else the second time, so that nobody passes for anybody.
    `select fingerprint = decode(?, 'hex') and coalesce(user_id = ?, true) as same, result
     from idempotency_keys where key = ?`,
    [fingerprint.toString('hex'), userId, key],
  );
  if (noted && !noted.same) throw reused();
  return noted ? { result: noted.result } : null;
}

/** Keeps what the transaction came to, for as long as the key is kept. @param result JSON */
export async function keepResult(em: EntityManager, { key }: IntentKey, result: string): Promise<void> {
  await em.execute('update idempotency_keys set result = ? where key = ?', [result, key]);
}

const keptFor = '24 hours';
const pruneSize = 1000;

/** Forgets some keys that were kept long enough. @returns whether there may be more */
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
  new CodedError(422, 'request.idempotency_key_reused', 'This Idempotency-Key was used for something else before.');
