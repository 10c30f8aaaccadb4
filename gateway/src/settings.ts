import { join } from 'node:path';
import { processSettings } from '@nightshelf/platform/config/settings.ts';
import { z } from 'zod';

const serviceAddress = z.url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:3001' });

const origin = /^https?:\/\/(\*\.)?[^\s/;,'"*]+$/;

const originList = z
  .string()
  .transform((list) => list.split(/\s+/).filter(Boolean))
  .pipe(z.array(z.string().regex(origin, 'must be origins such as http://127.0.0.1:9000, separated by spaces')));

export const gatewaySettings = processSettings.extend({
  AUTH_URL: serviceAddress,
  LIBRARY_URL: serviceAddress,
  CATALOG_URL: serviceAddress,
  SOCIAL_URL: serviceAddress,
  MEDIA_URL: serviceAddress,
  STATIC_DIR: z.string().default(join(import.meta.dirname, '../../frontend/dist')),
  /** Folder of the previous release's build, for pages that were opened before an upgrade; may be missing. */
  PREVIOUS_STATIC_DIR: z.string().default(join(import.meta.dirname, '../../frontend/dist-previous')),
  /** Origins of covers beyond those of the providers. */
  IMAGE_ORIGINS: originList.default([]),
  /** Multiplies every limit, for load tests. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive('must be a positive number').default(1),
  /** Number of proxies in front that append to X-Forwarded-For; 0 when clients connect directly. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
});

export type GatewaySettings = z.output<typeof gatewaySettings>;

/** Returns a limit multiplied by RATE_LIMIT_FACTOR, at least 1. */
export const scaled = ({ RATE_LIMIT_FACTOR }: Pick<GatewaySettings, 'RATE_LIMIT_FACTOR'>, limit: number) =>
  Math.max(1, Math.round(limit * RATE_LIMIT_FACTOR));

/** The services behind the gateway; config/gateway.config.yml names its routes after them. */
export const serviceNames = ['auth', 'library', 'catalog', 'social', 'media'] as const;

export type ServiceName = (typeof serviceNames)[number];

export const serviceUrls = (settings: GatewaySettings): Readonly<Record<ServiceName, string>> => ({
  auth: settings.AUTH_URL,
  library: settings.LIBRARY_URL,
  catalog: settings.CATALOG_URL,
  social: settings.SOCIAL_URL,
  media: settings.MEDIA_URL,
});
