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
import { steamAccountText } from '../steam-sync.ts';

/** The provider is tried over up to six routes, 30 seconds each. */
const providerSeconds = 190;

const searchText = text(200)
  .regex(/\S/, 'Search query is required')
  .transform((q) => q.trim());

export const searchGames = defineCall({
  method: 'GET',
  path: '/api/games/search',
  access: 'open',
  scope: 'library:read',
  limits: searchLimits,
  summary: 'Search the games that the catalog has stored',
  query: z.object({ q: searchText, limit: limit(10, maxResults) }),
  answer: answer({
    games: z.array(game),
    did_you_mean: z.string().nullable().meta({
      description:
        'What was probably meant, where no stored game answers to the query as it is typed; the games, if any, answer to that.',
    }),
  }),
});

export const suggestGames = defineCall({
  method: 'GET',
  path: '/api/games/suggest',
  access: 'open',
  scope: 'library:read',
  limits: suggestionLimits,
  summary: 'Stored games that somebody may mean who is typing a name; the provider is never asked',
  query: z.object({ q: searchText, limit: limit(8, maxSuggestions) }),
  answer: answer({ games: z.array(gameSuggestion).max(maxSuggestions) }),
});

export const searchExternalGames = defineCall({
  method: 'GET',
  path: '/api/games/search/external',
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
    as_of: instant.meta({ description: 'When the provider gave these results.' }),
  }),
});

export const cacheSearchResults = defineCall({
  method: 'POST',
  path: '/api/games/cache-search-results',
  access: 'open',
  summary:
    'Store games that an external search found; only guids are read, and only games fetched by the server are stored',
  body: z.object({ results: z.array(z.object({ guid })).max(maxResults) }),
  answer: answer({ cached_count: z.number().int().nonnegative(), games: z.array(game) }),
});

export const getCatalogue = defineCall({
  method: 'GET',
  path: '/api/games/catalogue',
  access: 'open',
  scope: 'library:read',
  summary: 'The offline catalogue, and which game-data providers answer',
  answer: answer({
    catalogue: z
      .object({
        version: z.string().meta({ description: 'The day on which the file was built, such as 2026-11-28.' }),
        games: z.number().int().nonnegative(),
      })
      .nullable()
      .meta({ description: 'Null while none is loaded.' }),
    providers: z
      .array(z.object({ name: z.enum(gameProviders), answers: z.boolean() }))
      .meta({ description: 'Those that are configured, in the order in which they are asked.' }),
  }),
});

export const drawCover = defineCall({
  method: 'GET',
  path: '/api/games/covers',
  access: 'open',
  scope: 'library:read',
  summary: 'Cover art for a game without a picture: an SVG of 600 by 800 units that follows from the name alone',
  query: z.object({ name: text(nameLimit).regex(/\S/, 'Name is required') }),
  mediaType: 'image/svg+xml',
  answer: z.unknown(),
});

export const findCandidates = defineCall({
  method: 'POST',
  path: '/api/games/candidates',
  access: 'guarded',
  limits: candidateLimits,
  timeoutSeconds: 60,
  summary:
    'Which games the rows of an import may mean. Asks the offline catalogue and the stored games; with ask_provider also the provider, in batches and within the share of the request limit that imports have',
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

export const listTimesToBeat = defineCall({
  method: 'GET',
  path: '/api/games/times',
  access: 'open',
  scope: 'library:read',
  timeoutSeconds: providerSeconds,
  summary: 'How long some stored games take; those of which nobody knows are left out',
  query: z.object({ guids }),
  answer: answer({
    times: z.array(z.object({ guid, times_to_beat: timesToBeat })).max(mostGuids),
    later: z.boolean().meta({ description: 'The provider could not be asked for all of them; asking later may help.' }),
  }),
});

export const listSteamGames = defineCall({
  method: 'GET',
  path: '/api/games/steam',
  access: 'guarded',
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
    account: z.string().meta({ description: 'The number of the account.' }),
    games: z.array(
      z.object({
        app_id: z.number().int().positive(),
        name: z.string(),
        minutes: z.number().int().nonnegative().meta({ description: 'That it was played, ever.' }),
        guid: guid.nullable(),
      }),
    ),
    later: z
      .boolean()
      .meta({ description: 'The game database could not be asked which of its games all of these are.' }),
  }),
});

export const getGame = defineCall({
  method: 'GET',
  path: '/api/games/:guid',
  access: 'open',
  scope: 'library:read',
  timeoutSeconds: providerSeconds,
  summary: 'Everything known of one game',
  refuses: ['catalog.game_not_found', 'catalog.provider_failed'],
  params: z.object({ guid }),
  answer: answer({
    game,
    stale: z.boolean().meta({ description: 'The provider did not answer; this is the stored copy.' }),
  }),
});

export const getGameDetails = defineCall({
  method: 'GET',
  path: '/api/games/:guid/details',
  access: 'open',
  scope: 'library:read',
  timeoutSeconds: providerSeconds,
  summary: "Pictures, makers, series, similar games, times to beat and the cover's colours of one game",
  refuses: ['catalog.game_not_found'],
  params: z.object({ guid }),
  answer: answer({
    details: gameDetails
      .nullable()
      .meta({ description: 'Null where nothing is known, or not yet; `later` tells which.' }),
    later: z.boolean().meta({ description: 'The provider could not be asked for all of it; asking later may help.' }),
    colours: z
      .array(coverColour)
      .max(mostOf.colours)
      .meta({ description: "Of the game's cover, the strongest first." }),
  }),
});
