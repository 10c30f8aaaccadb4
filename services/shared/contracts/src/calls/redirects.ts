import type { Endpoint } from '../call.ts';
import { identitySignInLimits } from '../limits.ts';

/** Where an OpenID provider sends the browser back to. No call of the client: it always redirects to a page. */
export const identityCallback: Endpoint = {
  method: 'GET',
  path: '/api/auth/identity-providers/:provider/callback',
  limits: identitySignInLimits,
};
