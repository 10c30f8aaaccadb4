import { z } from 'zod';
import { activity, identityProvider, linkedIdentity, providerId, signedInSession } from '../accounts.ts';
import { answer } from '../answer.ts';
import { defineCall } from '../call.ts';
import { passwordAgain, usernameChoice } from '../credentials.ts';
import { id, limit } from '../fields.ts';
import { identitySignInLimits } from '../limits.ts';
import { whenCheckingPassword } from '../refusals.ts';
import { ownUser } from '../users.ts';

export * from './passwords-and-addresses.ts';

export const listIdentityProviders = defineCall('GET /api/auth/identity-providers', {
  access: 'open',
  summary: 'OpenID providers for sign-in',
  answer: answer({ providers: z.array(identityProvider) }),
});

/**
 * The client sends the browser to `authorization_url`. The provider sends it back to
 * `/api/auth/identity-providers/{provider}/callback`, which redirects into the client: to its previous page when signed
 * in, to /choose-username at the first sign-in, to /profile when linked, and to `/login?refused={code}` (or
 * `/profile?refused={code}`) after a failure.
 */
export const beginIdentitySignIn = defineCall('POST /api/auth/identity-providers/:provider/sign-in', {
  access: 'open',
  limits: identitySignInLimits,
  summary: 'Start a sign-in with an OpenID provider',
  refuses: ['auth.identity_provider_not_found', 'auth.identity_provider_unavailable'],
  params: z.object({ provider: providerId }),
  body: z.object({
    return_to: z
      .string()
      .max(500)
      .regex(/^\/(?![/\\])[\x20-\x5b\x5d-\x7e]*$/, 'Must be a path of this site')
      .default('/')
      .meta({ description: 'Client path to return to.' }),
  }),
  answer: answer({ authorization_url: z.url() }),
});

/** Requires the account's password, if it has one, while the user's own address is unconfirmed: 422 on `password`. */
export const beginIdentityLink = defineCall('POST /api/auth/identity-providers/:provider/link', {
  stepUp: true,
  limits: identitySignInLimits,
  summary: 'Start linking an account of an OpenID provider',
  refuses: [
    'auth.identity_provider_not_found',
    'auth.identity_provider_unavailable',
    'auth.wrong_password',
    'auth.password_required',
    ...whenCheckingPassword,
  ],
  params: z.object({ provider: providerId }),
  body: z.nullish(passwordAgain),
  answer: answer({ authorization_url: z.url() }),
});

/** Requires the short-lived cookie from the callback of a first sign-in; 404 without it. */
export const getPendingIdentity = defineCall('GET /api/auth/pending-identity', {
  access: 'open',
  limits: identitySignInLimits,
  summary: 'Get the first sign-in that needs a username',
  refuses: ['auth.no_pending_identity'],
  answer: answer({
    provider: identityProvider,
    suggested_username: z.string().meta({ description: 'Free and valid when suggested; may be empty.' }),
    email: z.string().nullable(),
  }),
});

export const completeIdentitySignIn = defineCall('POST /api/auth/pending-identity', {
  access: 'open',
  limits: identitySignInLimits,
  summary: 'Finish a first sign-in with a username',
  refuses: [
    'auth.no_pending_identity',
    'auth.identity_already_linked',
    'auth.already_registered',
    'auth.sessions_unavailable',
  ],
  body: usernameChoice,
  answer: answer({ user: ownUser, return_to: z.string() }),
  status: 201,
});

export const listSignInMethods = defineCall('GET /api/auth/sign-in-methods', {
  summary: 'Sign-in methods of the account',
  answer: answer({
    has_password: z.boolean(),
    identities: z.array(linkedIdentity),
    providers: z.array(identityProvider),
    pending_email: z.string().nullable().meta({ description: 'Requested new address, until its link is opened.' }),
  }),
});

/** 409 when it is the last way to sign in. */
export const unlinkIdentity = defineCall('DELETE /api/auth/identities/:id', {
  stepUp: true,
  summary: 'Unlink an account of an OpenID provider',
  refuses: ['auth.identity_not_found', 'auth.last_way_in'],
  params: z.object({ id }),
});

export const listSessions = defineCall('GET /api/auth/sessions', {
  summary: 'Where the user is signed in, the last seen first',
  refuses: ['auth.sessions_unavailable'],
  answer: answer({ sessions: z.array(signedInSession) }),
});

export const endSession = defineCall('DELETE /api/auth/sessions/:id', {
  summary: 'End a session of the user',
  refuses: ['auth.session_not_found', 'auth.sessions_unavailable'],
  params: z.object({ id: z.string().regex(/^[\w-]{1,64}$/) }),
});

export const endOtherSessions = defineCall('DELETE /api/auth/sessions', {
  summary: 'End all other sessions of the user',
  refuses: ['auth.sessions_unavailable'],
  answer: answer({ ended_count: z.number().int().nonnegative() }),
});

export const listActivity = defineCall('GET /api/auth/activity', {
  summary: 'Audit trail of the account, newest first',
  query: z.object({
    limit: limit(20, 100),
    before: id.optional().meta({ description: 'Id of the last item of the previous page.' }),
  }),
  answer: answer({ activity: z.array(activity), has_more: z.boolean() }),
});
