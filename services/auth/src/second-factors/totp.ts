import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { Secret, TOTP } from 'otpauth';
import type { FactorKeys } from './factor-keys.ts';

/** RFC 6238 as every authenticator app has it. */
const form = { issuer: 'Nightshelf', algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Steps before and after now that are accepted, for clocks that differ. */
const window = 1;

export const newTotpSecret = () => new Secret({ size: 20 }).base32;

/** What a QR code tells an app. */
export const totpUri = (secret: string, username: string) => new TOTP({ ...form, label: username, secret }).toString();

/**
 * @param now in milliseconds
 * @returns the step whose code this is, or null when it is that of none near now
 */
function stepOf(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...form, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, window, timestamp: now });
  return delta === null ? null : Math.floor(now / 1000 / form.period) + delta;
}

/**
 * Accepts a code, and none of its step or before it again: of two requests with the same code one has it. By the database's
 * clock: one of a replica that is minutes off would refuse right codes, or have the others refuse them.
 * @param isConfirmed whether the app is in force, or is about to be by this code
 * @returns whether it was right
 */
export async function acceptTotp(
  em: EntityManager,
  keys: FactorKeys,
  { userId, code, isConfirmed }: { userId: string; code: string; isConfirmed: boolean },
): Promise<boolean> {
  const state = `user_id = ? and confirmed_at is ${isConfirmed ? 'not null' : 'null'}`;
  const [stored] = await em.execute<{ secret: string; now: number }[]>(
    `select secret, extract(epoch from clock_timestamp())::float8 * 1000 as now from totp where ${state}`,
    [userId],
  );
  const step = stored ? stepOf(keys.decrypt(stored.secret, userId), code, stored.now) : null;
  if (!stored || step === null) return false;
  const accepted = await em.execute<object[]>(
    `update totp set last_step = ?, confirmed_at = coalesce(confirmed_at, now())
     where ${state} and secret = ? and last_step < ? returning 1`,
    [step, userId, stored.secret, step],
  );
  return accepted.length > 0;
}

/** Keeps a secret that is not in force yet. @returns false when there is one in force */
export async function keepTotp(em: EntityManager, userId: string, encrypted: string): Promise<boolean> {
  const kept = await em.execute<object[]>(
    `insert into totp (user_id, secret, created_at, last_step) values (?, ?, now(), 0)
     on conflict (user_id) do update set secret = excluded.secret, created_at = now(), last_step = 0
       where totp.confirmed_at is null
     returning 1`,
    [userId, encrypted],
  );
  return kept.length > 0;
}

/** @returns whether there was one in force */
export async function deleteTotp(em: EntityManager, userId: string): Promise<boolean> {
  const gone = await em.execute<object[]>(
    'delete from totp where user_id = ? and confirmed_at is not null returning 1',
    [userId],
  );
  return gone.length > 0;
}
