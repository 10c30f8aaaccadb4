import { z } from 'zod';
import { answer } from '../answer.ts';
import { defineCall } from '../call.ts';
import { guid, guids, instant, limit, mostGuids, text } from '../fields.ts';
import { coverColour, gameDetails, mostOf, timesToBeat } from '../game-details.ts';
import {
  game,
  gameProviders,
  gameSuggestion,
  maxResults,
  maxSuggestions,
  nameLimit,
  offlineSource,
  storedSource,
} from '../games.ts';
import { candidateRow, maxCandidateRows, rowCandidates } from '../import-candidates.ts';
import { candidateLimits, searchLimits, steamLimits, suggestionLimits } from '../limits.ts';
import { steamAccountText } from '../steam.ts';

/** The provider is tried over up to six routes, 30 seconds each. */
const providerSeconds = 190;

const searchText = text(200)
  .regex(/\S/, 'Search query is required')
  .transform((q) => q.trim());

export const searchGames = defineCall('GET /api/games/search', {
  access: 'open',
  scope: 'library:read',
  limits: searchLimits,
  summary: 'Search the stored games',
  query: z.object({ q: searchText, limit: limit(10, maxResults) }),
  answer: answer({
    games: z.array(game),
    did_you_mean: z.string().nullable().meta({
      description:
        'What was probably meant, where no stored game answers to the query as it is typed; the games, if any, answer to that.',
    }),
  }),
});

export const suggestGames = defineCall('GET /api/games/suggest', {
  access: 'open',
  scope: 'library:read',
  limits: suggestionLimits,
  summary: 'Suggest stored games while the user types; never requests the provider',
  query: z.object({ q: searchText, limit: limit(8, maxSuggestions) }),
  answer: answer({ games: z.array(gameSuggestion).max(maxSuggestions) }),
});

export const searchExternalGames = defineCall('GET /api/games/search/external', {
  access: 'open',
  scope: 'library:read',
  limits: searchLimits,
  timeoutSeconds: providerSeconds,
  summary: 'Search the game-data provider',
  refuses: ['catalog.provider_failed'],
  query: z.object({ q: searchText, limit: limit(20, maxResults) }),
  answer: answer({
    results: z.array(game),
    source: z.string().meta({
      description: `The provider that answered: igdb, giantbomb or wikidata; "${storedSource}" when it may not be asked right now, and these are stored games; "${offlineSource}" when no provider has keys and Wikidata can't be reached.`,
    }),
    cached: z.boolean(),
    as_of: instant.meta({ description: 'When the provider returned these results.' }),
  }),
});

export const cacheSearchResults = defineCall('POST /api/games/cache-search-results', {
  access: 'open',
  summary:
    'Store games found by an external search; only guids are read, and only games fetched by the server are stored',
  body: z.object({ results: z.array(z.object({ guid })).max(maxResults) }),
  answer: answer({ cached_count: z.number().int().nonnegative(), games: z.array(game) }),
});

export const getCatalogue = defineCall('GET /api/games/catalogue', {
  access: 'open',
  scope: 'library:read',
  summary: 'Version of the offline catalog and the configured game-data providers',
  answer: answer({
    catalogue: z
      .object({
        version: z.string().meta({ description: 'Build date of the file, for example 2026-11-28.' }),
        games: z.number().int().nonnegative(),
      })
      .nullable()
      .meta({ description: 'Null without a catalogue.' }),
    providers: z
      .array(z.object({ name: z.enum(gameProviders), answers: z.boolean() }))
      .meta({ description: 'Configured providers in the order of requests.' }),
  }),
});

export const drawCover = defineCall('GET /api/games/covers', {
  access: 'open',
  scope: 'library:read',
  summary: 'Generated cover for a game without an image: an SVG of 600 by 800 units, derived from the name',
  query: z.object({ name: text(nameLimit).regex(/\S/, 'Name is required') }),
  mediaType: 'image/svg+xml',
  answer: z.unknown(),
});

export const findCandidates = defineCall('POST /api/games/candidates', {
  limits: candidateLimits,
  timeoutSeconds: 60,
  summary:
    'Match the rows of an import with games from the offline catalog and the stored games; with ask_provider also the provider, in batches and within the request limit for imports',
  body: z.object({
    rows: z.array(candidateRow).min(1).max(maxCandidateRows),
    ask_provider: z.boolean().default(false),
  }),
  answer: answer({
    rows: z.array(rowCandidates).meta({ description: 'In the order of the request.' }),
    retry_after_seconds: z.number().int().positive().nullable().meta({
      description: 'When to send the rows that are not `asked` again; null where all are, or no provider answers.',
    }),
  }),
});

export const listTimesToBeat = defineCall('GET /api/games/times', {
  access: 'open',
  scope: 'library:read',
  timeoutSeconds: providerSeconds,
  summary: 'Times to beat of stored games; games without data are omitted',
  query: z.object({ guids }),
  answer: answer({
    times: z.array(z.object({ guid, times_to_beat: timesToBeat })).max(mostGuids),
    later: z.boolean().meta({ description: 'Some are missing because the provider was unavailable; retry later.' }),
  }),
});

export const listSteamGames = defineCall('GET /api/games/steam', {
  limits: steamLimits,
  timeoutSeconds: providerSeconds,
  summary: 'The games of a public Steam account, each with its time and, where that is known, its identity here',
  refuses: [
    'catalog.steam_not_configured',
    'catalog.steam_failed',
    'catalog.steam_account_not_found',
    'catalog.steam_private',
  ],
  query: z.object({
    account: steamAccountText,
  }),
  answer: answer({
    account: z.string().meta({ description: 'Account number.' }),
    games: z.array(
      z.object({
        app_id: z.number().int().positive(),
        name: z.string(),
        minutes: z.number().int().nonnegative().meta({ description: 'Total time played.' }),
        guid: guid.nullable(),
      }),
    ),
    later: z.boolean().meta({ description: 'Some games are unmatched because the game database was unavailable.' }),
  }),
});

export const getGame = defineCall('GET /api/games/:guid', {
  access: 'open',
  scope: 'library:read',
  timeoutSeconds: providerSeconds,
  summary: 'Details of a game',
  refuses: ['catalog.game_not_found', 'catalog.provider_failed'],
  params: z.object({ guid }),
  answer: answer({
    game,
    stale: z.boolean().meta({ description: 'The provider did not respond; this is the stored copy.' }),
  }),
});

export const getGameDetails = defineCall('GET /api/games/:guid/details', {
  access: 'open',
  scope: 'library:read',
  timeoutSeconds: providerSeconds,
  summary: 'Images, companies, series, similar games, times to beat and cover colors of a game',
  refuses: ['catalog.game_not_found'],
  params: z.object({ guid }),
  answer: answer({
    details: gameDetails.nullable().meta({ description: 'Null when unknown; `later` says whether it may still come.' }),
    later: z
      .boolean()
      .meta({ description: 'Some details are missing because the provider was unavailable; retry later.' }),
    colours: z.array(coverColour).max(mostOf.colours).meta({ description: 'Colors of the cover, strongest first.' }),
  }),
});
