import type { Assertion, Attestation } from '@nightshelf/contracts/factors.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Challenges, Purpose } from './challenges.ts';
import { describePasskeys, findPasskey, type StoredPasskey } from './passkey-table.ts';

/** A passkey whose answer was right. */
export interface ProvenPasskey {
  readonly passkey: StoredPasskey;
  readonly counter: number;
  readonly isBackedUp: boolean;
}

/** The one refusal of passkeys: why it was refused is told to nobody. */
export const passkeyRefused = (status: 401 | 422 = 422) =>
  new CodedError(status, 'auth.passkey_refused', 'This passkey was not accepted. Please try again.');

/** This product as WebAuthn knows it: by the exact origin that browsers reach it at. */
export class RelyingParty {
  readonly #id: string;
  readonly #origin: string;
  readonly challenges: Challenges;

  constructor(publicOrigin: string, challenges: Challenges) {
    const { hostname, origin } = new URL(publicOrigin);
    this.#id = hostname;
    this.#origin = origin;
    this.challenges = challenges;
  }

  /** A challenge to make a passkey for the user. @returns options for the browser and its cookie */
  async challengeNew(em: EntityManager, { id: userId, username }: { id: string; username: string }) {
    const options = await generateRegistrationOptions({
      rpName: 'Nightshelf',
      rpID: this.#id,
      userID: new Uint8Array(Buffer.from(userId)),
      userName: username,
      excludeCredentials: await describePasskeys(em, userId),
      // So that it signs in by itself: it knows whose it is, and who holds it.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const cookie = await this.challenges.registration.keep({ challenge: options.challenge, userId });
    return { options, cookie };
  }

  /** @throws CodedError 422 when it answers no challenge of this browser for this user */
  async verifyNew(cookies: string | undefined, userId: string, response: Attestation) {
    const asked = await this.challenges.registration.take(cookies);
    if (asked?.userId !== userId) throw passkeyRefused();
    const verified = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: asked.challenge,
      expectedOrigin: this.#origin,
      expectedRPID: this.#id,
      requireUserVerification: true,
    }).catch(() => null);
    if (!verified?.verified) throw passkeyRefused();
    const { credential, credentialBackedUp: isBackedUp } = verified.registrationInfo;
    return { credential, isBackedUp };
  }

  /** A challenge to use a passkey. @param userId whose; null for anybody's */
  async challenge(em: EntityManager, purpose: Exclude<Purpose, 'registration'>, userId: string | null) {
    const options = await generateAuthenticationOptions({
      rpID: this.#id,
      ...(userId === null ? {} : { allowCredentials: await describePasskeys(em, userId) }),
      userVerification: 'required',
    });
    const cookie = await this.challenges[purpose].keep({ challenge: options.challenge, userId });
    return { options, cookie };
  }

  /** @returns the passkey that has answered this browser's challenge; null when none has, or it was another user's */
  async verify(
    em: EntityManager,
    purpose: Exclude<Purpose, 'registration'>,
    { cookies, response, userId }: { cookies: string | undefined; response: Assertion; userId: string | null },
  ): Promise<ProvenPasskey | null> {
    const asked = await this.challenges[purpose].take(cookies);
    const passkey = await findPasskey(em, response.id);
    if (!asked || asked.userId !== userId || !passkey || (userId !== null && passkey.user_id !== userId)) return null;
    const { userHandle } = response.response;
    const owner = userHandle ? Buffer.from(userHandle, 'base64url').toString() : userId;
    if (owner !== passkey.user_id) return null;
    const verified = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: asked.challenge,
      expectedOrigin: this.#origin,
      expectedRPID: this.#id,
      requireUserVerification: true,
      // The counter is compared where it is stored, in one step.
      credential: { id: passkey.credential_id, publicKey: bytesOf(passkey.public_key), counter: 0 },
    }).catch(() => null);
    if (!verified?.verified) return null;
    const { newCounter, credentialBackedUp } = verified.authenticationInfo;
    return { passkey, counter: newCounter, isBackedUp: credentialBackedUp };
  }
}

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'));
