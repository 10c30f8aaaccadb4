import { apiHeaders, headersOfAll } from '@nightshelf/platform/http/headers.ts';
import { clientPolicy, workerPolicy } from '../src/client/content-security-policy.ts';
import { pathOf } from '../src/http/exchange.ts';
import type { Policy } from '../src/runtime.ts';

export const securityHeaders: Policy<{ for: 'api' | 'client' }> = {
  name: 'security-headers',
  properties: { for: { enum: ['api', 'client'] } },
  create: ({ settings, clientFiles }, { for: subject }) => {
    const ofApi = apiHeaders(settings.PUBLIC_ORIGIN);
    const ofAll = headersOfAll(settings.PUBLIC_ORIGIN);
    const policyFor = (path: string) =>
      path === '/sw.js'
        ? workerPolicy(settings.IMAGE_ORIGINS)
        : clientPolicy(clientFiles.scriptHashes(), settings.IMAGE_ORIGINS);
    return (request, _, next) => {
      const { headers } = request.exchange;
      if (subject === 'api') headers.push(...ofApi);
      else headers.push(...ofAll, 'content-security-policy', policyFor(pathOf(request)));
      next();
    };
  },
};
