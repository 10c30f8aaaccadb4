import { IdentitySigner } from '../src/sessions/identity-signer.ts';
import type { Policy } from './policy.ts';

/** Signs for the service who is asking. What a caller claims about itself never gets past request-headers.ts. */
export const identity: Policy = {
  name: 'identity',
  create: ({ settings }) => {
    const signer = new IdentitySigner(settings.IDENTITY_SECRET);
    return ({ exchange }, _, next) => {
      exchange.identity = exchange.session ? signer.sign(exchange.session) : null;
      next();
    };
  },
};
