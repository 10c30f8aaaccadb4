import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { CodedError, type FieldErrors } from '@nightshelf/platform/errors/coded-error.ts';

/** @throws CodedError 409 naming each field whose value another user has, ignoring case */
export async function refuseTakenNames(
  em: EntityManager,
  { username, email }: { username: string; email: string | null },
): Promise<void> {
  const [taken] = await em.execute<{ username: boolean; email: boolean }[]>(
    `select exists (select from users where lower(username) = lower(?)) as username,
            exists (select from users where lower(email) = lower(?)) as email`,
    [username, email],
  );
  const errors: FieldErrors = {
    ...(taken?.username ? { username: ['Username is already taken'] } : {}),
    ...(taken?.email ? { email: ['Email is already registered'] } : {}),
  };
  const [first] = Object.values(errors).flat();
  if (first) throw new CodedError(409, 'auth.already_registered', first, { errors });
}
