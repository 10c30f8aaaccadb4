import type { PublicUser } from '@nightshelf/contracts/users.ts';

/** Returns the first and last name as far as they are known; null when neither is. */
export function fullName({ first_name, last_name }: Pick<PublicUser, 'first_name' | 'last_name'>): string | null {
  return [first_name, last_name].filter(Boolean).join(' ') || null;
}
