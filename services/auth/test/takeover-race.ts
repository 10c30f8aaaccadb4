import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import type { TestService } from '@nightshelf/testing';
import { expect } from 'vitest';
import { mailedReset } from './mailed-links.ts';
import { inTurn, theUser } from './two-changes.ts';

/**
 * Resets the user's password by mail while `finish` waits behind it for the same user row.
 * @param finish a request admitted before the reset ended all sessions
 */
export async function takeBackBefore<Answer>(
  service: TestService,
  userId: string,
  finish: () => Promise<Answer>,
): Promise<Answer> {
  const token = await mailedReset(service, userId);
  const body = { token, password: 'Difference#2', confirm_password: 'Difference#2' };
  const reset = () => service.api.attempt(accountCalls.resetPassword, { body });
  const [answer, finished] = await inTurn(service, theUser(userId), reset, finish);
  expect(answer.status).toBe(200);
  return finished;
}
