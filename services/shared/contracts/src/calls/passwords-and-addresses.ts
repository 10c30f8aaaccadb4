// Passwords, and the address by which a forgotten one is set anew. Part of the calls of accounts.
import { z } from 'zod';
import { linkedIdentity } from '../accounts.ts';
import { answer, success } from '../answer.ts';
import { defineCall } from '../call.ts';
import { emailChange, linkToken, passwordChange, passwordForgotten, passwordReset } from '../credentials.ts';
import { addressMailLimits, mailedLinkLimits, passwordChangeLimits, passwordResetLimits } from '../limits.ts';
import { ownUser } from '../users.ts';

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
