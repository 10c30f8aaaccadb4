import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { CallLog } from './calls/call-log.ts';
import { FailureSwitch, type Mode, modes, type Provider, providers } from './failures/failure-switch.ts';
import { giantBombRoutes } from './giantbomb/routes.ts';
import { igdbRoutes } from './igdb/routes.ts';
import { imageRoutes } from './images/routes.ts';
import { credentialsOf, type SimulatorOptions } from './settings.ts';
import { steamRoutes } from './steam/routes.ts';
import { wikidataRoutes } from './wikidata/routes.ts';
import { youtubeRoutes } from './youtube/routes.ts';
import { ReviewSchedule } from './youtube/schedule.ts';

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
async function controlRoutes(
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

export type { SimulatorOptions } from './settings.ts';

export interface Simulator {
  /** The simulator's address, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the simulated providers; rejects when the port is taken. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const app = Fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } });
  const credentials = credentialsOf(options);
  const calls = new CallLog();
  const failures = new FailureSwitch();
  const schedule = new ReviewSchedule(options.now ?? (() => new Date()));
  // A function, because the free port is known only once the server listens.
  const publicUrl = () => options.publicUrl?.replace(/\/+$/, '') ?? `http://localhost:${port()}`;
  const port = () => (app.server.address() as AddressInfo).port;

  app.get('/healthz', () => ({ status: 'ok' }));
  app.register(controlRoutes, { calls, failures });
  app.register(imageRoutes, { schedule });
  app.register(giantBombRoutes, { calls, failures, credentials, publicUrl });
  app.register(igdbRoutes, { calls, failures, credentials, publicUrl, games: options.games ?? [] });
  app.register(wikidataRoutes, { calls, failures });
  app.register(steamRoutes, { calls, failures, credentials });
  app.register(youtubeRoutes, { calls, failures, credentials, publicUrl, schedule });

  const host = options.host ?? '127.0.0.1';
  await app.listen({ host, port: options.port ?? 0 });
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${port()}`, close: () => app.close() };
}
