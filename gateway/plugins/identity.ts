import { IdentitySigner } from '../src/sessions/identity-signer.ts';
import type { Policy } from './policy.ts';

/** Tells the service who is asking, signed for it alone. An identity header that a caller sends is removed in request-headers.ts. */
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
