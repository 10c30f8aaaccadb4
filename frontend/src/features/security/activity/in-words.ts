import type { Activity, ActivityKind } from '@nightshelf/contracts/accounts.ts';

type Words = string | ((detail: string | null) => string);

const words = {
  registered: (provider) => (provider === null ? 'Account created' : `Account created with ${provider}`),
  signed_in: (provider) => (provider === null ? 'Signed in' : `Signed in with ${provider}`),
  sign_in_refused: 'A sign-in was refused',
  signed_out: 'Signed out',
  session_ended: (device) => (device === null ? 'Ended another session' : `Ended the session on ${device}`),
  other_sessions_ended: 'Signed out everywhere else',
  password_reset_asked: 'Asked for a link to set a new password',
  password_reset: 'Set a new password by mail',
  password_changed: 'Changed the password',
  password_change_refused: 'A change of the password was refused',
  identity_linked: (provider) => `Linked ${provider ?? 'an account'}`,
  identity_unlinked: (provider) => `Unlinked ${provider ?? 'an account'}`,
  identity_refused: (provider) => `Linking ${provider ?? 'an account'} was refused`,
  archive_asked: 'Asked for an archive of all data',
  api_token_made: (name) => (name === null ? 'Made an API token' : `Made the API token ${name}`),
  api_token_revoked: (name) => (name === null ? 'Revoked an API token' : `Revoked the API token ${name}`),
  api_tokens_revoked: 'Revoked all API tokens',
  privacy_changed: (privacy) => (privacy === null ? 'Changed the privacy' : `Set the privacy to ${privacy}`),
  step_up_refused: 'A confirmation was refused',
  email_verified: (provider) =>
    provider === null ? 'Confirmed the email address' : `${provider} confirmed the email address`,
  email_change_asked: 'Asked for a new email address',
  email_change_refused: 'A change of the email address was refused',
  email_changed: 'Changed the email address',
  email_change_undone: 'Took the email address back',
  email_given_up: 'Another account has confirmed this email address as its own',
  access_ended: 'Ended every other way in, as the address was confirmed for the first time',
  passkey_added: (name) => `Added the passkey ${name ?? ''}`.trim(),
  passkey_renamed: (name) => `Renamed a passkey to ${name ?? ''}`.trim(),
  passkey_removed: (name) => `Removed the passkey ${name ?? ''}`.trim(),
  passkey_refused: 'A passkey was refused: it may have been copied',
  totp_added: 'Added an authenticator app',
  totp_removed: 'Removed the authenticator app',
  recovery_codes_made: 'Made new recovery codes',
  recovery_code_used: 'Used a recovery code',
  second_factor_refused: 'The second step of a sign-in was refused',
  factors_reset: 'An operator removed every second factor',
} satisfies Record<ActivityKind, Words>;

/** Returns an audit line as text for the account's owner. */
export function inWords({ kind, detail }: Pick<Activity, 'kind' | 'detail'>): string {
  // A page opened before a deployment does not know newer kinds.
  const said: Words = Object.hasOwn(words, kind) ? words[kind as ActivityKind] : 'Something else was changed';
  return typeof said === 'string' ? said : said(detail);
}

/** Refusals are marked, because the owner should notice them. */
export const isRefusal = ({ kind }: Pick<Activity, 'kind'>): boolean => kind.endsWith('_refused');
