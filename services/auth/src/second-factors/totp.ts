import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { Secret, TOTP } from 'otpauth';
import type { FactorKeys } from './factor-keys.ts';

/** The RFC 6238 parameters that every authenticator app supports. */
const form = { issuer: 'Nightshelf', algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Accepted steps before and after the current one, for clock differences. */
const window = 1;

export const newTotpSecret = () => new Secret({ size: 20 }).base32;

/** Returns the content of the QR code. */
export const totpUri = (secret: string, username: string) => new TOTP({ ...form, label: username, secret }).toString();

/**
 * @param now in milliseconds
 * @returns the time step of the code, or null when none near `now` matches
 */
function stepOf(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...form, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, window, timestamp: now });
  return delta === null ? null : Math.floor(now / 1000 / form.period) + delta;
}

/**
 * Accepts a code once, and no earlier one afterwards. Uses the database's clock, because a replica's own may be minutes
 * off.
 * @param isConfirmed whether the app is already confirmed, or this code confirms it
 * @returns whether the code was right
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

/** Stores an unconfirmed secret. @returns false when a confirmed one exists */
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

/** @returns whether a confirmed app was deleted */
export async function deleteTotp(em: EntityManager, userId: string): Promise<boolean> {
  const gone = await em.execute<object[]>(
    'delete from totp where user_id = ? and confirmed_at is not null returning 1',
    [userId],
  );
  return gone.length > 0;
}
