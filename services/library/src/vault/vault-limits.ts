import { vaultLimits } from '@nightshelf/contracts';
import { CodedError, type EntityManager } from '@nightshelf/platform';

/** Most that a user's client may say of all games together, as JSON in bytes: what bounds the answer with a vault. */
const descriptionsBytes = 16 * 1024 * 1024;

/**
 * Belongs after `bumpLibrary` in every transaction that makes a vault larger: whoever makes the same vault larger at the
 * same time then waits, so that neither is left uncounted.
 * @throws CodedError 422
 */
export async function refuseOverfull(em: EntityManager, userId: string): Promise<void> {
  const [row] = await em.execute<{ entries: number }[]>(
    'select count(*)::int as entries from entries where user_id = ?',
    [userId],
  );
  if ((row?.entries ?? 0) > vaultLimits.entries) throw vaultFull(`${vaultLimits.entries} games`);
}

/** The same for what the client says of games that the catalog has not confirmed. */
export async function refuseTooMuchDescribed(em: EntityManager, userId: string): Promise<void> {
  const [row] = await em.execute<{ bytes: string | null }[]>(
    'select sum(octet_length(summary)) as bytes from described_games where user_id = ?',
    [userId],
  );
  if (Number(row?.bytes ?? 0) > descriptionsBytes) throw vaultFull('16 MB of descriptions');
}

const vaultFull = (limit: string) =>
  new CodedError(422, 'library.vault_full', `Your library is full: it holds at most ${limit}.`);
