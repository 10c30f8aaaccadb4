import { join } from 'node:path';
import { type GameProviderName, gameProviders } from '@nightshelf/contracts/games.ts';
import { z } from 'zod';
import { direct, type ProviderRoute, parseRoutes } from './providers/proxies/route-list.ts';

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

export type ProviderName = GameProviderName;

/** Settings of the catalog beside those that every service has. */
export const catalogSettings = z.object({
  /** The only provider of games to be asked; when absent IGDB or else Giant Bomb if they have keys, and then Wikidata. */
  PROVIDER: z.enum(gameProviders).optional(),
  WIKIDATA_URL: address.default('https://www.wikidata.org/w/api.php'),
  GIANTBOMB_API_KEY: z.string().optional(),
  GIANTBOMB_BASE_URL: address.default('https://www.giantbomb.com/api'),
  IGDB_CLIENT_ID: z.string().optional(),
  IGDB_CLIENT_SECRET: z.string().optional(),
  IGDB_BASE_URL: address.default('https://api.igdb.com/v4'),
  /** Without it nobody can bring the games of a Steam account. */
  STEAM_API_KEY: z.string().optional(),
  STEAM_BASE_URL: address.default('https://api.steampowered.com'),
  /** Gives IGDB's tokens. */
  TWITCH_BASE_URL: address.default('https://id.twitch.tv'),
  /** The file of the offline catalogue; `none` for none. */
  CATALOGUE_FILE: z.string().default(join(import.meta.dirname, '../catalogue/catalogue.jsonl.gz')),
  /** Origins beside those of the providers that pictures may come from, separated by spaces; as the gateway has them. */
  IMAGE_ORIGINS: origins.default([]),
  /**
   * Up to six routes to the provider, tried in turn, 30 s each, as a JSON array. A route sees the key in the address that it is
   * given: name only such as you trust with it. Each is "direct", an address with {url} where the
   * provider's address goes, or {"url": "https://…{url}", "wrapped": true} when the route answers with JSON that holds
   * the provider's body in `contents`.
   */
  PROVIDER_ROUTES: routes.default([direct]),
  /** Multiplies the provider's limits; for tests and demonstrations against a stand-in. */
  PROVIDER_LIMIT_FACTOR: z.coerce.number().min(1).default(1),
});

export type CatalogSettings = z.output<typeof catalogSettings>;

/** The providers to be asked, in their order. Giant Bomb is asked only where IGDB has no keys: its API answers 404 since December 2025. */
export function providersIn(settings: CatalogSettings): ProviderName[] {
  const { PROVIDER, GIANTBOMB_API_KEY, IGDB_CLIENT_ID, IGDB_CLIENT_SECRET } = settings;
  const hasKeys: Readonly<Record<ProviderName, boolean>> = {
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
