// Part of the account calls: passwords, and the address with which a forgotten one is reset.
import { z } from 'zod';
import { linkedIdentity } from '../accounts.ts';
import { answer } from '../answer.ts';
import { defineCall } from '../call.ts';
import { emailChange, linkToken, passwordChange, passwordForgotten, passwordReset } from '../credentials.ts';
import { addressMailLimits, mailedLinkLimits, passwordChangeLimits, passwordResetLimits } from '../limits.ts';
import { whenCheckingPassword, whenHashing } from '../refusals.ts';
import { ownUser } from '../users.ts';

/** The response, its status and its duration do not reveal whether the account exists. */
export const forgotPassword = defineCall('POST /api/auth/forgot-password', {
  access: 'open',
  limits: passwordResetLimits,
  summary: 'Request a password reset link',
  refuses: ['auth.too_many_attempts'],
  body: passwordForgotten,
  status: 202,
});

/** A POST, because logs do not contain its body. 400 when the link is invalid or expired. */
export const lookAtReset = defineCall('POST /api/auth/reset-password/link', {
  access: 'open',
  limits: mailedLinkLimits,
  summary: 'Details of a password reset link; does not use it',
  refuses: ['auth.reset_token_invalid'],
  body: z.object({ token: linkToken }),
  answer: answer({
    username: z.string(),
    is_takeover: z.boolean().meta({
      description: 'The address was never confirmed: the reset ends all sessions and removes linked accounts.',
    }),
    identities: z.array(linkedIdentity),
  }),
});

/** `unlink` also removes linked accounts; all of them are removed if the address was never confirmed. */
export const resetPassword = defineCall('POST /api/auth/reset-password', {
  access: 'open',
  limits: passwordResetLimits,
  summary: 'Set a new password with the link’s token; ends all sessions of the user',
  refuses: [
    'auth.reset_token_invalid',
    'auth.common_password',
    'auth.personal_password',
    ...whenHashing,
    'auth.sessions_unavailable',
  ],
  body: passwordReset,
});

/** The change ends the caller's session: a repeated request with its key gets the first response with a new session. */
export const changePassword = defineCall('POST /api/auth/change-password', {
  access: 'guarded or repeated',
  limits: passwordChangeLimits,
  summary: 'Change the password; ends all other sessions and removes the given linked accounts',
  refuses: [
    'auth.step_up_required',
    'auth.wrong_password',
    'auth.no_password',
    'auth.common_password',
    'auth.personal_password',
    ...whenCheckingPassword,
    'auth.sessions_unavailable',
  ],
  body: passwordChange,
});

/** Sends a link that confirms the user's own address; 429 after five emails within an hour. */
export const mailVerification = defineCall('POST /api/auth/email/verification', {
  limits: addressMailLimits,
  summary: 'Resend the email that confirms the address',
  refuses: ['auth.too_many_mails', 'auth.no_mail'],
  status: 202,
});

/** Only the user for whom the link was made may use it: 409 for another user, 400 when it is invalid or expired. */
export const verifyEmail = defineCall('POST /api/auth/verify-email', {
  limits: mailedLinkLimits,
  summary: 'Confirm an address with the link’s token; a new address takes effect',
  refuses: ['auth.email_token_invalid', 'auth.other_account', 'auth.email_taken'],
  body: z.object({ token: linkToken }),
  answer: answer({ user: ownUser }),
});

/** The response is the same whether or not another user has the address. */
export const changeEmail = defineCall('POST /api/auth/email', {
  stepUp: true,
  limits: addressMailLimits,
  summary: 'Request a new address; it takes effect when its link is opened',
  refuses: [
    'auth.wrong_password',
    'auth.password_required',
    'auth.too_many_attempts',
    'auth.too_many_mails',
    'auth.no_mail',
    ...whenHashing,
  ],
  body: emailChange,
  status: 202,
});

/** Requires the token of the link sent to the old address; 400 when it is invalid or expired. */
export const undoEmailChange = defineCall('POST /api/auth/undo-email-change', {
  access: 'open',
  limits: mailedLinkLimits,
  summary: 'Revert a change of the address; ends all sessions of the user',
  refuses: ['auth.email_token_invalid', 'auth.email_taken', 'auth.sessions_unavailable'],
  body: z.object({ token: linkToken }),
  answer: answer({ email: z.string() }),
});
