import { vaultLimits } from '@nightshelf/contracts/library-entry.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { CodedError, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import { countOf } from '../sql.ts';

/**
 * Call it in every transaction that changes what the user's library shows.
 * @throws CodedError 401 for a deleted user
 */
export async function bumpLibrary(em: EntityManager, userId: string): Promise<void> {
  const bumped = await em.execute<object[]>(
    `insert into libraries as l (user_id, version)
     select ?, 1 where not exists (select from erased_users where user_id = ?)
     on conflict (user_id) do update set version = l.version + 1 returning 1`,
    [userId, userId],
  );
  if (bumped.length === 0) throw unauthenticated();
}

/** Limit of a user's descriptions together, in bytes of JSON; bounds the size of the library response. */
const descriptionsBytes = 16 * 1024 * 1024;

/**
 * Rejects a library with too many entries. Call it after `bumpLibrary`, whose lock serializes concurrent additions.
 * @throws CodedError 422
 */
export async function refuseOverfull(em: EntityManager, userId: string): Promise<void> {
  if ((await countOf(em, 'entries where user_id = ?', [userId])) > vaultLimits.entries)
    throw libraryFull(`${vaultLimits.entries} games`);
}

/** Does the same for the user's descriptions of unconfirmed games. */
export async function refuseTooMuchDescribed(em: EntityManager, userId: string): Promise<void> {
  if ((await describedBytes(em, userId)) > descriptionsBytes) throw libraryFull('16 MB of descriptions');
}

/** Returns whether there is room for more of the shortest descriptions. */
export const hasRoomForNames = async (em: EntityManager, userId: string): Promise<boolean> =>
  (await describedBytes(em, userId)) < descriptionsBytes - 1024 * 1024;

async function describedBytes(em: EntityManager, userId: string): Promise<number> {
  const [row] = await em.execute<{ bytes: string | null }[]>(
    'select sum(octet_length(summary)) as bytes from described_games where user_id = ?',
    [userId],
  );
  return Number(row?.bytes ?? 0);
}

const libraryFull = (limit: string) =>
  new CodedError(422, 'library.vault_full', `Your library is full. The limit is ${limit}.`);
