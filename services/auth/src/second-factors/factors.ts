import type { SecondFactorMethod } from '@nightshelf/contracts/factors.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Claim } from '../users/claims.ts';
import { deleteRecoveryCodes } from './recovery-codes.ts';

export interface Factors {
  readonly passkeys: number;
  readonly totp: boolean;
  readonly recoveryCodesLeft: number;
}

/** The user's second factors. */
export async function factorsOf(em: EntityManager, userId: string): Promise<Factors> {
  const [row] = await em.execute<{ passkeys: number; totp: boolean; codes: number }[]>(
    `select (select count(*)::int from passkeys where user_id = ?) as passkeys,
            exists (select from totp where user_id = ? and confirmed_at is not null) as totp,
            (select count(*)::int from recovery_codes where user_id = ? and used_at is null) as codes`,
    [userId, userId, userId],
  );
  return { passkeys: row?.passkeys ?? 0, totp: row?.totp ?? false, recoveryCodesLeft: row?.codes ?? 0 };
}

/** How the user can take a second step; nothing when none is asked of them. */
export async function secondFactorMethods(em: EntityManager, userId: string): Promise<SecondFactorMethod[]> {
  const { passkeys, totp, recoveryCodesLeft } = await factorsOf(em, userId);
  if (passkeys === 0 && !totp) return [];
  return [
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(totp ? (['totp'] as const) : []),
    ...(recoveryCodesLeft > 0 ? (['recovery_code'] as const) : []),
  ];
}

/** Recovery codes stand in for a second factor; without any they open nothing. */
export async function dropNeedlessCodes(em: EntityManager, userId: string): Promise<void> {
  if ((await secondFactorMethods(em, userId)).length === 0) await deleteRecoveryCodes(em, userId);
}

/** Takes all of the user's factors away, and the recovery codes. @returns how many passkeys and apps there were */
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

/** A reset of the password by mail takes no factor away, or a mailbox alone would open the account. */
export const factorsClaim: Claim = { endsWhen: 'first proven', end: deleteFactors };
