import { unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { lockActiveUser } from '../users/find-user.ts';
import { refuseTooManyMails } from './address-links.ts';
import type { AddressMails } from './address-mails.ts';

/**
 * Mails the link that confirms the user's address once more.
 * @returns false when the address is confirmed already, or there is none
 * @throws CodedError 429 after several mails within the hour
 */
export async function mailVerification(work: Change, mails: AddressMails, userId: string): Promise<boolean> {
  const isAsked = await work.transaction(async ({ em }) => {
    // Locked, so that requests at the same moment are counted one after the other.
    const user = await lockActiveUser(em, userId);
    if (!user) throw unauthenticated();
    if (!user.email || user.emailVerifiedAt) return false;
    await refuseTooManyMails(em, userId);
    await mails.verification(em, user);
    return true;
  });
  if (isAsked) mails.sent();
  return isAsked;
}
