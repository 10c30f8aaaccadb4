import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { CallLog } from './calls/call-log.ts';
import { controlRoutes } from './failures/control-routes.ts';
import { FailureSwitch } from './failures/failure-switch.ts';
import { giantBombRoutes } from './giantbomb/routes.ts';
import { igdbRoutes } from './igdb/routes.ts';
import { imageRoutes } from './images/routes.ts';
import { credentialsOf, type SimulatorOptions } from './settings.ts';
import { steamRoutes } from './steam/routes.ts';
import { wikidataRoutes } from './wikidata/routes.ts';
import { youtubeRoutes } from './youtube/routes.ts';
import { ReviewSchedule } from './youtube/schedule.ts';

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
