import type { CallInput } from '@nightshelf/contracts/call.ts';
import type * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import type { Assertion, Attestation } from '@nightshelf/contracts/factors.ts';
import { call } from '../../../lib/api-client.ts';
import { loadCode } from '../../../lib/resend.ts';

type Purpose = CallInput<typeof factorCalls.challengePasskey>['body']['purpose'];

const load = () => loadCode(() => import('@simplewebauthn/browser'));

/** The person has closed the browser's question, or let it pass: nothing to be told of. */
export const isDismissed = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** The device has a passkey for this account already. */
export const isKnownHere = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError';

/**
 * Has the browser answer a challenge of the server by a passkey.
 * @param autofill offers it among what the browser fills into the username's field, and waits for as long as that takes
 * @throws ApiError, NetworkError, or what the browser says
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

/** Has the browser make a passkey. @param options as the server has sent them */
export async function makePasskey(options: object): Promise<Attestation> {
  const { startRegistration } = await load();
  return (await startRegistration({ optionsJSON: options as never })) as unknown as Attestation;
}
