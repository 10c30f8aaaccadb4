import { z } from 'zod';

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
