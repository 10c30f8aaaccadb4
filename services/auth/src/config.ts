import { z } from 'zod';
import { providerList } from './external-accounts/identity-providers.ts';

export const authSettings = z.object({
  /** Concurrent password hashes; each takes 19 MiB of memory and one of libuv's threads (UV_THREADPOOL_SIZE, 4). */
  PASSWORD_HASHES_AT_ONCE: z.coerce.number().int().min(1).max(64).default(2),
  /**
   * Queued password hashes; further requests get 503 with Retry-After. One address may hold a tenth of the queue (then
   * 429), and unknown browsers a fifth per account.
   */
  PASSWORD_HASHES_WAITING: z.coerce.number().int().min(0).max(10_000).default(100),
  /** OpenID providers for signing in: a JSON list of id, name, issuer, client_id, client_secret, scopes. */
  OIDC_PROVIDERS: providerList,
  /** Multiplies the free sign-in attempts for load tests; the gateway has the same setting. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive('must be a positive number').default(1),
  /** Mail server, smtp:// or smtps://user:password@host:port. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s/]+/, 'must start with smtp:// or smtps://')
    .optional(),
  /** Sender of mails; defaults to nightshelf@ the host of PUBLIC_ORIGIN. */
  MAIL_FROM: z.string().min(3).optional(),
  /** In seconds after the first failure to send a mail; doubles with each further one, up to five minutes. */
  MAIL_RETRY_SECONDS: z.coerce.number().positive().max(300).default(10),
  /** Source of the library data in archives. The default is the name in the cluster and in Compose. */
  LIBRARY_URL: z.url({ protocol: /^https?$/ }).default('http://library:8080'),
  /** Source of the notifications in archives. */
  SOCIAL_URL: z.url({ protocol: /^https?$/ }).default('http://social:8080'),
  /**
   * Comma-separated secrets (32 characters or more) that encrypt second factors: the first encrypts, all of them and
   * IDENTITY_SECRET decrypt. Defaults to IDENTITY_SECRET.
   */
  SECOND_FACTOR_KEYS: z
    .string()
    .transform((list) => list.split(',').map((key) => key.trim()))
    .pipe(z.array(z.string().min(32, 'must have at least 32 characters each')))
    .optional(),
  NODE_ENV: z.string().optional(),
});

export type AuthSettings = z.output<typeof authSettings>;
