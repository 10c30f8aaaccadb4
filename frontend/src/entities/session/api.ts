import type { authCalls } from '@nightshelf/contracts';
import { request } from '../../lib/request.ts';

/** @param whileUnreached milliseconds for which it is tried while nobody answers at all */
export const verifyToken = (whileUnreached?: number) =>
  request<typeof authCalls.verifyToken>({ method: 'GET', path: '/api/auth/verify-token' }, { whileUnreached });
