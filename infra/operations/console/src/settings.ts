import { processSettings, serviceSettings } from '@nightshelf/platform/config/settings.ts';
import { z } from 'zod';

/** The console's settings; it has its own credentials because the product's users are not its operators. */
export const consoleSettings = processSettings
  .pick({ HOST: true, PORT: true, LOG_LEVEL: true, REDIS_URL: true, EXIT_WITH_PARENT: true })
  .extend({
    /** The services' databases, which hold their dead letters. */
    DATABASE_URLS: z
      .string()
      .transform((list) => list.split(',').map((url) => url.trim()))
      .pipe(z.array(serviceSettings.shape.DATABASE_URL).min(1)),
    CONSOLE_USER: z.string().min(1).max(100).default('operator'),
    CONSOLE_PASSWORD: z.string().min(12, 'must have at least 12 characters'),
    /** The public origin, if it differs from the listening address: https://console.example. */
    CONSOLE_ORIGIN: z
      .url({ protocol: /^https?$/ })
      .transform((url) => new URL(url).origin)
      .optional(),
    /** Proxies (addresses or networks) trusted to report a client's address in `X-Forwarded-For`. */
    CONSOLE_PROXIES: z
      .string()
      .transform((list) => list.split(',').map((one) => one.trim()))
      .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])))
      .optional(),
  });

export type ConsoleSettings = z.output<typeof consoleSettings>;
