import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { ProviderFault } from './game-provider.ts';

export interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  /** Absolute; may contain the key. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ProviderResponse {
  readonly status: number;
  readonly text: string;
  /** The Retry-After header in milliseconds. */
  readonly retryAfterMs: number | null;
}

/** Parses a response. @throws ProviderFault when it is unusable */
export type Decode<Result> = (answer: ProviderResponse) => Result;

const attemptTimeoutMs = 30_000;
const maxBodyBytes = 5 * 1024 * 1024;

const wrapping = z.object({
  contents: z.string(),
  status: z.object({ http_code: z.number().int() }).partial().optional(),
});

export type RouteClient = ReturnType<typeof routeClient>;

/**
 * Sends requests over the configured routes until one returns a decodable response. Does not follow redirects, so it
 * calls no other hosts.
 * @param connections most requests in flight to one host
 */
export function routeClient(
  routes: readonly ProviderRoute[],
  logger: Logger,
  timeoutMs = attemptTimeoutMs,
  connections = 16,
) {
  const dispatcher = new Agent({ connections, maxResponseSize: maxBodyBytes });

  async function attempt(route: ProviderRoute, { url, body, ...asked }: ProviderRequest) {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await request(route.target(url), { ...asked, body: body ?? null, dispatcher, signal });
      const answer = {
        status: response.statusCode,
        text: await response.body.text(),
        retryAfterMs: retryAfter(response.headers['retry-after']),
      };
      return route.wrapped ? unwrap(answer) : answer;
    } catch (error) {
      if (error instanceof ProviderFault) throw error;
      if (signal.aborted) throw new ProviderFault('unavailable', 'the provider did not answer in time');
      // The error itself may contain the address, and with it the key.
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'no connection';
      throw new ProviderFault('unavailable', `the provider could not be reached (${code})`);
    }
  }

  return {
    /** @throws ProviderFault immediately when it is decisive, else that of the last route */
    async send<Result>(asked: ProviderRequest, decode: Decode<Result>): Promise<Result> {
      let last = new ProviderFault('unavailable', 'no route to the provider works');
      for (const route of routes) {
        try {
          return decode(await attempt(route, asked));
        } catch (error) {
          if (!(error instanceof ProviderFault)) throw error;
          logger.warn({ route: route.name, kind: error.kind, reason: error.message }, 'A route failed');
          if (error.decisive) throw error;
          last = error;
        }
      }
      throw last;
    },
    close: () => dispatcher.destroy(),
  };
}

function unwrap(answer: ProviderResponse): ProviderResponse {
  const parsed = wrapping.safeParse(parseJson(answer.text));
  if (!parsed.success) throw new ProviderFault('unavailable', 'the proxy answered without contents');
  return { ...answer, text: parsed.data.contents, status: parsed.data.status?.http_code ?? answer.status };
}

function retryAfter(header: string | string[] | undefined): number | null {
  const seconds = Number(Array.isArray(header) ? header[0] : header);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) * 1000 : null;
}

/** @throws ProviderFault when the text is not JSON: an error page or a truncated body */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProviderFault('malformed', 'the provider did not return JSON');
  }
}

interface Wording {
  /** The provider and our key, as messages name them. */
  readonly from?: string;
  readonly key?: string;
  /** Status codes for a refused key. */
  readonly refusals?: readonly number[];
}

/**
 * Parses a response by its schema.
 * @throws ProviderFault when it is unusable
 */
export function readBody<Body>(
  { status, text, retryAfterMs }: ProviderResponse,
  schema: z.ZodType<Body>,
  { from = 'the provider', key = 'the configured client', refusals = [401, 403] }: Wording = {},
): Body {
  if (status === 429) throw new ProviderFault('too-many-requests', `${from} limits our requests`, retryAfterMs);
  if (refusals.includes(status)) throw new ProviderFault('key-refused', `${from} does not accept ${key}`);
  if (status !== 200) throw new ProviderFault('unavailable', `${from} answered ${status}`);
  const body = schema.safeParse(parseJson(text));
  if (!body.success) throw new ProviderFault('malformed', `${from} returned an unknown format`);
  return body.data;
}

/** A way to reach the provider: directly or through a proxy. */
export interface ProviderRoute {
  /** Returns the address to call instead of `url`. */
  readonly target: (url: string) => string;
  /** Whether the response is JSON with the provider's body in `contents`. */
  readonly wrapped: boolean;
  /** Name in logs: at most the host. */
  readonly name: string;
}

export const maxRoutes = 6;

export const direct: ProviderRoute = { target: (url) => url, wrapped: false, name: 'direct' };

const placeholder = '{url}';

const notation = z
  .array(z.union([z.string(), z.object({ url: z.string(), wrapped: z.boolean().default(false) })]))
  .min(1)
  .max(maxRoutes);

/**
 * Parses the setting PROVIDER_ROUTES.
 * @param text a JSON array of `"direct"`, `"https://…{url}"` or `{"url": "https://…{url}", "wrapped": true}`
 * @returns the routes in order, or a message about the fault
 */
export function parseRoutes(text: string): readonly ProviderRoute[] | string {
  const parsed = notation.safeParse(fromJson(text));
  if (!parsed.success) return `must be a JSON array of 1 to ${maxRoutes} routes`;
  const routes = parsed.data.map((entry) =>
    toRoute(typeof entry === 'string' ? { url: entry, wrapped: false } : entry),
  );
  return routes.find((route) => typeof route === 'string') ?? routes.filter((route) => typeof route !== 'string');
}

function toRoute({ url: template, wrapped }: { url: string; wrapped: boolean }): ProviderRoute | string {
  if (template === 'direct') return { ...direct, wrapped };
  const target = (url: string) => template.replaceAll(placeholder, encodeURIComponent(url));
  if (!template.includes(placeholder)) return 'every route but direct must contain {url}';
  const [one, other] = ['http://a.example/', 'http://b.example/?b'].map((url) => URL.parse(target(url)));
  if (!one || !other || !/^https?:$/.test(one.protocol)) return 'every route must be an http or https address';
  // With {url} in the host, a guid or a query could choose where requests go.
  if (one.origin !== other.origin) return '{url} must not be part of a host name';
  return { target, wrapped, name: one.host };
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
