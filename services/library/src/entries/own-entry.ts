import { LockMode } from '@mikro-orm/postgresql';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { Entry } from './entry.ts';

/**
 * Returns one of the user's own entries, locked until the transaction ends.
 * @throws CodedError 404 for an unknown entry or another user's
 */
export async function ownEntry(em: EntityManager, userId: string, id: string): Promise<Entry> {
  const entry = await em.findOne(Entry, { id, userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!entry) throw notFound('library.entry_not_found', 'Game not found in your library.');
  return entry;
}
