import type { StepUpMethod } from '@nightshelf/contracts/step-up.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { secondFactorMethods } from '../second-factors/factors.ts';

/**
 * Returns the user's step-up methods; empty for an unknown user. A second factor replaces the password, so that a
 * stolen password grants no more than at a sign-in.
 */
export async function stepUpMethods(em: EntityManager, userId: string): Promise<StepUpMethod[]> {
  const factors = await secondFactorMethods(em, userId);
  if (factors.length > 0) return factors;
  const [has] = await em.execute<{ password: boolean; external_account: boolean }[]>(
    `select password_hash is not null as password,
            exists (select from identities where user_id = users.id) as external_account
     from users where id = ? and is_active`,
    [userId],
  );
  return Object.entries(has ?? {}).flatMap(([method, is]) => (is ? [method as StepUpMethod] : []));
}
