import { CodedError, isDependencyFault, isTimeLimit } from '@nightshelf/platform';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';

/** Why a visit to a provider came to nothing; the client has words for each. */
export type RefusalCode = 'cancelled' | 'expired' | 'failed' | 'unavailable' | 'already_linked' | 'inactive';

/** A visit to a provider that came to nothing for a reason that the user is to know. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;

  constructor(code: RefusalCode) {
    super(code);
    this.code = code;
  }
}

/** What the user is told of a fault. */
export function refusalOf(error: unknown): RefusalCode {
  if (error instanceof Refusal) return error.code;
  if (error instanceof AuthorizationResponseError) return ofProvidersError(error.error);
  return isPassing(error) ? 'unavailable' : 'failed';
}

/** Error codes by RFC 6749, section 4.1.2.1. */
function ofProvidersError(code: string): RefusalCode {
  if (code === 'access_denied') return 'cancelled';
  return code === 'temporarily_unavailable' || code === 'server_error' ? 'unavailable' : 'failed';
}

/** Whether trying again later may help: something did not answer. */
function isPassing(error: unknown): boolean {
  if (error instanceof CodedError) return error.status === 503;
  if (error instanceof ResponseBodyError) return error.status >= 500;
  if (error instanceof ClientError) {
    const { code, cause } = error;
    if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return true;
    return cause instanceof Response ? cause.status >= 500 : cause !== undefined && isPassing(cause);
  }
  // What fetch throws when there is no answer at all.
  if (error instanceof TypeError) return error.message === 'fetch failed';
  return isDependencyFault(error) || isTimeLimit(error);
}
