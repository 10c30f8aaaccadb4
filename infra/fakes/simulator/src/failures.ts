import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Game } from './catalogue/games.ts';

export const providers = ['giantbomb', 'igdb', 'wikidata', 'steam', 'youtube'] as const;
export type Provider = (typeof providers)[number];

const refusalModes = ['unauthorized', 'not-found', 'enhance-calm', 'too-many', 'quota', 'server-error'] as const;
export const modes = ['none', 'slow', 'down', 'malformed', 'html', ...refusalModes] as const;
export type Mode = (typeof modes)[number];

interface Failure {
  readonly mode: Mode;
  /** Delay before each response, in milliseconds. */
  readonly latency_ms: number;
  /** Number of failing responses left; null for no limit. */
  readonly times: number | null;
}

/** A response in a provider's own format. */
export interface Refusal {
  readonly status: number;
  readonly body: string | object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A provider's error responses; without `enhance-calm` or `quota` it responds as for `too-many`. */
type Refusals = Readonly<
  Record<Exclude<(typeof refusalModes)[number], 'enhance-calm' | 'quota'>, Refusal> &
    Partial<Record<'enhance-calm' | 'quota', Refusal>>
>;

interface Call {
  readonly provider: Provider;
  readonly path: string;
  /** Query parameters without credentials. */
  readonly query: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly at: string;
}

const healthy: Failure = { mode: 'none', latency_ms: 0, times: null };
const keptCalls = 500;
const secrets = new Set(['api_key', 'key', 'client_secret', 'access_token']);

/** Returns an HTML error page, like one from the proxy of an unavailable site. */
export const htmlRefusal = (status: number, title: string): Refusal => ({
  status,
  body: `<!DOCTYPE html>\n<html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`,
  headers: { 'content-type': 'text/html; charset=utf-8' },
});

export const send = (reply: FastifyReply, { status, body, headers = {} }: Refusal) =>
  reply.status(status).headers(headers).send(body);

/** The failures and the last calls of the simulated providers. */
export class ProviderControl {
  readonly failures = Object.fromEntries(providers.map((name) => [name, healthy])) as Record<Provider, Failure>;
  readonly calls: Call[] = [];

  /**
   * Records every request of a scope, and makes it fail while the provider has a failure.
   * @param exempt a path that fails only while the provider is down, and does not count as one of its failures
   */
  apply(app: FastifyInstance, provider: Provider, refusals: Refusals, exempt?: string): void {
    const truncated = new WeakSet<FastifyRequest>();

    app.addHook('onRequest', async (request, reply) => {
      this.#record(provider, request);
      let { mode, latency_ms: latencyMs } = this.failures[provider];
      if (exempt && request.url.startsWith(exempt)) mode = mode === 'down' ? mode : 'none';
      else this.#countDown(provider);
      if (latencyMs > 0) await wait(latencyMs);
      if (mode === 'none' || mode === 'slow') return;
      if (mode === 'malformed') {
        truncated.add(request);
      } else if (mode === 'down') {
        reply.hijack();
        request.raw.socket.destroy();
      } else {
        return send(
          reply,
          mode === 'html' ? htmlRefusal(200, 'We will be right back') : (refusals[mode] ?? refusals['too-many']),
        );
      }
    });

    app.addHook('onSend', async (request, _reply, payload) =>
      truncated.has(request) && typeof payload === 'string' ? payload.slice(0, Math.ceil(payload.length / 2)) : payload,
    );
  }

  #record(provider: Provider, { url }: FastifyRequest): void {
    const { pathname, searchParams } = new URL(url, 'http://simulator');
    const query = Object.fromEntries([...searchParams].filter(([name]) => !secrets.has(name)));
    this.calls.push({ provider, path: pathname, query, at: new Date().toISOString() });
    if (this.calls.length > keptCalls) this.calls.shift();
  }

  #countDown(provider: Provider): void {
    const failure = this.failures[provider];
    if (failure.times === null) return;
    this.failures[provider] = failure.times > 1 ? { ...failure, times: failure.times - 1 } : healthy;
  }
}

/** State shared by the simulated providers. */
export interface Simulation {
  readonly control: ProviderControl;
  /** The one value that all providers accept as key, client id and client secret. */
  readonly key: string;
  /** A function, because the free port is known only once the server listens. */
  readonly publicUrl: () => string;
  readonly games: readonly Game[];
}
