import { z } from 'zod';

export const librarySettings = z.object({
  /** Most memory that ready responses with whole libraries may take, in bytes. */
  LIBRARY_CACHE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(64 * 1024 * 1024),
});
