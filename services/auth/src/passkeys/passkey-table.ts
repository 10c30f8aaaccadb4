import { randomUUIDv7 } from 'node:crypto';
import { mostPasskeys, type Passkey } from '@nightshelf/contracts/factors.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instantColumn } from '@nightshelf/platform/database/instant.ts';
import { conflict, notFound } from '@nightshelf/platform/errors/coded-error.ts';
import type { WebAuthnCredential } from '@simplewebauthn/server';

/** A stored passkey; the public key is base64url. */
export interface StoredPasskey {
  readonly id: string;
  readonly user_id: string;
  readonly credential_id: string;
  readonly public_key: string;
  readonly transports: string;
  readonly name: string;
}

const shown = `id, name, is_backed_up, ${instantColumn('created_at')}, ${instantColumn('last_used_at')}`;

/** Returns the user's passkeys, oldest first. */
export const listPasskeys = (em: EntityManager, userId: string) =>
  em.execute<Passkey[]>(`select ${shown} from passkeys where user_id = ? order by id`, [userId]);

/** Returns what a browser needs to find a passkey, or to avoid a second one on the same device. */
export async function describePasskeys(em: EntityManager, userId: string) {
  const rows = await em.execute<StoredPasskey[]>('select credential_id, transports from passkeys where user_id = ?', [
    userId,
  ]);
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id,
    transports: transports.split(',').filter(Boolean),
  }));
}

export async function findPasskey(em: EntityManager, credentialId: string): Promise<StoredPasskey | null> {
  const [found] = await em.execute<StoredPasskey[]>('select * from passkeys where credential_id = ?', [credentialId]);
  return found ?? null;
}

/** The caller must lock the user first. @throws CodedError 409 when there are too many, or the passkey is in use */
export async function storePasskey(
  em: EntityManager,
  userId: string,
  name: string,
  credential: WebAuthnCredential,
  isBackedUp: boolean,
): Promise<Passkey> {
  const [{ count } = { count: 0 }] = await em.execute<{ count: number }[]>(
    'select count(*)::int as count from passkeys where user_id = ?',
    [userId],
  );
  if (count >= mostPasskeys) throw conflict('auth.too_many_passkeys', `You can have ${mostPasskeys} passkeys at most.`);
  const [stored] = await em.execute<Passkey[]>(
    `insert into passkeys
       (id, user_id, credential_id, public_key, counter, transports, name, is_backed_up, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, now()) on conflict (credential_id) do nothing returning ${shown}`,
    [
      randomUUIDv7(),
      userId,
      credential.id,
      Buffer.from(credential.publicKey).toString('base64url'),
      credential.counter,
      (credential.transports ?? []).join(','),
      name,
      isBackedUp,
    ],
  );
  if (!stored) throw conflict('auth.passkey_taken', 'This passkey is already registered.');
  return stored;
}

export async function renamePasskey(em: EntityManager, userId: string, id: string, name: string): Promise<Passkey> {
  const [renamed] = await em.execute<Passkey[]>(
    `update passkeys set name = ? where id = ? and user_id = ? returning ${shown}`,
    [name, id, userId],
  );
  if (!renamed) throw noSuchPasskey();
  return renamed;
}

export async function deletePasskey(em: EntityManager, userId: string, id: string): Promise<string> {
  const [gone] = await em.execute<{ name: string }[]>(
    'delete from passkeys where id = ? and user_id = ? returning name',
    [id, userId],
  );
  if (!gone) throw noSuchPasskey();
  return gone.name;
}

/**
 * Records a use. A signature counter that does not increase may come from a cloned authenticator.
 * @returns whether the counter is valid
 */
export async function noteUse(em: EntityManager, id: string, counter: number, isBackedUp: boolean): Promise<boolean> {
  const noted = await em.execute<object[]>(
    `update passkeys set counter = ?, is_backed_up = ?, last_used_at = now()
     where id = ? and (counter < ? or (counter = 0 and ? = 0)) returning 1`,
    [counter, isBackedUp, id, counter, counter],
  );
  return noted.length > 0;
}

const noSuchPasskey = () => notFound('auth.passkey_not_found', 'Passkey not found.');
