import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { requireStepUp } from './require-step-up.ts';
import { type StepUpParts, stepUp } from './step-up.ts';

/** Register before the routes that require a step-up. */
export function stepUpRoutes(app: FastifyInstance, parts: StepUpParts): void {
  app.decorate('requireStepUp', (caller) => requireStepUp(parts, caller));

  route(app, factorCalls.stepUp, async ({ body: proof, identity: caller, intent, request }) => {
    await parts.sessions.checkAvailable();
    const { cookie: cookies } = request.headers;
    await stepUp(parts.work.for(intent), parts, { caller, client: clientOf(request), cookies, proof });
    return { success: true, message: 'Identity confirmed.' };
  });
}
