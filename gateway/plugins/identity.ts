import { IdentitySigner } from '../src/sessions/identity-signer.ts';
import type { Policy } from './policy.ts';

/**
 * Sends the service the user's identity, signed for that service alone. request-headers.ts removes identity headers
 * from callers.
 */
export const identity: Policy = {
  name: 'identity',
  create: ({ settings }) => {
    const signer = new IdentitySigner(settings.IDENTITY_SECRET);
    return ({ exchange }, _, next) => {
      exchange.identity = exchange.session ? signer.sign(exchange.session, exchange.route) : null;
      next();
    };
  },
};
