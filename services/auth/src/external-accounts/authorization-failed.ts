import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { isDependencyFault, isTimeLimit } from '@nightshelf/platform/errors/dependency-faults.ts';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';

/** The frontend has a message for each code. */
export type FailureCode = 'cancelled' | 'expired' | 'failed' | 'unavailable' | 'already_linked' | 'inactive';

/** A failed authorization at a provider, with a reason to show to the user. */
export class AuthorizationFailed extends Error {
  override name = 'AuthorizationFailed';
  readonly code: FailureCode;

  constructor(code: FailureCode) {
    super(code);
    this.code = code;
  }
}

/** Returns the failure code to show to the user. */
export function failureCodeOf(error: unknown): FailureCode {
  if (error instanceof AuthorizationFailed) return error.code;
  if (error instanceof AuthorizationResponseError) return codeOfProvidersError(error.error);
  return isPassing(error) ? 'unavailable' : 'failed';
}

/** Error codes of RFC 6749, section 4.1.2.1. */
function codeOfProvidersError(code: string): FailureCode {
  if (code === 'access_denied') return 'cancelled';
  return code === 'temporarily_unavailable' || code === 'server_error' ? 'unavailable' : 'failed';
}

/** Returns whether a retry may help. */
function isPassing(error: unknown): boolean {
  if (error instanceof CodedError) return error.status === 503;
  if (error instanceof ResponseBodyError) return error.status >= 500;
  if (error instanceof ClientError) {
    const { code, cause } = error;
    if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return true;
    return cause instanceof Response ? cause.status >= 500 : cause !== undefined && isPassing(cause);
  }
  // fetch throws this when it gets no response.
  if (error instanceof TypeError) return error.message === 'fetch failed';
  return isDependencyFault(error) || isTimeLimit(error);
}
