import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import type { SecondFactorMethod } from '@nightshelf/contracts/factors.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { Secret, TOTP } from 'otpauth';

interface Factors {
  readonly passkeys: number;
  readonly totp: boolean;
  readonly recoveryCodesLeft: number;
}

export async function factorsOf(em: EntityManager, userId: string): Promise<Factors> {
  const [factors] = await em.execute<[Factors]>(
    `select (select count(*)::int from passkeys where user_id = ?) as passkeys,
            exists (select from totp where user_id = ? and confirmed_at is not null) as totp,
            (select count(*)::int from recovery_codes where user_id = ? and used_at is null) as "recoveryCodesLeft"`,
    [userId, userId, userId],
  );
  return factors;
}

/** Returns the methods for the user's second step; empty when none is required. */
export async function secondFactorMethods(em: EntityManager, userId: string): Promise<SecondFactorMethod[]> {
  const { passkeys, totp, recoveryCodesLeft } = await factorsOf(em, userId);
  if (passkeys === 0 && !totp) return [];
  return [
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(totp ? (['totp'] as const) : []),
    ...(recoveryCodesLeft > 0 ? (['recovery_code'] as const) : []),
  ];
}

/** Deletes recovery codes once there is no factor left that they could replace. */
export async function dropNeedlessCodes(em: EntityManager, userId: string): Promise<void> {
  if ((await secondFactorMethods(em, userId)).length === 0) await deleteRecoveryCodes(em, userId);
}

/** Deletes all factors and recovery codes. @returns the number of passkeys and apps deleted */
export async function deleteFactors(em: EntityManager, userId: string): Promise<number> {
  const [ended] = await em.execute<{ count: number }[]>(
    `with keys as (delete from passkeys where user_id = ? returning 1),
          apps as (delete from totp where user_id = ? returning 1)
     select ((select count(*) from keys) + (select count(*) from apps))::int as count`,
    [userId, userId],
  );
  await deleteRecoveryCodes(em, userId);
  return ended?.count ?? 0;
}

const count = 10;

/** 31 letters and digits that are hard to confuse; twelve of them have 59 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

const newCode = () => Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('');
const readable = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-');

/** Replaces all of the user's codes. @returns the new ones in plain text, which are stored nowhere */
export async function replaceRecoveryCodes(em: EntityManager, keys: FactorKeys, userId: string): Promise<string[]> {
  await deleteRecoveryCodes(em, userId);
  const codes = Array.from({ length: count }, newCode);
  for (const code of codes) {
    const [hash] = keys.hashes(code, userId);
    await em.execute('insert into recovery_codes (user_id, code_hash, made_at) values (?, ?, now())', [userId, hash]);
  }
  return codes.map(readable);
}

/** Consumes a code. @returns whether it was valid; of two concurrent requests only one succeeds */
export async function useRecoveryCode(em: EntityManager, keys: FactorKeys, userId: string, code: string) {
  const used = await em.execute<object[]>(
    'update recovery_codes set used_at = now() where user_id = ? and code_hash in (?) and used_at is null returning 1',
    [userId, keys.hashes(code, userId)],
  );
  return used.length > 0;
}

const deleteRecoveryCodes = (em: EntityManager, userId: string) =>
  em.execute('delete from recovery_codes where user_id = ?', [userId]);

const derived = (secret: string, use: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `nightshelf second factors: ${use}`, 32));

const cipher = 'aes-256-gcm';

/**
 * Encrypts and hashes the secrets of second factors, so that the database alone does not reveal them. To rotate keys,
 * put a new one in front.
 */
export class FactorKeys {
  readonly #keys: readonly { encryption: Buffer; hashing: Buffer }[];

  /** @param secrets of 32 characters or more, the encrypting one first */
  constructor(secrets: readonly string[]) {
    this.#keys = secrets.map((secret) => ({
      encryption: derived(secret, 'encryption'),
      hashing: derived(secret, 'hashing'),
    }));
  }

  /** @param owner user id; decryption requires the same one. @returns `iv.tag.text`, each in base64url */
  encrypt(text: string, owner: string): string {
    const [first] = this.#keys;
    if (!first) throw new Error('There is no key');
    const iv = randomBytes(12);
    const encrypting = createCipheriv(cipher, first.encryption, iv).setAAD(Buffer.from(owner));
    const encrypted = Buffer.concat([encrypting.update(text, 'utf8'), encrypting.final()]);
    return [iv, encrypting.getAuthTag(), encrypted].map((part) => part.toString('base64url')).join('.');
  }

  /** @throws Error when no key decrypts it for this user */
  decrypt(stored: string, owner: string): string {
    const [iv, tag, encrypted] = stored.split('.').map((part) => Buffer.from(part, 'base64url'));
    if (!iv || !tag || !encrypted) throw new Error('The secret of a second factor is not readable');
    for (const { encryption } of this.#keys) {
      try {
        const decrypting = createDecipheriv(cipher, encryption, iv, { authTagLength: 16 })
          .setAAD(Buffer.from(owner))
          .setAuthTag(tag);
        return Buffer.concat([decrypting.update(encrypted), decrypting.final()]).toString('utf8');
      } catch {
        // Tries the next key.
      }
    }
    throw new Error('The secret of a second factor was encrypted by a key that is no longer in SECOND_FACTOR_KEYS');
  }

  /** Returns the text's hash under each key, the current key first. */
  hashes(text: string, owner: string): [string, ...string[]] {
    const all = this.#keys.map(({ hashing }) =>
      createHmac('sha256', hashing).update(`${owner} ${text}`).digest('base64url'),
    );
    return all as [string, ...string[]];
  }
}

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
