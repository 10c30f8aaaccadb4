import type { Endpoint } from '../call.ts';
import { identitySignInLimits } from '../limits.ts';

/**
 * The address to which an OpenID provider sends the browser back. Not a call of the client, because it always redirects
 * to a page.
 */
export const identityCallback: Endpoint = {
  method: 'GET',
  path: '/api/auth/identity-providers/:provider/callback',
  limits: identitySignInLimits,
};
