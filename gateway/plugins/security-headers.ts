import { isSecureOrigin } from '@nightshelf/platform/sessions/cookie.ts';
import { apiPolicy, clientPolicy } from '../src/client/content-security-policy.ts';
import type { Policy } from './policy.ts';

const twoYears = 2 * 365 * 24 * 60 * 60;

const always = [
  'referrer-policy',
  // YouTube's player refuses pages that send no referrer (error 153).
  'strict-origin-when-cross-origin',
  'x-content-type-options',
  'nosniff',
  'cross-origin-opener-policy',
  'same-origin',
  'permissions-policy',
  'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
];

/** Tells browsers what the product's pages, or its data, may do. */
export const securityHeaders: Policy<{ for: 'api' | 'client' }> = {
  name: 'security-headers',
  properties: { for: { enum: ['api', 'client'] } },
  create: ({ settings, clientFiles }, { for: subject }) => {
    const secure = isSecureOrigin(settings.PUBLIC_ORIGIN);
    const fixed = secure ? [...always, 'strict-transport-security', `max-age=${twoYears}; includeSubDomains`] : always;
    const policy =
      subject === 'api' ? () => apiPolicy : () => clientPolicy(clientFiles.scriptHashes(), settings.IMAGE_ORIGINS);
    return ({ exchange }, _, next) => {
      exchange.headers.push(...fixed, 'content-security-policy', policy());
      next();
    };
  },
};
