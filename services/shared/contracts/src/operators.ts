import { z } from 'zod';
import { id, instant } from './fields.ts';
import { privacy } from './users.ts';

/** An operator's request about accounts. `user` is a username, an email address or an id. */
export const accountRequest = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('list'),
    /** Part of a username or an email address; empty for all users. */
    search: z.string().max(200),
    disabled: z.boolean().meta({ description: 'Only disabled accounts.' }),
    /** The last username of the previous page. */
    after: z.string().max(200).nullable(),
    limit: z.number().int().min(1).max(1000),
  }),
  z.object({
    action: z.enum(['show', 'disable', 'enable', 'sign-out', 'reset-factors', 'delete']),
    user: z.string().trim().min(1).max(320),
  }),
]);

const listedAccount = z.object({
  id,
  username: z.string(),
  email: z.string().nullable(),
  is_active: z.boolean(),
  created_at: instant,
});

const shownAccount = listedAccount.extend({
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  privacy,
  disabled_at: instant.nullable(),
  has_password: z.boolean(),
  providers: z.array(z.string()).meta({ description: 'Of linked external accounts.' }),
  /** Optional, because the previous release does not send it. */
  factors: z.object({ totp: z.boolean(), passkeys: z.number().int(), recovery_codes: z.number().int() }).optional(),
  followers: z.number().int(),
  following: z.number().int(),
  sessions: z.number().int(),
  last_activity_at: instant.nullable(),
});

/** The result of a request. */
export const accountOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listed'), users: z.array(listedAccount), next: z.string().nullable() }),
  z.object({ kind: z.literal('shown'), user: shownAccount }),
  z.object({
    kind: z.literal('done'),
    user: z.object({ id, username: z.string() }),
    changed: z.boolean().meta({ description: 'False when nothing changed.' }),
    sessions_ended: z.number().int(),
    message: z.string(),
  }),
  z.object({ kind: z.literal('unknown'), message: z.string() }),
]);

export type AccountRequest = z.infer<typeof accountRequest>;
export type AccountAction = AccountRequest['action'];
export type AccountOutcome = z.infer<typeof accountOutcome>;
export type ListedAccount = z.infer<typeof listedAccount>;
export type ShownAccount = z.infer<typeof shownAccount>;

/** The consequences of each action, shown before it is carried out. */
export const accountConsequences = {
  disable: (name: string) =>
    `${name} is signed out everywhere, can no longer sign in, and is hidden from other users until enabled again.`,
  enable: (name: string) => `${name} can sign in again and is visible as before, with library and follows.`,
  'sign-out': (name: string) => `${name} is signed out everywhere and can sign in again.`,
  'reset-factors': (name: string) =>
    `${name} loses all passkeys, the authenticator app and the recovery codes, is signed out everywhere, can sign in without a second step, and is notified by email. Verify who asks for this.`,
  delete: (name: string) =>
    `The account of ${name} and all its data in every service are deleted. This cannot be undone.`,
} as const satisfies Partial<Record<AccountAction, (name: string) => string>>;

/** Returns second factors in words, such as `authenticator app, 2 passkeys, 8 recovery codes`. */
export function factorsInWords({ factors }: Pick<ShownAccount, 'factors'>): string {
  if (!factors) return 'unknown';
  const several = (count: number, one: string) => (count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${one}s`]);
  const { totp, passkeys, recovery_codes: codes } = factors;
  return (
    [...(totp ? ['authenticator app'] : []), ...several(passkeys, 'passkey'), ...several(codes, 'recovery code')].join(
      ', ',
    ) || 'none'
  );
}
