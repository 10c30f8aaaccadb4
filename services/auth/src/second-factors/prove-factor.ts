import type { SecondFactorProof } from '@nightshelf/contracts';
import { type Client, CodedError, type EntityManager } from '@nightshelf/platform';
import type { DeferredActivity } from '../activity/deferred-activity.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { noteUse } from '../passkeys/passkey-table.ts';
import { type ProvenPasskey, passkeyRefused, type RelyingParty } from '../passkeys/relying-party.ts';
import type { AttemptLimit } from '../throttling/attempt-limit.ts';
import type { FactorKeys } from './factor-keys.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { acceptTotp } from './totp.ts';

export interface ProofParts {
  readonly keys: FactorKeys;
  readonly relyingParty: RelyingParty;
  readonly attempts: AttemptLimit;
  readonly deferred: DeferredActivity;
}

export interface Claim {
  readonly userId: string;
  readonly proof: SecondFactorProof;
  readonly purpose: 'second-factor' | 'step-up';
  readonly cookies: string | undefined;
  readonly client: Client;
}

/**
 * Checks a second factor and uses it up, in the transaction of what it is for.
 * @throws CodedError 422 `auth.wrong_code` or `auth.passkey_refused`, 429 after too many codes, from wherever they came
 */
export async function proveFactor(em: EntityManager, parts: ProofParts, claim: Claim): Promise<void> {
  const { userId, proof, client } = claim;
  try {
    if ('assertion' in proof) await provePasskey(em, parts, claim, proof.assertion);
    else await proveCode(em, parts, userId, proof);
  } catch (error) {
    if (error instanceof CodedError && error.status === 422) {
      parts.deferred.recordRefusal({ userId, kind: 'second_factor_refused', client });
    }
    throw error;
  }
  if ('recovery_code' in proof) await recordActivity(em, { userId, kind: 'recovery_code_used', client });
}

async function provePasskey(
  em: EntityManager,
  parts: ProofParts,
  { userId, purpose, cookies, client }: Claim,
  response: Extract<SecondFactorProof, { assertion: unknown }>['assertion'],
): Promise<void> {
  const proven = await parts.relyingParty.verify(em, purpose, { cookies, response, userId });
  if (!proven) throw passkeyRefused();
  await notePasskey(em, parts, proven, client);
}

/** @throws CodedError 422 when its counter is not beyond that of its last use, which its owner is told */
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

async function proveCode(
  em: EntityManager,
  { keys, attempts }: ProofParts,
  userId: string,
  proof: Exclude<SecondFactorProof, { assertion: unknown }>,
): Promise<void> {
  // By the account alone: a million codes are few enough to be guessed from many addresses.
  await attempts.enter(`second-factor:${userId}`, null);
  const isRight =
    'code' in proof
      ? await acceptTotp(em, keys, { userId, code: proof.code, isConfirmed: true })
      : await useRecoveryCode(em, keys, userId, proof.recovery_code);
  if (!isRight) throw wrongCode('code' in proof ? 'code' : 'recovery_code');
  await attempts.succeeded(`second-factor:${userId}`, null);
}

export const wrongCode = (field: 'code' | 'recovery_code') =>
  new CodedError(422, 'auth.wrong_code', 'This code is not right, or was used before.', {
    errors: { [field]: ['This code is not right, or was used before'] },
  });
