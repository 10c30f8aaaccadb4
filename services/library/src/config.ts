import { z } from 'zod';

export const librarySettings = z.object({
  /** Most memory that ready responses with whole libraries may take, in bytes. */
  LIBRARY_CACHE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(64 * 1024 * 1024),
  /** Where catalog is asked for the games of an account that a vault is synchronised with. */
  CATALOG_URL: z.url({ protocol: /^https?$/ }).default('http://catalog:8080'),
});

export type LibrarySettings = z.output<typeof librarySettings>;
