import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { z } from 'zod';
import { BrowserState } from '../sessions/browser-state.ts';

/** An authorization whose browser has not returned from the provider yet. */
const authorization = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  purpose: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('sign-in'), returnTo: z.string() }),
    z.object({ kind: z.literal('link'), userId: z.string(), sessionId: z.string() }),
  ]),
});

/** A first sign-in that still needs a username. */
const pendingSignIn = z.object({
  provider: z.string(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  /** Names of the user at the provider, best candidate for a username first. */
  names: z.array(z.string()),
  idToken: z.string(),
  returnTo: z.string(),
});

export type Authorization = z.infer<typeof authorization>;
export type Purpose = Authorization['purpose'];
export type PendingSignIn = z.infer<typeof pendingSignIn>;

const minutes = (count: number) => count * 60;

/** State that browsers carry between the pages of a provider sign-in. */
export const signInState = (redis: Foundation<object>['redis'], publicOrigin: string) => ({
  authorizations: new BrowserState(redis, { name: 'oidc', seconds: minutes(10), publicOrigin, schema: authorization }),
  pendingSignIns: new BrowserState(redis, {
    name: 'pending-identity',
    seconds: minutes(15),
    publicOrigin,
    schema: pendingSignIn,
  }),
});

export type SignInState = ReturnType<typeof signInState>;
