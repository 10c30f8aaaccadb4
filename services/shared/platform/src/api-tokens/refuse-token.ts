import type { TokenScope } from '@nightshelf/contracts/api-tokens.ts';
import { CodedError } from '../errors/coded-error.ts';

/**
 * Refuses whoever comes with an API token that the call is not open to. The gateway does so for all services; they do it
 * again by the signed identity, so that none can be reached around it.
 * @param caller null when nobody is signed in; without `scopes` it is a session
 * @throws CodedError 403 `auth.token_scope`
 */
export function refuseToken(
  caller: { readonly scopes?: readonly TokenScope[] } | null,
  call: { readonly scope?: TokenScope } | null,
): void {
  if (!caller?.scopes || (call?.scope && caller.scopes.includes(call.scope))) return;
  throw tokenScopeMissing(call?.scope);
}

/** @param scope the one that would do; undefined when no token ever does */
export function tokenScopeMissing(scope: TokenScope | undefined): CodedError {
  const message = scope
    ? `This API token may not do that: it needs ${scope}.`
    : 'API tokens cannot do that. Please sign in instead.';
  const challenge = `Bearer error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}`;
  return new CodedError(403, 'auth.token_scope', message, { headers: { 'www-authenticate': challenge } });
}
