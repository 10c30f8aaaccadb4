import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { isDependencyFault, isTimeLimit } from '@nightshelf/platform/errors/dependency-faults.ts';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';

/** Why signing in with a provider, or linking an account of it, failed; the frontend has words for each. */
export type FailureCode = 'cancelled' | 'expired' | 'failed' | 'unavailable' | 'already_linked' | 'inactive';

/** An authorization at a provider that failed for a reason that the user is told. */
export class AuthorizationFailed extends Error {
  override name = 'AuthorizationFailed';
  readonly code: FailureCode;

  constructor(code: FailureCode) {
    super(code);
    this.code = code;
  }
}

/** What the user is told of an error. */
export function failureCodeOf(error: unknown): FailureCode {
  if (error instanceof AuthorizationFailed) return error.code;
  if (error instanceof AuthorizationResponseError) return codeOfProvidersError(error.error);
  return isPassing(error) ? 'unavailable' : 'failed';
}

/** Error codes by RFC 6749, section 4.1.2.1. */
function codeOfProvidersError(code: string): FailureCode {
  if (code === 'access_denied') return 'cancelled';
  return code === 'temporarily_unavailable' || code === 'server_error' ? 'unavailable' : 'failed';
}

/** Whether trying again later may help: something did not respond. */
function isPassing(error: unknown): boolean {
  if (error instanceof CodedError) return error.status === 503;
  if (error instanceof ResponseBodyError) return error.status >= 500;
  if (error instanceof ClientError) {
    const { code, cause } = error;
    if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return true;
    return cause instanceof Response ? cause.status >= 500 : cause !== undefined && isPassing(cause);
  }
  // What fetch throws when there is no response at all.
  if (error instanceof TypeError) return error.message === 'fetch failed';
  return isDependencyFault(error) || isTimeLimit(error);
}
