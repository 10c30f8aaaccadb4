import { type Foundation, isSecureOrigin } from '@nightshelf/platform';
import { z } from 'zod';
import { KeptForBrowser } from './kept-for-browser.ts';

/** A visit to a provider that has begun and not come back. */
const visit = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  purpose: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('sign-in'), returnTo: z.string() }),
    z.object({ kind: z.literal('link'), userId: z.string(), sessionId: z.string() }),
  ]),
});

/** A first sign-in that waits for a username. */
const pendingIdentity = z.object({
  provider: z.string(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  /** What the provider calls its user, the most telling first. */
  names: z.array(z.string()),
  idToken: z.string(),
  returnTo: z.string(),
});

export type Visit = z.infer<typeof visit>;
export type Purpose = Visit['purpose'];
export type PendingIdentity = z.infer<typeof pendingIdentity>;

const minutes = (count: number) => count * 60;

/** What is kept for browsers between the pages of a sign-in with a provider. */
export function keptValues(redis: Foundation<object>['redis'], publicOrigin: string) {
  const secure = isSecureOrigin(publicOrigin);
  return {
    visits: new KeptForBrowser(redis, { name: 'oidc', seconds: minutes(10), secure, schema: visit }),
    pending: new KeptForBrowser(redis, {
      name: 'pending-identity',
      seconds: minutes(15),
      secure,
      schema: pendingIdentity,
    }),
  };
}

export type KeptValues = ReturnType<typeof keptValues>;
