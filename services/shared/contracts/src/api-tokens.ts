import { z } from 'zod';
import { id, instant, text } from './fields.ts';

/** Permissions of an API token. Each call names its required scope; calls without one accept no token. */
export const tokenScope = z.enum(['library:read', 'library:write']);

/** Possible lifetimes of a token in days. */
export const tokenDays = [30, 90, 365] as const;

/** Maximum active tokens of a user. */
export const mostApiTokens = 20;

export const apiToken = z.object({
  id,
  name: z.string(),
  scopes: z.array(tokenScope),
  created_at: instant,
  ends_at: instant,
  last_used_at: instant.nullable().meta({ description: 'Up to about a minute late; null before the first use.' }),
});

export const newApiToken = z.object({
  name: text(60)
    .regex(/\S/, 'Enter a name for the token')
    .transform((name) => name.trim()),
  scopes: z
    .array(tokenScope)
    .min(1, 'Choose at least one permission')
    .max(tokenScope.options.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'Choose each only once')
    .meta({ uniqueItems: true }),
  days: z.literal(tokenDays).meta({ description: 'Days until it expires.' }),
});

export type TokenScope = z.infer<typeof tokenScope>;
export type ApiToken = z.infer<typeof apiToken>;
