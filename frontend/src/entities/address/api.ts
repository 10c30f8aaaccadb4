import type * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { call } from '../../lib/api-client.ts';

/** Asks for another mail with the link that confirms the user's address. @throws ApiError, NetworkError */
export const mailVerification = () =>
  call<typeof accountCalls.mailVerification>({ method: 'POST', path: '/api/auth/email/verification' });
