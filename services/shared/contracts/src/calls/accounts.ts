import { z } from 'zod';
import { activity, identityProvider, linkedIdentity, providerId, signedInSession } from '../accounts.ts';
import { answer, success } from '../answer.ts';
import { defineCall } from '../call.ts';
import {
  emailChange,
  linkToken,
  passwordAgain,
  passwordChange,
  passwordForgotten,
  passwordReset,
  usernameChoice,
} from '../credentials.ts';
import { id, limit, text } from '../fields.ts';
import {
  addressMailLimits,
  identitySignInLimits,
  mailedLinkLimits,
  passwordChangeLimits,
  passwordResetLimits,
} from '../limits.ts';
import { ownUser } from '../users.ts';

export const listIdentityProviders = defineCall({
  method: 'GET',
  path: '/api/auth/identity-providers',
  access: 'open',
  summary: 'OpenID providers that one can sign in with',
  answer: answer({ providers: z.array(identityProvider) }),
});

/**
 * The browser is to be sent to `authorization_url`. The provider sends it back to
 * `/api/auth/identity-providers/{provider}/callback`, which redirects into the client: to where it came from when signed
 * in, to /choose-username at the first sign-in, to /profile when linked, and to `/login?refused={code}` (or
 * `/profile?refused={code}`) when it came to nothing.
 */
export const beginIdentitySignIn = defineCall({
  method: 'POST',
  path: '/api/auth/identity-providers/:provider/sign-in',
  access: 'open',
  limits: identitySignInLimits,
  summary: 'Begin to sign in with an OpenID provider',
  refuses: ['auth.identity_provider_not_found', 'auth.identity_provider_unavailable'],
  params: z.object({ provider: providerId }),
  body: z.object({
    return_to: z
      .string()
      .max(500)
      .regex(/^\/(?![/\\])[\x20-\x5b\x5d-\x7e]*$/, 'Must be a path of this site')
      .default('/')
      .meta({ description: 'Path of the client to return to.' }),
  }),
  answer: answer({ authorization_url: z.url() }),
});

/** While the own address is not confirmed the account's password is asked, if it has one: 422 on `password`. */
export const beginIdentityLink = defineCall({
  method: 'POST',
  path: '/api/auth/identity-providers/:provider/link',
  access: 'guarded',
  stepUp: true,
  limits: identitySignInLimits,
  summary: "Begin to link an OpenID provider's account to one's own",
  refuses: [
    'auth.identity_provider_not_found',
    'auth.identity_provider_unavailable',
    'auth.wrong_password',
    'auth.password_required',
    'auth.too_many_attempts',
    'auth.too_many_at_once',
    'auth.busy',
  ],
  params: z.object({ provider: providerId }),
  body: z.nullish(passwordAgain),
  answer: answer({ authorization_url: z.url() }),
});

/** Needs the short-lived cookie that the callback of a first sign-in has set; 404 without it. */
export const getPendingIdentity = defineCall({
  method: 'GET',
  path: '/api/auth/pending-identity',
  access: 'open',
  limits: identitySignInLimits,
  summary: 'The first sign-in that waits for a username',
  refuses: ['auth.no_pending_identity'],
  answer: answer({
    provider: identityProvider,
    suggested_username: z.string().meta({ description: 'Free and valid when it was suggested; may be empty.' }),
    email: z.string().nullable(),
  }),
});

export const completeIdentitySignIn = defineCall({
  method: 'POST',
  path: '/api/auth/pending-identity',
  access: 'open',
  limits: identitySignInLimits,
  summary: 'Finish a first sign-in with the username chosen',
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

export const listSignInMethods = defineCall({
  method: 'GET',
  path: '/api/auth/sign-in-methods',
  access: 'guarded',
  summary: 'The ways into the account',
  answer: answer({
    has_password: z.boolean(),
    identities: z.array(linkedIdentity),
    providers: z.array(identityProvider),
    pending_email: z
      .string()
      .nullable()
      .meta({ description: 'The address that is to be the new one as soon as its link is used.' }),
  }),
});

/** 409 when it is the last way in. */
export const unlinkIdentity = defineCall({
  method: 'DELETE',
  path: '/api/auth/identities/:id',
  access: 'guarded',
  stepUp: true,
  summary: "Unlink an OpenID provider's account",
  refuses: ['auth.identity_not_found', 'auth.last_way_in'],
  params: z.object({ id }),
  answer: success,
});

/** The answer, its status and its time say nothing about whether there is such an account. */
export const forgotPassword = defineCall({
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'open',
  limits: passwordResetLimits,
  summary: 'Ask for a link to set a new password',
  refuses: ['auth.too_many_attempts'],
  body: passwordForgotten,
  answer: success,
  status: 202,
});

/** A POST, since no log keeps its body. 400 when the link is not valid or no longer. */
export const lookAtReset = defineCall({
  method: 'POST',
  path: '/api/auth/reset-password/link',
  access: 'open',
  limits: mailedLinkLimits,
  summary: 'What a link to set a new password is about; does not use it',
  refuses: ['auth.reset_token_invalid'],
  body: z.object({ token: linkToken }),
  answer: answer({
    username: z.string(),
    is_takeover: z.boolean().meta({
      description: 'Nobody has confirmed the address before: the reset ends every session and all that is linked.',
    }),
    identities: z.array(linkedIdentity),
  }),
});

/** `unlink` takes linked accounts away with it; all are where nobody has confirmed the address before. */
export const resetPassword = defineCall({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'open',
  limits: passwordResetLimits,
  summary: 'Set a new password with the token of the link; ends all sessions of the user',
  refuses: [
    'auth.reset_token_invalid',
    'auth.common_password',
    'auth.personal_password',
    'auth.too_many_at_once',
    'auth.busy',
    'auth.sessions_unavailable',
  ],
  body: passwordReset,
  answer: success,
});

/** The session that asks ends with the change: sent again with its key it is answered as the first time, with a new one. */
export const changePassword = defineCall({
  method: 'POST',
  path: '/api/auth/change-password',
  access: 'guarded or repeated',
  limits: passwordChangeLimits,
  summary: 'Change the password; ends all other sessions of the user, and takes the linked accounts away that it names',
  refuses: [
    'auth.step_up_required',
    'auth.wrong_password',
    'auth.no_password',
    'auth.common_password',
    'auth.personal_password',
    'auth.too_many_attempts',
    'auth.too_many_at_once',
    'auth.busy',
    'auth.sessions_unavailable',
  ],
  body: passwordChange,
  answer: success,
});

export const listSessions = defineCall({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'guarded',
  summary: 'Where the user is signed in, the last seen first',
  refuses: ['auth.sessions_unavailable'],
  answer: answer({ sessions: z.array(signedInSession) }),
});

export const endSession = defineCall({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  access: 'guarded',
  summary: 'End one session of the user',
  refuses: ['auth.session_not_found', 'auth.sessions_unavailable'],
  params: z.object({ id: text(64) }),
  answer: success,
});

export const endOtherSessions = defineCall({
  method: 'DELETE',
  path: '/api/auth/sessions',
  access: 'guarded',
  summary: 'End all sessions of the user but this one',
  refuses: ['auth.sessions_unavailable'],
  answer: answer({ ended_count: z.number().int().nonnegative() }),
});

export const listActivity = defineCall({
  method: 'GET',
  path: '/api/auth/activity',
  access: 'guarded',
  summary: "The account's audit trail, newest first",
  query: z.object({
    limit: limit(20, 100),
    before: id.optional().meta({ description: 'Id of the last line one has.' }),
  }),
  answer: answer({ activity: z.array(activity), has_more: z.boolean() }),
});

/** Mails a link that confirms the own address; 429 after five mails within the hour. */
export const mailVerification = defineCall({
  method: 'POST',
  path: '/api/auth/email/verification',
  access: 'guarded',
  limits: addressMailLimits,
  summary: "Ask for another mail with the link that confirms one's address",
  refuses: ['auth.too_many_mails', 'auth.no_mail'],
  answer: success,
  status: 202,
});

/** The link of a mail is used by whom it was made for: 409 for somebody else, 400 when it is not valid or no longer. */
export const verifyEmail = defineCall({
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'guarded',
  limits: mailedLinkLimits,
  summary: 'Confirm an address with the token of a link; a new address counts from then on',
  refuses: ['auth.email_token_invalid', 'auth.other_account', 'auth.email_taken'],
  body: z.object({ token: linkToken }),
  answer: answer({ user: ownUser }),
});

/** The answer is the same whether or not somebody else has the address. */
export const changeEmail = defineCall({
  method: 'POST',
  path: '/api/auth/email',
  access: 'guarded',
  stepUp: true,
  limits: addressMailLimits,
  summary: 'Mail a link to a new address; it counts once that is used',
  refuses: [
    'auth.wrong_password',
    'auth.password_required',
    'auth.too_many_attempts',
    'auth.too_many_mails',
    'auth.no_mail',
    'auth.too_many_at_once',
    'auth.busy',
  ],
  body: emailChange,
  answer: success,
  status: 202,
});

/** With the token of the link that the old address got; 400 when it is not valid or no longer. */
export const undoEmailChange = defineCall({
  method: 'POST',
  path: '/api/auth/undo-email-change',
  access: 'open',
  limits: mailedLinkLimits,
  summary: 'Take back a change of the address; ends all sessions of the user',
  refuses: ['auth.email_token_invalid', 'auth.email_taken', 'auth.sessions_unavailable'],
  body: z.object({ token: linkToken }),
  answer: answer({ email: z.string() }),
});
