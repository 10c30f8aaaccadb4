import { Pool } from 'undici';
import { type GatewaySettings, type ServiceName, serviceNames, serviceUrls } from '../settings.ts';

/** Shorter than the time a stopping service keeps idle connections open (LINGER_SECONDS, 5 in a cluster). */
const keepAliveMs = 4000;

const bodyTimeoutMs = 30_000;

const connectTimeoutMs = 3000;

/** Connections per service; separate pools keep slow external searches from blocking quick calls. */
const connections = 512;

export class Upstreams {
  readonly #pools: ReadonlyMap<string, Pool>;

  constructor(settings: GatewaySettings) {
    const urls = serviceUrls(settings);
    this.#pools = new Map(serviceNames.map((name) => [name, createPool(urls[name])]));
  }

  get(service: string): Pool | undefined {
    return this.#pools.get(service);
  }

  /** Returns the JSON body of a GET of at most a few megabytes; null when the status is not 200. */
  async read(service: ServiceName, path: string): Promise<unknown> {
    const pool = this.#pools.get(service);
    const answer = await pool?.request({ method: 'GET', path, headersTimeout: 3000, bodyTimeout: 3000 });
    if (answer?.statusCode === 200) return answer.body.json();
    await answer?.body.dump();
    return null;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
  }
}

const createPool = (url: string) =>
  new Pool(new URL(url).origin, {
    connections,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    bodyTimeout: bodyTimeoutMs,
    connect: { timeout: connectTimeoutMs },
  });
