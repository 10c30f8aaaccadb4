import type { CallInput } from '@nightshelf/contracts/call.ts';
import type * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import type { Assertion, Attestation } from '@nightshelf/contracts/factors.ts';
import { call } from '../../../lib/api-client.ts';
import { loadCode } from '../../../lib/resend.ts';

type Purpose = CallInput<typeof factorCalls.challengePasskey>['body']['purpose'];

const load = () => loadCode(() => import('@simplewebauthn/browser'));

/** Returns whether the user closed the browser's prompt or let it time out, which is no error. */
export const isDismissed = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** Returns whether the device already has a passkey for this account. */
export const isKnownHere = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError';

/**
 * Has the browser sign a server challenge with a passkey.
 * @param autofill offers the passkey in the username field's autofill and waits until the user picks it
 * @throws ApiError, NetworkError or the browser's error
 */
export async function answerChallenge(purpose: Purpose, autofill = false): Promise<Assertion> {
  const [{ startAuthentication }, { options }] = await Promise.all([
    load(),
    call<typeof factorCalls.challengePasskey>({
      method: 'POST',
      path: '/api/auth/passkey-challenges',
      body: { purpose },
    }),
  ]);
  const answer = await startAuthentication({ optionsJSON: options as never, useBrowserAutofill: autofill });
  return answer as unknown as Assertion;
}

/**
 * Has the browser create a passkey.
 * @param options as the server sent them
 */
export async function makePasskey(options: object): Promise<Attestation> {
  const { startRegistration } = await load();
  return (await startRegistration({ optionsJSON: options as never })) as unknown as Attestation;
}
