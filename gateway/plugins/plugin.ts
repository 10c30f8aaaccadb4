import { obtainRuntime, type Policy } from '../src/runtime.ts';
import { bodyLimit } from './body-limit.ts';
import { crossOrigin } from './cross-origin.ts';
import { documents } from './documents.ts';
import { forward } from './forward.ts';
import { identity } from './identity.ts';
import { knownCall, notFound } from './known-call.ts';
import { callLimits, inFlight, rateLimit } from './limits.ts';
import { live } from './live.ts';
import { client, requestId, securityHeaders } from './security-headers.ts';
import { expectedUser, session, tokenScope } from './session.ts';

interface PluginContext {
  registerPolicy(policy: { name: string; schema: object; policy: (parameters: never) => unknown }): void;
}

export const version = '1.2.0';

export const schema = { $id: 'nightshelf:plugin', type: 'object' };

const policies: readonly Policy[] = [
  requestId,
  securityHeaders,
  crossOrigin,
  rateLimit,
  knownCall,
  callLimits,
  session,
  tokenScope,
  expectedUser,
  inFlight,
  identity,
  bodyLimit,
  forward,
  live,
  notFound,
  client,
  documents,
];

/** express-gateway calls this while it starts. */
export function init(context: PluginContext): void {
  const runtime = obtainRuntime();
  for (const { name, properties = {}, create } of policies) {
    context.registerPolicy({
      name,
      schema: { $id: `nightshelf:policy:${name}`, type: 'object', properties },
      policy: (parameters) => create(runtime, parameters),
    });
  }
}
