import type { TokenScope } from '@nightshelf/contracts/api-tokens.ts';
import { CodedError } from '../errors/coded-error.ts';

/**
 * Refuses an API token whose scopes do not allow the call. Services repeat the gateway's check, so that a request that
 * bypasses the gateway is refused too.
 * @param caller null when nobody is signed in; a session has no `scopes`
 * @throws CodedError 403 `auth.token_scope`
 */
export function refuseToken(
  caller: { readonly scopes?: readonly TokenScope[] } | null,
  call: { readonly scope?: TokenScope } | null,
): void {
  if (!caller?.scopes || (call?.scope && caller.scopes.includes(call.scope))) return;
  throw tokenScopeMissing(call?.scope);
}

/** @param scope the scope that the call needs; undefined when it accepts no token */
export function tokenScopeMissing(scope: TokenScope | undefined): CodedError {
  const message = scope
    ? `This API token may not do that: it needs ${scope}.`
    : 'API tokens cannot do that. Please sign in instead.';
  const challenge = `Bearer error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}`;
  return new CodedError(403, 'auth.token_scope', message, { headers: { 'www-authenticate': challenge } });
}
