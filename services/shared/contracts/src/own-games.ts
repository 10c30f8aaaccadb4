import { z } from 'zod';
import { text } from './fields.ts';
import { nameLimit, ownGuidPrefix } from './games.ts';

/** The guid of a game that a user has added. */
export const ownGuid = z.string().regex(new RegExp(`^${ownGuidPrefix}[0-9a-f-]{36}$`), 'Not your own game');

export const ownGameRules = {
  /** Maximum games of a user. */
  most: 5000,
  /** Maximum bytes of an uploaded cover, and of the base64 text that contains it. */
  coverBytes: 700_000,
  /** Pixels of a stored cover. */
  coverWidth: 600,
  coverHeight: 800,
} as const;

/** A user's description of a game that no database knows. */
export const ownGame = z.object({
  name: text(nameLimit).trim().min(1, 'Give the game a name'),
  year: z
    .number()
    .int('Must be a year')
    .min(1950, 'Must be 1950 or later')
    .max(2100, 'Must be 2100 or earlier')
    .nullable(),
  platform_ids: z.array(z.number().int().positive().max(2_147_483_647)).max(20, 'Choose at most 20 platforms'),
});

/** An image as base64 text: JPEG, PNG, WebP or AVIF. */
export const coverImage = z
  .string()
  .max(Math.ceil((ownGameRules.coverBytes * 4) / 3) + 4, 'The image must be smaller than 700 KB')
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Must be an image in base64');

export type OwnGame = z.infer<typeof ownGame>;
