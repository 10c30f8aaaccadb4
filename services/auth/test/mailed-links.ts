import { randomBytes, randomUUID } from 'node:crypto';
import { hashOfSecret } from '@nightshelf/platform/api-tokens/secret.ts';
import type { TestService } from '@nightshelf/testing';
import type { join } from './people.ts';

/** @returns the token of a new password reset link */
export async function mailedReset(service: TestService, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await service.query(
    `insert into password_resets (token_hash, user_id, created_at, expires_at)
     values ($1, $2, now(), now() + interval '10 minutes')`,
    [hashOfSecret(token), userId],
  );
  return token;
}

/** @returns the token of a new link for the person's address */
export async function mailedLink(
  service: TestService,
  { user, form }: Awaited<ReturnType<typeof join>>,
  kind: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await service.query(
    `insert into address_links (id, token_hash, user_id, kind, email, created_at, expires_at)
     values ($1, $2, $3, $4, $5, now(), now() + interval '10 minutes')`,
    [randomUUID(), hashOfSecret(token), user.id, kind, form.email],
  );
  return token;
}

/** Adds a mail that is not sent for an hour. */
export const pendingMail = (service: TestService, userId: string, kind: string, recipient = 'a@b.example') =>
  service.query(
    `insert into mails (id, user_id, recipient, payload, expires_at, due_at, attempts)
     values ($1, $2, $3, json_build_object('kind', $4::text), now() + interval '1 day', now() + interval '1 hour', 1)`,
    [randomUUID(), userId, recipient, kind],
  );
