import { z } from 'zod';

export const librarySettings = z.object({
  /** Memory limit of the cache of whole-library responses, in bytes. */
  LIBRARY_CACHE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(64 * 1024 * 1024),
  /** The catalog service, which lists Steam games and finds the games of import rows. */
  CATALOG_URL: z.url({ protocol: /^https?$/ }).default('http://catalog:8080'),
});

export type LibrarySettings = z.output<typeof librarySettings>;
