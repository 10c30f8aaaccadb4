import { randomInt } from 'node:crypto';
import type { SecondFactorMethod } from '@nightshelf/contracts/factors.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Claim } from '../users/claims.ts';
import type { FactorKeys } from './factor-keys.ts';

interface Factors {
  readonly passkeys: number;
  readonly totp: boolean;
  readonly recoveryCodesLeft: number;
}

export async function factorsOf(em: EntityManager, userId: string): Promise<Factors> {
  const [row] = await em.execute<{ passkeys: number; totp: boolean; codes: number }[]>(
    `select (select count(*)::int from passkeys where user_id = ?) as passkeys,
            exists (select from totp where user_id = ? and confirmed_at is not null) as totp,
            (select count(*)::int from recovery_codes where user_id = ? and used_at is null) as codes`,
    [userId, userId, userId],
  );
  return { passkeys: row?.passkeys ?? 0, totp: row?.totp ?? false, recoveryCodesLeft: row?.codes ?? 0 };
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

/** Only a first verification ends factors: a password reset must not, or a mailbox alone would open the account. */
export const factorsClaim: Claim = { endsWhen: 'first proven', end: deleteFactors };

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
export async function useRecoveryCode(
  em: EntityManager,
  keys: FactorKeys,
  userId: string,
  code: string,
): Promise<boolean> {
  const used = await em.execute<object[]>(
    'update recovery_codes set used_at = now() where user_id = ? and code_hash in (?) and used_at is null returning 1',
    [userId, keys.hashes(code, userId)],
  );
  return used.length > 0;
}

const deleteRecoveryCodes = (em: EntityManager, userId: string) =>
  em.execute('delete from recovery_codes where user_id = ?', [userId]);
