import type { Call } from '@nightshelf/contracts/call.ts';
import { gatewayCalls } from '@nightshelf/contracts/calls/endpoints.ts';
import { completeDocument } from '@nightshelf/platform/http/documents/complete-document.ts';
import { securitySchemes } from '@nightshelf/platform/http/security-schemes.ts';
import { z } from 'zod';

/** Returns the OpenAPI document of the gateway's own calls, which take a query and require a session. */
export function ownDocument(): object {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Nightshelf: gateway', version: '1' },
    components: { securitySchemes },
    paths: Object.fromEntries(
      gatewayCalls.map((call) => [
        call.path,
        {
          [call.method.toLowerCase()]: {
            summary: call.summary,
            parameters: parametersOf(call.query),
            security: [{ session: [] }],
            responses: { 200: { description: 'The stream' } },
          },
        },
      ]),
    ),
  };
  return completeDocument(document, gatewayCalls);
}

function parametersOf(query: Call['query']): object[] {
  if (!query) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}
