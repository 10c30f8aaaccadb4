import type { FastifyInstance } from 'fastify';
import type { CallLog } from '../calls/call-log.ts';
import { type FailureSwitch, type Mode, modes, type Provider, providers } from './failure-switch.ts';

interface Wish {
  readonly mode: Mode;
  readonly latency_ms?: number;
  readonly times?: number;
}

/** Default delay of `slow`. */
const slowMs = 3000;

const longestMs = 120_000;

const wish = {
  type: 'object',
  required: ['mode'],
  additionalProperties: false,
  properties: {
    mode: { enum: modes },
    latency_ms: { type: 'integer', minimum: 0, maximum: longestMs },
    times: { type: 'integer', minimum: 1 },
  },
};

const whom = { type: 'object', properties: { provider: { enum: providers } } };

/** Control routes for operators and tests. */
export async function controlRoutes(
  app: FastifyInstance,
  { calls, failures }: { calls: CallLog; failures: FailureSwitch },
): Promise<void> {
  app.get('/simulator/failures', () => failures.all());

  app.put<{ Params: { provider: Provider }; Body: Wish }>(
    '/simulator/failures/:provider',
    { schema: { body: wish, params: whom } },
    ({ params, body }, reply) => {
      if (body.mode === 'quota' && params.provider !== 'youtube') {
        return reply.status(400).send({ message: 'Only youtube has a daily quota.' });
      }
      const latency = body.latency_ms ?? (body.mode === 'slow' ? slowMs : 0);
      failures.set(params.provider, { mode: body.mode, latency_ms: latency, times: body.times ?? null });
      return failures.all();
    },
  );

  app.get('/simulator/calls', () => calls.report());

  app.delete('/simulator/calls', (_request, reply) => {
    calls.clear();
    return reply.status(204).send();
  });
}
