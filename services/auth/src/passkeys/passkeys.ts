import { randomUUIDv7 } from 'node:crypto';
import { type Assertion, type Attestation, mostPasskeys, type Passkey } from '@nightshelf/contracts/factors.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instantColumn } from '@nightshelf/platform/database/instant.ts';
import { CodedError, conflict, notFound } from '@nightshelf/platform/errors/coded-error.ts';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { AuthParts } from '../parts.ts';
import { BrowserState } from '../sessions/browser-state.ts';

const challenge = z.object({
  challenge: z.string(),
  /** The user whose passkey must respond; null when the passkey identifies the user. */
  userId: z.string().nullable(),
});

const purposes = ['registration', 'sign-in', 'second-factor', 'step-up'] as const;

type Purpose = (typeof purposes)[number];
type Challenges = Readonly<Record<Purpose, BrowserState<z.infer<typeof challenge>>>>;

const seconds = 5 * 60;

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
export class RelyingParty {
  readonly #id: string;
  readonly #origin: string;
  /** Each is valid for one purpose, one browser, one response and five minutes. */
  readonly challenges: Challenges;

  constructor(parts: AuthParts) {
    const { hostname, origin } = new URL(parts.settings.PUBLIC_ORIGIN);
    this.#id = hostname;
    this.#origin = origin;
    const of = (purpose: Purpose) => new BrowserState(parts, `passkey-${purpose}`, seconds, challenge);
    this.challenges = Object.fromEntries(purposes.map((purpose) => [purpose, of(purpose)])) as Challenges;
  }

  /** Creates a challenge to register a passkey. @returns options for the browser and its cookie */
  async challengeNew(em: EntityManager, { id: userId, username }: { id: string; username: string }) {
    const options = await generateRegistrationOptions({
      rpName: 'Nightshelf',
      rpID: this.#id,
      userID: new Uint8Array(Buffer.from(userId)),
      userName: username,
      excludeCredentials: await describePasskeys(em, userId),
      // A discoverable, user-verifying passkey can sign in on its own.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const cookie = await this.challenges.registration.keep({ challenge: options.challenge, userId });
    return { options, cookie };
  }

  /** @throws CodedError 422 when the response does not match this browser's challenge for this user */
  async verifyNew(cookies: string | undefined, userId: string, response: Attestation) {
    const pending = await this.challenges.registration.take(cookies);
    if (pending?.userId !== userId) throw passkeyRefused();
    const verified = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: pending.challenge,
      expectedOrigin: this.#origin,
      expectedRPID: this.#id,
      requireUserVerification: true,
    }).catch(() => null);
    if (!verified?.verified) throw passkeyRefused();
    const { credential, credentialBackedUp: isBackedUp } = verified.registrationInfo;
    return { credential, isBackedUp };
  }

  /** Creates a challenge to use a passkey. @param userId its owner; null for any user */
  async challenge(em: EntityManager, purpose: Exclude<Purpose, 'registration'>, userId: string | null) {
    const options = await generateAuthenticationOptions({
      rpID: this.#id,
      ...(userId === null ? {} : { allowCredentials: await describePasskeys(em, userId) }),
      userVerification: 'required',
    });
    const cookie = await this.challenges[purpose].keep({ challenge: options.challenge, userId });
    return { options, cookie };
  }

  /** @returns the passkey that signed this browser's challenge; null when invalid or another user's */
  async verify(
    em: EntityManager,
    purpose: Exclude<Purpose, 'registration'>,
    { cookies, response, userId }: { cookies: string | undefined; response: Assertion; userId: string | null },
  ): Promise<ProvenPasskey | null> {
    const pending = await this.challenges[purpose].take(cookies);
    const passkey = await findPasskey(em, response.id);
    if (!pending || pending.userId !== userId || !passkey || (userId !== null && passkey.user_id !== userId))
      return null;
    const { userHandle } = response.response;
    const owner = userHandle ? Buffer.from(userHandle, 'base64url').toString() : userId;
    if (owner !== passkey.user_id) return null;
    const verified = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: pending.challenge,
      expectedOrigin: this.#origin,
      expectedRPID: this.#id,
      requireUserVerification: true,
      // `noteUse` compares and stores the counter atomically.
      credential: { id: passkey.credential_id, publicKey: bytesOf(passkey.public_key), counter: 0 },
    }).catch(() => null);
    if (!verified?.verified) return null;
    const { newCounter, credentialBackedUp } = verified.authenticationInfo;
    return { passkey, counter: newCounter, isBackedUp: credentialBackedUp };
  }
}

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'));

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

async function findPasskey(em: EntityManager, credentialId: string): Promise<StoredPasskey | null> {
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
