import { isSecureOrigin } from '@nightshelf/platform/sessions/cookie.ts';
import { apiPolicy, clientPolicy, workerPolicy } from '../src/client/content-security-policy.ts';
import { fixedHeaders, strictTransport } from '../src/client/fixed-headers.ts';
import { pathOf } from '../src/http/exchange.ts';
import type { Policy } from './policy.ts';

/** Tells browsers what the client's pages, or the API's responses, may do. */
export const securityHeaders: Policy<{ for: 'api' | 'client' }> = {
  name: 'security-headers',
  properties: { for: { enum: ['api', 'client'] } },
  create: ({ settings, clientFiles }, { for: subject }) => {
    const secure = isSecureOrigin(settings.PUBLIC_ORIGIN);
    const fixed = secure ? [...fixedHeaders, 'strict-transport-security', strictTransport] : fixedHeaders;
    const ofClient = (path: string) =>
      path === '/sw.js'
        ? workerPolicy(settings.IMAGE_ORIGINS)
        : clientPolicy(clientFiles.scriptHashes(), settings.IMAGE_ORIGINS);
    return (request, _, next) => {
      const policy = subject === 'api' ? apiPolicy : ofClient(pathOf(request));
      request.exchange.headers.push(...fixed, 'content-security-policy', policy);
      next();
    };
  },
};
