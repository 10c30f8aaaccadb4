import { z } from 'zod';
import { providerList } from './external-accounts/provider-settings.ts';

/** Auth's own settings. */
export const authSettings = z.object({
  /** Password hashes computed at once; each takes 19 MiB of memory and one of libuv's threads (UV_THREADPOOL_SIZE, 4). */
  PASSWORD_HASHES_AT_ONCE: z.coerce.number().int().min(1).max(64).default(2),
  /**
   * Password hashes that may wait for their turn; further requests get 503 with Retry-After. A tenth may be of one address,
   * whose further ones get 429, and a fifth of strangers to one account.
   */
  PASSWORD_HASHES_WAITING: z.coerce.number().int().min(0).max(10_000).default(100),
  /** OpenID providers that one can sign in with: a JSON list of id, name, issuer, client_id, client_secret, scopes. */
  OIDC_PROVIDERS: providerList,
  /** Multiplies how many sign-in attempts are free, for load tests; the gateway's limits have the same setting. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive('must be a positive number').default(1),
  /** Mail server, smtp:// or smtps://user:password@host:port. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s/]+/, 'must start with smtp:// or smtps://')
    .optional(),
  /** Sender of mails; nightshelf@ the host of PUBLIC_ORIGIN unless given. */
  MAIL_FROM: z.string().min(3).optional(),
  /** After the first failure to send a mail, in seconds; doubled with each further one, up to five minutes. */
  MAIL_RETRY_SECONDS: z.coerce.number().positive().max(300).default(10),
  /** Where archives of a user's data get the vault from; as named in a cluster and in Compose. */
  LIBRARY_URL: z.url({ protocol: /^https?$/ }).default('http://library:8080'),
  /** Where they get notifications from. */
  SOCIAL_URL: z.url({ protocol: /^https?$/ }).default('http://social:8080'),
  /**
   * Secrets of 32 characters or more, separated by commas, by which the secrets of second factors are encrypted: the first
   * encrypts, all of them and IDENTITY_SECRET decrypt. IDENTITY_SECRET alone unless given.
   */
  SECOND_FACTOR_KEYS: z
    .string()
    .transform((list) => list.split(',').map((key) => key.trim()))
    .pipe(z.array(z.string().min(32, 'must have at least 32 characters each')))
    .optional(),
  NODE_ENV: z.string().optional(),
});

export type AuthSettings = z.output<typeof authSettings>;
