import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { Game } from './catalogue/games.ts';
import { type Mode, modes, type Provider, ProviderControl, providers, type Simulation } from './failures.ts';
import { giantBombRoutes } from './giantbomb.ts';
import { igdbRoutes } from './igdb.ts';
import { imageRoutes } from './images.ts';
import { steamRoutes } from './steam.ts';
import { wikidataRoutes } from './wikidata.ts';
import { youtubeRoutes } from './youtube/routes.ts';

export interface SimulatorOptions {
  readonly host?: string;
  /** 0 picks a free port. */
  readonly port?: number;
  /** Public origin of the images; defaults to http://localhost:<port>. */
  readonly publicUrl?: string;
  /** Games of IGDB in addition to the catalogue. */
  readonly games?: readonly Game[];
}

export interface Simulator {
  /** The simulator's address, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Default delay of `slow`. */
const slowMs = 3000;

const failureSchema = {
  params: { type: 'object', properties: { provider: { enum: providers } } },
  body: {
    type: 'object',
    required: ['mode'],
    additionalProperties: false,
    properties: {
      mode: { enum: modes },
      latency_ms: { type: 'integer', minimum: 0, maximum: 120_000 },
      times: { type: 'integer', minimum: 1 },
    },
  },
};

interface SetFailure {
  Params: { provider: Provider };
  Body: { mode: Mode; latency_ms?: number; times?: number };
}

/** Starts the simulated providers; rejects when the port is taken. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const app = Fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } });
  const control = new ProviderControl();
  const port = () => (app.server.address() as AddressInfo).port;
  const simulation: Simulation = {
    control,
    key: 'simulator',
    publicUrl: () => options.publicUrl?.replace(/\/+$/, '') ?? `http://localhost:${port()}`,
    games: options.games ?? [],
  };

  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/simulator/failures', () => control.failures);
  app.put<SetFailure>('/simulator/failures/:provider', { schema: failureSchema }, ({ params, body }) => {
    const { mode, latency_ms = mode === 'slow' ? slowMs : 0, times = null } = body;
    control.failures[params.provider] = { mode, latency_ms, times };
    return control.failures;
  });
  app.get('/simulator/calls', () => ({ calls: control.calls }));
  app.delete('/simulator/calls', (_request, reply) => {
    control.calls.length = 0;
    return reply.status(204).send();
  });
  for (const routes of [imageRoutes, giantBombRoutes, igdbRoutes, wikidataRoutes, steamRoutes, youtubeRoutes])
    app.register(routes, simulation);

  const host = options.host ?? '127.0.0.1';
  await app.listen({ host, port: options.port ?? 0 });
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${port()}`, close: () => app.close() };
}
