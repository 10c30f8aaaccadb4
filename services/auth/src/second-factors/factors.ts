import type { SecondFactorMethod } from '@nightshelf/contracts/factors.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Claim } from '../users/claims.ts';
import { deleteRecoveryCodes } from './recovery-codes.ts';

export interface Factors {
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
