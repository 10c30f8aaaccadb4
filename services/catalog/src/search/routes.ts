import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type { Game } from '@nightshelf/contracts/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { listGames } from '../games/stored-game.ts';
import { normalise, wordsOf } from './normalise.ts';
import {
  asTheyAre,
  byCorrectedWords,
  byParts,
  byRegroupedWords,
  bySimilarWords,
  byWholeName,
  byWords,
  common,
  type Match,
  type Stage,
  tiers,
} from './stages.ts';
import { corrections, unknownWords } from './vocabulary.ts';

/** Further words are ignored, since they hardly narrow the search. */
const maxWords = 8;

interface Search {
  /** Run in order, each only while fewer than `limit` games were found. */
  readonly stages: readonly Stage[];
  /** Run only while nothing was found. */
  readonly lastStages: readonly Stage[];
}

interface FoundGames {
  readonly games: Game[];
  /** The corrected query when nothing matches the original; the games, if any, match the correction. */
  readonly didYouMean: string | null;
}

const byPlace = (a: Match, b: Match) =>
  a.tier - b.tier || b.fame - a.fame || compare(a.name, b.name) || compare(a.guid, b.guid);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** @returns at most `limit` games without their descriptions, each at its best rank */
async function findGames(
  em: EntityManager,
  { stages, lastStages }: Search,
  query: string,
  limit: number,
): Promise<FoundGames> {
  const name = normalise(query);
  const words = wordsOf(name).slice(0, maxWords);
  const found = new Map<string, Match>();
  let didYouMean: string | null = null;
  for (const stage of words.length === 0 ? [] : [...stages, ...lastStages]) {
    if (found.size >= limit || (found.size > 0 && lastStages.includes(stage))) break;
    const isFirst = found.size === 0;
    const { matches, takenFor } = await stage(em, { name, words, limit: limit + found.size });
    for (const match of matches.toSorted(byPlace)) if (!found.has(match.guid)) found.set(match.guid, match);
    const [best] = found.values();
    if (isFirst && takenFor && best) didYouMean = inWords(takenFor, best.name);
  }
  return { games: await listGames(em, [...found.keys()].slice(0, limit)), didYouMean };
}

/** Picks the replacement words that the best game contains. */
function inWords(takenFor: readonly (readonly string[])[], name: string): string {
  const has = (word: string) => ` ${name}`.includes(` ${word}`);
  return takenFor.map((words) => words.find(has) ?? words[0]).join(' ');
}

/** Returns the query's known words, corrected, when a game has them all and some words were dropped; else null. */
async function knownPart(em: EntityManager, query: string): Promise<string | null> {
  const words = wordsOf(normalise(query)).slice(0, maxWords);
  if (words.length < 2) return null;
  const unknown = new Set(await unknownWords(em, words));
  const corrected = await corrections(em, [...unknown]);
  const known = words.flatMap((word) => (unknown.has(word) ? (corrected.get(word) ?? []).slice(0, 1) : [word]));
  if (known.length === words.length || known.every((word) => common.has(word))) return null;
  const [game] = await byParts(em, asTheyAre(known), tiers.everyCorrectedWord, 1);
  return game ? known.join(' ') : null;
}

const search: Search = {
  stages: [byWholeName, byWords, byRegroupedWords, byCorrectedWords],
  lastStages: [bySimilarWords],
};

/**
 * Searches the stored games: exact names, then names that begin with the query, then words that do, then corrections;
 * within each the best known first.
 * @param query any text; accents, case and punctuation do not matter
 */
export async function searchGames(em: EntityManager, query: string, limit: number): Promise<FoundGames> {
  const found = await findGames(em, search, query, limit);
  return found.games.length > 0 ? found : { ...found, didYouMean: await knownPart(em, query) };
}

/** Corrects only when nothing matches. Trigrams would guess at half-typed words. */
const suggestions: Search = { stages: [byWholeName, byWords], lastStages: [byRegroupedWords, byCorrectedWords] };

/** Browser cache lifetime of suggestions. */
const suggestionSeconds = 60;

export function searchRoutes(app: FastifyInstance, { work }: { readonly work: Work }): void {
  route(app, catalogCalls.searchGames, async ({ query }) => {
    const { games, didYouMean } = await searchGames(work.query(), query.q, query.limit);
    return { success: true, message: 'Stored games that match.', games, did_you_mean: didYouMean };
  });

  route(app, catalogCalls.suggestGames, async ({ query, reply }) => {
    // The response is the same for all users, but the gateway may add a caller's cookie.
    reply.header('cache-control', `private, max-age=${suggestionSeconds}`);
    const { games } = await findGames(work.query(), suggestions, query.q, query.limit);
    return { success: true, message: 'Similar stored games.', games };
  });
}
