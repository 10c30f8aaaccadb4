import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { findUserByLogin } from '../users/find-user.ts';
import { User } from '../users/user.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @param name a username, an email address or an id @returns the user, active or not; null when there is none */
export async function findAccount(em: EntityManager, name: string): Promise<User | null> {
  const wanted = name.trim();
  const byId = uuid.test(wanted) ? await em.findOne(User, { id: wanted }) : null;
  return byId ?? findUserByLogin(em, wanted);
}
