import type { StepUpMethod } from '@nightshelf/contracts';
import type { EntityManager } from '@nightshelf/platform';

/** How the user can confirm that it is them; nothing when there is no such user. */
export async function stepUpMethods(em: EntityManager, userId: string): Promise<StepUpMethod[]> {
  const [has] = await em.execute<Record<StepUpMethod, boolean>[]>(
    `select password_hash is not null as password,
            exists (select from identities where user_id = users.id) as external_account
     from users where id = ? and is_active`,
    [userId],
  );
  return Object.entries(has ?? {}).flatMap(([method, is]) => (is ? [method as StepUpMethod] : []));
}
