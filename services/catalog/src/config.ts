import { join } from 'node:path';
import { type GameProviderName, gameProviders } from '@nightshelf/contracts/games.ts';
import { z } from 'zod';
import { direct, type ProviderRoute, parseRoutes } from './providers/route-client.ts';

const address = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform(withoutTrailingSlash);

const origins = z
  .string()
  .transform((list) => list.split(/\s+/).filter(Boolean))
  .pipe(
    z.array(
      z
        .string()
        .regex(
          /^https?:\/\/(\*\.)?[^\s/;,'"*]+$/,
          'must be origins such as http://127.0.0.1:9000, separated by spaces',
        ),
    ),
  );

const routes = z.string().transform((text, context): readonly ProviderRoute[] => {
  const parsed = parseRoutes(text);
  if (typeof parsed !== 'string') return parsed;
  context.addIssue({ code: 'custom', message: parsed });
  return z.NEVER;
});

/** The catalog's own settings. */
export const catalogSettings = z.object({
  /** The only game provider to ask. By default IGDB, or else Giant Bomb, if they have keys, and then Wikidata. */
  PROVIDER: z.enum(gameProviders).optional(),
  WIKIDATA_URL: address.default('https://www.wikidata.org/w/api.php'),
  GIANTBOMB_API_KEY: z.string().optional(),
  GIANTBOMB_BASE_URL: address.default('https://www.giantbomb.com/api'),
  IGDB_CLIENT_ID: z.string().optional(),
  IGDB_CLIENT_SECRET: z.string().optional(),
  IGDB_BASE_URL: address.default('https://api.igdb.com/v4'),
  /** Without it, users cannot import the games of a Steam account. */
  STEAM_API_KEY: z.string().optional(),
  STEAM_BASE_URL: address.default('https://api.steampowered.com'),
  /** Issues IGDB's tokens. */
  TWITCH_BASE_URL: address.default('https://id.twitch.tv'),
  /** The file of the offline catalog; `none` disables it. */
  CATALOGUE_FILE: z.string().default(join(import.meta.dirname, '../catalogue/catalogue.jsonl.gz')),
  /** Further origins of images besides the providers', separated by spaces; the same as the gateway's. */
  IMAGE_ORIGINS: origins.default([]),
  /**
   * A JSON array of up to six routes to the provider, tried in turn for 30 s each: "direct", an address with {url}, or
   * {"url": "https://…{url}", "wrapped": true} when the response holds the provider's body in `contents`. A route sees
   * the provider's key.
   */
  PROVIDER_ROUTES: routes.default([direct]),
  /** Multiplies the provider's limits, for tests and demos against a fake. */
  PROVIDER_LIMIT_FACTOR: z.coerce.number().min(1).default(1),
});

export type CatalogSettings = z.output<typeof catalogSettings>;

/**
 * Returns the providers in the order in which they are asked. Giant Bomb comes only where IGDB has no keys, since its
 * API has returned 404 since December 2025.
 */
export function providersIn(settings: CatalogSettings): GameProviderName[] {
  const { PROVIDER, GIANTBOMB_API_KEY, IGDB_CLIENT_ID, IGDB_CLIENT_SECRET } = settings;
  const hasKeys: Readonly<Record<GameProviderName, boolean>> = {
    igdb: Boolean(IGDB_CLIENT_ID && IGDB_CLIENT_SECRET),
    giantbomb: Boolean(GIANTBOMB_API_KEY),
    wikidata: true,
  };
  if (PROVIDER) return hasKeys[PROVIDER] ? [PROVIDER] : [];
  const withKeys = hasKeys.igdb ? 'igdb' : 'giantbomb';
  return hasKeys[withKeys] ? [withKeys, 'wikidata'] : ['wikidata'];
}

function withoutTrailingSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
