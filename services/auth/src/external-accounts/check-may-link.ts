import type { Work } from '@nightshelf/platform/database/work.ts';
import { unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import { type ConfirmParts, confirmPassword } from '../credentials/confirm-password.ts';
import { findActiveUser } from '../users/find-user.ts';

export interface LinkParts extends ConfirmParts {
  readonly work: Work;
}

interface Linking {
  readonly userId: string;
  readonly password: string | undefined;
  readonly client: Client;
}

/**
 * A linked account grants permanent access, so linking also requires the password while the user's address is
 * unverified.
 * @throws CodedError 422 on `password` when it is missing or wrong
 */
export async function checkMayLink(parts: LinkParts, { userId, password, client }: Linking): Promise<void> {
  const user = await findActiveUser(parts.work.query(), userId);
  if (!user) throw unauthenticated();
  if (user.emailVerifiedAt || !user.passwordHash) return;
  await confirmPassword(parts, user, { given: password, client, field: 'password' });
}
