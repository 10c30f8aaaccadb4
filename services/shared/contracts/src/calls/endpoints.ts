import type { Endpoint } from '../call.ts';
import { identitySignInLimits } from '../limits.ts';
import * as calls from './index.ts';
import { openLive } from './live.ts';

/**
 * The address to which an OpenID provider sends the browser back. Not a call of the client, because it always redirects
 * to a page.
 */
export const identityCallback: Endpoint = {
  method: 'GET',
  path: '/api/auth/identity-providers/:provider/callback',
  limits: identitySignInLimits,
};

/** All calls of the services, with what the gateway enforces for each. */
export const endpoints: readonly Endpoint[] = [
  ...Object.values(calls).flatMap((group) => Object.values<Endpoint>(group)),
  identityCallback,
];

/** Calls that the gateway itself serves and documents. */
export const gatewayCalls = [openLive] as const;
