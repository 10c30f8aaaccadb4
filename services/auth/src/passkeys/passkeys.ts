import { randomUUIDv7 } from 'node:crypto';
import { type Assertion, type Attestation, mostPasskeys, type Passkey } from '@nightshelf/contracts/factors.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instantColumn } from '@nightshelf/platform/database/instant.ts';
import { CodedError, conflict, notFound } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { AuthParts } from '../parts.ts';
import { browserState } from '../sessions/browser-state.ts';

const challenge = z.object({
  challenge: z.string(),
  /** The user whose passkey must respond; null when the passkey identifies the user. */
  userId: z.string().nullable(),
});

const challengeState = (purpose: string) => browserState(`passkey-${purpose}`, 5 * 60, challenge);

/** Each challenge is valid for one purpose, one browser, one response and five minutes. */
export const challenges = {
  registration: challengeState('registration'),
  'sign-in': challengeState('sign-in'),
  'second-factor': challengeState('second-factor'),
  'step-up': challengeState('step-up'),
};

type Purpose = Exclude<keyof typeof challenges, 'registration'>;

/** A passkey with a verified response. */
export interface ProvenPasskey {
  readonly passkey: StoredPasskey;
  readonly counter: number;
  readonly isBackedUp: boolean;
}

/** The only error for passkeys: it does not reveal the reason. */
export const passkeyRefused = (status: 401 | 422 = 422) =>
  new CodedError(status, 'auth.passkey_refused', 'This passkey was not accepted. Please try again.');

/** The WebAuthn relying party, bound to the exact public origin. */
function relyingParty({ settings }: AuthParts) {
  const { hostname, origin } = new URL(settings.PUBLIC_ORIGIN);
  return {
    rpID: hostname,
    expected: { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true },
  };
}

/** Creates a challenge to register a passkey. @returns options for the browser and its cookie */
export async function challengeNew(parts: AuthParts, { userId, username }: Pick<Identity, 'userId' | 'username'>) {
  const options = await generateRegistrationOptions({
    rpName: 'Nightshelf',
    rpID: relyingParty(parts).rpID,
    userID: new Uint8Array(Buffer.from(userId)),
    userName: username,
    excludeCredentials: await describePasskeys(parts.work.query(), userId),
    // A discoverable, user-verifying passkey can sign in on its own.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const cookie = await challenges.registration.keep(parts, { challenge: options.challenge, userId });
  return { options: { ...options }, cookie };
}

/** @throws CodedError 422 when the response does not match this browser's challenge for this user */
export async function verifyNew(parts: AuthParts, cookies: string | undefined, userId: string, response: Attestation) {
  const pending = await challenges.registration.take(parts, cookies);
  if (pending?.userId !== userId) throw passkeyRefused();
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: pending.challenge,
    ...relyingParty(parts).expected,
  }).catch(() => null);
  if (!verified?.verified) throw passkeyRefused();
  return verified.registrationInfo;
}

/** Creates a challenge to use a passkey. @param userId its owner; null for any user */
export async function challengePasskey(parts: AuthParts, purpose: Purpose, userId: string | null) {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(parts).rpID,
    ...(userId === null ? {} : { allowCredentials: await describePasskeys(parts.work.query(), userId) }),
    userVerification: 'required',
  });
  const cookie = await challenges[purpose].keep(parts, { challenge: options.challenge, userId });
  return { options: { ...options }, cookie };
}

/** @returns the passkey that signed this browser's challenge; null when invalid or another user's */
export async function verifyPasskey(
  em: EntityManager,
  parts: AuthParts,
  purpose: Purpose,
  { cookies, response, userId }: { cookies: string | undefined; response: Assertion; userId: string | null },
): Promise<ProvenPasskey | null> {
  const pending = await challenges[purpose].take(parts, cookies);
  const [passkey] = await em.execute<StoredPasskey[]>('select * from passkeys where credential_id = ?', [response.id]);
  if (!pending || pending.userId !== userId || !passkey || (userId !== null && passkey.user_id !== userId)) return null;
  const { userHandle } = response.response;
  const owner = userHandle ? Buffer.from(userHandle, 'base64url').toString() : userId;
  if (owner !== passkey.user_id) return null;
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: pending.challenge,
    ...relyingParty(parts).expected,
    // `noteUse` compares and stores the counter atomically.
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: 0,
    },
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { passkey, counter: newCounter, isBackedUp: credentialBackedUp };
}

/** A stored passkey; the public key is base64url. */
interface StoredPasskey {
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
async function describePasskeys(em: EntityManager, userId: string) {
  const rows = await em.execute<StoredPasskey[]>('select credential_id, transports from passkeys where user_id = ?', [
    userId,
  ]);
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id,
    transports: transports.split(',').filter(Boolean),
  }));
}

/** The caller must lock the user first. @throws CodedError 409 when there are too many, or the passkey is in use */
export async function storePasskey(
  em: EntityManager,
  userId: string,
  name: string,
  { credential, credentialBackedUp }: Awaited<ReturnType<typeof verifyNew>>,
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
      credentialBackedUp,
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
 * @throws CodedError 422 then, which the owner's audit trail shows
 */
export async function noteUse(
  em: EntityManager,
  { deferred }: AuthParts,
  { passkey, counter, isBackedUp }: ProvenPasskey,
  client: Client,
): Promise<void> {
  const noted = await em.execute<object[]>(
    `update passkeys set counter = ?, is_backed_up = ?, last_used_at = now()
     where id = ? and (counter < ? or (counter = 0 and ? = 0)) returning 1`,
    [counter, isBackedUp, passkey.id, counter, counter],
  );
  if (noted.length > 0) return;
  deferred.record({ userId: passkey.user_id, kind: 'passkey_refused', client, detail: passkey.name });
  throw passkeyRefused();
}

const noSuchPasskey = () => notFound('auth.passkey_not_found', 'Passkey not found.');
