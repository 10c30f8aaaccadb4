import type { Activity, ActivityKind } from '@nightshelf/contracts/accounts.ts';

type Words = string | ((detail: string | null) => string);

const words = {
  registered: (provider) => (provider === null ? 'Account created' : `Account created with ${provider}`),
  signed_in: (provider) => (provider === null ? 'Signed in' : `Signed in with ${provider}`),
  sign_in_refused: 'Failed sign-in',
  signed_out: 'Signed out',
  session_ended: (device) => (device === null ? 'Ended another session' : `Ended the session on ${device}`),
  other_sessions_ended: 'Signed out other sessions',
  password_reset_asked: 'Requested a password reset link',
  password_reset: 'Reset the password by email',
  password_changed: 'Changed the password',
  password_change_refused: 'Failed password change',
  identity_linked: (provider) => `Linked ${provider ?? 'an account'}`,
  identity_unlinked: (provider) => `Unlinked ${provider ?? 'an account'}`,
  identity_refused: (provider) => `Failed to link ${provider ?? 'an account'} was refused`,
  archive_asked: 'Requested a data archive',
  api_token_made: (name) => (name === null ? 'Created an API token' : `Created the API token ${name}`),
  api_token_revoked: (name) => (name === null ? 'Revoked an API token' : `Revoked the API token ${name}`),
  api_tokens_revoked: 'Revoked all API tokens',
  privacy_changed: (privacy) => (privacy === null ? 'Changed privacy' : `Set privacy to ${privacy}`),
  step_up_refused: 'Failed identity check',
  email_verified: (provider) =>
    provider === null ? 'Confirmed the email address' : `${provider} confirmed the email address`,
  email_change_asked: 'Requested a new email address',
  email_change_refused: 'Failed email address change',
  email_changed: 'Changed the email address',
  email_change_undone: 'Reverted the email change',
  email_given_up: 'Another account confirmed this email address',
  access_ended: 'Removed other sign-in methods when the address was first confirmed',
  passkey_added: (name) => `Added the passkey ${name ?? ''}`.trim(),
  passkey_renamed: (name) => `Renamed a passkey to ${name ?? ''}`.trim(),
  passkey_removed: (name) => `Removed the passkey ${name ?? ''}`.trim(),
  passkey_refused: 'Rejected a passkey that may have been copied',
  totp_added: 'Added an authenticator app',
  totp_removed: 'Removed the authenticator app',
  recovery_codes_made: 'Created new recovery codes',
  recovery_code_used: 'Used a recovery code',
  second_factor_refused: 'Failed second sign-in step',
  factors_reset: 'An operator removed all second factors',
} satisfies Record<ActivityKind, Words>;

/** Returns an audit line as text for the account's owner. */
export function inWords({ kind, detail }: Pick<Activity, 'kind' | 'detail'>): string {
  // A page opened before a deployment does not know newer kinds.
  const wording: Words = Object.hasOwn(words, kind) ? words[kind as ActivityKind] : 'Other change';
  return typeof wording === 'string' ? wording : wording(detail);
}

/** Refusals are marked, because the owner should notice them. */
export const isRefusal = ({ kind }: Pick<Activity, 'kind'>): boolean => kind.endsWith('_refused');
