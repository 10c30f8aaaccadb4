import { z } from 'zod';
import { id, instant } from './fields.ts';

/** Archives that a user may request in 24 hours. */
export const archivesADay = 3;

/** Hours after which an archive is deleted. */
export const archiveHours = 24;

/** All data about a user as one ZIP file. */
export const archive = z.object({
  id,
  asked_at: instant,
  ready_at: instant.nullable().meta({ description: 'Null while it is being prepared.' }),
  expires_at: instant.meta({ description: 'When it is deleted or abandoned.' }),
  bytes: z.number().int().nonnegative().nullable(),
});

export type Archive = z.infer<typeof archive>;
