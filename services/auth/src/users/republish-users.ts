import { LockMode } from '@mikro-orm/postgresql';
import { userUpdated } from '@nightshelf/contracts';
import type { Work } from '@nightshelf/platform';
import { User } from './user.ts';
import { stateOf } from './user-state.ts';

const batchSize = 500;

/** Publishes every user as they now are. @returns how many */
export async function republishUsers(work: Work): Promise<number> {
  let published = 0;
  for (let after: string | undefined = await republishAfter(); after; after = await republishAfter(after)) {}
  return published;

  /** @returns the last id of the batch, or undefined when it was the last batch */
  async function republishAfter(id?: string): Promise<string | undefined> {
    return work.transaction(async ({ em, publish }) => {
      // Locked, so that no change can slip its event in before the older state told here.
      const users = await em.find(User, id ? { id: { $gt: id } } : {}, {
        orderBy: { id: 'asc' },
        limit: batchSize,
        lockMode: LockMode.PESSIMISTIC_WRITE,
      });
      for (const user of users) publish(userUpdated, { data: stateOf(user), version: user.version });
      published += users.length;
      return users.at(-1)?.id;
    });
  }
}
