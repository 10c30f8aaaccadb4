import type { Assertion, Attestation } from '@nightshelf/contracts/factors.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { BrowserState } from '../sessions/browser-state.ts';
import { describePasskeys, findPasskey, type StoredPasskey } from './passkey-table.ts';

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

  constructor(redis: Foundation<object>['redis'], publicOrigin: string) {
    const { hostname, origin } = new URL(publicOrigin);
    this.#id = hostname;
    this.#origin = origin;
    const states = purposes.map((purpose) => {
      const options = { name: `passkey-${purpose}`, seconds, publicOrigin, schema: challenge };
      return [purpose, new BrowserState(redis, options)] as const;
    });
    this.challenges = Object.fromEntries(states) as Challenges;
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
      // `noteUse` compares and stores the counter atomically.
      credential: { id: passkey.credential_id, publicKey: bytesOf(passkey.public_key), counter: 0 },
    }).catch(() => null);
    if (!verified?.verified) return null;
    const { newCounter, credentialBackedUp } = verified.authenticationInfo;
    return { passkey, counter: newCounter, isBackedUp: credentialBackedUp };
  }
}

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'));
