import type { SecondFactorProof } from '@nightshelf/contracts/factors.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import { recordActivity } from '../activity/activity.ts';
import type { AuthParts } from '../parts.ts';
import { noteUse, type ProvenPasskey, passkeyRefused, type RelyingParty } from '../passkeys/passkeys.ts';
import type { FactorKeys } from './factor-keys.ts';
import { useRecoveryCode } from './factors.ts';
import { acceptTotp } from './totp.ts';

export interface ProofParts extends AuthParts {
  readonly keys: FactorKeys;
  readonly relyingParty: RelyingParty;
}

interface Claim {
  readonly userId: string;
  readonly proof: SecondFactorProof;
  readonly purpose: 'second-factor' | 'step-up';
  /** The session to step up; null at a sign-in. */
  readonly sessionId: string | null;
  readonly cookies: string | undefined;
  readonly client: Client;
}

/**
 * Verifies and consumes a second factor in the caller's transaction.
 * @throws CodedError 422 `auth.wrong_code` or `auth.passkey_refused`, 429 after too many app codes
 */
export async function proveFactor(em: EntityManager, parts: ProofParts, claim: Claim): Promise<void> {
  const { userId, proof, client } = claim;
  try {
    if ('assertion' in proof) {
      const { purpose, cookies } = claim;
      const proven = await parts.relyingParty.verify(em, purpose, { cookies, response: proof.assertion, userId });
      if (!proven) throw passkeyRefused();
      await notePasskey(em, parts, proven, client);
    } else if ('recovery_code' in proof) {
      // Unlimited: 59 bits cannot be guessed, and a stranger's attempts must not lock out the owner.
      if (!(await useRecoveryCode(em, parts.keys, userId, proof.recovery_code))) throw wrongCode('recovery_code');
      await recordActivity(em, { userId, kind: 'recovery_code_used', client });
    } else {
      const counter = counterOf(parts, claim);
      await parts.attempts.enter(counter, null);
      if (!(await acceptTotp(em, parts.keys, { userId, code: proof.code, isConfirmed: true }))) throw wrongCode('code');
      await parts.attempts.succeeded(counter, null);
    }
  } catch (error) {
    if (error instanceof CodedError && error.status === 422) {
      parts.deferred.recordRefusal({ userId, kind: 'second_factor_refused', client });
    }
    throw error;
  }
}

/** @throws CodedError 422 when the counter did not increase, which the owner's audit trail shows */
export async function notePasskey(
  em: EntityManager,
  { deferred }: Pick<ProofParts, 'deferred'>,
  { passkey, counter, isBackedUp }: ProvenPasskey,
  client: Client,
): Promise<void> {
  if (await noteUse(em, passkey.id, counter, isBackedUp)) return;
  deferred.record({ userId: passkey.user_id, kind: 'passkey_refused', client, detail: passkey.name });
  throw passkeyRefused();
}

/**
 * Returns the counter of wrong codes. Separates strangers from the owner's sessions and known browsers, and ignores the
 * address, because many addresses could guess a million codes.
 */
function counterOf({ devices }: ProofParts, { userId, sessionId, cookies }: Claim): string {
  if (sessionId !== null) return `step-up:${sessionId}`;
  return devices.knows(cookies, userId) ? `second-factor-known:${userId}` : `second-factor:${userId}`;
}

export const wrongCode = (field: 'code' | 'recovery_code') =>
  new CodedError(422, 'auth.wrong_code', 'This code is wrong or was already used.', {
    errors: { [field]: ['This code is wrong or was already used'] },
  });
