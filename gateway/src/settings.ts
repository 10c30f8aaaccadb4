import { join } from 'node:path';
import { processSettings } from '@nightshelf/platform/config/settings.ts';
import { z } from 'zod';

const serviceAddress = z.url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:3001' });

const origin = /^https?:\/\/(\*\.)?[^\s/;,'"*]+$/;

const originList = z
  .string()
  .transform((list) => list.split(/\s+/).filter(Boolean))
  .pipe(z.array(z.string().regex(origin, 'must be origins such as http://127.0.0.1:9000, separated by spaces')));

const gatewayList = z
  .string()
  .transform((list) => list.split(/\s+/).filter(Boolean))
  .pipe(
    z.array(
      z.url({ protocol: /^http$/, error: 'must be addresses such as http://gateways:8080, separated by spaces' }),
    ),
  );

/** What the gateway needs beside the settings of every process. */
export const gatewaySettings = processSettings.extend({
  AUTH_URL: serviceAddress,
  LIBRARY_URL: serviceAddress,
  CATALOG_URL: serviceAddress,
  SOCIAL_URL: serviceAddress,
  MEDIA_URL: serviceAddress,
  /** Folder of the built browser client. */
  STATIC_DIR: z.string().default(join(import.meta.dirname, '../../frontend/dist')),
  /**
   * Other gateways, which may be of another release: they are asked for assets of the client that this one does not have. Each
   * name may lead to many of them, this one included.
   */
  GATEWAY_SIBLINGS: gatewayList.default([]),
  /** Origins beside those of the providers that covers may come from. */
  IMAGE_ORIGINS: originList.default([]),
  /** Every limit is multiplied by it, for load tests. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive('must be a positive number').default(1),
  /** How many proxies stand in front and add to X-Forwarded-For; 0 when the gateway is reached directly. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
});

export type GatewaySettings = z.output<typeof gatewaySettings>;

/** The services behind the gateway; the routes in config/gateway.config.yml bear their names. */
export const serviceNames = ['auth', 'library', 'catalog', 'social', 'media'] as const;

export type ServiceName = (typeof serviceNames)[number];

/** Where each service is reached. */
export const serviceUrls = (settings: GatewaySettings): Readonly<Record<ServiceName, string>> => ({
  auth: settings.AUTH_URL,
  library: settings.LIBRARY_URL,
  catalog: settings.CATALOG_URL,
  social: settings.SOCIAL_URL,
  media: settings.MEDIA_URL,
});
